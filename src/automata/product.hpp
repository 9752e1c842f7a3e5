// SPDX-License-Identifier: Apache-2.0
// Products of automata.
#pragma once

#include <utility>
#include <vector>

#include "automata/tgba.hpp"

namespace lariat::automata {

// For each state of a product, the states it is made of.
using Origins = std::vector<std::pair<StateId, StateId>>;

// The intersection of the languages, with the sets of both; of one that is weak no set is kept where the other has some. Only
// the reachable part. Throws Stopped if there would be more than 64 sets.
Tgba product(Context& context, const Tgba& a, const Tgba& b, Origins* origins = nullptr);

// The product with the sets of both in any case, those of a first. Their number together must not exceed 64.
Tgba pair_transitions(Context& context, const Tgba& a, const Tgba& b, Origins* origins = nullptr);

// Like pair_transitions, but only with the pairs of which both sides or none are in their initial states.
Tgba pair_in_step(Context& context, const Tgba& a, const Tgba& b);

// The product for a language of `later` that a word belongs to iff each of its suffixes does (as for a formula
// that is both eventual and universal): `later` waits in its initial state until the other has come to an accepting component.
//   T. Babiak, T. Badie, A. Duret-Lutz, M. Křetínský, J. Strejček, SPIN 2013, §3 (suspension).
Tgba suspended_product(Context& context, const Tgba& automaton, const Tgba& later);

// True iff the languages have no word in common.
bool are_disjoint(Context& context, const Tgba& a, const Tgba& b);

}  // namespace lariat::automata
