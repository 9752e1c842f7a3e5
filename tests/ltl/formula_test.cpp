// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/formula.hpp"

#include <gtest/gtest.h>

#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::ltl {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int formulas = 2000;
#else
constexpr int formulas = 20000;
#endif

class FormulaTest : public testing::Test {
 protected:
  ltl::FormulaStore store;
  ltl::Formula a = store.atom("a"), b = store.atom("b"), c = store.atom("c");
  ltl::Formula t = store.truth(), f = store.falsity();
};

TEST_F(FormulaTest, EqualTreesAreTheSame) {
  EXPECT_EQ(store.until(a, store.next(b)), store.until(a, store.next(b)));
  EXPECT_NE(store.until(a, b), store.until(b, a));
  EXPECT_EQ(store.atom("a"), a);
  EXPECT_EQ(store.conjunction(store.conjunction(c, a), b), store.conjunction(a, store.conjunction(b, c)));
  EXPECT_EQ(store.size(store.conjunction(store.conjunction(c, a), b)), 5U);
  EXPECT_EQ(store.operands(store.conjunction(store.conjunction(c, a), b)).size(), 3U);
}

TEST_F(FormulaTest, Identities) {
  const ltl::Formula na = store.negation(a);
  EXPECT_EQ(store.negation(na), a);
  EXPECT_EQ(store.negation(t), f);
  EXPECT_EQ(store.conjunction(a, na), f);
  EXPECT_EQ(store.disjunction(a, na), t);
  EXPECT_EQ(store.disjunction(a, a), a);
  EXPECT_EQ(store.conjunction(std::span<const ltl::Formula>{}), t);
  EXPECT_EQ(store.disjunction(std::span<const ltl::Formula>{}), f);
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
TEST_F(FormulaTest, FactoriesKeepTheMeaning) {
  constexpr std::uint64_t seed = 5;
  ltl::RandomSource random(seed);
  const std::vector<ltl::Formula> atoms = {store.atom("p0"), store.atom("p1")};
  const ltl::Formula x = store.atom("x"), y = store.atom("y");
  ltl::RandomFormulaOptions options;
  options.atoms = 2;
  for (int round = 0; round < formulas; ++round) {
    options.size = 1 + static_cast<unsigned>(random.below(6));
    const ltl::Formula left = ltl::random_formula(store, random, options);
    const ltl::Formula right = ltl::random_formula(store, random, options);
    const ltl::Op op = static_cast<ltl::Op>(3 + random.below(ltl::op_count - 3));
    const ltl::LassoWord word = ltl::random_word(random, 2, 3, 3);
    // The same word, with letters that say where left and right hold.
    const auto left_truths = ltl::Evaluator(store, left, atoms).truths(word);
    const auto right_truths = ltl::Evaluator(store, right, atoms).truths(word);
    ltl::LassoWord abstract = word;
    for (std::size_t i = 0; i < word.positions(); ++i) {
      ltl::Letter& letter = i < word.stem.size() ? abstract.stem[i] : abstract.cycle[i - word.stem.size()];
      letter = (left_truths[i] ? 1U : 0U) | (right_truths[i] ? 2U : 0U);
    }
    const ltl::Formula concrete_operands[] = {left, right};
    const ltl::Formula abstract_operands[] = {x, y};
    const ltl::Formula concrete = store.make(op, concrete_operands);
    ASSERT_EQ(ltl::evaluate(store, concrete, atoms, word),
              ltl::evaluate(store, store.make(op, abstract_operands), std::vector{x, y}, abstract))
        << "seed " << seed << ": " << to_string(store, left) << " , " << to_string(store, right) << " gave "
        << to_string(store, concrete);
  }
}

TEST_F(FormulaTest, SubformulasComeOperandsFirst) {
  const ltl::Formula g = store.until(store.next(a), store.conjunction(b, store.next(a)));
  const auto all = store.subformulas(g);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  EXPECT_EQ(all.back(), g);
  EXPECT_EQ(all.size(), 4U);  // a, b, X a, and (X a) M b... which is what b & X a after X a becomes
  EXPECT_EQ(store.atoms(g), (std::vector{a, b}));
}

// Eventual formulas survive a letter put in front; universal ones survive the loss of the first letter.
TEST_F(FormulaTest, EventualAndUniversalAreWhatTheyPromise) {
  constexpr std::uint64_t seed = 6;
  ltl::RandomSource random(seed);
  const std::vector<ltl::Formula> atoms = {store.atom("p0"), store.atom("p1")};
  ltl::RandomFormulaOptions options;
  options.atoms = 2;
  int eventual = 0, universal = 0;
  for (int round = 0; round < 40000; ++round) {
    options.size = 3 + static_cast<unsigned>(random.below(7));
    const ltl::Formula g = ltl::random_formula(store, random, options);
    const ltl::LassoWord word = ltl::random_word(random, 2, 3, 3);
    ltl::LassoWord longer = word;
    longer.stem.insert(longer.stem.begin(), random.below(4));
    ltl::Evaluator evaluator(store, g, atoms);
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
TEST_F(FormulaTest, NextFreeFormulasIgnoreStuttering) {
  constexpr std::uint64_t seed = 7;
  ltl::RandomSource random(seed);
  const std::vector<ltl::Formula> atoms = {store.atom("p0"), store.atom("p1")};
  ltl::RandomFormulaOptions options;
  options.atoms = 2;
  options.size = 8;
  options.next = false;
  for (int round = 0; round < 3000; ++round) {
    const ltl::Formula g = ltl::random_formula(store, random, options);
    ASSERT_TRUE(store.has(g, is_next_free));
    const ltl::LassoWord word = ltl::random_word(random, 2, 3, 3);
    ltl::LassoWord stuttered;
    for (const ltl::Letter letter : word.stem) stuttered.stem.insert(stuttered.stem.end(), 1 + random.below(3), letter);
    for (const ltl::Letter letter : word.cycle) stuttered.cycle.insert(stuttered.cycle.end(), 1 + random.below(3), letter);
    ltl::Evaluator evaluator(store, g, atoms);
    ASSERT_EQ(evaluator.holds(word), evaluator.holds(stuttered)) << "seed " << seed << ": " << to_string(store, g);
  }
}

TEST_F(FormulaTest, OperandsStayValidWhileTheStoreGrows) {
  const ltl::Formula g = store.disjunction(a, store.next(b));
  const auto operands = store.operands(g);
  ltl::Formula deep = a;
  for (int i = 0; i < 100000; ++i) deep = store.next(store.until(b, deep));
  EXPECT_EQ(operands.data(), store.operands(g).data());
  EXPECT_EQ(operands.size(), 2U);
  EXPECT_EQ(store.size(deep), 300001U);
}

TEST_F(FormulaTest, SizeSaturates) {
  ltl::Formula g = store.until(a, b);
  for (int i = 0; i < 100; ++i) g = store.until(store.next(g), g);
  EXPECT_EQ(store.size(g), std::numeric_limits<std::uint64_t>::max());
}

TEST_F(FormulaTest, StoresAreIndependentAndMovable) {
  ltl::FormulaStore other = std::move(store);
  EXPECT_EQ(other.name(a), "a");
  EXPECT_EQ(other.atom("a"), a);
  ltl::FormulaStore fresh;
  EXPECT_EQ(fresh.atom("z"), a);  // the same number, of another store
}

}  // namespace
}  // namespace lariat::ltl
