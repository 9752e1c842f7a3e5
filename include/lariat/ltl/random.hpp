// SPDX-License-Identifier: Apache-2.0
// Random formulas and words, the same for the same seed on every machine.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/formula.hpp"

namespace lariat::ltl {

struct RandomFormulaOptions {
  unsigned size = 15;     // nodes of the tree that is drawn; what the store makes of it may be smaller
  unsigned atoms = 4;     // named p0, p1, ...
  bool next = true;       // X may occur
  bool constants = true;  // true and false may occur, at a tenth of the leaves
  bool sugar = true;      // ^ -> <-> may occur
};

// A source of random numbers without the standard library's distributions, which differ between implementations.
class RandomSource {
 public:
  explicit RandomSource(std::uint64_t seed) : engine_(seed) {}
  // Uniform below `bound` (which is not 0), up to a bias of bound/2^64.
  std::uint64_t below(std::uint64_t bound) { return engine_() % bound; }
  std::uint64_t bits() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

// A random formula: operators drawn evenly, the size of binary operands split evenly.
Formula random_formula(FormulaStore& store, RandomSource& random, const RandomFormulaOptions& options);

// A random word with letters over `atoms` atoms, a stem of 0 to max_stem and a cycle of 1 to max_cycle letters.
LassoWord random_word(RandomSource& random, unsigned atoms, unsigned max_stem = 5, unsigned max_cycle = 5);

}  // namespace lariat::ltl
