// SPDX-License-Identifier: Apache-2.0
// Decides whether a formula or an automaton is invariant under stuttering: it cannot tell a word from one in which letters are
// repeated. Partial-order reduction needs this.
//   T. Michaud, A. Duret-Lutz. Practical stutter-invariance checks for ω-regular languages. SPIN 2015.
#pragma once

#include <cstddef>

#include "lariat/automata/compare.hpp"
#include "lariat/automata/translate.hpp"

namespace lariat::automata {

struct StutterOptions {
  TranslateOptions translate = {};
  std::size_t max_states = 1'000'000;  // of the product that is searched; the answer is `unknown` beyond
  std::size_t max_complement = 2000;   // states of an automaton's complement, likewise
};

// Yes at once for a formula without X. Otherwise its automaton and that of its negation are both allowed to repeat letters: the
// formula is invariant iff they still have no word in common. `unknown` at a limit.
Answer is_stutter_invariant(ltl::FormulaStore& store, ltl::Formula f, const StutterOptions& options = {});

// Decides whether the language of an automaton is invariant. Yes if the automaton is stutter-closed, or would be with
// transitions that it can simulate. Otherwise its complement is needed, which may be large: `unknown` at a limit.
Answer is_stutter_invariant(const Automaton& automaton, const StutterOptions& options = {});

}  // namespace lariat::automata
