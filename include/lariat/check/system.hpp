// SPDX-License-Identifier: Apache-2.0
// Does a system of one's own have a property? From a class that produces successors (system/system.hpp) to a verdict.
//
//   MySystem system;
//   const auto found = check::check_formula(system, "[] (request -> <> grant)");
//   if (found && found->verdict == check::Verdict::violated) show(found->run->initial, found->run->steps);
//
// The names of a formula are the system's atoms. Every run that is handed out has been followed through the system again, and
// if it violates a formula, its word has been evaluated against the formula: a run that fails these tests is an InternalError
// and never a verdict. Of a run, the states are bytes and the actions are those that the system gave.
//
// Options that need a program are refused: fairness, partial-order reduction, coverage.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/check/check.hpp"
#include "lariat/system/system.hpp"

namespace lariat::check {

// Checks if all runs satisfy the formula. A diagnostic if it cannot be read, names no atom of the system, or if the algorithm
// cannot do it. A run that violates the formula whatever follows ends at the first state where that is so, and has no cycle;
// the finding then says is_bad_prefix. With a budget in options.shorten, the default, a short run is looked for.
Result<Finding> check_formula(system::System& system, std::string_view formula,
                              const ModelCheckOptions& options = {.shorten = ShortenBudget{}});

// What a walk over the states of a system looks for.
struct SystemGoal {
  enum class Kind {
    deadlock,   // no state without successors in which a run may not end
    fault,      // no step that is flagged as a fault or a failed assertion
    invariant,  // the atom holds in every state
    reach       // the atom holds in no state; violated means that such a state was reached
  };
  Kind kind = Kind::deadlock;
  std::string atom = {};
};

// Looks for all goals in one walk, with as many threads as options.product.threads if the system can be cloned and the order is
// breadth first. One finding for each goal, in their order.
Result<std::vector<Finding>> check_states(system::System& system, std::span<const SystemGoal> goals,
                                          const ModelCheckOptions& options = {});

}  // namespace lariat::check
