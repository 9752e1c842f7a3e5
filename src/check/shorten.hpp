// SPDX-License-Identifier: Apache-2.0
// Counterexamples become shorter once they have been found, within a budget: what is read should be short.
#pragma once

#include "lariat/check/check.hpp"
#include "lariat/product/reducible_product.hpp"

namespace lariat::check {

// The limits of the check, and at most as much time from now on as the budget allows.
Limits shortening_limits(const ModelCheckOptions& options);

// Replaces the finding's lasso by a shorter one of the product, if the budget of the options suffices to find one. The parts of
// the product nearest to the initial states are looked at first. The run is verified; the formula has to be evaluated on it
// again.
void shorten_lasso(product::Product& product, const ModelCheckOptions& options, Finding& result);

}  // namespace lariat::check
