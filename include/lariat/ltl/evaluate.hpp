// SPDX-License-Identifier: Apache-2.0
// The meaning of a formula: whether it holds of an infinite word that ends in a cycle.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/ltl/formula.hpp"

namespace lariat::ltl {

// Which atoms are true at a moment: bit i speaks of the i-th atom of a list that goes with the word.
using Letter = std::uint64_t;
inline constexpr std::size_t max_atoms = 64;

// The infinite word stem · cycle · cycle · ... The cycle must not be empty.
struct LassoWord {
  std::vector<Letter> stem;
  std::vector<Letter> cycle;

  std::size_t positions() const { return stem.size() + cycle.size(); }
  Letter letter(std::size_t position) const { return position < stem.size() ? stem[position] : cycle[position - stem.size()]; }
  // The position that follows; the last one is followed by the first of the cycle.
  std::size_t next(std::size_t position) const { return position + 1 < positions() ? position + 1 : stem.size(); }
};

// The atoms of f as a list to go with words. An error if there are more than max_atoms.
Result<std::vector<Formula>> atom_list(const FormulaStore& store, Formula f);

// Evaluates one formula on any number of words. Atoms of the formula that are not in the list are false.
class Evaluator {
 public:
  Evaluator(const FormulaStore& store, Formula f, std::span<const Formula> atoms);

  // True iff the formula holds of the word.
  bool holds(const LassoWord& word);
  // For each position: true iff the formula holds of the rest of the word from there.
  std::vector<bool> truths(const LassoWord& word);

 private:
  struct Subformula {
    Op op;
    std::uint32_t first;  // its operands are operands_[first .. first+count-1]
    std::uint32_t count;
    std::int32_t bit;  // of an atom: its place in a letter, or -1
  };
  void run(const LassoWord& word);

  std::vector<Subformula> subformulas_;  // operands first
  std::vector<std::uint32_t> operands_;  // by number of subformula
  std::vector<std::uint8_t> values_;     // subformulas × positions
};

// Evaluator for one word.
bool evaluate(const FormulaStore& store, Formula f, std::span<const Formula> atoms, const LassoWord& word);

}  // namespace lariat::ltl
