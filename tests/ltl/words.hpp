// SPDX-License-Identifier: Apache-2.0
// Formulas from text, and comparisons of formulas on random words.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::ltl {

inline Formula read(FormulaStore& store, std::string_view text) {
  const auto parsed = parse_formula(store, text);
  if (parsed) return parsed->formula;
  ADD_FAILURE() << to_string(parsed.errors().front());
  return {};
}

// Random words that a set of formulas is compared on.
class Words {
 public:
  Words(FormulaStore& store, RandomSource& random, unsigned atoms) : store_(store), random_(random) {
    for (unsigned i = 0; i < atoms; ++i) atoms_.push_back(store.atom(std::string("p").append(std::to_string(i))));
  }
  testing::AssertionResult equivalent(Formula f, Formula g, int words) {
    Evaluator left(store_, f, atoms_), right(store_, g, atoms_);
    for (int i = 0; i < words; ++i) {
      const LassoWord word = random_word(random_, static_cast<unsigned>(atoms_.size()), 4, 4);
      if (left.holds(word) != right.holds(word))
        return testing::AssertionFailure() << to_string(store_, f) << " is not " << to_string(store_, g);
    }
    return testing::AssertionSuccess();
  }
  testing::AssertionResult implies(Formula f, Formula g, int words) {
    Evaluator left(store_, f, atoms_), right(store_, g, atoms_);
    for (int i = 0; i < words; ++i) {
      const LassoWord word = random_word(random_, static_cast<unsigned>(atoms_.size()), 4, 4);
      if (left.holds(word) && !right.holds(word))
        return testing::AssertionFailure() << to_string(store_, f) << " does not imply " << to_string(store_, g);
    }
    return testing::AssertionSuccess();
  }

 private:
  FormulaStore& store_;
  RandomSource& random_;
  std::vector<Formula> atoms_;
};

}  // namespace lariat::ltl
