// SPDX-License-Identifier: Apache-2.0
// Complements, where they are not hard to find.
#pragma once

#include <cstddef>
#include <optional>

#include "automata/tgba.hpp"

namespace lariat::automata {

// An automaton for the words that the deterministic automaton does not accept. It follows the only run there is, and guesses
// from when on a set is not met any more, and which. At most (sets + 1) times as many states, and one.
Tgba complement_deterministic(Workshop& workshop, const Tgba& automaton);

// An automaton for the words that the given one does not accept, if that is weak or deterministic. None if it is not, or if
// that needs more than max_states.
std::optional<Tgba> complement(Workshop& workshop, const Tgba& automaton, std::size_t max_states);

}  // namespace lariat::automata
