// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/accepts.hpp"

#include <algorithm>

#include "automata/components.hpp"

namespace lariat::automata {

bool accepts(const Automaton& automaton, const ltl::LassoWord& word) {
  if (automaton.rejects_all) return false;
  const Graph& graph = automaton.graph;
  const std::size_t positions = word.positions();
  std::vector<std::vector<bool>> letters(positions, std::vector<bool>(std::min(automaton.atoms.size(), ltl::max_atoms)));
  for (std::size_t i = 0; i < positions; ++i)
    for (std::size_t a = 0; a < letters[i].size(); ++a) letters[i][a] = (word.letter(i) >> a & 1) != 0;
  // Node s·positions + i: in state s before the letter i. One more to begin with.
  Tgba runs;
  runs.sets = graph.sets();
  const auto node = [&](StateId s, std::size_t i) { return static_cast<StateId>(s * positions + i); };
  runs.post.resize(graph.states() * positions + 1);
  for (StateId s = 0; s < graph.states(); ++s)
    for (std::uint32_t k = 0; k < graph.targets(s).size(); ++k) {
      const std::uint32_t edge = graph.first_edge(s) + k;
      for (std::size_t i = 0; i < positions; ++i)
        if (automaton.labels.holds(automaton.edge_labels[edge], letters[i]))
          runs.post[node(s, i)].push_back(
              {node(graph.edge_target(edge), word.next(i)), Labels::always, graph.edge_marks(edge) | graph.state_marks(s)});
    }
  runs.initial = static_cast<StateId>(runs.post.size() - 1);
  for (const StateId s : graph.initial()) runs.post.back().push_back({node(s, 0), Labels::always, 0});
  return !is_empty(runs);
}

}  // namespace lariat::automata
