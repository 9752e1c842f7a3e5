// SPDX-License-Identifier: Apache-2.0
// Finds out which goals of a walk a state meets. Each thread has an evaluator of its own, since the system that evaluates them
// belongs to a thread.
#pragma once

#include <optional>
#include <vector>

#include "lariat/system/system.hpp"
#include "lariat/walk/explore.hpp"

namespace lariat::walk {

class GoalEvaluator {
 public:
  // Throws std::invalid_argument if a goal needs a program and the system has none, or an atom that the system does not have.
  GoalEvaluator(system::System& system, const std::vector<Goal>& goals);

  // True if any goal may be met by a state as such, and look_at has to be called.
  bool looks_at_states() const { return looks_at_states_; }

  // Calls meet(i, fault) for each goal i that is_open(i) and that the state of the system meets. The fault is what goes wrong
  // in the state, if that is why.
  template <class IsOpen, class Meet>
  void look_at(system::Bytes s, const IsOpen& is_open, const Meet& meet) {
    has_valuation_ = false;
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      if (goals_[i].kind == Goal::Kind::deadlock || !is_open(i)) continue;
      if (const std::optional<model::Fault> fault = find(goals_[i], s)) meet(i, *fault);
    }
  }

  // True if s, which has no successors, is a deadlock.
  bool is_deadlock(system::Bytes s) { return !system_.may_end(s); }
  // What goes wrong before the first step.
  model::Fault initial_fault();

 private:
  std::optional<model::Fault> find(const Goal& goal, system::Bytes s);

  system::System& system_;
  system::ProgramSystem* program_;
  const std::vector<Goal>& goals_;
  std::size_t hidden_;
  bool looks_at_states_ = false;
  bool has_valuation_ = false;  // of the state at hand
  system::Valuation valuation_;
};

}  // namespace lariat::walk
