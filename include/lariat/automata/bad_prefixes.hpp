// SPDX-License-Identifier: Apache-2.0
// The beginnings of words after which an automaton can accept nothing any more: the bad prefixes of its language.
#pragma once

#include <cstddef>
#include <optional>

#include "lariat/automata/automaton.hpp"
#include "lariat/base/limits.hpp"

namespace lariat::automata {

// A complete deterministic automaton with one acceptance set on states: its last state is its only accepting one, cannot be
// left, and is reached by exactly the finite words that no continuation brings into the language of `automaton`. The subset
// construction, so that `automaton` must have no useless states, as those of translate() have none. Nothing if its language is
// empty, or if the result would have more than max_states states or too large labels. Throws Stopped at a limit.
std::optional<Automaton> bad_prefixes(const Automaton& automaton, std::size_t max_states, const Limits& limits = {});

}  // namespace lariat::automata
