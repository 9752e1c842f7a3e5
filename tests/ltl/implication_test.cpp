// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <utility>

#include "lariat/ltl/rewrite.hpp"
#include "ltl/words.hpp"

namespace lariat::ltl {
namespace {

TEST(Implication, IsSound) {
  constexpr std::uint64_t seed = 44;
  RandomSource random(seed);
  FormulaStore store;
  Simplifier simplifier(store);
  Words words(store, random, 2);
  RandomFormulaOptions options;
  options.atoms = 2;
  options.sugar = false;
  int implied = 0;
  for (int round = 0; round < 40000; ++round) {
    options.size = 1 + static_cast<unsigned>(random.below(6));
    const Formula f = negation_normal_form(store, random_formula(store, random, options));
    options.size = 1 + static_cast<unsigned>(random.below(6));
    const Formula g = negation_normal_form(store, random_formula(store, random, options));
    if (f == g || store.is_constant(f) || store.is_constant(g) || !simplifier.implies(f, g)) continue;
    ++implied;
    ASSERT_TRUE(words.implies(f, g, 50)) << "seed " << seed << " round " << round;
  }
  EXPECT_GT(implied, 2000);
}

TEST(Implication, KnownFormulas) {
  FormulaStore store;
  Simplifier simplifier(store);
  const std::pair<const char*, const char*> yes[] = {
      {"a & b", "a"},
      {"a", "a | b"},
      {"G a", "a"},
      {"G a", "X X a"},
      {"a", "F a"},
      {"X a", "F a"},
      {"a U b", "F b"},
      {"a U b", "a W b"},
      {"a M b", "a R b"},
      {"a M b", "F a"},
      {"G a", "a W b"},
      {"G b", "a R b"},
      {"a U b", "(a | c) U (b | d)"},
      {"G F(a & b)", "G F a"},
      {"a M b", "b U a"},
      {"F G a", "G F a"},
  };
  for (const auto& [a, b] : yes) EXPECT_TRUE(simplifier.implies(read(store, a), read(store, b))) << a << " => " << b;
  const std::pair<const char*, const char*> no[] = {{"a", "b"},         {"F a", "a"},   {"a W b", "a U b"}, {"a", "!a"},
                                                    {"G F a", "F G a"}, {"F a", "G a"}, {"a R b", "F a"}};
  for (const auto& [a, b] : no) EXPECT_FALSE(simplifier.implies(read(store, a), read(store, b))) << a << " => " << b;
}

}  // namespace
}  // namespace lariat::ltl
