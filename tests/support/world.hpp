// SPDX-License-Identifier: Apache-2.0
// A hand-made program and its behaviour, in a form that tests can compare.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "lariat/model/interpreter.hpp"
#include "support/make_program.hpp"

namespace lariat::model {

struct TakenStep {
  model::State state;
  std::vector<model::Action> actions;
  model::Fault fault;
};

class World {
 public:
  // Expressions may be added to the program as long as this lives.
  explicit World(Maker& make, const model::InterpreterOptions& options = {})
      : make_(make), interpreter(make.program, options) {}

  model::State initial() { return interpreter.initial(); }

  std::vector<TakenStep> steps(const model::State& s) {
    interpreter.successors(s, successors_);
    std::vector<TakenStep> found;
    for (std::size_t i = 0; i < successors_.size(); ++i)
      found.push_back({.state = model::State(successors_.state(i).begin(), successors_.state(i).end()),
                       .actions = {successors_.actions(i).begin(), successors_.actions(i).end()},
                       .fault = successors_.fault(i)});
    return found;
  }

  // The state after the only step; the same state, and a complaint, if it is not the only one.
  model::State next(const model::State& s) {
    const auto found = steps(s);
    EXPECT_EQ(found.size(), 1U);
    return found.size() == 1 ? found[0].state : s;
  }

  // The fault of the only step.
  model::Fault::Kind fault(const model::State& s) {
    const auto found = steps(s);
    EXPECT_EQ(found.size(), 1U);
    return found.empty() ? model::Fault::Kind::none : found[0].fault.kind;
  }

  // The process that takes part in each step, the first one where there are several.
  std::vector<std::uint32_t> movers(const model::State& s) {
    std::vector<std::uint32_t> found;
    for (const TakenStep& step : steps(s)) found.push_back(step.actions.at(0).process);
    return found;
  }

  model::Value get(const model::State& s, model::PlaceId place, std::uint32_t process = model::none) {
    return interpreter.evaluate(make_.read(place), s, process).value;
  }
  model::Value get(const model::State& s, model::Op op, model::ExprId operand) {
    return interpreter.evaluate(make_.program.unary(op, operand), s).value;
  }

 private:
  Maker& make_;
  model::Successors successors_;

 public:
  model::Interpreter interpreter;
};

}  // namespace lariat::model
