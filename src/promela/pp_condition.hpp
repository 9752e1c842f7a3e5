// SPDX-License-Identifier: Apache-2.0
// The expressions of #if and #elif.
#pragma once

#include <vector>

#include "promela/macros.hpp"

namespace lariat::promela {

// True if the expression is not zero. Reports what is wrong with it, and then says false.
bool condition_holds(Report& report, Expander& expander, SourceLocation directive, const std::vector<PpToken>& tokens);

}  // namespace lariat::promela
