// SPDX-License-Identifier: Apache-2.0
// Small programs made by hand, and runs of them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lariat/check/run.hpp"

namespace lariat::check {

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

// The run that takes, in each state, the possible step of that number.
inline Run run_of(model::Interpreter& interpreter, const std::vector<std::size_t>& choices, bool observed = false) {
  Run run{.initial = interpreter.initial()};
  for (const std::size_t choice : choices) {
    const auto steps = possible_steps(interpreter, run.before(run.steps.size()), observed);
    if (choice >= steps.size()) {
      ADD_FAILURE() << "step " << run.steps.size() + 1 << " has only " << steps.size() << " choices";
      break;
    }
    run.steps.push_back(steps[choice]);
  }
  return run;
}

// x counts 0, 1, 2, 0, ... by P_0; P_1 stops it for good by going from `waits` to `done`, which P_0 sees by its flag.
inline model::Program counter() {
  Maker make;
  const auto x = make.global("x");
  const auto stop = make.global("stop");
  make.program.globals[1].kind = model::Variable::Kind::truth;
  const auto counts = make.process("P_0", {"counts"});
  const auto stops = make.process("P_1", {"waits", "done"});
  const auto runs = make.equal(make.read(stop), make.number(0));
  const auto is_two = make.equal(make.read(x), make.number(2));
  auto& program = make.program;
  const auto goes_on = program.binary(model::Op::logical_and, runs, program.unary(model::Op::logical_not, is_two));
  make.transition(counts, 0, 0, 5, "counts -> counts { guard !stop && x != 2; effect x = x + 1; }", goes_on).effects = {
      Maker::assign(x, make.plus(make.read(x), make.number(1)))};
  make.transition(counts, 0, 0, 6, "counts -> counts { guard !stop && x == 2; effect x = 0; }",
                  program.binary(model::Op::logical_and, runs, is_two))
      .effects = {Maker::assign(x, make.number(0))};
  make.transition(stops, 0, 1, 9, "waits -> done { effect stop = 1; }").effects = {Maker::assign(stop, make.number(1))};
  return make.program;
}

}  // namespace lariat::check
