// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "lariat/ltl/rewrite.hpp"
#include "ltl/words.hpp"

namespace lariat::ltl {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int formulas_a_level = 2000;
constexpr int chain = 80;
#else
constexpr int formulas_a_level = 20000;
constexpr int chain = 300;
#endif

TEST(Simplify, KnownFormulas) {
  const std::pair<const char*, const char*> known[] = {
      {"F(a U b)", "F b"},
      {"F G F a", "G F a"},
      {"X G F a", "G F a"},
      {"G F X a", "G F a"},
      {"a U F b", "F b"},
      {"G F a | G F b", "G F (a | b)"},
      {"G(F a & F b)", "G F a & G F b"},
      {"G F(a & F b)", "G F a & G F b"},
      {"F(a & G F b)", "F a & G F b"},
      {"G a & F !a", "false"},
      {"a W !a", "true"},
      {"(a U b) | G a", "a W b"},
      {"(a W b) & F b", "a U b"},
      {"a & X G a", "G a"},
      {"b | (a & X(a U b))", "a U b"},
      {"G a & (a U b)", "F b & G a"},
      {"a & (!a | b)", "a & b"},
      {"(a & b) | (a & !b)", "a"},
      {"a U (b | a U c)", "a U (b | c)"},
      {"(a U b) & (c U b)", "(a & c) U b"},
      {"G(a -> a)", "true"},
      {"!(F a -> F(a | b))", "false"},
      {"F a & F G a & a", "a & F G a"},
      {"0 R (a W 0)", "G a"},
      {"F !a & (!a | G a)", "!a"},
  };
  for (const auto& [text, wanted] : known) {
    FormulaStore store;
    Simplifier simplifier(store);
    const Formula f = simplifier.simplify(read(store, text));
    EXPECT_EQ(f, read(store, wanted)) << text << " became " << to_string(store, f);
  }
}

// Nothing recurses and nothing is quadratic, however deep or wide.
TEST(Simplify, DeepAndWideFormulas) {
  constexpr int depth = 100000;
  FormulaStore store;
  const Formula a = store.atom("a"), b = store.atom("b");
  std::vector<Formula> large;
  Formula f = a;
  for (int i = 0; i < depth; ++i) f = store.until(b, store.negation(store.next(f)));
  large.push_back(f);
  f = a;
  for (int i = 0; i < depth; ++i) f = store.implication(store.atom(std::string("p").append(std::to_string(i))), f);
  large.push_back(f);
  f = a;
  for (int i = 0; i < depth; ++i) f = store.equivalence(store.next(f), b);  // a tree of 2^100000 nodes
  large.push_back(f);
  f = a;
  for (int i = 0; i < depth; ++i)
    f = store.globally(store.conjunction(f, store.atom(std::string("p").append(std::to_string(i)))));
  large.push_back(f);
  std::vector<Formula> many;
  many.reserve(depth);
  for (int i = 0; i < depth; ++i) many.push_back(store.finally(store.atom(std::string("p").append(std::to_string(i)))));
  large.push_back(store.negation(store.disjunction(many)));
  Simplifier simplifier(store);
  for (const Formula g : large) {
    const Formula h = negation_normal_form(store, g, true);
    EXPECT_TRUE(store.has(h, is_nnf));
    EXPECT_EQ(simplifier.simplify(g), negation_normal_form(store, g));  // too large for more
    const std::vector<Formula> atoms = {a, b};
    EXPECT_NE(evaluate(store, g, atoms, {{1, 2}, {3, 0}}), evaluate(store, h, atoms, {{1, 2}, {3, 0}}));
  }
}

// Just below the limit all rules are at work: still fast.
TEST(Simplify, LargeFormulasWithAllRules) {
  FormulaStore store;
  SimplifyOptions options;
  Simplifier simplifier(store, options);
  const auto atom = [&](int i) { return store.atom(std::string("p").append(std::to_string(i))); };
  Formula nested = atom(0), chain = atom(0), untils = atom(0);
  std::vector<Formula> wide;
  for (int i = 1; i < 1200; ++i) {
    nested = store.globally(store.conjunction(nested, atom(i)));
    chain = store.until(atom(i % 7), store.next(store.disjunction(chain, atom(i % 5))));
    const Formula pair[] = {atom(i % 3), untils};
    untils = store.make(static_cast<Op>(static_cast<int>(Op::until) + i % 4), pair);
    wide.push_back(store.until(atom(i), atom(i + 1)));
  }
  EXPECT_EQ(store.size(simplifier.simplify(nested)), 2U * 1200);  // one G over all
  EXPECT_TRUE(store.has(simplifier.simplify(chain), is_nnf));
  EXPECT_TRUE(store.has(simplifier.simplify(untils), is_nnf));
  EXPECT_TRUE(store.has(simplifier.simplify(store.conjunction(wide)), is_nnf));
  EXPECT_TRUE(store.has(simplifier.simplify(store.disjunction(wide)), is_nnf));
}

// Rules that grow do so within bounds, also when they meet each other many times.
TEST(Simplify, GrowthIsBounded) {
  FormulaStore store;
  Simplifier simplifier(store);
  const auto atom = [&](int i) { return store.atom(std::string("p").append(std::to_string(i))); };
  Formula until = atom(0), release = atom(0), weak = atom(0), infinitely = atom(0);
  for (int i = 1; i < chain; ++i) {
    until = store.until(store.globally(atom(i)), until);
    release = store.release(store.finally(atom(i)), release);
    weak = store.weak_until(store.disjunction(atom(i), store.finally(atom(i + 1))), store.finally(weak));
    infinitely = store.globally(store.finally(store.conjunction(store.finally(infinitely), atom(i))));
  }
  for (const Formula f : {until, release, weak, infinitely})
    EXPECT_LE(store.size(simplifier.simplify(f)), 2 * store.size(f)) << store.size(f);
}

struct Setting {
  RewriteLevel level;
  bool growing;
};

class SimplifyRandom : public testing::TestWithParam<Setting> {};

TEST_P(SimplifyRandom, KeepsTheMeaning) {
  constexpr std::uint64_t seed = 45;
  RandomSource random(seed);
  SimplifyOptions simplify_options;
  simplify_options.level = GetParam().level;
  simplify_options.growing = GetParam().growing;
  RandomFormulaOptions options;
  std::uint64_t before = 0, after = 0;
  FormulaStore store;
  Simplifier simplifier(store, simplify_options);
  Words words(store, random, 4);
  const auto rules = rewrite_rules();
  const auto grown = [&] {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < rules.size(); ++i)
      if (rules[i].grows) count += simplifier.applications()[i];
    return count;
  };
  for (int round = 0; round < formulas_a_level; ++round) {
    options.size = 1 + static_cast<unsigned>(random.below(20));
    options.atoms = 1 + static_cast<unsigned>(random.below(4));
    const Formula f = random_formula(store, random, options);
    const Formula normal = negation_normal_form(store, f);
    const std::uint64_t grown_before = grown();
    const Formula g = simplifier.simplify(f);
    ASSERT_TRUE(store.has(g, is_nnf));
    ASSERT_TRUE(words.equivalent(f, g, 10)) << "seed " << seed << " round " << round;
    ASSERT_EQ(simplifier.simplify(g), g) << "seed " << seed << " round " << round << ": " << to_string(store, g);
    if (grown() == grown_before && !GetParam().growing) {
      ASSERT_LE(store.size(g), store.size(normal))
          << "seed " << seed << " round " << round << ": " << to_string(store, normal) << " became " << to_string(store, g);
    }
    before += store.size(normal);
    after += store.size(g);
  }
  RecordProperty("nodes_before", std::to_string(before));
  RecordProperty("nodes_after", std::to_string(after));
  EXPECT_LT(after, before);
}

INSTANTIATE_TEST_SUITE_P(Levels, SimplifyRandom,
                         testing::Values(Setting{RewriteLevel::basic, false}, Setting{RewriteLevel::eventual, false},
                                         Setting{RewriteLevel::implication, false}, Setting{RewriteLevel::implication, true}));

}  // namespace
}  // namespace lariat::ltl
