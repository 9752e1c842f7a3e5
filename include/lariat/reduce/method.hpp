// SPDX-License-Identifier: Apache-2.0
// What is asked of a partial-order reduction.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lariat/base/named.hpp"
#include "lariat/model/program.hpp"

namespace lariat::reduce {

enum class Method : std::uint8_t {
  none,
  ample,    // all steps of one process, or all
  stubborn  // the closed set with fewest steps
};

inline constexpr std::array methods = {
    Named{Method::none, "none", "explores all steps"},
    Named{Method::ample, "ample", "explores all steps of one process, or all"},
    Named{Method::stubborn, "stubborn", "explores the closed set with fewest steps"},
};
static_assert(lists_all(methods, Method::stubborn));

// What of a program somebody looks at: a step that may change it is visible.
struct Observed {
  std::vector<model::ExprId> expressions = {};
  bool accepting = false;   // whether a process is at an accepting location
  bool assertions = false;  // those at locations
};

}  // namespace lariat::reduce
