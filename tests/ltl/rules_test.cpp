// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "lariat/ltl/rewrite.hpp"
#include "ltl/words.hpp"

namespace lariat::ltl {
namespace {

// One formula for each rule that makes it apply, on its own, at the root.
const std::map<std::string_view, std::vector<const char*>> examples = {
    {"F-X", {"F X p0", "G X p0"}},
    {"F-U", {"F(p0 U p1)"}},
    {"F-M", {"F(p0 M p1)"}},
    {"G-R", {"G(p0 R p1)"}},
    {"G-W", {"G(p0 W p1)"}},
    {"F-or-F", {"F(p0 | F p1)"}},
    {"G-and-G", {"G(p0 & G p1)"}},
    {"FG-and-X", {"F G(p0 & X p1)"}},
    {"GF-or-X", {"G F(p0 | X p1)"}},
    {"U-X", {"X p0 U X p1", "X p0 R X p1", "X p0 W X p1", "X p0 M X p1"}},
    {"U-left-or", {"(p0 | p1) U p1", "(p0 | p1) W p1"}},
    {"R-left-and", {"(p0 & p1) R p1"}},
    {"U-left-not", {"(p0 & !p1) U p1", "(p0 & !p1) W p1", "(p0 & p1) U !p1"}},
    {"R-left-not", {"(p0 | !p1) R p1", "(p0 | !p1) M p1"}},
    {"W-right-and", {"p0 W (p0 & p1)", "(p0 & p2) W (p0 & p1 & p2)"}},
    {"R-right-or", {"p0 R (p0 | p1)", "p0 M (p0 | p1)", "(p0 | p2) R (p0 | p1 | p2)"}},
    {"U-right-G", {"p0 U (p1 | G p0)", "p0 W (p1 | G p0)", "p0 U G p0"}},
    {"R-right-F", {"p0 R (p1 & F p0)", "p0 M (p1 & F p0)", "p0 R F p0"}},
    {"U-right-U", {"p0 U (p1 | (p0 U p2))", "p0 U (p1 | (p0 W p2))", "p0 W (p1 | (p0 U p2))", "p0 W (p1 | (p0 W p2))"}},
    {"R-right-R", {"p0 R (p1 & (p0 R p2))", "p0 R (p1 & (p0 M p2))", "p0 M (p1 & (p0 R p2))", "p0 M (p1 & (p0 M p2))"}},
    {"or-fold", {"p0 | X F p0", "p1 | (p0 & X(p0 U p1))", "p1 | (p0 & X(p0 W p1)) | p2", "p0 | p1 | X F(p0 | p1)"}},
    {"and-fold", {"p0 & X G p0", "p1 & (p0 | X(p0 R p1))", "p1 & (p0 | X(p0 M p1)) & p2"}},
    {"and-now", {"p0 & (p1 | !p0)", "p0 | (p1 & !p0)", "p0 & (p1 | (p0 & X p1))", "X p0 & (p1 | (p2 & X p0))"}},
    {"and-always", {"G p0 & (p0 U p1)", "F p0 | (p1 U p0)", "G p0 & F(p1 & !p0)", "F(p0 | p1) | X(p0 & p2)"}},
    {"and-X", {"X p0 & X p1", "X p0 | X p1 | p2"}},
    {"and-G", {"G p0 & G p1"}},
    {"or-F", {"F p0 | F p1"}},
    {"and-FG", {"F G p0 & F G p1"}},
    {"or-GF", {"G F p0 | G F p1"}},
    {"and-U", {"(p0 U p1) & (p2 U p1)", "(p0 U p1) & (p2 W p1)", "(p0 W p1) & (p2 W p1)"}},
    {"or-U", {"(p0 U p1) | (p0 U p2)", "(p0 U p1) | (p0 W p2)", "(p0 W p1) | (p0 W p2)"}},
    {"and-R", {"(p0 R p1) & (p0 R p2)", "(p0 R p1) & (p0 M p2)", "(p0 M p1) & (p0 M p2)"}},
    {"or-R", {"(p0 R p1) | (p2 R p1)", "(p0 R p1) | (p2 M p1)", "(p0 M p1) | (p2 M p1)"}},
    {"and-F-W", {"F p1 & (p0 W p1)"}},
    {"and-F-R", {"F p0 & (p0 R p1)"}},
    {"or-G-U", {"G p0 | (p0 U p1)"}},
    {"or-G-M", {"G p1 | (p0 M p1)"}},
    {"and-factor", {"(p0 & p1) | (p0 & p2)", "(p0 | X p1) & (p0 | p2)"}},
    {"X-stable", {"X G F p0", "X F G p0"}},
    {"F-eventual", {"F(F p0 & F p1)", "F G F p0"}},
    {"G-universal", {"G(G p0 | G p1)", "G F G p0"}},
    {"U-eventual", {"p0 U F p1", "p0 U G F p1"}},
    {"R-universal", {"p0 R G p1"}},
    {"M-left-eventual", {"(F p0) M p1"}},
    {"W-left-universal", {"(G p0) W p1"}},
    {"lift-and", {"F(p0 & G F p1)", "X(p0 & G F p1)", "p0 U (p1 & F G p2)"}},
    {"lift-or", {"G(p0 | G F p1)", "X(p0 | G F p1)", "p0 R (p1 | F G p2)"}},
    {"lift-or-eventual", {"F(p0 | F p1)", "p0 U (p1 | F p2)", "p0 W (p1 | F p2)"}},
    {"lift-and-universal", {"G(p0 & G p1)", "p0 R (p1 & G p2)", "p0 M (p1 & G p2)"}},
    {"M-lift-left", {"(p0 & G F p1) M p2"}},
    {"W-lift-left", {"(p0 | G F p1) W p2"}},
    {"W-eventual", {"p0 W F p1"}},
    {"M-universal", {"p0 M G p1"}},
    {"U-left-universal", {"(G p0) U p1"}},
    {"R-left-eventual", {"(F p0) R p1"}},
    {"GF-and", {"G F(p0 & F p1)", "G F(p0 & G p1)", "G F(p0 & F p1 & G p2)"}},
    {"GF-or", {"G F(p0 | F p1)", "G F(p0 | G p1)"}},
    {"FG-and", {"F G(p0 & F p1)", "F G(p0 & G p1)"}},
    {"FG-or", {"F G(p0 | F p1)", "F G(p0 | G p1)"}},
    {"G-and-eventual", {"G(p0 & F p1)"}},
    {"F-or-universal", {"F(p0 | G p1)"}},
    {"G-or-eventual", {"G(F p0 | F p1)"}},
    {"F-and-universal", {"F(G p0 & G p1)"}},
    {"and-implied", {"p0 & F p0", "p0 | F p0", "(p0 U p1) & F p1", "G p0 | X p0"}},
    {"and-contradiction", {"G p0 & F !p0", "(p0 & X p1) & (p0 R X !p1)"}},
    {"or-tautology", {"G p0 | F !p0"}},
    {"and-excluded", {"G p0 & (p1 | F !p0)", "G p0 | (p1 & F !p0)", "p0 & X p1 & (p2 | G !p0)"}},
    {"U-implied", {"p0 U F p0", "p0 W (p1 U p0)"}},
    {"R-implied", {"p0 R G p0", "(p0 | p1) M p1"}},
    {"U-covered", {"p0 U (!p0 | p1)", "p0 W (!p0 | p1)"}},
    {"R-excluded", {"p0 R (!p0 & p1)", "(G p0) M (F !p0)"}},
    {"U-absorbed", {"p0 U ((p0 | p1) U p2)", "p0 U ((p0 | p1) W p2)", "p0 W ((p0 | p1) W p2)"}},
    {"R-absorbed", {"p0 R ((p0 & p1) R p2)", "p0 R ((p0 & p1) M p2)", "p0 M ((p0 & p1) M p2)"}},
    {"U-skips", {"p0 U ((p0 & p1) U p2)", "p0 W ((p0 & p1) U p2)", "p0 W ((p0 & p1) W p2)"}},
    {"R-skips", {"p0 R ((p0 | p1) R p2)", "p0 M ((p0 | p1) R p2)", "p0 M ((p0 | p1) M p2)"}},
    {"U-left-U", {"(p0 U p1) U (p0 | p2)", "(p0 W p1) U (p0 | p2)", "(p0 U p1) W (p0 | p2)", "(p0 W p1) W (p0 | p2)"}},
    {"R-left-R", {"(p0 R p1) R (p0 & p2)", "(p0 M p1) R (p0 & p2)", "(p0 R p1) M (p0 & p2)", "(p0 M p1) M (p0 & p2)"}},
    {"U-left-reaches", {"(p0 U p1) U (p1 | p2)", "(p0 U p1) W (p1 | p2)", "(p0 W p1) W (p1 | p2)"}},
    {"R-left-reaches", {"(p0 R p1) R (p1 & p2)", "(p0 R p1) M (p1 & p2)", "(p0 M p1) M (p1 & p2)"}},
    {"U-left-or-implied", {"(p0 | p1) U (p0 | p2)", "(p0 | p1) W (p0 | p2)"}},
    {"R-left-and-implied", {"(p0 & p1) R (p0 & p2)", "(p1 & F p0) M (p0 & p2)"}},
    {"U-left-and-covered", {"(p0 & p1) U (!p0 | p2)", "(p0 & p1) W (!p0 | p2)"}},
    {"R-left-or-excluded", {"(p0 | p1) R (!p0 & p2)", "(p0 | p1) M (!p0 & p2)"}},
};

TEST(Rules, EachAppliesToItsExamplesAndIsRightThere) {
  constexpr std::uint64_t seed = 42;
  RandomSource random(seed);
  FormulaStore store;
  Simplifier simplifier(store);
  Words words(store, random, 3);
  const auto rules = rewrite_rules();
  std::map<std::string_view, int> names;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    EXPECT_EQ(names[rules[i].name]++, 0) << "two rules are called " << rules[i].name;
    const auto found = examples.find(rules[i].name);
    ASSERT_NE(found, examples.end()) << rules[i].name;
    for (const char* text : found->second) {
      const Formula f = read(store, text);
      const Formula g = simplifier.apply(i, f);
      EXPECT_NE(f, g) << rules[i].name << " does not apply to " << text;
      EXPECT_TRUE(words.equivalent(f, g, 2000)) << rules[i].name << ", seed " << seed;
      if (!rules[i].grows) {
        EXPECT_LE(store.size(g), store.size(f)) << rules[i].name << " on " << text;
      }
    }
  }
  EXPECT_EQ(names.size(), examples.size());
}

// Every rule at the root of every subformula of random formulas, and of formulas made from few pieces, so that rules apply.
TEST(Rules, EachKeepsTheMeaningOfRandomFormulas) {
  constexpr std::uint64_t seed = 43;
  RandomSource random(seed);
  FormulaStore store;
  Simplifier simplifier(store);
  Words words(store, random, 2);
  RandomFormulaOptions options;
  options.atoms = 2;
  options.sugar = false;
  options.constants = false;
  const auto rules = rewrite_rules();
  // Binary trees over a small pool of subformulas repeat them often.
  std::vector<Formula> pool;
  for (int round = 0; round < 30000; ++round) {
    if (round % 500 == 0) {
      pool.clear();
      for (int i = 0; i < 8; ++i) {
        options.size = 1 + static_cast<unsigned>(random.below(4));
        pool.push_back(negation_normal_form(store, random_formula(store, random, options)));
      }
    }
    Formula f = pool[random.below(pool.size())];
    for (std::uint64_t depth = 1 + random.below(3); depth > 0; --depth) {
      const Formula other = pool[random.below(pool.size())];
      Op op = static_cast<Op>(static_cast<unsigned>(Op::conjunction) + random.below(op_count - 4));
      if (op == Op::exclusive_or || op == Op::implication || op == Op::equivalence) op = Op::disjunction;
      const Formula operands[] = {depth % 2 == 0 ? f : other, depth % 2 == 0 ? other : f};
      f = store.make(op, operands);
    }
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const Formula g = simplifier.apply(i, f);
      if (g == f) continue;
      ASSERT_TRUE(store.has(g, is_nnf)) << rules[i].name << ": " << to_string(store, g);
      ASSERT_TRUE(words.equivalent(f, g, 20)) << rules[i].name << ", seed " << seed << " round " << round;
      if (!rules[i].grows) {
        ASSERT_LE(store.size(g), store.size(f)) << rules[i].name << ": " << to_string(store, f);
      }
    }
  }
}

// Each rule on its examples with random formulas in place of the atoms.
TEST(Rules, EachKeepsTheMeaningOfItsInstances) {
  constexpr std::uint64_t seed = 46;
  RandomSource random(seed);
  FormulaStore store;
  Simplifier simplifier(store);
  Words words(store, random, 2);
  RandomFormulaOptions options;
  options.atoms = 2;
  options.constants = false;
  const auto rules = rewrite_rules();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const auto& texts = examples.at(rules[i].name);
    int applied = 0;
    for (int round = 0; round < 300; ++round) {
      std::string text = texts[static_cast<std::size_t>(round) % texts.size()];
      for (std::size_t at = 0; (at = text.find('p', at)) != std::string::npos;) {
        // The same atom is the same formula: drawn from a seed that the atom and the round determine.
        RandomSource draw(seed * 1000 + static_cast<std::uint64_t>(round) * 10 +
                          static_cast<std::uint64_t>(text[at + 1] - '0'));
        options.size = 1 + static_cast<unsigned>(draw.below(5));
        std::string instance = to_string(store, random_formula(store, draw, options));
        instance.insert(0, 1, '(').push_back(')');
        text.replace(at, 2, instance);
        at += instance.size();
      }
      const Formula f = negation_normal_form(store, read(store, text));
      const Formula g = simplifier.apply(i, f);
      if (g == f) continue;
      ++applied;
      ASSERT_TRUE(words.equivalent(f, g, 50)) << rules[i].name << " on " << text << ", seed " << seed;
      ASSERT_TRUE(rules[i].grows || store.size(g) <= store.size(f)) << rules[i].name << " on " << text;
    }
    EXPECT_GE(applied, 30) << rules[i].name;
  }
}

}  // namespace
}  // namespace lariat::ltl
