// SPDX-License-Identifier: Apache-2.0
// The run along the stacks of a nested search on states that are bytes.
#pragma once

#include <cstddef>
#include <optional>

#include "lariat/run/run.hpp"
#include "walk/approximate.hpp"
#include "walk/buchi_bytes.hpp"
#include "walk/state_stack.hpp"

namespace lariat::walk {

// Along the entered states of the blue stack, and of the red one, whose bottom is the top of the blue one, if it is not empty;
// then by `choice` back to the entry of the blue stack.
inline run::Run run_along_stacks(BuchiBytes& space, const StateStack& blue, const StateStack& red, std::size_t entry,
                                 std::size_t choice) {
  RunBuilder builder(space.expander());
  std::optional<system::Bytes> before;
  std::size_t cycle = 0;
  for (std::size_t i = 0; i < blue.size(); ++i) {
    if (!blue.entered(i)) continue;
    if (before)
      builder.step(space.original(*before), blue.choice(i));
    else
      builder.begin(space.original(blue.state(i)));
    before = blue.state(i);
    if (i == entry) cycle = builder.length();
  }
  for (std::size_t i = 1; i < red.size(); ++i) {
    if (!red.entered(i)) continue;
    builder.step(space.original(*before), red.choice(i));
    before = red.state(i);
  }
  builder.step(space.original(*before), choice);
  run::Run run = builder.take();
  run.cycle = cycle;
  return run;
}

}  // namespace lariat::walk
