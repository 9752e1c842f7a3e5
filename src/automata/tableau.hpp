// SPDX-License-Identifier: Apache-2.0
// From a formula to an automaton, by a tableau with symbolic labels.
//   J.-M. Couvreur. On-the-fly verification of linear temporal logic. FM 1999;
//   A. Duret-Lutz. LTL translation improvements in Spot 1.0. Int. J. Critical Computer-Based Systems, 2014.
//
// A state is a formula that the rest of the word must satisfy. What it asks for now is a Boolean function over the atoms, over
// Next[g], "g holds from the next moment on", and over promises a[g], "g is still owed":
//
//   r(X g)   = Next[g]
//   r(F g)   = r(g) | a[g] & Next[F g]                  r(G g)   = r'(g) & Next[G g]
//   r(g U h) = r(h) | r(g) & a[h] & Next[g U h]         r(g W h) = r(h) | r(g) & Next[g W h]
//   r(g M h) = r(h) & (r(g) | a[g] & Next[g M h])       r(g R h) = r(h) & (r(g) | Next[g R h])
//
// Below G what is asked again at every moment anyway need not be remembered: r' is r without Next for F U W M R (and so on
// through &). For each letter the smallest ways to satisfy what is left of the function are the transitions; those that do not
// carry a[g] belong to the acceptance set of g. States with the same function are the same state.
#pragma once

#include "automata/tgba.hpp"
#include "lariat/ltl/formula.hpp"

namespace lariat::automata {

// An automaton for f, which must be in negation normal form; atoms[i] is the variable i of the labels. Throws Stopped at a
// limit of the context, and Stopped as well if more than 64 acceptance sets are needed.
Tgba tableau(Context& context, ltl::FormulaStore& store, ltl::Formula f, const std::vector<ltl::Formula>& atoms);

}  // namespace lariat::automata
