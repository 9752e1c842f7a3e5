// SPDX-License-Identifier: Apache-2.0
// What is left of a formula once the beginning of a word has been read.
//   F. Bacchus, F. Kabanza. Planning for temporally extended goals. Annals of Mathematics and AI 22, 1998, §4.
#pragma once

#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/formula.hpp"

namespace lariat::ltl {

class Progression {
 public:
  // Bit i of a letter speaks of atoms[i]; atoms that are not in the list are false. The store must outlive this.
  Progression(FormulaStore& store, std::span<const Formula> atoms) : store_(store), atoms_(atoms.begin(), atoms.end()) {}

  // A formula that holds of w iff f holds of the word that begins with the letter and goes on with w.
  Formula after(Formula f, Letter letter);

 private:
  FormulaStore& store_;
  std::vector<Formula> atoms_;
  std::unordered_map<Letter, std::unordered_map<Formula, Formula>> known_;
};

}  // namespace lariat::ltl
