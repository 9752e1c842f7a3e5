// SPDX-License-Identifier: Apache-2.0
// The strongly connected components of an automaton.
//   R. Tarjan. Depth-first search and linear graph algorithms. SIAM J. Computing 1972.
#pragma once

#include <cstdint>
#include <vector>

#include "automata/tgba.hpp"

namespace lariat::automata {

struct Components {
  static constexpr std::uint32_t none = no_state;  // of states that cannot be reached

  struct Component {
    Marks seen = 0;            // on some transition inside
    Marks common = ~Marks{0};  // on all transitions inside
    std::uint32_t states = 0;
    bool has_cycle = false;
    bool accepting = false;  // has a cycle that meets all sets
    bool useful = false;     // accepting, or leads to an accepting component
  };

  std::vector<std::uint32_t> of;  // by state; successors of a component have smaller numbers
  std::vector<Component> list;

  bool reachable(StateId s) const { return of[s] != none; }
  bool inside(StateId source, const Transition& t) const { return of[source] == of[t.target]; }
  const Component& at(StateId s) const { return list[of[s]]; }
};

Components find_components(const Tgba& automaton);

}  // namespace lariat::automata
