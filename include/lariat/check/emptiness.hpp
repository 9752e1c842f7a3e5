// SPDX-License-Identifier: Apache-2.0
// The emptiness checks on products. Compiled once for all products, since they are many and take long to compile.
#pragma once

#include <cstddef>
#include <limits>

#include "lariat/automata/emptiness.hpp"
#include "lariat/check/product.hpp"
#include "lariat/search/check.hpp"

namespace lariat::check {

// Whether the product has an accepting run. With `state_based` in the options, transitions must carry no marks.
Result<CheckResult> check_emptiness(Product& product, const CheckOptions& options);

// Whether the product has a cycle without accepting states, by the search `nonprogress`.
CheckResult check_nonprogress(Product& product, const Limits& limits);

// A short lasso, or none if there is no accepting run. Explores the product as far as a shorter lasso can reach, and needs
// memory for the transitions of that part.
MinimizeResult minimize(Product& product, Minimization minimization, const MinimizeOptions& options);

// The part of the product within so many levels of the initial states, as a graph with the same numbers: states farther away
// have no transitions. Throws Stopped at a limit.
Graph explore_graph(Product& product, const Limits& limits, std::size_t max_levels = std::numeric_limits<std::size_t>::max());

}  // namespace lariat::check
