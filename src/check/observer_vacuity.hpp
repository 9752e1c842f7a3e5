// SPDX-License-Identifier: Apache-2.0
// Warnings about an observer (a never claim, a property process) that accepts no run.
#pragma once

#include "lariat/check/vacuity.hpp"

namespace lariat::check {

// The warnings about the program's observer, which accepted no run. The limits of the options are those of the budget. Throws
// Stopped when one is reached; what has been found by then is in `result`.
void find_observer_vacuity(model::Program& program, const ModelCheckOptions& options, Vacuity& result);

}  // namespace lariat::check
