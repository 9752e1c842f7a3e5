// SPDX-License-Identifier: Apache-2.0
// Which algorithm searches for an infinite run, and on which automaton: decided here, once, for all who search.
#pragma once

#include <optional>
#include <string>

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
FormulaPlan plan_search(ltl::FormulaStore& formulas, ltl::Formula formula, const ModelCheckOptions& options);

// Why one thread searches for infinite runs though the options ask for more; nothing if it does not.
std::optional<std::string> why_one_thread(const ModelCheckOptions& options);

// True if the plan leaves the choice of the algorithm to us.
bool is_automatic(const ModelCheckOptions& options);

}  // namespace lariat::check
