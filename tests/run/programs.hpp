// SPDX-License-Identifier: Apache-2.0
// Runs of small programs made by hand.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "lariat/run/run.hpp"
#include "support/make_program.hpp"

namespace lariat::run {

using model::Maker;

// The run that takes, in each state, the possible step of that number.
inline run::Run run_of(model::Interpreter& interpreter, const std::vector<std::size_t>& choices, bool observed = false) {
  run::Run run{.initial = interpreter.initial()};
  for (const std::size_t choice : choices) {
    const auto steps = run::possible_steps(interpreter, run.before(run.steps.size()), observed);
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

}  // namespace lariat::run
