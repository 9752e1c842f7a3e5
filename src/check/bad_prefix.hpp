// SPDX-License-Identifier: Apache-2.0
// Runs that violate a formula whatever follows: they end at the bad state, and are as short as can be found.
#pragma once

#include <functional>
#include <string>

#include "lariat/check/check.hpp"
#include "lariat/system/system.hpp"

namespace lariat::check {

// A formula about the runs of a system.
struct SystemFormula {
  ltl::FormulaStore& formulas;
  ltl::Formula formula;
  system::System& system;
  std::function<unsigned(const std::string&)> number;  // of the system's atom that a name in the formula stands for
};

// If a beginning of the finding's run violates the formula whatever follows, cuts the run behind its first bad state, and
// replaces it by a shortest run to a bad state if one is found within the options' budget. Returns false and changes nothing if
// no such beginning exists or a limit is reached before one is known. The run is replayed, and its end verified in another way
// than it was found: what progression leaves of the formula must be unsatisfiable.
bool end_at_bad_state(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                      const ModelCheckOptions& options, Finding& result);
bool end_at_bad_state(const SystemFormula& asked, const ModelCheckOptions& options, Finding& result);

// True if progression of the formula proves, on this program, that no continuation of the finding's run satisfies it; false
// if a continuation may, or if a limit was reached before it was known.
bool is_bad_prefix(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                   const ModelCheckOptions& options, const Finding& finding);

}  // namespace lariat::check
