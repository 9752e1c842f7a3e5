// SPDX-License-Identifier: Apache-2.0
// Checks on a reduced program: what the reduction must keep for a requirement, and the way back from a run of the reduced
// program to one of the program as it was written.
#pragma once

#include <cstdint>
#include <span>

#include "lariat/check/check.hpp"

namespace lariat::check {

// The reduced program, which the list of the options keeps; null if there is no list, nothing to reduce, or if it would not do.
const model::ReducedProgram* reduce(const model::Program& program, const model::PropertyView& view,
                                    const ModelCheckOptions& options);

// A violation that is found within so many states of the reduced program is looked for in the original as well.
inline constexpr std::uint64_t few_states = 50'000;

// What a search for runs that violate the requirement looks at.
model::PropertyView view_of(Question& question, const ModelCheckOptions& options);
// What a walk that looks for all of them looks at.
model::PropertyView view_of(std::span<const Requirement> requirements);

// Replaces the run of the finding, which is one of the reduced program, by the run of the original. The original's interpreter
// replays it, and it violates the requirement there: throws InternalError otherwise. False if the original offers no such
// sequence of transitions, or if a bad prefix could not be proved to be one there: the program as it was written must be
// searched then.
bool restore_run(const model::Program& program, const model::ReducedProgram& reduced, const Question& question,
                 const ModelCheckOptions& options, Finding& finding);
// Like the other function, for a run that a walk found.
bool restore_run(const model::Program& program, const model::ReducedProgram& reduced, const Requirement& requirement,
                 Finding& finding);

}  // namespace lariat::check
