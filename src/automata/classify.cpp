// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/classify.hpp"

#include <algorithm>

#include "automata/components.hpp"

namespace lariat::automata {

Structure classify(const Graph& graph, const Limits& limits) {
  const Components components = find_components(graph, limits);
  if (!components.is_weak()) return {search::Strength::general, {}};
  const Marks required = all_sets(graph.sets());
  const bool states_tell = graph.state_based() && graph.sets() <= 1;
  Structure structure{search::Strength::terminal, std::vector<bool>(graph.states())};
  for (StateId s = 0; s < graph.states(); ++s)
    structure.accepting[s] = components.reachable(s) &&
                             (components.at(s).accepting || (states_tell && (graph.state_marks(s) & required) == required));
  for (StateId s = 0; s < graph.states(); ++s) {
    if (!structure.accepting[s]) continue;
    const auto targets = graph.targets(s);
    const auto accepting = [&](StateId t) { return structure.accepting[t]; };
    if (targets.empty() || !std::ranges::all_of(targets, accepting)) structure.strength = search::Strength::weak;
  }
  return structure;
}

}  // namespace lariat::automata
