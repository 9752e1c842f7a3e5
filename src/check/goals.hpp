// SPDX-License-Identifier: Apache-2.0
// Walks over the states of a program that look for goals, with a partial-order reduction or without.
#pragma once

#include <vector>

#include "lariat/check/check.hpp"

namespace lariat::check {

// Looks for the goals in one walk. One result for each, in their order. A diagnostic if the reduction that is asked for does
// not keep what is looked for. `original` and `reduced_program`: what the program was reduced from, for its coverage.
Result<std::vector<Finding>> walk(const model::Program& program, const std::vector<walk::Goal>& goals,
                                  const ModelCheckOptions& options, const model::Program* original = nullptr,
                                  const model::ReducedProgram* reduced_program = nullptr);

}  // namespace lariat::check
