// SPDX-License-Identifier: Apache-2.0
// The strength of an explicit automaton: terminal, weak or general. It decides which searches can be used.
//   I. Černá, R. Pelánek. Relating hierarchy of temporal properties to model checking. MFCS 2003; S. Schwoon, J. Esparza, TACAS
//   2005, §5.1.
#pragma once

#include <vector>

#include "lariat/search/algorithms.hpp"
#include "lariat/space/counting.hpp"
#include "lariat/space/graph.hpp"

namespace lariat::automata {

struct Structure {
  search::Strength strength = search::Strength::general;
  // For a weak or terminal graph: the states to be taken for accepting, so that a Büchi space with them has the same accepting
  // runs. One entry a state; empty for a general graph.
  std::vector<bool> accepting;
};

// Looks at the part of the graph that can be reached; linear time. A component is accepting if each transition inside it meets
// all sets, at its source or on itself, and rejecting if its transitions together miss a set; the graph is weak if all
// components that have a cycle are one or the other. With one set on states this is the definition of the papers. It is
// terminal if, moreover, accepting states have a successor, and accepting successors only.
// Throws Stopped at a limit.
Structure classify(const Graph& graph, const Limits& limits = {});

}  // namespace lariat::automata
