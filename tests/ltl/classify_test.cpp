// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/classify.hpp"

#include <gtest/gtest.h>

#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::ltl {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int formulas = 2000;
#else
constexpr int formulas = 20000;
#endif

// Manna and Pnueli's own forms, and combinations whose class is known.
TEST(Classify, KnownFormulas) {
  const std::pair<const char*, const char*> known[] = {
      {"true", "bottom"},
      {"a & X !b", "bottom"},
      {"a <-> X X b", "bottom"},
      {"G a", "safety"},
      {"!F a", "safety"},
      {"a W b", "safety"},
      {"a R X b", "safety"},
      {"G(a -> G b)", "safety"},
      {"G(a -> X b)", "safety"},
      {"F a", "guarantee"},
      {"a U b", "guarantee"},
      {"a M b", "guarantee"},
      {"F(a & F b)", "guarantee"},
      {"F a -> F b", "obligation"},
      {"G a | F b", "obligation"},
      {"(G a) <-> F b", "obligation"},
      {"(G a) U b", "obligation"},
      {"a W (F b)", "obligation"},
      {"G F a", "recurrence"},
      {"G(a -> F b)", "recurrence"},
      {"(G F a) U b", "recurrence"},
      {"F G a", "persistence"},
      {"F(a & G b)", "persistence"},
      {"!G F a", "persistence"},
      {"a U G b", "persistence"},
      {"G F a -> G F b", "reactivity"},
      {"F G a | G F b", "reactivity"},
      {"G F a <-> G F b", "reactivity"},
      {"G(F a | F G b)", "reactivity"},
  };
  for (const auto& [text, wanted] : known) {
    FormulaStore store;
    const auto parsed = parse_formula(store, text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(to_string(syntactic_class(store, parsed->formula)), wanted) << text;
  }
}

TEST(Classify, StutterInvariance) {
  FormulaStore store;
  const Formula a = store.atom("a");
  EXPECT_TRUE(syntactically_stutter_invariant(store, store.globally(store.finally(a))));
  EXPECT_FALSE(syntactically_stutter_invariant(store, store.globally(store.next(a))));
}

// A safety formula that fails fails by a finite prefix: no continuation mends it. A guarantee formula that holds holds by one.
// The prefix lengths are ample for formulas of this size.
TEST(Classify, SafetyAndGuaranteeAreDecidedByPrefixes) {
  constexpr std::uint64_t seed = 31;
  RandomSource random(seed);
  FormulaStore store;
  const std::vector<Formula> atoms = {store.atom("p0"), store.atom("p1")};
  RandomFormulaOptions options;
  options.atoms = 2;
  int safety = 0, guarantee = 0;
  for (int round = 0; round < formulas; ++round) {
    options.size = 3 + static_cast<unsigned>(random.below(6));
    const Formula f = random_formula(store, random, options);
    const LassoWord word = random_word(random, 2, 2, 3);
    Evaluator evaluator(store, f, atoms);
    const bool holds = evaluator.holds(word);
    const bool decided = holds ? store.has(f, is_guarantee) : store.has(f, is_safety);
    if (!decided) continue;
    ++(holds ? guarantee : safety);
    for (int continuation = 0; continuation < 4; ++continuation) {
      LassoWord other = word;
      for (int i = 0; i < 40; ++i) other.stem.insert(other.stem.end(), word.cycle.begin(), word.cycle.end());
      other.cycle = random_word(random, 2, 0, 3).cycle;
      ASSERT_EQ(evaluator.holds(other), holds) << "seed " << seed << ": " << to_string(store, f);
    }
  }
  EXPECT_GT(safety, formulas / 20);
  EXPECT_GT(guarantee, formulas / 20);
}

// The hierarchy is symmetric under negation, and its classes contain one another as in the figure.
TEST(Classify, NegationSwapsTheClasses) {
  constexpr std::uint64_t seed = 32;
  RandomSource random(seed);
  FormulaStore store;
  RandomFormulaOptions options;
  options.size = 9;
  for (int round = 0; round < 5000; ++round) {
    const Formula f = random_formula(store, random, options);
    const Formula g = store.negation(f);
    ASSERT_EQ(store.has(f, is_safety), store.has(g, is_guarantee)) << to_string(store, f);
    ASSERT_EQ(store.has(f, is_obligation), store.has(g, is_obligation)) << to_string(store, f);
    ASSERT_EQ(store.has(f, is_recurrence), store.has(g, is_persistence)) << to_string(store, f);
    ASSERT_TRUE(!store.has(f, is_safety) || store.has(f, is_obligation)) << to_string(store, f);
    ASSERT_TRUE(!store.has(f, is_obligation) || store.has(f, is_recurrence | is_persistence)) << to_string(store, f);
  }
}

}  // namespace
}  // namespace lariat::ltl
