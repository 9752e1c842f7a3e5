// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/compare.hpp"

#include <gtest/gtest.h>

#include <string>

#include "lariat/automata/accepts.hpp"
#include "lariat/automata/stutter.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::automata {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int rounds = 100;
#else
constexpr int rounds = 2000;
#endif

ltl::Formula read(ltl::FormulaStore& store, const std::string& text) {
  auto parsed = ltl::parse_formula(store, text);
  EXPECT_TRUE(parsed) << text;
  return parsed->formula;
}

TEST(Compare, KnownEquivalences) {
  ltl::FormulaStore store;
  const std::pair<const char*, const char*> equal[] = {
      {"F G a & F G b", "F G(a & b)"},  {"a U (a U b)", "a U b"},    {"!(a U b)", "!a R !b"},   {"G(a | F a)", "G F a"},
      {"F(a & F b)", "!a U (a & F b)"}, {"G(a -> X a)", "!a W G a"}, {"a W b", "G a | (a U b)"}};
  for (const auto& [f, g] : equal)
    EXPECT_EQ(automata::equivalent(store, read(store, f), read(store, g)).answer, automata::Answer::yes) << f;
  const std::pair<const char*, const char*> different[] = {
      {"G F a", "F G a"}, {"a U b", "a W b"}, {"X a", "X b"}, {"F a", "X F a"}};
  for (const auto& [f, g] : different) {
    const automata::Comparison result = automata::equivalent(store, read(store, f), read(store, g));
    EXPECT_EQ(result.answer, automata::Answer::no) << f;
    ASSERT_TRUE(result.word);
    EXPECT_NE(ltl::evaluate(store, read(store, f), result.atoms, *result.word),
              ltl::evaluate(store, read(store, g), result.atoms, *result.word));
  }
}

TEST(Compare, Implications) {
  ltl::FormulaStore store;
  EXPECT_EQ(automata::implies(store, read(store, "F G a"), read(store, "G F a")).answer, automata::Answer::yes);
  EXPECT_EQ(automata::implies(store, read(store, "a U b"), read(store, "a W b")).answer, automata::Answer::yes);
  EXPECT_EQ(automata::implies(store, read(store, "false"), read(store, "a")).answer, automata::Answer::yes);
  const automata::Comparison result = automata::implies(store, read(store, "G F a"), read(store, "F G a"));
  EXPECT_EQ(result.answer, automata::Answer::no);
  ASSERT_TRUE(result.word);
  EXPECT_TRUE(ltl::evaluate(store, read(store, "G F a"), result.atoms, *result.word));
  EXPECT_FALSE(ltl::evaluate(store, read(store, "F G a"), result.atoms, *result.word));
}

TEST(Compare, RandomFormulasAgreeWithWords) {
  ltl::RandomSource random(5);
  int equal = 0;
  for (int round = 0; round < rounds; ++round) {
    ltl::FormulaStore store;
    const ltl::Formula f = ltl::random_formula(store, random, {.size = 6, .atoms = 2});
    const ltl::Formula g = ltl::random_formula(store, random, {.size = 6, .atoms = 2});
    const automata::Comparison result = automata::equivalent(store, f, g);
    ASSERT_NE(result.answer, automata::Answer::unknown);
    if (result.answer == automata::Answer::no) {
      ASSERT_NE(ltl::evaluate(store, f, result.atoms, *result.word), ltl::evaluate(store, g, result.atoms, *result.word));
      continue;
    }
    ++equal;
    for (int i = 0; i < 50; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, 2, 3, 3);
      ASSERT_EQ(ltl::evaluate(store, f, result.atoms, word), ltl::evaluate(store, g, result.atoms, word))
          << to_string(store, f) << " and " << to_string(store, g);
    }
  }
  EXPECT_GT(equal, 0);
}

TEST(Compare, ChecksTranslations) {
  ltl::FormulaStore store;
  const ltl::Formula f = read(store, "G(a -> F b)");
  const automata::Automaton right = *translate(store, f).automaton;
  EXPECT_EQ(automata::check_translation(store, f, right).answer, automata::Answer::yes);
  // Automata that accept too much, and too little.
  for (const char* other : {"G F b | G !a | F b", "G F b", "G(a -> X F b)", "true", "false"}) {
    const automata::Automaton wrong = *translate(store, read(store, other)).automaton;
    const automata::Comparison result = automata::check_translation(store, f, wrong);
    EXPECT_EQ(result.answer, automata::Answer::no) << other;
    ASSERT_TRUE(result.word) << other;
    EXPECT_NE(ltl::evaluate(store, f, result.atoms, *result.word),
              ltl::evaluate(store, read(store, other), result.atoms, *result.word))
        << other;
  }
}

TEST(Compare, StopsAtLimits) {
  ltl::FormulaStore store;
  const automata::Comparison result =
      automata::equivalent(store, read(store, "F a & F b & F c & F d"), read(store, "F a"), {.max_states = 3});
  EXPECT_EQ(result.answer, automata::Answer::unknown);
  EXPECT_NE(result.reason, "");
  std::string many = "F a0";
  for (int i = 1; i < 70; ++i) many += " | F a" + std::to_string(i);
  const automata::Comparison wide = automata::equivalent(store, read(store, many), read(store, "F a0"));
  EXPECT_EQ(wide.answer, automata::Answer::unknown);
}

TEST(Stutter, KnownFormulas) {
  ltl::FormulaStore store;
  for (const char* yes : {"a U b", "F(a & X !a)", "G(a -> X a)", "!a | X(a | F b) | X(!a & G !b)",
                          "F(!a & X(a & X F(!a & F a)))", "X a | X !a", "G F(a & X !a)", "(!a & X a) | a | G !a | F a"})
    EXPECT_EQ(automata::is_stutter_invariant(store, read(store, yes)), automata::Answer::yes) << yes;
  for (const char* no :
       {"X a", "X F a", "a & X !a", "G(a -> X !a)", "F(a & X a)", "G F(a & X a & X X !a)", "X X true & X(a | b)"})
    EXPECT_EQ(automata::is_stutter_invariant(store, read(store, no)), automata::Answer::no) << no;
}

// A formula found invariant must not tell a word from one with letters repeated, and one that does must not be found invariant.
TEST(Stutter, AgreesWithStretchedWords) {
  ltl::RandomSource random(6);
  int invariant = 0;
  int variant = 0;
  // All short words over two atoms, each of whose letters will be repeated.
  std::vector<ltl::LassoWord> words;
  for (std::uint64_t stem = 0; stem < 64; ++stem)
    for (std::uint64_t cycle = 0; cycle < 16; ++cycle) {
      words.push_back({{stem & 3, stem >> 2 & 3, stem >> 4 & 3}, {cycle & 3, cycle >> 2 & 3}});
    }
  for (int round = 0; round < rounds / 4; ++round) {
    ltl::FormulaStore store;
    const ltl::Formula f = ltl::random_formula(store, random, {.size = 7, .atoms = 2});
    const automata::Answer answer = automata::is_stutter_invariant(store, f);
    ASSERT_NE(answer, automata::Answer::unknown);
    const std::vector<ltl::Formula> atoms = store.atoms(f);
    if (!store.has(f, ltl::is_next_free)) ++(answer == automata::Answer::yes ? invariant : variant);
    bool told_apart = false;
    ltl::Evaluator evaluator(store, f, atoms);
    for (const ltl::LassoWord& word : words) {
      const bool holds = evaluator.holds(word);
      for (std::size_t i = 0; i < word.positions(); ++i) {
        ltl::LassoWord stretched = word;
        auto& part = i < word.stem.size() ? stretched.stem : stretched.cycle;
        part.insert(part.begin() + static_cast<std::ptrdiff_t>(i < word.stem.size() ? i : i - word.stem.size()),
                    word.letter(i));
        told_apart = told_apart || evaluator.holds(stretched) != holds;
      }
    }
    // Formulas this small are told apart by short words, if at all.
    ASSERT_EQ(answer == automata::Answer::no, told_apart) << to_string(store, f);
  }
  EXPECT_GT(invariant, 0);
  EXPECT_GT(variant, 0);
}

}  // namespace
}  // namespace lariat::automata
