// SPDX-License-Identifier: Apache-2.0
// Which algorithm searches for an infinite run, and on which automaton: decided here, once, for all who search.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "lariat/automata/translate.hpp"
#include "lariat/check/check.hpp"

namespace lariat::check {

struct SearchPlan {
  search::Algorithm algorithm = search::Algorithm::automatic;  // never `automatic` in a plan
  search::Strength strength = search::Strength::general;       // that the search may rely on
  bool state_based = false;                                    // transitions carry no marks
  unsigned threads = 1;                                        // that search together
};

// How strong a property of that strength is where runs that end, or unfair ones, do not count.
search::Strength usable(search::Strength strength, const ModelCheckOptions& options);

// The plan for a property with acceptance on states whose strength is known.
SearchPlan plan_search(search::Strength strength, const ModelCheckOptions& options);

// The plan for a formula, with its automaton; none, and the reason, if a limit was reached on the way.
struct FormulaPlan {
  std::optional<automata::Automaton> automaton = {};
  SearchPlan search = {};
  std::string reason = {};
};

// A formula whose runs are searched for, and what has been found out about it: it is translated once to each type of automaton
// that searches ask for.
class TranslatedFormula {
 public:
  TranslatedFormula(ltl::FormulaStore& formulas, ltl::Formula formula) : formulas_(formulas), formula_(formula) {}

  FormulaPlan plan(const ModelCheckOptions& options);
  // False also if it was not known before a limit was reached.
  bool is_stutter_invariant(const Limits& limits);

 private:
  struct Translated {
    automata::AutomatonType asked;
    bool weak_as_ba;
    automata::Translation translation;
    std::optional<search::Strength> strength = {};  // if it has been looked at
  };

  ltl::FormulaStore& formulas_;
  ltl::Formula formula_;
  std::deque<Translated> translated_;
  std::optional<bool> is_stutter_invariant_;
};

// Why one thread searches for infinite runs though the options ask for more; nothing if it does not.
std::optional<std::string> why_one_thread(const ModelCheckOptions& options);

// True if the plan leaves the choice of the algorithm to us.
bool is_automatic(const ModelCheckOptions& options);

}  // namespace lariat::check
