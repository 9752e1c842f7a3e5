// SPDX-License-Identifier: Apache-2.0
// The checks of states: one walk over a system looks for all goals, and the runs to them are verified.
#pragma once

#include <vector>

#include "lariat/check/check.hpp"
#include "lariat/system/system.hpp"

namespace lariat::check {

// Looks for the goals in one walk over the system, exact or approximate as the options say. One finding for each, in their
// order.
std::vector<Finding> find_goals(system::System& system, const std::vector<walk::Goal>& goals,
                                const walk::ExploreOptions& explore_options, const ModelCheckOptions& options);

}  // namespace lariat::check
