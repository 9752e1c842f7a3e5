// SPDX-License-Identifier: Apache-2.0
// A lasso through a state that is known to lie on an accepting cycle, for searches without a depth-first stack: owcty, map.
//
// The component of the state is what is reached from it and reaches it: a search forwards, which remembers the transitions, and
// one backwards over these. Memory: 8 bytes for each transition between the states reached forwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lariat/search/trace_search.hpp"

namespace lariat::search {

// The states of the strongly connected component of v in the part of the space that `inside` describes: 1 for its members.
template <Space S, class Inside>
StateArray<std::uint8_t> component_of(S& space, StateId v, Inside inside) {
  StateArray<std::uint32_t> number(state_bound(space));  // plus one; 0: not reached
  std::vector<StateId> reached = {v};
  number[v] = 1;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // source and target, by their numbers
  std::vector<successor_t<S>> successors;
  for (std::uint32_t i = 0; i < reached.size(); ++i) {
    successors.clear();
    post_again(space, reached[i], successors);
    for (const auto& transition : successors) {
      const StateId t = target_of(transition);
      if (!inside(t)) continue;
      if (number.get(t) == 0) {
        reached.push_back(t);
        number[t] = static_cast<std::uint32_t>(reached.size());
      }
      edges.emplace_back(i, number[t] - 1);
    }
  }
  std::vector<std::size_t> begin(reached.size() + 1);  // by target: where its sources begin
  for (const auto& edge : edges) ++begin[edge.second];
  for (std::size_t sum = 0; std::size_t & entry : begin) entry = sum += entry;
  std::vector<std::uint32_t> sources(edges.size());
  for (const auto& edge : edges) sources[--begin[edge.second]] = edge.first;
  StateArray<std::uint8_t> members(state_bound(space));
  std::vector<std::uint32_t> queue = {0};
  members[v] = 1;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (std::size_t k = begin[queue[i]]; k < begin[queue[i] + 1]; ++k)
      if (std::uint8_t& member = members[reached[sources[k]]]; member == 0) {
        member = 1;
        queue.push_back(sources[k]);
      }
  return members;
}

// A lasso whose stem is a shortest path to v and whose cycle leads from v back to it within `inside`, and meets all of
// `required`. The component of v within `inside` must have a transition and meet all of `required`.
template <Space S, class Inside>
Lasso lasso_through(S& space, StateId v, Marks required, Inside inside) {
  TraceSearch<S> trace(space);
  Lasso lasso;
  trace.append_stem(lasso.stem, v);
  const StateArray<std::uint8_t> members = component_of(space, v, inside);
  lasso.cycle = trace.cycle(v, required, [&](StateId t) { return members.get(t) != 0; });
  return lasso;
}

}  // namespace lariat::search
