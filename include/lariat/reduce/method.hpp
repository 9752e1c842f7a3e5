// SPDX-License-Identifier: Apache-2.0
// The methods of partial-order reduction, and what a property observes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lariat/base/named.hpp"
#include "lariat/model/program.hpp"

namespace lariat::reduce {

enum class Method : std::uint8_t {
  none,
  ample,     // all enabled steps of one process, or of all processes
  stubborn,  // the closed set with fewest steps
  closure,   // the closed set that the first enabled step needs; for experiments
  automatic  // `stubborn` or `none`, whichever is expected to be faster: for `check`, which decides before it searches
};

inline constexpr std::array methods = {
    Named{Method::none, "none", "explores all steps"},
    Named{Method::ample, "ample", "explores all steps of one process, or all"},
    Named{Method::stubborn, "stubborn", "explores the closed set with fewest steps"},
    Named{Method::closure, "closure", "explores the closed set of the first enabled step; for experiments"},
};
static_assert(lists_all(methods, Method::closure));

// What `check` can be asked for.
inline constexpr std::array method_choices = {
    Named{Method::automatic, "auto", "stubborn where that is expected to save time, none elsewhere"},
    methods[0],
    methods[1],
    methods[2],
    methods[3],
};

// The parts of a program that a property observes: a step that may change one of them is visible.
struct Observed {
  std::vector<model::ExprId> expressions = {};
  bool accepting = false;   // processes at accepting locations
  bool assertions = false;  // assertions at locations
};

}  // namespace lariat::reduce
