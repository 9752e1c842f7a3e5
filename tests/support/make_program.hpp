// SPDX-License-Identifier: Apache-2.0
// Small programs made by hand.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lariat/model/program.hpp"

namespace lariat::model {

// Says in fewer words what a test needs of a Program.
class Maker {
 public:
  explicit Maker(std::string language = "dve") {
    program.name = "model";
    program.language = std::move(language);
    program.files = {program.language == "dve" ? "model.dve" : "model.pml"};
  }

  PlaceId global(const std::string& name, Type type = byte_type, Value initial = 0, std::uint32_t size = 1) {
    Variable variable{.name = name, .type = type, .size = size, .is_array = size > 1};
    if (initial != 0) variable.initial = {initial};
    program.globals.push_back(variable);
    return program.add(Place{.variable = static_cast<std::uint32_t>(program.globals.size() - 1)});
  }

  // An element of the array that was declared last.
  PlaceId element(ExprId index) {
    return program.add(Place{.variable = static_cast<std::uint32_t>(program.globals.size() - 1),
                             .index = index,
                             .source = {.line = 1, .column = 1}});
  }

  ProcessTypeId process(const std::string& name, const std::vector<std::string>& locations, bool exists = true) {
    ProcessType type{.name = name};
    for (const std::string& location : locations) type.locations.push_back({.name = location});
    program.process_types.push_back(type);
    const auto id = static_cast<ProcessTypeId>(program.process_types.size() - 1);
    if (exists) program.processes.push_back({.name = name, .type = id});
    return id;
  }

  PlaceId local(ProcessTypeId type, const std::string& name) {
    auto& variables = program.process_types[type].variables;
    variables.push_back({.name = name, .type = byte_type});
    return program.add(Place{.scope = Place::Scope::local,
                             .type = type,
                             .variable = static_cast<std::uint32_t>(variables.size() - 1),
                             .source = {.line = 1, .column = 1}});
  }

  Transition& transition(ProcessTypeId type, LocationId from, LocationId to, std::uint32_t line, const std::string& text,
                         ExprId guard = none) {
    auto& process = program.process_types[type];
    process.transitions.push_back(
        {.source = from, .target = to, .guard = guard, .position = {.line = line, .column = 3}, .text = text});
    process.locations[from].out.push_back(static_cast<TransitionId>(process.transitions.size() - 1));
    return process.transitions.back();
  }

  static Effect assign(PlaceId place, ExprId value) { return {.place = place, .value = value}; }

  ExprId number(Value value) { return program.constant(value); }
  ExprId read(PlaceId place) { return program.add(Expr{.op = Op::read, .place = place}); }
  ExprId plus(ExprId a, ExprId b) { return program.binary(Op::add, a, b); }
  ExprId equal(ExprId a, ExprId b) { return program.binary(Op::equal, a, b); }

  // A channel that exists from the start; the expression is its number.
  ExprId channel(const std::string& name, std::uint32_t capacity, std::size_t fields) {
    program.channel_types.push_back({.name = name, .capacity = capacity, .fields = std::vector<Type>(fields, byte_type)});
    program.channels.push_back({.name = name, .type = static_cast<std::uint32_t>(program.channel_types.size() - 1)});
    return number(static_cast<Value>(program.channels.size()));
  }
  std::uint32_t send(ExprId channel, const std::vector<ExprId>& values) {
    Communication send{.channel = channel};
    for (const ExprId value : values) send.arguments.push_back({.value = value});
    return program.add(send);
  }
  std::uint32_t receive(ExprId channel, const std::vector<PlaceId>& places) {
    Communication receive{.kind = Communication::Kind::receive, .channel = channel};
    for (const PlaceId place : places)
      receive.arguments.push_back({.kind = Communication::Argument::Kind::store, .place = place});
    return program.add(receive);
  }

  Program program;
};

}  // namespace lariat::model
