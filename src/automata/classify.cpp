// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/classify.hpp"

#include <algorithm>

#include "lariat/search/scc.hpp"

namespace lariat::automata {

Structure classify(const Graph& graph, const Limits& limits) {
  const Marks required = all_sets(graph.sets());
  const bool states_tell = graph.state_based() && graph.sets() <= 1;
  Structure structure{search::Strength::terminal, std::vector<bool>(graph.states())};
  std::vector<bool> reached(graph.states());
  std::vector<std::uint32_t> component_of(graph.states());
  std::uint32_t components = 0;
  GeneralisedView view(graph);
  Counting<GeneralisedView> counting(view, limits);
  search::Statistics statistics;
  search::for_each_component(counting, statistics, [&](const search::Component& component) {
    ++components;
    for (const StateId s : component.states) {
      reached[s] = true;
      component_of[s] = components;
      if (states_tell) structure.accepting[s] = (graph.state_marks(s) & required) == required;
    }
    if (!component.cyclic || (component.marks & required) != required) return;
    // All transitions that stay inside must meet all sets.
    for (const StateId s : component.states) {
      structure.accepting[s] = true;
      const auto targets = graph.targets(s);
      for (std::uint32_t i = 0; i < targets.size(); ++i) {
        if (component_of[targets[i]] != components) continue;
        const Marks met = graph.state_marks(s) | graph.edge_marks(graph.first_edge(s) + i);
        if ((met & required) != required) structure.strength = search::Strength::general;
      }
    }
  });
  if (structure.strength == search::Strength::general) {
    structure.accepting.clear();
    return structure;
  }
  for (StateId s = 0; s < graph.states(); ++s) {
    if (!reached[s] || !structure.accepting[s]) continue;
    const auto targets = graph.targets(s);
    const auto accepting = [&](StateId t) { return structure.accepting[t]; };
    if (targets.empty() || !std::ranges::all_of(targets, accepting)) structure.strength = search::Strength::weak;
  }
  return structure;
}

}  // namespace lariat::automata
