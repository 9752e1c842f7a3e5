// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "lariat/ltl/rewrite.hpp"
#include "ltl/words.hpp"

namespace lariat::ltl {
namespace {

TEST(NegationNormalForm, KnownFormulas) {
  const auto nnf = [](const char* text, bool negated) {
    FormulaStore store;
    return to_string(store, negation_normal_form(store, read(store, text), negated));
  };
  EXPECT_EQ(nnf("!(a U !b)", false), "!a R b");
  EXPECT_EQ(nnf("a W b", true), "!a M !b");
  EXPECT_EQ(nnf("a M b", true), "!a W !b");
  EXPECT_EQ(nnf("G(a -> F b)", true), "F (a & G !b)");
  EXPECT_EQ(nnf("X a & !X b", false), "X a & X !b");
  EXPECT_EQ(nnf("a -> b -> c", false), "c | !a | !b");
  EXPECT_EQ(nnf("a <-> b", true), "(a & !b) | (b & !a)");
  EXPECT_EQ(nnf("true", true), "false");
}

TEST(NegationNormalForm, RandomFormulas) {
  constexpr std::uint64_t seed = 41;
  RandomSource random(seed);
  FormulaStore store;
  Words words(store, random, 3);
  RandomFormulaOptions options;
  options.atoms = 3;
  for (int round = 0; round < 5000; ++round) {
    options.size = 1 + static_cast<unsigned>(random.below(15));
    const Formula f = random_formula(store, random, options);
    const bool negated = random.below(2) == 1;
    const Formula g = negation_normal_form(store, f, negated);
    ASSERT_TRUE(store.has(g, is_nnf)) << to_string(store, g);
    for (const Formula h : store.subformulas(g)) {
      const Op op = store.op(h);
      ASSERT_TRUE(op != Op::exclusive_or && op != Op::implication && op != Op::equivalence);
      ASSERT_TRUE(op != Op::negation || store.is_literal(h));
    }
    ASSERT_TRUE(words.equivalent(negated ? store.negation(f) : f, g, 10)) << "seed " << seed << " round " << round;
    ASSERT_EQ(negation_normal_form(store, g), g);
  }
}

}  // namespace
}  // namespace lariat::ltl
