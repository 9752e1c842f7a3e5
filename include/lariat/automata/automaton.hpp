// SPDX-License-Identifier: Apache-2.0
// An explicit ω-automaton: a graph with generalised Büchi acceptance, and what its transitions say about the atoms.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lariat/automata/labels.hpp"
#include "lariat/space/graph.hpp"

namespace lariat::automata {

struct Automaton {
  std::string name;                            // as given in the file, or empty
  std::vector<std::string> atoms;              // the atomic propositions; labels speak of them by index
  Graph graph;                                 // states, transitions, acceptance sets
  Labels labels;                               // the Boolean functions that edge_labels refers to
  std::vector<LabelId> edge_labels;            // by number of transition; none is `never`
  std::map<StateId, std::string> state_names;  // of the states that have one
  bool rejects_all = false;                    // acceptance `f`: the graph then has one set, which nothing belongs to
};

}  // namespace lariat::automata
