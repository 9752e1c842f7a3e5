// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/formula.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::ltl {
namespace {

class Properties : public testing::Test {
 protected:
  FormulaStore store;
};

// Eventual formulas survive a letter put in front; universal ones survive the loss of the first letter.
TEST_F(Properties, EventualAndUniversalAreWhatTheyPromise) {
  constexpr std::uint64_t seed = 6;
  RandomSource random(seed);
  const std::vector<Formula> atoms = {store.atom("p0"), store.atom("p1")};
  RandomFormulaOptions options;
  options.atoms = 2;
  int eventual = 0, universal = 0;
  for (int round = 0; round < 40000; ++round) {
    options.size = 3 + static_cast<unsigned>(random.below(7));
    const Formula g = random_formula(store, random, options);
    const LassoWord word = random_word(random, 2, 3, 3);
    LassoWord longer = word;
    longer.stem.insert(longer.stem.begin(), random.below(4));
    Evaluator evaluator(store, g, atoms);
    if (store.has(g, is_eventual) && evaluator.holds(word)) {
      ASSERT_TRUE(evaluator.holds(longer)) << "seed " << seed << ": " << to_string(store, g);
      ++eventual;
    }
    if (store.has(g, is_universal) && evaluator.holds(longer)) {
      ASSERT_TRUE(evaluator.holds(word)) << "seed " << seed << ": " << to_string(store, g);
      ++universal;
    }
  }
  EXPECT_GT(eventual, 2000);
  EXPECT_GT(universal, 2000);
}

// A next-free formula does not notice that letters are repeated.
TEST_F(Properties, NextFreeFormulasIgnoreStuttering) {
  constexpr std::uint64_t seed = 7;
  RandomSource random(seed);
  const std::vector<Formula> atoms = {store.atom("p0"), store.atom("p1")};
  RandomFormulaOptions options;
  options.atoms = 2;
  options.size = 8;
  options.next = false;
  for (int round = 0; round < 3000; ++round) {
    const Formula g = random_formula(store, random, options);
    ASSERT_TRUE(store.has(g, is_next_free));
    const LassoWord word = random_word(random, 2, 3, 3);
    LassoWord stuttered;
    for (const Letter letter : word.stem) stuttered.stem.insert(stuttered.stem.end(), 1 + random.below(3), letter);
    for (const Letter letter : word.cycle) stuttered.cycle.insert(stuttered.cycle.end(), 1 + random.below(3), letter);
    Evaluator evaluator(store, g, atoms);
    ASSERT_EQ(evaluator.holds(word), evaluator.holds(stuttered)) << "seed " << seed << ": " << to_string(store, g);
  }
}

}  // namespace
}  // namespace lariat::ltl
