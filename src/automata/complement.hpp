// SPDX-License-Identifier: Apache-2.0
// Complements, component by component: they are not hard to find for those that are weak or deterministic.
#pragma once

#include <cstddef>
#include <optional>

#include "automata/components.hpp"
#include "automata/tgba.hpp"

namespace lariat::automata {

// An automaton for the words that the deterministic automaton does not accept. It follows the only run there is, and guesses
// from when on a set is not met any more, and which. At most (sets + 1) times as many states, and one.
Tgba complement_deterministic(Context& context, const Tgba& automaton);

// True iff no state of the component has two transitions inside of it under the same letter.
bool is_deterministic_inside(Context& context, const Tgba& automaton, const Components& components, std::uint32_t component);

// An automaton with one set for the words that no accepting run reads which stays in that component. None if it needs more than
// max_states.
//
// For a component whose inside is deterministic:
//   F. Blahoudek, M. Heizmann, S. Schewe, J. Strejček, M.-H. Tsai. Complementing semi-deterministic Büchi automata. TACAS 2016
//   (the idea: runs in the component are waiting to be safe, or are safe).
std::optional<Tgba> complement_safe(Context& context, const Tgba& automaton, const Components& components,
                                    std::uint32_t component, std::size_t max_states);
// For any component of an automaton with one set; feasible for a few states only:
//   O. Kupferman, M. Vardi. Weak alternating automata are not that weak. ACM Transactions on Computational Logic 2001 (ranks).
std::optional<Tgba> complement_ranks(Context& context, const Tgba& automaton, const Components& components,
                                     std::uint32_t component, std::size_t max_states);

// An automaton for the words that the given one does not accept: easily found if each component is weak or deterministic. None
// if some part of it needs more than max_states.
std::optional<Tgba> complement(Context& context, const Tgba& automaton, std::size_t max_states);

}  // namespace lariat::automata
