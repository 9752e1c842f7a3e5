// SPDX-License-Identifier: Apache-2.0
// Automata for disjunctions and conjunctions, made of automata for the operands. A tableau of the whole formula may be much
// larger than its automaton; that of an operand is not.
#pragma once

#include <span>
#include <vector>

#include "automata/tgba.hpp"
#include "lariat/ltl/formula.hpp"

namespace lariat::automata {

// The operands of a conjunction or disjunction, grouped so that no atom occurs in two groups; each group is a conjunction or
// disjunction in its turn.
std::vector<ltl::Formula> independent_parts(ltl::FormulaStore& store, ltl::Formula f);

// The union of the languages: a new initial state has the transitions of both initial states.
Tgba sum(Context& context, const Tgba& a, const Tgba& b);

// The intersection of languages that a word belongs to iff each of its suffixes does (as for formulas that are both eventual
// and universal). A run waits in the initial state until it can stay in accepting components of all automata for ever, and
// guesses when that is. So there is one state more than in the product of the accepting components alone, and choices of the
// automata do not multiply with each other's waiting.
//   T. Babiak, T. Badie, A. Duret-Lutz, M. Křetínský, J. Strejček, SPIN 2013, §3 (suspension; the idea).
// Throws Stopped if there would be more than 64 sets.
Tgba product_of_tails(Context& context, std::span<const Tgba> automata);

}  // namespace lariat::automata
