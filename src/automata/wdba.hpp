// SPDX-License-Identifier: Apache-2.0
// Minimal weak deterministic Büchi automata, which exist for obligation properties.
//   C. Löding. Efficient minimization of deterministic weak ω-automata. Information Processing Letters 79, 2001;
//   C. Dax, J. Eisinger, F. Klaedtke. Mechanizing the powerset construction for restricted classes of ω-automata. ATVA 2007.
//
// The powerset construction gives the states. A component of it accepts if the word around one of its cycles is accepted by the
// given automaton. States that lie on no cycle may count as accepting or not; Löding's colours choose so that the least
// number of states remains when the result is minimised like an automaton on finite words.
#pragma once

#include <cstddef>
#include <optional>

#include "automata/tgba.hpp"

namespace lariat::automata {

// The minimal automaton, if the language is an obligation; otherwise one with another language. It has one set, on states, and
// no useless states. None if the powerset construction needs more than max_states.
std::optional<Tgba> minimal_wdba(Context& context, const Tgba& automaton, std::size_t max_states);

// The complement of a weak deterministic automaton with one set.
Tgba complement_wdba(Context& context, const Tgba& automaton);

// True iff a deterministic automaton accepts all words that a weak deterministic automaton with one set accepts.
bool accepts_all_of(Context& context, const Tgba& deterministic, const Tgba& wdba);

}  // namespace lariat::automata
