// SPDX-License-Identifier: Apache-2.0
// Converts the steps of a lasso in a reduced space to steps of the full space.
#pragma once

#include <cstdint>
#include <vector>

#include "lariat/space/lasso.hpp"
#include "lariat/space/space.hpp"

namespace lariat {

// Sets the choice of each step to the first transition of post(source) that has its target and marks. A step without one stays
// as it is, and find_flaw will say so.
template <Space S>
void find_choices(S& space, Lasso& lasso) {
  std::vector<successor_t<S>> successors;
  for (auto* part : {&lasso.stem, &lasso.cycle})
    for (Step& step : *part) {
      successors.clear();
      space.post(step.source, successors);
      for (std::uint32_t i = 0; i < successors.size(); ++i) {
        if (target_of(successors[i]) != step.target || marks_of(successors[i]) != step.marks) continue;
        step.choice = i;
        break;
      }
    }
}

}  // namespace lariat
