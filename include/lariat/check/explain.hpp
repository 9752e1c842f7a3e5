// SPDX-License-Identifier: Apache-2.0
// Why a run violates what was required, in words.
#pragma once

#include "lariat/check/check.hpp"
#include "lariat/run/story.hpp"

namespace lariat::check {

// The story of the finding's run, which must be there. The program is the one that the requirement was checked on.
run::Story explain(const model::Program& program, const ltl::FormulaStore& formulas, const Requirement& requirement,
                   const Finding& finding);

}  // namespace lariat::check
