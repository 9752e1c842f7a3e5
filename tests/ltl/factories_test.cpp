// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/formula.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::ltl {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int formulas = 2000;
#else
constexpr int formulas = 20000;
#endif

class Factories : public testing::Test {
 protected:
  FormulaStore store;
  Formula a = store.atom("a"), b = store.atom("b"), c = store.atom("c");
  Formula t = store.truth(), f = store.falsity();
};

TEST_F(Factories, Identities) {
  const Formula na = store.negation(a);
  EXPECT_EQ(store.negation(na), a);
  EXPECT_EQ(store.negation(t), f);
  EXPECT_EQ(store.conjunction(a, na), f);
  EXPECT_EQ(store.disjunction(a, na), t);
  EXPECT_EQ(store.disjunction(a, a), a);
  EXPECT_EQ(store.conjunction(std::span<const Formula>{}), t);
  EXPECT_EQ(store.disjunction(std::span<const Formula>{}), f);
  EXPECT_EQ(store.negation(store.exclusive_or(a, b)), store.equivalence(b, a));
  EXPECT_EQ(store.exclusive_or(t, a), na);
  EXPECT_EQ(store.implication(a, a), t);
  EXPECT_EQ(store.implication(a, na), na);
  EXPECT_EQ(store.implication(a, f), na);
  EXPECT_EQ(store.next(t), t);
  EXPECT_EQ(store.finally(store.finally(a)), store.finally(a));
  EXPECT_EQ(store.globally(store.globally(a)), store.globally(a));
  EXPECT_EQ(store.until(t, a), store.finally(a));
  EXPECT_EQ(store.release(f, a), store.globally(a));
  EXPECT_EQ(store.weak_until(a, f), store.globally(a));
  EXPECT_EQ(store.strong_release(a, t), store.finally(a));
  EXPECT_EQ(store.until(b, store.conjunction(a, b)), store.strong_release(a, b));
  EXPECT_EQ(store.strong_release(store.negation(b), b), f);
  EXPECT_EQ(store.strong_release(store.conjunction(a, b), store.conjunction(b, c)),
            store.strong_release(a, store.conjunction(b, c)));
}

// The factories against their operators: apply each to random operands and compare with what the operands are worth.
TEST_F(Factories, FactoriesKeepTheMeaning) {
  constexpr std::uint64_t seed = 5;
  RandomSource random(seed);
  const std::vector<Formula> atoms = {store.atom("p0"), store.atom("p1")};
  const Formula x = store.atom("x"), y = store.atom("y");
  RandomFormulaOptions options;
  options.atoms = 2;
  for (int round = 0; round < formulas; ++round) {
    options.size = 1 + static_cast<unsigned>(random.below(6));
    const Formula left = random_formula(store, random, options);
    const Formula right = random_formula(store, random, options);
    const Op op = static_cast<Op>(3 + random.below(op_count - 3));
    const LassoWord word = random_word(random, 2, 3, 3);
    // The same word, with letters that say where left and right hold.
    const auto left_truths = Evaluator(store, left, atoms).truths(word);
    const auto right_truths = Evaluator(store, right, atoms).truths(word);
    LassoWord abstract = word;
    for (std::size_t i = 0; i < word.positions(); ++i) {
      Letter& letter = i < word.stem.size() ? abstract.stem[i] : abstract.cycle[i - word.stem.size()];
      letter = (left_truths[i] ? 1U : 0U) | (right_truths[i] ? 2U : 0U);
    }
    const Formula concrete_operands[] = {left, right};
    const Formula abstract_operands[] = {x, y};
    const Formula concrete = store.make(op, concrete_operands);
    ASSERT_EQ(evaluate(store, concrete, atoms, word),
              evaluate(store, store.make(op, abstract_operands), std::vector{x, y}, abstract))
        << "seed " << seed << ": " << to_string(store, left) << " , " << to_string(store, right) << " gave "
        << to_string(store, concrete);
  }
}

}  // namespace
}  // namespace lariat::ltl
