// SPDX-License-Identifier: Apache-2.0
// From a formula to an automaton that accepts exactly the words that satisfy it. docs/translation.md tells how.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "lariat/automata/automaton.hpp"
#include "lariat/base/named.hpp"
#include "lariat/ltl/formula.hpp"
#include "lariat/space/counting.hpp"

namespace lariat::automata {

enum class AutomatonType {
  tgba,  // generalised Büchi acceptance on transitions
  gba,   // generalised Büchi acceptance on states
  ba,    // Büchi acceptance on states: one set
};

inline constexpr std::array automaton_types = {
    Named{AutomatonType::tgba, "tgba", "generalised acceptance on transitions"},
    Named{AutomatonType::gba, "gba", "generalised acceptance on states"},
    Named{AutomatonType::ba, "ba", "one acceptance set on states"},
};
static_assert(lists_all(automaton_types, AutomatonType::ba));

enum class Preference { small, deterministic };

inline constexpr std::array preferences = {
    Named{Preference::small, "small", "few states"},
    Named{Preference::deterministic, "deterministic", "few choices"},
};
static_assert(lists_all(preferences, Preference::deterministic));

struct TranslateOptions {
  AutomatonType type = AutomatonType::tgba;
  bool weak_as_ba = false;  // if the ba is weak, it is the result, whatever `type` says: weak automata have cheaper searches
  Preference prefer = Preference::small;
  Limits limits = {};
  std::size_t max_states = 0;  // of any automaton on the way; 0: no limit

  // The steps, each of which can be left out to see what it gains.
  bool rewrite = true;      // simplify the formula, and try several ways to write it
  bool containment = true;  // simplify it further where small automata show that one part implies another
  bool split = true;        // translate the operands of a conjunction apart where that helps
  bool simulation = true;   // merge states by simulation
  bool obligation = true;   // minimal weak deterministic automata
  bool breakpoint = true;   // deterministic automata by way of a weak one for the negation
};

struct Translation {
  std::optional<Automaton> automaton;  // none if a limit was reached
  std::string reason;                  // then: which
  AutomatonType type = {};             // of the automaton

  explicit operator bool() const { return automaton.has_value(); }
};

// The atoms of the automaton are those of f, in the order of FormulaStore::atoms. It has one initial state and no useless
// states.
Translation translate(ltl::FormulaStore& store, ltl::Formula f, const TranslateOptions& options = {});

}  // namespace lariat::automata
