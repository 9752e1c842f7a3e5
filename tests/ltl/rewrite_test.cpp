// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/rewrite.hpp"

#include <gtest/gtest.h>

#include <map>

#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::ltl {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int formulas_a_level = 2000;
constexpr int chain = 80;
#else
constexpr int formulas_a_level = 20000;
constexpr int chain = 300;
#endif

ltl::Formula read(ltl::FormulaStore& store, std::string_view text) {
  const auto parsed = ltl::parse_formula(store, text);
  if (parsed) return parsed->formula;
  ADD_FAILURE() << to_string(parsed.errors().front());
  return {};
}

// Random words that a set of formulas is compared on.
class Words {
 public:
  Words(ltl::FormulaStore& store, ltl::RandomSource& random, unsigned atoms) : store_(store), random_(random) {
    for (unsigned i = 0; i < atoms; ++i) atoms_.push_back(store.atom(std::string("p").append(std::to_string(i))));
  }
  testing::AssertionResult equivalent(ltl::Formula f, ltl::Formula g, int words) {
    ltl::Evaluator left(store_, f, atoms_), right(store_, g, atoms_);
    for (int i = 0; i < words; ++i) {
      const ltl::LassoWord word = ltl::random_word(random_, static_cast<unsigned>(atoms_.size()), 4, 4);
      if (left.holds(word) != right.holds(word))
        return testing::AssertionFailure() << to_string(store_, f) << " is not " << to_string(store_, g);
    }
    return testing::AssertionSuccess();
  }
  testing::AssertionResult implies(ltl::Formula f, ltl::Formula g, int words) {
    ltl::Evaluator left(store_, f, atoms_), right(store_, g, atoms_);
    for (int i = 0; i < words; ++i) {
      const ltl::LassoWord word = ltl::random_word(random_, static_cast<unsigned>(atoms_.size()), 4, 4);
      if (left.holds(word) && !right.holds(word))
        return testing::AssertionFailure() << to_string(store_, f) << " does not imply " << to_string(store_, g);
    }
    return testing::AssertionSuccess();
  }

 private:
  ltl::FormulaStore& store_;
  ltl::RandomSource& random_;
  std::vector<ltl::Formula> atoms_;
};

TEST(NegationNormalForm, KnownFormulas) {
  const auto nnf = [](const char* text, bool negated) {
    ltl::FormulaStore store;
    return to_string(store, ltl::negation_normal_form(store, read(store, text), negated));
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
  ltl::RandomSource random(seed);
  ltl::FormulaStore store;
  Words words(store, random, 3);
  ltl::RandomFormulaOptions options;
  options.atoms = 3;
  for (int round = 0; round < 5000; ++round) {
    options.size = 1 + static_cast<unsigned>(random.below(15));
    const ltl::Formula f = ltl::random_formula(store, random, options);
    const bool negated = random.below(2) == 1;
    const ltl::Formula g = ltl::negation_normal_form(store, f, negated);
    ASSERT_TRUE(store.has(g, is_nnf)) << to_string(store, g);
    for (const ltl::Formula h : store.subformulas(g)) {
      const ltl::Op op = store.op(h);
      ASSERT_TRUE(op != ltl::Op::exclusive_or && op != ltl::Op::implication && op != ltl::Op::equivalence);
      ASSERT_TRUE(op != ltl::Op::negation || store.is_literal(h));
    }
    ASSERT_TRUE(words.equivalent(negated ? store.negation(f) : f, g, 10)) << "seed " << seed << " round " << round;
    ASSERT_EQ(ltl::negation_normal_form(store, g), g);
  }
}

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
  ltl::RandomSource random(seed);
  ltl::FormulaStore store;
  ltl::Simplifier simplifier(store);
  Words words(store, random, 3);
  const auto rules = ltl::rewrite_rules();
  std::map<std::string_view, int> names;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    EXPECT_EQ(names[rules[i].name]++, 0) << "two rules are called " << rules[i].name;
    const auto found = examples.find(rules[i].name);
    ASSERT_NE(found, examples.end()) << rules[i].name;
    for (const char* text : found->second) {
      const ltl::Formula f = read(store, text);
      const ltl::Formula g = simplifier.apply(i, f);
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
  ltl::RandomSource random(seed);
  ltl::FormulaStore store;
  ltl::Simplifier simplifier(store);
  Words words(store, random, 2);
  ltl::RandomFormulaOptions options;
  options.atoms = 2;
  options.sugar = false;
  options.constants = false;
  const auto rules = ltl::rewrite_rules();
  // Binary trees over a small pool of subformulas repeat them often.
  std::vector<ltl::Formula> pool;
  for (int round = 0; round < 30000; ++round) {
    if (round % 500 == 0) {
      pool.clear();
      for (int i = 0; i < 8; ++i) {
        options.size = 1 + static_cast<unsigned>(random.below(4));
        pool.push_back(ltl::negation_normal_form(store, ltl::random_formula(store, random, options)));
      }
    }
    ltl::Formula f = pool[random.below(pool.size())];
    for (std::uint64_t depth = 1 + random.below(3); depth > 0; --depth) {
      const ltl::Formula other = pool[random.below(pool.size())];
      ltl::Op op = static_cast<ltl::Op>(static_cast<unsigned>(ltl::Op::conjunction) + random.below(ltl::op_count - 4));
      if (op == ltl::Op::exclusive_or || op == ltl::Op::implication || op == ltl::Op::equivalence) op = ltl::Op::disjunction;
      const ltl::Formula operands[] = {depth % 2 == 0 ? f : other, depth % 2 == 0 ? other : f};
      f = store.make(op, operands);
    }
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const ltl::Formula g = simplifier.apply(i, f);
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
  ltl::RandomSource random(seed);
  ltl::FormulaStore store;
  ltl::Simplifier simplifier(store);
  Words words(store, random, 2);
  ltl::RandomFormulaOptions options;
  options.atoms = 2;
  options.constants = false;
  const auto rules = ltl::rewrite_rules();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const auto& texts = examples.at(rules[i].name);
    int applied = 0;
    for (int round = 0; round < 300; ++round) {
      std::string text = texts[static_cast<std::size_t>(round) % texts.size()];
      for (std::size_t at = 0; (at = text.find('p', at)) != std::string::npos;) {
        // The same atom is the same formula: drawn from a seed that the atom and the round determine.
        ltl::RandomSource draw(seed * 1000 + static_cast<std::uint64_t>(round) * 10 +
                               static_cast<std::uint64_t>(text[at + 1] - '0'));
        options.size = 1 + static_cast<unsigned>(draw.below(5));
        std::string instance = to_string(store, ltl::random_formula(store, draw, options));
        instance.insert(0, 1, '(').push_back(')');
        text.replace(at, 2, instance);
        at += instance.size();
      }
      const ltl::Formula f = ltl::negation_normal_form(store, read(store, text));
      const ltl::Formula g = simplifier.apply(i, f);
      if (g == f) continue;
      ++applied;
      ASSERT_TRUE(words.equivalent(f, g, 50)) << rules[i].name << " on " << text << ", seed " << seed;
      ASSERT_TRUE(rules[i].grows || store.size(g) <= store.size(f)) << rules[i].name << " on " << text;
    }
    EXPECT_GE(applied, 30) << rules[i].name;
  }
}

TEST(Implication, IsSound) {
  constexpr std::uint64_t seed = 44;
  ltl::RandomSource random(seed);
  ltl::FormulaStore store;
  ltl::Simplifier simplifier(store);
  Words words(store, random, 2);
  ltl::RandomFormulaOptions options;
  options.atoms = 2;
  options.sugar = false;
  int implied = 0;
  for (int round = 0; round < 40000; ++round) {
    options.size = 1 + static_cast<unsigned>(random.below(6));
    const ltl::Formula f = ltl::negation_normal_form(store, ltl::random_formula(store, random, options));
    options.size = 1 + static_cast<unsigned>(random.below(6));
    const ltl::Formula g = ltl::negation_normal_form(store, ltl::random_formula(store, random, options));
    if (f == g || store.is_constant(f) || store.is_constant(g) || !simplifier.implies(f, g)) continue;
    ++implied;
    ASSERT_TRUE(words.implies(f, g, 50)) << "seed " << seed << " round " << round;
  }
  EXPECT_GT(implied, 2000);
}

TEST(Implication, KnownFormulas) {
  ltl::FormulaStore store;
  ltl::Simplifier simplifier(store);
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
    ltl::FormulaStore store;
    ltl::Simplifier simplifier(store);
    const ltl::Formula f = simplifier.simplify(read(store, text));
    EXPECT_EQ(f, read(store, wanted)) << text << " became " << to_string(store, f);
  }
}

// Nothing recurses and nothing is quadratic, however deep or wide.
TEST(Rewrite, DeepAndWideFormulas) {
  constexpr int depth = 100000;
  ltl::FormulaStore store;
  const ltl::Formula a = store.atom("a"), b = store.atom("b");
  std::vector<ltl::Formula> large;
  ltl::Formula f = a;
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
  std::vector<ltl::Formula> many;
  many.reserve(depth);
  for (int i = 0; i < depth; ++i) many.push_back(store.finally(store.atom(std::string("p").append(std::to_string(i)))));
  large.push_back(store.negation(store.disjunction(many)));
  ltl::Simplifier simplifier(store);
  for (const ltl::Formula g : large) {
    const ltl::Formula h = ltl::negation_normal_form(store, g, true);
    EXPECT_TRUE(store.has(h, is_nnf));
    EXPECT_EQ(simplifier.simplify(g), ltl::negation_normal_form(store, g));  // too large for more
    const std::vector<ltl::Formula> atoms = {a, b};
    EXPECT_NE(ltl::evaluate(store, g, atoms, {{1, 2}, {3, 0}}), ltl::evaluate(store, h, atoms, {{1, 2}, {3, 0}}));
  }
}

// Just below the limit all rules are at work: still fast.
TEST(Rewrite, LargeFormulasWithAllRules) {
  ltl::FormulaStore store;
  ltl::SimplifyOptions options;
  ltl::Simplifier simplifier(store, options);
  const auto atom = [&](int i) { return store.atom(std::string("p").append(std::to_string(i))); };
  ltl::Formula nested = atom(0), chain = atom(0), untils = atom(0);
  std::vector<ltl::Formula> wide;
  for (int i = 1; i < 1200; ++i) {
    nested = store.globally(store.conjunction(nested, atom(i)));
    chain = store.until(atom(i % 7), store.next(store.disjunction(chain, atom(i % 5))));
    const ltl::Formula pair[] = {atom(i % 3), untils};
    untils = store.make(static_cast<ltl::Op>(static_cast<int>(ltl::Op::until) + i % 4), pair);
    wide.push_back(store.until(atom(i), atom(i + 1)));
  }
  EXPECT_EQ(store.size(simplifier.simplify(nested)), 2U * 1200);  // one G over all
  EXPECT_TRUE(store.has(simplifier.simplify(chain), is_nnf));
  EXPECT_TRUE(store.has(simplifier.simplify(untils), is_nnf));
  EXPECT_TRUE(store.has(simplifier.simplify(store.conjunction(wide)), is_nnf));
  EXPECT_TRUE(store.has(simplifier.simplify(store.disjunction(wide)), is_nnf));
}

// Rules that grow do so within bounds, also when they meet each other many times.
TEST(Rewrite, GrowthIsBounded) {
  ltl::FormulaStore store;
  ltl::Simplifier simplifier(store);
  const auto atom = [&](int i) { return store.atom(std::string("p").append(std::to_string(i))); };
  ltl::Formula until = atom(0), release = atom(0), weak = atom(0), infinitely = atom(0);
  for (int i = 1; i < chain; ++i) {
    until = store.until(store.globally(atom(i)), until);
    release = store.release(store.finally(atom(i)), release);
    weak = store.weak_until(store.disjunction(atom(i), store.finally(atom(i + 1))), store.finally(weak));
    infinitely = store.globally(store.finally(store.conjunction(store.finally(infinitely), atom(i))));
  }
  for (const ltl::Formula f : {until, release, weak, infinitely})
    EXPECT_LE(store.size(simplifier.simplify(f)), 2 * store.size(f)) << store.size(f);
}

struct Setting {
  ltl::RewriteLevel level;
  bool growing;
};

class SimplifyRandom : public testing::TestWithParam<Setting> {};

TEST_P(SimplifyRandom, KeepsTheMeaning) {
  constexpr std::uint64_t seed = 45;
  ltl::RandomSource random(seed);
  ltl::SimplifyOptions simplify_options;
  simplify_options.level = GetParam().level;
  simplify_options.growing = GetParam().growing;
  ltl::RandomFormulaOptions options;
  std::uint64_t before = 0, after = 0;
  ltl::FormulaStore store;
  ltl::Simplifier simplifier(store, simplify_options);
  Words words(store, random, 4);
  const auto rules = ltl::rewrite_rules();
  const auto grown = [&] {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < rules.size(); ++i)
      if (rules[i].grows) count += simplifier.applications()[i];
    return count;
  };
  for (int round = 0; round < formulas_a_level; ++round) {
    options.size = 1 + static_cast<unsigned>(random.below(20));
    options.atoms = 1 + static_cast<unsigned>(random.below(4));
    const ltl::Formula f = ltl::random_formula(store, random, options);
    const ltl::Formula normal = ltl::negation_normal_form(store, f);
    const std::uint64_t grown_before = grown();
    const ltl::Formula g = simplifier.simplify(f);
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
                         testing::Values(Setting{ltl::RewriteLevel::basic, false}, Setting{ltl::RewriteLevel::eventual, false},
                                         Setting{ltl::RewriteLevel::implication, false},
                                         Setting{ltl::RewriteLevel::implication, true}));

}  // namespace
}  // namespace lariat::ltl
