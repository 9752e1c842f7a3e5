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

  model::PlaceId global(const std::string& name, model::Type type = model::byte_type, model::Value initial = 0,
                        std::uint32_t size = 1) {
    model::Variable variable{.name = name, .type = type, .size = size, .is_array = size > 1};
    if (initial != 0) variable.initial = {initial};
    program.globals.push_back(variable);
    return program.add(model::Place{.variable = static_cast<std::uint32_t>(program.globals.size() - 1)});
  }

  // An element of the array that was declared last.
  model::PlaceId element(model::ExprId index) {
    return program.add(model::Place{.variable = static_cast<std::uint32_t>(program.globals.size() - 1),
                                    .index = index,
                                    .source = {.line = 1, .column = 1}});
  }

  model::ProcessTypeId process(const std::string& name, const std::vector<std::string>& locations, bool exists = true) {
    model::ProcessType type{.name = name};
    for (const std::string& location : locations) type.locations.push_back({.name = location});
    program.process_types.push_back(type);
    const auto id = static_cast<model::ProcessTypeId>(program.process_types.size() - 1);
    if (exists) program.processes.push_back({.name = name, .type = id});
    return id;
  }

  model::PlaceId local(model::ProcessTypeId type, const std::string& name) {
    auto& variables = program.process_types[type].variables;
    variables.push_back({.name = name, .type = model::byte_type});
    return program.add(model::Place{.scope = model::Place::Scope::local,
                                    .type = type,
                                    .variable = static_cast<std::uint32_t>(variables.size() - 1),
                                    .source = {.line = 1, .column = 1}});
  }

  model::Transition& transition(model::ProcessTypeId type, model::LocationId from, model::LocationId to, std::uint32_t line,
                                const std::string& text, model::ExprId guard = model::none) {
    auto& process = program.process_types[type];
    process.transitions.push_back(
        {.source = from, .target = to, .guard = guard, .position = {.line = line, .column = 3}, .text = text});
    process.locations[from].out.push_back(static_cast<model::TransitionId>(process.transitions.size() - 1));
    return process.transitions.back();
  }

  static model::Effect assign(model::PlaceId place, model::ExprId value) { return {.place = place, .value = value}; }

  model::ExprId number(model::Value value) { return program.constant(value); }
  model::ExprId read(model::PlaceId place) { return program.add(model::Expr{.op = model::Op::read, .place = place}); }
  model::ExprId plus(model::ExprId a, model::ExprId b) { return program.binary(model::Op::add, a, b); }
  model::ExprId equal(model::ExprId a, model::ExprId b) { return program.binary(model::Op::equal, a, b); }

  // A channel that exists from the start; the expression is its number.
  model::ExprId channel(const std::string& name, std::uint32_t capacity, std::size_t fields) {
    program.channel_types.push_back(
        {.name = name, .capacity = capacity, .fields = std::vector<model::Type>(fields, model::byte_type)});
    program.channels.push_back({.name = name, .type = static_cast<std::uint32_t>(program.channel_types.size() - 1)});
    return number(static_cast<model::Value>(program.channels.size()));
  }
  std::uint32_t send(model::ExprId channel, const std::vector<model::ExprId>& values) {
    model::Communication send{.channel = channel};
    for (const model::ExprId value : values) send.arguments.push_back({.value = value});
    return program.add(send);
  }
  std::uint32_t receive(model::ExprId channel, const std::vector<model::PlaceId>& places) {
    model::Communication receive{.kind = model::Communication::Kind::receive, .channel = channel};
    for (const model::PlaceId place : places)
      receive.arguments.push_back({.kind = model::Communication::Argument::Kind::store, .place = place});
    return program.add(receive);
  }

  model::Program program;
};

}  // namespace lariat::model
