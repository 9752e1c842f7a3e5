// SPDX-License-Identifier: Apache-2.0
// Weak fairness as acceptance: a run counts only if each process that can always make a step, from some point on, makes steps
// again and again.
//
// As acceptance sets, one for each process: a transition belongs to the set of a process that takes part in it, or that has no
// step in the state before. Or as copies of the states that count the processes which had their turn, as Spin does, with one
// set for the transitions that complete a round: for the searches that take few sets, and for many processes.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>

#include "lariat/product/options.hpp"
#include "lariat/space/space.hpp"
#include "lariat/system/system.hpp"

namespace lariat::product {

class FairSets {
 public:
  // `first_set` acceptance sets are the property's. Throws std::invalid_argument if fairness is asked for and the system has no
  // program.
  FairSets(system::System& system, Fairness fairness, unsigned first_set);

  bool is_used() const { return fairness_ != Fairness::none; }
  bool copies_states() const { return fairness_ == Fairness::copies; }
  unsigned sets() const { return sets_; }

  // Notes which processes have a step, given all steps of a state.
  void begin(const system::Batch& steps);
  // The sets that a step of that state with those actions belongs to. `turn` is the process that is waited for in a copy.
  Marks marks(std::span<const system::Action> actions, std::uint8_t& turn) const;

 private:
  Fairness fairness_;
  unsigned first_set_;
  unsigned sets_ = 0;
  bool receivers_too_ = false;
  std::bitset<model::max_processes + 1> enabled_;
};

}  // namespace lariat::product
