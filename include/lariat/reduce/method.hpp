// SPDX-License-Identifier: Apache-2.0
// The methods of partial-order reduction, and what a property observes.
#pragma once

#include <cstdint>
#include <vector>

#include "lariat/model/program.hpp"

namespace lariat::reduce {

enum class Method : std::uint8_t {
  none,
  ample,    // all enabled steps of one process, or of all processes
  stubborn  // the closed set with fewest steps
};

// The parts of a program that a property observes: a step that may change one of them is visible.
struct Observed {
  std::vector<model::ExprId> expressions = {};
  bool accepting = false;   // processes at accepting locations
  bool assertions = false;  // assertions at locations
};

}  // namespace lariat::reduce
