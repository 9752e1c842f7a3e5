// SPDX-License-Identifier: Apache-2.0
// A deterministic Büchi automaton for the words that a weak automaton does not accept.
//   S. Miyano, T. Hayashi. Alternating finite automata on ω-words. Theoretical Computer Science 32, 1984 (breakpoints).
//
// A word is not accepted iff no run stays in an accepting component for ever. The construction follows all runs at once: S is
// where they are, and O those of them that have stayed in one accepting component since the last breakpoint. When O becomes
// empty, this is the next breakpoint: the transition is accepting, and O begins again with all of S in accepting components.
#pragma once

#include <cstddef>
#include <optional>

#include "automata/tgba.hpp"

namespace lariat::automata {

// The complement of the weak automaton: deterministic, one set on transitions. None if it needs more than max_states.
std::optional<Tgba> complement_weak(Context& context, const Tgba& automaton, std::size_t max_states);

}  // namespace lariat::automata
