// SPDX-License-Identifier: Apache-2.0
// Projection of a lasso of a derived space to the space that it was derived from.
#pragma once

#include <type_traits>
#include <vector>

#include "lariat/space/lasso.hpp"
#include "lariat/space/space.hpp"

namespace lariat {

// `derived` maps each of its transitions to a transition of the original space. Marks of transitions are filled in.
template <class Derived>
Lasso project(Derived& derived, const Lasso& lasso) {
  auto& original = derived.original_space();
  std::vector<successor_t<std::remove_reference_t<decltype(original)>>> successors;
  Lasso result = lasso;
  for (auto* part : {&result.stem, &result.cycle})
    for (Step& step : *part) {
      step.choice = derived.original_choice(step.source, step.choice);
      step.source = derived.original_state(step.source);
      step.target = derived.original_state(step.target);
      successors.clear();
      original.post(step.source, successors);
      step.marks = marks_of(successors[step.choice]);
    }
  return result;
}

}  // namespace lariat
