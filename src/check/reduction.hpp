// SPDX-License-Identifier: Apache-2.0
// Decides if partial-order reduction may be used for a question, and how (docs/reduction.md).
#pragma once

#include <optional>
#include <string>

#include "lariat/check/check.hpp"

namespace lariat::check {

// Why the program cannot be reduced, whatever is asked, or not with these options; nothing if it can.
std::optional<std::string> find_obstacle(const model::Program& program, const ModelCheckOptions& options);

// What people are told when a reduction they asked for is not used.
std::string off_note(const std::string& why);

// The options of a product that is reduced, where what is observed is looked at.
product::ProductOptions reduced(const product::ProductOptions& product, const ModelCheckOptions& options,
                                reduce::Observed observed);

// The automaton with which the product can be reduced: the one given, if it is closed under stuttering, or another for the same
// language, which must be invariant. None if there is none; `why` then says so. `complement` is a formula for all other words.
struct ReadyAutomaton {
  std::optional<automata::Automaton> automaton;
  bool is_other = false;  // acceptance is then on transitions
  std::string why;
};
ReadyAutomaton ready_for_reduction(const automata::Automaton& automaton, ltl::FormulaStore& formulas, ltl::Formula complement,
                                   const Limits& limits);

// Says if a program's observer lets the program be reduced, and what the observer looks at.
struct ReadyObserver {
  std::optional<reduce::Observed> observed;
  std::string why;
};
ReadyObserver ready_for_reduction(const model::Program& program);

// How the walk for these goals keeps what is looked for. A diagnostic if the proviso that was asked for does not.
struct WalkReduction {
  reduce::ReductionOptions options;
  reduce::Observed observed;
};
Result<WalkReduction> walk_reduction(const std::vector<walk::Goal>& goals, const ModelCheckOptions& options);

}  // namespace lariat::check
