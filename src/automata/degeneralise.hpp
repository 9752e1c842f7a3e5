// SPDX-License-Identifier: Apache-2.0
// From acceptance on transitions to acceptance on states, with one set or with several.
//   T. Babiak, T. Badie, A. Duret-Lutz, M. Křetínský, J. Strejček. Compositional approach to suspension and other improvements
//   to LTL translation. SPIN 2013, §5 (degeneralisation by components).
//
// A state of the result is a state and a level: how many sets, in a fixed order, have been met since the last time that all
// were. Levels count within a component only, and in one that accepts nothing or everything there is but one. Marks that all
// transitions of a state carry count when the state is entered. All levels of a state accept the same words, therefore
//   - a component may be entered at any level: at one that exists already, if there is one;
//   - if the copies of a component fall apart, the last is enough, and the others are removed.
#pragma once

#include <vector>

#include "automata/tgba.hpp"

namespace lariat::automata {

// One set, on states: all transitions of a state carry its mark, or none does. `order` is the order of the sets; without one,
// ascending.
Tgba degeneralise(Context& context, const Tgba& automaton, const std::vector<unsigned>& order = {});

// Moves the marks to states: a state of the result is a state and the marks it is entered with.
Tgba marks_to_states(Context& context, const Tgba& automaton);

// All transitions of a state carry the same marks.
bool is_state_based(const Tgba& automaton);

}  // namespace lariat::automata
