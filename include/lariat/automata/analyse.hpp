// SPDX-License-Identifier: Apache-2.0
// Properties of an automaton: strength, determinism, completeness, ambiguity.
#pragma once

#include <cstddef>
#include <optional>

#include "lariat/automata/automaton.hpp"
#include "lariat/automata/classify.hpp"

namespace lariat::automata {

struct Analysis {
  // As classify has it, but terminal only if accepting states have a transition for each letter: then a search need only reach
  // one, whatever the automaton is multiplied with.
  search::Strength strength = search::Strength::general;
  bool very_weak = false;           // no cycles but from a state to itself
  bool deterministic = false;       // one initial state, and at most one transition for each letter
  bool complete = false;            // at least one initial state, and at least one transition for each letter
  std::optional<bool> unambiguous;  // no word has two accepting runs; none if finding out takes too long or was not asked for
};

struct AnalyseOptions {
  // For the question whether the automaton is unambiguous, the only one that may take long.
  std::size_t max_pairs = 100'000;  // of states; 0: the question is not asked
  Limits limits = {};
};

// Looks at the part that can be reached.
Analysis analyse(const Automaton& automaton, const AnalyseOptions& options = {});

}  // namespace lariat::automata
