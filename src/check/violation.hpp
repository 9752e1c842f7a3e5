// SPDX-License-Identifier: Apache-2.0
// Why a formula does not hold of a word, told at the positions where it is decided: `req` holds here, and from here on `ack`
// never does.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/run/story.hpp"

namespace lariat::check {

// A word whose end may be open: without a cycle, nothing is known of what follows the last letter.
struct OpenWord {
  std::vector<ltl::Letter> letters = {};
  std::optional<std::size_t> cycle = {};  // the position that follows the last one
};

// Remarks in the order of their positions. None if the word leaves open whether the formula holds, as far as the values of its
// parts tell (Kleene's three-valued logic), or if the formula is too large to be told.
std::vector<run::Story::Remark> tell_violation(const ltl::FormulaStore& formulas, ltl::Formula formula,
                                               const std::vector<ltl::Formula>& atoms, const OpenWord& word,
                                               ltl::Notation notation);

}  // namespace lariat::check
