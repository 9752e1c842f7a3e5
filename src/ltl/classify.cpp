// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/classify.hpp"

namespace lariat::ltl {

FormulaClass syntactic_class(const FormulaStore& store, Formula f) {
  if (store.has(f, is_safety | is_guarantee)) return FormulaClass::bottom;
  if (store.has(f, is_safety)) return FormulaClass::safety;
  if (store.has(f, is_guarantee)) return FormulaClass::guarantee;
  if (store.has(f, is_obligation)) return FormulaClass::obligation;
  // A formula that is both is an obligation, though its syntax does not say so; either answer is right then.
  if (store.has(f, is_recurrence)) return FormulaClass::recurrence;
  if (store.has(f, is_persistence)) return FormulaClass::persistence;
  return FormulaClass::reactivity;
}

bool syntactically_stutter_invariant(const FormulaStore& store, Formula f) { return store.has(f, is_next_free); }

std::string_view to_string(FormulaClass formula_class) { return formula_class_names[static_cast<std::size_t>(formula_class)]; }

}  // namespace lariat::ltl
