// SPDX-License-Identifier: Apache-2.0
// The place of a formula in the hierarchy of Manna and Pnueli, as its syntax shows it.
//
//                reactivity
//               /          \.
//        recurrence      persistence
//               \          /
//                obligation
//               /          \.
//           safety       guarantee
//               \          /
//                 bottom
//
// A formula may lie lower than its syntax shows: G(a | F(b & !b)) is a safety property written like a recurrence one.
#pragma once

#include <array>
#include <string_view>

#include "lariat/ltl/formula.hpp"

namespace lariat::ltl {

enum class FormulaClass { bottom, safety, guarantee, obligation, recurrence, persistence, reactivity };

inline constexpr std::array<std::string_view, 7> formula_class_names = {"bottom",     "safety",      "guarantee", "obligation",
                                                                        "recurrence", "persistence", "reactivity"};

// The lowest class that the syntax of f shows. Bottom: only the first few letters of a word matter.
FormulaClass syntactic_class(const FormulaStore& store, Formula f);

// The syntax of f has no X, hence f cannot tell a word from one in which letters are repeated.
bool syntactically_stutter_invariant(const FormulaStore& store, Formula f);

std::string_view to_string(FormulaClass formula_class);

}  // namespace lariat::ltl
