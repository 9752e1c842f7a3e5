// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/bad_prefixes.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace lariat::automata {
namespace {

using Subset = std::vector<StateId>;  // ascending

// Letters that lead from a subset to the same one.
struct Block {
  LabelId label = Labels::always;
  Subset targets = {};
};

// The blocks of the letters that can follow in any of the states. Each transition splits the blocks that it divides.
std::vector<Block> blocks_of(const Automaton& automaton, const Subset& subset, Labels& labels) {
  std::vector<Block> blocks = {{}};
  for (const StateId s : subset)
    for (std::uint32_t edge = automaton.graph.first_edge(s); edge < automaton.graph.first_edge(s + 1); ++edge) {
      std::vector<Block> split;
      for (Block& block : blocks) {
        const LabelId inside = labels.conjoin(block.label, automaton.edge_labels[edge]);
        const LabelId outside = labels.subtract(block.label, automaton.edge_labels[edge]);
        if (outside != Labels::never) split.push_back({outside, block.targets});
        if (inside == Labels::never) continue;
        block.label = inside;
        const StateId target = automaton.graph.edge_target(edge);
        const auto place = std::lower_bound(block.targets.begin(), block.targets.end(), target);
        if (place == block.targets.end() || *place != target) block.targets.insert(place, target);
        split.push_back(std::move(block));
      }
      blocks = std::move(split);
    }
  return blocks;
}

}  // namespace

std::optional<Automaton> bad_prefixes(const Automaton& automaton, std::size_t max_states, const Limits& limits) {
  if (automaton.rejects_all || automaton.graph.edges() == 0 || automaton.graph.initial().empty()) return std::nullopt;
  Automaton result;
  result.atoms = automaton.atoms;
  result.labels = automaton.labels;
  std::map<Subset, StateId> numbers;
  std::vector<const Subset*> queue;
  const auto number = [&](const Subset& subset) {
    const auto [place, is_new] = numbers.emplace(subset, static_cast<StateId>(queue.size()));
    if (is_new) queue.push_back(&place->first);
    return place->second;
  };
  Subset initial(automaton.graph.initial().begin(), automaton.graph.initial().end());
  std::sort(initial.begin(), initial.end());
  number(initial);
  struct Edge {
    StateId source;
    std::optional<StateId> target;  // nothing: no state is left
    LabelId label;
  };
  std::vector<Edge> edges;
  try {
    for (std::size_t s = 0; s < queue.size(); ++s) {
      if (queue.size() > max_states) return std::nullopt;
      stop_at_limit(limits);
      std::map<Subset, LabelId> joined;
      for (const Block& block : blocks_of(automaton, *queue[s], result.labels)) {
        const auto [place, is_new] = joined.emplace(block.targets, block.label);
        if (!is_new) place->second = result.labels.disjoin(place->second, block.label);
      }
      for (const auto& [targets, label] : joined)
        edges.push_back({static_cast<StateId>(s), targets.empty() ? std::nullopt : std::optional(number(targets)), label});
    }
  } catch (const Labels::TooLarge&) {
    return std::nullopt;
  }
  const auto bad = static_cast<StateId>(queue.size());
  edges.push_back({bad, bad, Labels::always});
  GraphBuilder builder(1);
  builder.ensure_states(queue.size() + 1);
  builder.add_initial(0);
  builder.mark_state(bad, 1);
  for (const Edge& edge : edges) {
    builder.add_edge(edge.source, edge.target.value_or(bad));
    result.edge_labels.push_back(edge.label);
  }
  result.graph = std::move(builder).build();
  return result;
}

}  // namespace lariat::automata
