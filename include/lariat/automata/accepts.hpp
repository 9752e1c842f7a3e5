// SPDX-License-Identifier: Apache-2.0
// Decides whether an automaton accepts a word.
#pragma once

#include "lariat/automata/automaton.hpp"
#include "lariat/ltl/evaluate.hpp"

namespace lariat::automata {

// True iff the automaton accepts the word; bit i of its letters speaks of the automaton's i-th atom, and atoms from the 65th on
// are false. Takes time linear in the product of both.
bool accepts(const Automaton& automaton, const ltl::LassoWord& word);

}  // namespace lariat::automata
