// SPDX-License-Identifier: Apache-2.0
// Warnings about a property that holds, but says less than it seems to.
//
//   I. Beer, S. Ben-David, C. Eisner, Y. Rodeh. Efficient detection of vacuity in temporal model checking. FMSD 18, 2001.
//   O. Kupferman, M. Vardi. Vacuity detection in temporal model checking. STTT 4, 2003.
//
// A formula that holds is vacuous in an occurrence of a subformula if it still holds with the occurrence replaced by false, or
// by true where it stands under an odd number of negations: that makes the formula stronger. Only the leaves have to be tried.
// Replacing a larger part makes the formula stronger still; so from a leaf that makes no difference we go up as long as the
// formula holds, and report the largest part. Both sides of <-> and ^ stand under an even and an odd number of negations;
// such an operation is tried as a whole.
//
// An observer that accepts no run is vacuous in an atom of its guards if it still accepts none where each transition may be
// taken whatever the value of the atom: the atom is quantified away, which lets the observer accept more runs. That is
//
//   R. Armoni et al. Enhanced vacuity detection in linear temporal logic. CAV 2003.
//
// for automata: an atom that always stands under the same number of negations is replaced by a constant as above.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/check/check.hpp"

namespace lariat::check {

struct PropertyWarning {
  enum class Kind : std::uint8_t {
    vacuous,     // a part of the property makes no difference
    valid,       // the formula holds of every model
    no_run,      // no run counts, so that every formula holds
    no_process,  // the property names a process that never exists
    no_label     // the property is about labels that the model does not have
  };
  Kind kind = Kind::vacuous;
  std::string text = {};  // a sentence without a full stop
};
std::string_view to_string(PropertyWarning::Kind kind);

// What may be spent on the warnings of one property.
struct VacuityBudget {
  double seconds = 1;
  std::uint64_t max_states = 200'000;  // of each search
  std::size_t max_parts = 64;          // of the formula

  // The default beside a verdict that took so many seconds: a quarter as long, but a tenth of a second at least.
  static VacuityBudget beside(double seconds_of_search);
};

// What was found out with the budget.
struct Vacuity {
  std::vector<PropertyWarning> warnings = {};
  std::vector<std::string> notes = {};  // about assumptions that are not needed: left sides of implications
  bool complete = false;                // nothing was left out
};

// The warnings about a requirement for which the search with these options found `finding`. Observers that do more than look at
// states (they have effects, or watch communications) are not tried without their atoms. Never throws for want of time or
// memory.
Vacuity find_vacuity(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                     const Finding& finding, const ModelCheckOptions& options, const VacuityBudget& budget = {});

// An occurrence of a subformula: the way to it from the root, by the numbers of operands.
struct Occurrence {
  std::vector<std::uint32_t> path = {};
  ltl::Formula formula = {};
  bool positive = true;  // under an even number of negations
};

// The occurrences of leaves in the formula, at most so many: atoms, and operations <-> and ^ as a whole.
std::vector<Occurrence> leaves(const ltl::FormulaStore& formulas, ltl::Formula formula, std::size_t most);

// The formula with the occurrence replaced by the constant that makes it stronger.
ltl::Formula strengthened(ltl::FormulaStore& formulas, ltl::Formula formula, const Occurrence& occurrence);

}  // namespace lariat::check
