// SPDX-License-Identifier: Apache-2.0
// Checks on a reduced program: what the reduction must keep for a requirement, and the way back from a run of the reduced
// program to one of the program as it was written.
#pragma once

#include <span>

#include "lariat/check/check.hpp"

namespace lariat::check {

// What a search for runs that violate the requirement looks at.
model::PropertyView view_of(ltl::FormulaStore& formulas, const Requirement& requirement, const ModelCheckOptions& options);
// What a walk that looks for all of them looks at.
model::PropertyView view_of(std::span<const Requirement> requirements);

// Replaces the run of the finding, which is one of the reduced program, by the run of the original. The original's interpreter
// replays it, and it violates the requirement there: throws InternalError otherwise. False if the original offers no such
// sequence of transitions, or if a bad prefix could not be proved to be one there: the program as it was written must be
// searched then.
bool restore_run(const model::Program& program, const model::ReducedProgram& reduced, ltl::FormulaStore& formulas,
                 const Requirement& requirement, const ModelCheckOptions& options, Finding& finding);
// Like the other function, for a run that a walk found.
bool restore_run(const model::Program& program, const model::ReducedProgram& reduced, const Requirement& requirement,
                 Finding& finding);

}  // namespace lariat::check
