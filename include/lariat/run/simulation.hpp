// SPDX-License-Identifier: Apache-2.0
// A run that arises step by step.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "lariat/run/run.hpp"

namespace lariat::run {

class Simulation {
 public:
  // Begins with the steps of `begun`, a run of the program without a flaw. Its cycle is gone through once. The observer takes
  // part if it does in these steps, or if it is said.
  Simulation(model::Interpreter& interpreter, Run begun, std::uint64_t seed, bool observed = false);

  model::Interpreter& interpreter() { return interpreter_; }
  const Run& run() const { return run_; }
  model::StateView state() const { return run_.before(run_.steps.size()); }

  // The steps that are possible now; none if the system is stuck.
  const std::vector<RunStep>& choices() const { return choices_; }

  // Takes the choice of that number, from 0, and returns the step.
  const RunStep& take(std::size_t choice);
  // Takes any choice, each equally likely; there must be one. The same seed takes the same ones on every machine.
  const RunStep& take_any();
  // Takes back the last step; there must be one.
  void undo();

  // Whether something went wrong in the last step, or at the beginning if there is none.
  bool went_wrong();

  // The observer, if it takes part; otherwise an empty name.
  std::string observer() const { return observed_ ? interpreter_.program().observer->name : ""; }
  // Whether nothing can happen because the observer has no step, and not because the system has none.
  bool is_refused();

  // Forgets the steps so far, as if the run began now, so that a long one takes no memory.
  void forget();

 private:
  void look();

  model::Interpreter& interpreter_;
  Run run_;
  bool observed_;
  std::mt19937_64 random_;
  std::vector<RunStep> choices_;
};

}  // namespace lariat::run
