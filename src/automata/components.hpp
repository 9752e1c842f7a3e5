// SPDX-License-Identifier: Apache-2.0
// The strongly connected components of an automaton, and what they say about acceptance. All questions about components,
// weakness and emptiness of explicit automata are answered here, whatever the automaton is stored as.
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
  Marks required = 0;  // all sets of the automaton
  bool empty = true;   // no initial state is useful: the automaton accepts nothing

  bool reachable(StateId s) const { return of[s] != none; }
  bool inside(StateId source, StateId target) const { return of[source] == of[target]; }
  bool inside(StateId source, const Transition& t) const { return inside(source, t.target); }
  const Component& at(StateId s) const { return list[of[s]]; }
  // All transitions inside carry all sets, or no cycle is accepting.
  bool is_weak(const Component& component) const { return !component.accepting || (component.common & required) == required; }
  // Every component is weak.
  bool is_weak() const;
};

Components find_components(const Tgba& automaton);
inline bool is_weak(const Tgba& automaton) { return find_components(automaton).is_weak(); }
// No word is accepted.
inline bool is_empty(const Tgba& automaton) { return find_components(automaton).empty; }

// The marks of a state count as marks of its transitions. Throws Stopped at a limit.
Components find_components(const Graph& graph, const Limits& limits = {});

}  // namespace lariat::automata
