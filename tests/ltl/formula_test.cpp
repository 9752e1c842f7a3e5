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
  FormulaStore store;
  Formula a = store.atom("a"), b = store.atom("b"), c = store.atom("c");
  Formula t = store.truth(), f = store.falsity();
};

TEST_F(FormulaTest, EqualTreesAreTheSame) {
  EXPECT_EQ(store.until(a, store.next(b)), store.until(a, store.next(b)));
  EXPECT_NE(store.until(a, b), store.until(b, a));
  EXPECT_EQ(store.atom("a"), a);
  EXPECT_EQ(store.conjunction(store.conjunction(c, a), b), store.conjunction(a, store.conjunction(b, c)));
  EXPECT_EQ(store.size(store.conjunction(store.conjunction(c, a), b)), 5U);
  EXPECT_EQ(store.operands(store.conjunction(store.conjunction(c, a), b)).size(), 3U);
}

TEST_F(FormulaTest, SubformulasComeOperandsFirst) {
  const Formula g = store.until(store.next(a), store.conjunction(b, store.next(a)));
  const auto all = store.subformulas(g);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  EXPECT_EQ(all.back(), g);
  EXPECT_EQ(all.size(), 4U);  // a, b, X a, and (X a) M b... which is what b & X a after X a becomes
  EXPECT_EQ(store.atoms(g), (std::vector{a, b}));
}

TEST_F(FormulaTest, OperandsStayValidWhileTheStoreGrows) {
  const Formula g = store.disjunction(a, store.next(b));
  const auto operands = store.operands(g);
  Formula deep = a;
  for (int i = 0; i < 100000; ++i) deep = store.next(store.until(b, deep));
  EXPECT_EQ(operands.data(), store.operands(g).data());
  EXPECT_EQ(operands.size(), 2U);
  EXPECT_EQ(store.size(deep), 300001U);
}

TEST_F(FormulaTest, SizeSaturates) {
  Formula g = store.until(a, b);
  for (int i = 0; i < 100; ++i) g = store.until(store.next(g), g);
  EXPECT_EQ(store.size(g), std::numeric_limits<std::uint64_t>::max());
}

TEST_F(FormulaTest, StoresAreIndependentAndMovable) {
  FormulaStore other = std::move(store);
  EXPECT_EQ(other.name(a), "a");
  EXPECT_EQ(other.atom("a"), a);
  FormulaStore fresh;
  EXPECT_EQ(fresh.atom("z"), a);  // the same number, of another store
}

}  // namespace
}  // namespace lariat::ltl
