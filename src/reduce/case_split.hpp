// SPDX-License-Identifier: Apache-2.0
// Transitions that access `a[i]` are told apart by the value of i: each of these cases accesses one element. That needs no
// knowledge of the state. A case is a transition with one more condition, that i has this value, and whatever changes i may
// enable it.
#pragma once

#include <vector>

#include "lariat/reduce/instance.hpp"

namespace lariat::reduce {

// By process type and transition. Empty lists if there would be too many cases.
std::vector<std::vector<std::vector<SplitVariable>>> find_splits(const model::Program& program,
                                                                 const model::FrozenVariables& frozen);

}  // namespace lariat::reduce
