// SPDX-License-Identifier: Apache-2.0
// Products searched for short lassos and for cycles without progress, and explored as graphs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "lariat/automata/emptiness.hpp"
#include "lariat/product/reducible_product.hpp"
#include "lariat/search/check.hpp"

namespace lariat::check {

// Checks if the product has a cycle without accepting states, by the search `nonprogress`.
search::CheckResult check_nonprogress(product::Product& product, const Limits& limits);

// A short lasso, or none if there is no accepting run. Explores the product as far as a shorter lasso can reach, and needs
// memory for the transitions of that part.
automata::MinimizeResult minimize(product::Product& product, automata::Minimization minimization,
                                  const search::MinimizeOptions& options);

// A lasso of the product that is shorter than `first`, if one is found; explores the product breadth first, up to so many
// transitions. `shortest`: the lasso, or `first` if there is none, is a shortest one. Nothing is thrown at a limit.
struct ShortLasso {
  std::optional<Lasso> lasso = {};
  bool shortest = false;
};
ShortLasso find_shorter(product::Product& product, const Lasso& first, std::uint64_t max_transitions, const Limits& limits);

// How much of a product explore_graph looks at, and how far it came.
struct GraphBound {
  std::size_t max_levels = std::numeric_limits<std::size_t>::max();
  std::uint64_t max_transitions = std::numeric_limits<std::uint64_t>::max();
};

// The part of the product within so many levels of the initial states, as a graph with the same numbers: states farther away
// have no transitions. If there are more than max_transitions, states of the last level have none either, and `cut` is set.
// Throws Stopped at a limit.
Graph explore_graph(product::Product& product, const Limits& limits, const GraphBound& bound = {}, bool* cut = nullptr);

}  // namespace lariat::check
