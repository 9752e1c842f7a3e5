// SPDX-License-Identifier: Apache-2.0
// Decides, by the first states of a search, if partial-order reduction saves time.
//
// A search begins without a reduction. Most end within their first states, and have then cost nothing more. One that does not
// is compared with a sample: random walks through the program, and in the states that they visit the share of the enabled steps
// that reduced sets contain. Where that share is small, the search begins again with a reduction; elsewhere, without.
#pragma once

#include <cstdint>

#include "lariat/check/check.hpp"

namespace lariat::check {

// True if the options leave it to us to use a reduction, and nothing else that they ask for excludes one.
bool chooses_reduction(const model::Program& program, const ModelCheckOptions& options);

// The options for the first states, without a reduction and without shortening, and those for all states without a reduction.
ModelCheckOptions for_first_states(const ModelCheckOptions& options);
ModelCheckOptions without_reduction(const ModelCheckOptions& options);

// True if a search with the options of for_first_states has ended because there are more states.
bool has_more_states(const Finding& finding);

// The share of the enabled steps that the reduced sets of some states contain: 1 if none of these states can be reduced. Throws
// Stopped at a limit.
double sample_share(const model::Program& program, const reduce::Observed& observed, const ModelCheckOptions& options);

// The largest shares with which a reduction is expected to save time: in a walk, and in a search for an infinite run.
inline constexpr double walk_share = 0.77;
inline constexpr double lasso_share = 0.6;

}  // namespace lariat::check
