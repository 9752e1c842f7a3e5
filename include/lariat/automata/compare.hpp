// SPDX-License-Identifier: Apache-2.0
// Questions about the languages of formulas and automata, answered by product emptiness, with a word as the witness.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lariat/automata/automaton.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/formula.hpp"

namespace lariat::automata {

enum class Answer { yes, no, unknown };

struct Comparison {
  Answer answer = Answer::unknown;
  std::string reason;                  // of `unknown`: the limit that was reached
  std::vector<ltl::Formula> atoms;     // of both formulas; the letters of the word speak of them in this order
  std::optional<ltl::LassoWord> word;  // of `no`: the first formula and the second differ on it; checked by evaluation
};

// Decides whether every word that satisfies f satisfies g. If not, the word satisfies f only.
Comparison implies(ltl::FormulaStore& store, ltl::Formula f, ltl::Formula g, const TranslateOptions& options = {});

// Decides whether the same words satisfy f and g. If not, the word satisfies one of them.
Comparison equivalent(ltl::FormulaStore& store, ltl::Formula f, ltl::Formula g, const TranslateOptions& options = {});

// A word about two automata, over the atoms of the first and then those that only the second has; they are matched by name.
// None if there is no such word.
struct CommonWord {
  std::vector<std::string> atoms;
  std::optional<ltl::LassoWord> word;
};

// A word that both automata accept. Throws Stopped at a limit, and if there are more than 64 atoms.
CommonWord common_word(const Automaton& a, const Automaton& b, const Limits& limits = {});

// A word that the first automaton accepts and the second does not. The second is complemented: the complement is small if each
// of its strongly connected components is weak or deterministic inside, and otherwise exponential. Throws Stopped at a limit,
// if the complement needs more than max_states, and if there are more than 64 atoms.
CommonWord difference(const Automaton& a, const Automaton& b, std::size_t max_states = 20'000, const Limits& limits = {});

struct CheckTranslationOptions {
  std::size_t words = 1000;  // random ones to be tried
  std::uint64_t seed = 1;
  TranslateOptions translate = {};  // for the negation
};

// Decides whether the automaton accepts the words that satisfy f, as far as can be told: it shares none with an automaton for
// !f, and random words are accepted iff they satisfy f. Of `no`, the word is one where they differ. The atoms of the automaton
// must be those of f, by name.
Comparison check_translation(ltl::FormulaStore& store, ltl::Formula f, const Automaton& automaton,
                             const CheckTranslationOptions& options = {});

}  // namespace lariat::automata
