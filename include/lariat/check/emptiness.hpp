// SPDX-License-Identifier: Apache-2.0
// The emptiness checks on products. Compiled once for all products, since they are many and take long to compile.
#pragma once

#include <cstddef>
#include <limits>

#include "lariat/automata/emptiness.hpp"
#include "lariat/product/reducible_product.hpp"
#include "lariat/search/check.hpp"

namespace lariat::check {

// Checks if the product has an accepting run. With `state_based` in the options, transitions must carry no marks.
Result<search::CheckResult> check_emptiness(product::ReducibleProduct& product, const search::CheckOptions& options);

// Checks if the product has a cycle without accepting states, by the search `nonprogress`.
search::CheckResult check_nonprogress(product::Product& product, const Limits& limits);

// A short lasso, or none if there is no accepting run. Explores the product as far as a shorter lasso can reach, and needs
// memory for the transitions of that part.
automata::MinimizeResult minimize(product::Product& product, automata::Minimization minimization,
                                  const search::MinimizeOptions& options);

// The part of the product within so many levels of the initial states, as a graph with the same numbers: states farther away
// have no transitions. Throws Stopped at a limit.
Graph explore_graph(product::Product& product, const Limits& limits,
                    std::size_t max_levels = std::numeric_limits<std::size_t>::max());

}  // namespace lariat::check
