// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/simulation.hpp"

#include <utility>

namespace lariat::run {

Simulation::Simulation(model::Interpreter& interpreter, Run begun, std::uint64_t seed, bool observed)
    : interpreter_(interpreter), run_(std::move(begun)), observed_(observed || is_observed(run_)), random_(seed) {
  run_.cycle.reset();
  // Nobody knows how the automaton would go on.
  run_.automaton_initial = model::none;
  for (RunStep& step : run_.steps) step.automaton_state = model::none;
  look();
}

void Simulation::look() {
  choices_ = possible_steps(interpreter_, state(), observed_);
  // Where the system is stuck, only the observer may go on.
  std::erase_if(choices_, [](const RunStep& step) {
    return step.actions.empty() || step.actions.front().process == model::observer_number;
  });
}

const RunStep& Simulation::take(std::size_t choice) {
  run_.steps.push_back(std::move(choices_[choice]));
  look();
  return run_.steps.back();
}

const RunStep& Simulation::take_any() { return take(static_cast<std::size_t>(random_() % choices_.size())); }

void Simulation::undo() {
  run_.steps.pop_back();
  look();
}

bool Simulation::went_wrong() {
  if (run_.steps.empty()) return interpreter_.is_error(run_.initial) || interpreter_.failed_assertion(run_.initial);
  return static_cast<bool>(fault_of(interpreter_, run_.before(run_.steps.size() - 1), run_.steps.back()));
}

bool Simulation::is_refused() {
  return observed_ && choices_.empty() && !possible_steps(interpreter_, state()).front().actions.empty();
}

void Simulation::forget() {
  if (run_.steps.empty()) return;
  run_.initial = std::move(run_.steps.back().state);
  run_.steps.clear();
}

}  // namespace lariat::run
