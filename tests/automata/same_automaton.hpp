// SPDX-License-Identifier: Apache-2.0
// Comparison of two automata: states, transitions in order, marks, names, and labels as functions.
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "lariat/automata/automaton.hpp"

namespace lariat::automata {

// Diagrams over the same order of atoms are equal functions iff they are isomorphic.
class SameFunction {
 public:
  SameFunction(const Labels& left, const Labels& right) : left_(left), right_(right) {}
  bool operator()(LabelId a, LabelId b) {
    std::vector<std::pair<LabelId, LabelId>> open = {{a, b}};
    while (!open.empty()) {
      const auto [x, y] = open.back();
      open.pop_back();
      if (x <= Labels::always || y <= Labels::always) {
        if (x != y) return false;
        continue;
      }
      const auto [known, is_new] = partner_.emplace(x, y);
      if (known->second != y || left_.top_atom(x) != right_.top_atom(y)) return false;
      if (!is_new) continue;
      open.emplace_back(left_.low(x), right_.low(y));
      open.emplace_back(left_.high(x), right_.high(y));
    }
    return true;
  }

 private:
  const Labels& left_;
  const Labels& right_;
  std::unordered_map<LabelId, LabelId> partner_;
};

// Empty if they are the same, else what differs first.
inline std::string difference(const Automaton& a, const Automaton& b) {
  if (a.name != b.name) return "name";
  if (a.atoms != b.atoms) return "atoms";
  if (a.state_names != b.state_names) return "state names";
  if (a.rejects_all != b.rejects_all) return "rejects_all";
  if (a.graph.sets() != b.graph.sets()) return "number of sets";
  if (a.graph.states() != b.graph.states()) return "number of states";
  if (a.graph.edges() != b.graph.edges()) return "number of edges";
  if (a.edge_labels.size() != a.graph.edges() || b.edge_labels.size() != b.graph.edges()) return "number of labels";
  if (!std::ranges::equal(a.graph.initial(), b.graph.initial())) return "initial states";
  if (a.graph.state_based() != b.graph.state_based()) return "state_based";
  SameFunction same(a.labels, b.labels);
  for (StateId s = 0; s < a.graph.states(); ++s) {
    if (a.graph.first_edge(s) != b.graph.first_edge(s)) return std::string("edges of state ") + std::to_string(s);
    if (a.graph.state_marks(s) != b.graph.state_marks(s)) return std::string("marks of state ") + std::to_string(s);
  }
  for (std::uint32_t e = 0; e < a.graph.edges(); ++e) {
    if (a.graph.edge_target(e) != b.graph.edge_target(e)) return std::string("target of edge ") + std::to_string(e);
    if (a.graph.edge_marks(e) != b.graph.edge_marks(e)) return std::string("marks of edge ") + std::to_string(e);
    if (!same(a.edge_labels[e], b.edge_labels[e])) return std::string("label of edge ") + std::to_string(e);
  }
  return "";
}

}  // namespace lariat::automata
