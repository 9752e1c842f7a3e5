// SPDX-License-Identifier: Apache-2.0
// min-bfs: a shortest lasso, exactly, by breadth-first searches.
//
// Supports generalised acceptance on states and transitions. Not from a paper. Time O(a·m·2^n) in the worst case, for a states
// that leave by a transition of the rarest set, m transitions and n sets, and usually near to linear, because what one search
// finds bounds the next ones; docs/algorithms.md, "min-bfs", explains the bounds and why the result is shortest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lariat/search/minimize.hpp"
#include "lariat/search/statistics.hpp"
#include "lariat/space/graph.hpp"

namespace lariat::search {

// Leaves a shortest lasso of the graph in `best`; nothing if there is no accepting run. Throws Stopped at a limit; `best` then
// holds the shortest one found. Counts the reachable states, and transitions each time that one of its searches takes them.
void shortest_lasso(const Graph& graph, const MinimizeOptions& options, Statistics& statistics, BestLasso& best);

// The reachable part of a space as a graph: state i of the graph is state `original[i]` of the space, and transitions keep
// their order.
template <Space S>
Graph explore(S& space, std::vector<StateId>& original) {
  GraphBuilder builder([&] {
    if constexpr (GeneralisedSpace<S>)
      return static_cast<unsigned>(space.sets());
    else
      return 1U;
  }());
  std::vector<StateId> number;  // by state of the space: its number in the graph, plus one; 0 if it has none
  const auto number_of = [&](StateId s) {
    if (s >= number.size()) number.resize(std::max<std::size_t>(std::size_t{s} + 1, number.size() + number.size() / 2));
    if (number[s] == 0) {
      original.push_back(s);
      number[s] = static_cast<StateId>(original.size());
    }
    return number[s] - 1;
  };
  for (const StateId s : space.initial()) builder.add_initial(number_of(s));
  std::vector<successor_t<S>> successors;
  for (StateId i = 0; i < original.size(); ++i) {
    builder.mark_state(i, state_marks(space, original[i]));
    successors.clear();
    space.post(original[i], successors);
    for (const auto& t : successors) builder.add_edge(i, number_of(target_of(t)), marks_of(t));
  }
  return std::move(builder).build();
}

}  // namespace lariat::search
