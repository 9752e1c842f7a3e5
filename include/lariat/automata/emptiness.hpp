// SPDX-License-Identifier: Apache-2.0
// The emptiness checks on explicit graphs: looks at the structure first, so that every algorithm gets what it needs.
#pragma once

#include <optional>

#include "lariat/automata/classify.hpp"
#include "lariat/automata/minimization.hpp"
#include "lariat/base/result.hpp"
#include "lariat/search/check.hpp"
#include "lariat/search/minimize.hpp"
#include "lariat/space/graph.hpp"

namespace lariat::automata {

// Decides whether the graph has an accepting run. `structure` may be given if it is known. A diagnostic where the algorithm
// does not cover the graph: sd on one that is not weak, reach on one that is not terminal.
Result<search::CheckResult> check_emptiness(const Graph& graph, const search::CheckOptions& options = {},
                                            const Structure* structure = nullptr);

// Decides whether the graph has a cycle without progress states, which are the states that belong to some acceptance set. The
// algorithm is applied to the product with the non-progress automaton; without one, the direct search `nonprogress` runs. A
// diagnostic if transitions carry marks.
Result<search::CheckResult> check_nonprogress(const Graph& graph, std::optional<search::Algorithm> algorithm,
                                              const Limits& limits = {});

struct MinimizeResult {
  search::CheckResult check;  // its lasso is the shortest found
  std::size_t found = 0;      // how many lassos were found, each shorter than the one before
  bool complete = true;       // the search was not stopped by a limit
};

// A short lasso: min-bfs and min-dfs find a shortest one, spin-i may miss it. min-dfs and spin-i take one acceptance set on
// states; others are degeneralised on the fly, and then the result is shortest among the lassos of the degeneralised graph.
MinimizeResult minimize(const Graph& graph, Minimization minimization, const search::MinimizeOptions& options);

}  // namespace lariat::automata
