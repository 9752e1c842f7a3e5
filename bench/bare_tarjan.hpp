// SPDX-License-Identifier: Apache-2.0
// A bare, non-recursive Tarjan over the arrays of a graph: the baseline for the emptiness checks. It only finds components: no
// acceptance, no path, no space concept.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lariat/space/graph.hpp"

namespace lariat::bench {

// The number of reachable components.
inline std::uint64_t bare_tarjan(const Graph& graph) {
  struct Frame {
    StateId state;
    std::uint32_t next;
  };
  std::vector<std::uint32_t> number(graph.states());
  std::vector<std::uint32_t> lowlink(graph.states());
  std::vector<bool> current(graph.states());
  std::vector<StateId> component;
  std::vector<Frame> path;
  std::uint32_t count = 0;
  std::uint64_t components = 0;
  const auto enter = [&](StateId s) {
    number[s] = lowlink[s] = ++count;
    current[s] = true;
    component.push_back(s);
    path.push_back({s, graph.first_edge(s)});
  };
  for (const StateId s0 : graph.initial()) {
    if (number[s0] != 0) continue;
    enter(s0);
    while (!path.empty()) {
      const StateId s = path.back().state;
      if (path.back().next != graph.first_edge(s + 1)) {
        const StateId t = graph.edge_target(path.back().next++);
        if (number[t] == 0)
          enter(t);
        else if (current[t])
          lowlink[s] = std::min(lowlink[s], number[t]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) lowlink[path.back().state] = std::min(lowlink[path.back().state], lowlink[s]);
      if (lowlink[s] != number[s]) continue;
      ++components;
      StateId t = no_state;
      do {
        t = component.back();
        component.pop_back();
        current[t] = false;
      } while (t != s);
    }
  }
  return components;
}

}  // namespace lariat::bench
