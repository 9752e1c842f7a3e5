// SPDX-License-Identifier: Apache-2.0
// Functions over the atoms and over further variables below them, taken apart: for which letters is what left?
//
// The steps of a translation add variables of their own to the atoms (promises, next formulas, target states), always below the
// atoms and never negated. Such a function is a diagram whose upper part decides about the letter; what hangs below is a
// monotone function of the further variables.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lariat/automata/labels.hpp"

namespace lariat::automata {

struct Rest {
  LabelId letters;   // function of the atoms
  LabelId function;  // what the whole function is for these letters; not `never`
};

// The different functions that remain of `function` when the variables below `atoms` are given, and for which letters each
// does.
std::vector<Rest> split_by_letters(Labels& labels, LabelId function, std::uint32_t atoms);

// The prime implicants of monotone functions, each a sorted list of variables. Remembers what it found.
class MonotonePrimes {
 public:
  explicit MonotonePrimes(const Labels& labels) : labels_(labels) {}
  using Prime = std::vector<std::uint32_t>;
  // Throws Labels::TooLarge if there are very many.
  const std::vector<Prime>& of(LabelId function);

 private:
  bool holds(LabelId function, const Prime& variables) const;

  static constexpr std::size_t max_primes = std::size_t{1} << 16;
  const Labels& labels_;
  std::unordered_map<LabelId, std::vector<Prime>> known_;
};

}  // namespace lariat::automata
