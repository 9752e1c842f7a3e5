// SPDX-License-Identifier: Apache-2.0
// The searches for any automaton that can be combined with partial-order reduction, from the program's table.
#pragma once

#include <vector>

#include "lariat/reduce/reduction.hpp"
#include "lariat/search/algorithms.hpp"
#include "lariat/search/reduction.hpp"

namespace lariat::testing {

inline const std::vector<search::Algorithm>& reducible_searches() {
  static const std::vector<search::Algorithm> found = [] {
    const auto reduction = reduce::make_reduction({.proviso = *reduce::parse_proviso("CondDest")});
    std::vector<search::Algorithm> result;
    for (const search::AlgorithmInfo& about : search::algorithms())
      if (about.needs == search::Strength::general && !search::find_refusal(about.algorithm, *reduction))
        result.push_back(about.algorithm);
    return result;
  }();
  return found;
}

}  // namespace lariat::testing
