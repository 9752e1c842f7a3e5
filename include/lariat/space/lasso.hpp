// SPDX-License-Identifier: Apache-2.0
// A lasso: a path from an initial state to a cycle. A search returns one when it finds an accepting run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lariat/space/space.hpp"

namespace lariat {

// One transition of a run.
struct Step {
  StateId source;
  std::uint32_t choice;  // which of post(source), from 0
  StateId target;
  Marks marks;  // of the transition alone, without those of its states
  friend bool operator==(const Step&, const Step&) = default;
};

// The stem begins at an initial state, the cycle where the stem ends. The stem may be empty, the cycle never is.
struct Lasso {
  std::vector<Step> stem;
  std::vector<Step> cycle;

  // Number of transitions; the minimisers minimise it.
  std::size_t length() const { return stem.size() + cycle.size(); }
  friend bool operator==(const Lasso&, const Lasso&) = default;
};

// The lasso of a path that comes back to its state `entry`: the steps before the first one that leaves `entry` are the stem.
Lasso make_lasso(std::vector<Step> path, StateId entry);

// Shortens the stem without changing the run: if the stem visits a state of the cycle early, the cycle begins there.
Lasso enter_cycle_early(Lasso lasso);

}  // namespace lariat
