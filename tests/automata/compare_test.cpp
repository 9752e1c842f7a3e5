// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/compare.hpp"

#include <gtest/gtest.h>

#include <string>

#include "lariat/automata/accepts.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/automata/random.hpp"
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
  for (const auto& [f, g] : equal) EXPECT_EQ(equivalent(store, read(store, f), read(store, g)).answer, Answer::yes) << f;
  const std::pair<const char*, const char*> different[] = {
      {"G F a", "F G a"}, {"a U b", "a W b"}, {"X a", "X b"}, {"F a", "X F a"}};
  for (const auto& [f, g] : different) {
    const Comparison result = equivalent(store, read(store, f), read(store, g));
    EXPECT_EQ(result.answer, Answer::no) << f;
    ASSERT_TRUE(result.word);
    EXPECT_NE(ltl::evaluate(store, read(store, f), result.atoms, *result.word),
              ltl::evaluate(store, read(store, g), result.atoms, *result.word));
  }
}

TEST(Compare, Implications) {
  ltl::FormulaStore store;
  EXPECT_EQ(implies(store, read(store, "F G a"), read(store, "G F a")).answer, Answer::yes);
  EXPECT_EQ(implies(store, read(store, "a U b"), read(store, "a W b")).answer, Answer::yes);
  EXPECT_EQ(implies(store, read(store, "false"), read(store, "a")).answer, Answer::yes);
  const Comparison result = implies(store, read(store, "G F a"), read(store, "F G a"));
  EXPECT_EQ(result.answer, Answer::no);
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
    const Comparison result = equivalent(store, f, g);
    ASSERT_NE(result.answer, Answer::unknown);
    if (result.answer == Answer::no) {
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
  const Automaton right = *translate(store, f).automaton;
  EXPECT_EQ(check_translation(store, f, right).answer, Answer::yes);
  // Automata that accept too much, and too little.
  for (const char* other : {"G F b | G !a | F b", "G F b", "G(a -> X F b)", "true", "false"}) {
    const Automaton wrong = *translate(store, read(store, other)).automaton;
    const Comparison result = check_translation(store, f, wrong);
    EXPECT_EQ(result.answer, Answer::no) << other;
    ASSERT_TRUE(result.word) << other;
    EXPECT_NE(ltl::evaluate(store, f, result.atoms, *result.word),
              ltl::evaluate(store, read(store, other), result.atoms, *result.word))
        << other;
  }
}

// The difference of two random automata has a word iff one of many words shows it, as far as short words can tell.
TEST(Compare, DifferencesOfRandomAutomata) {
  ltl::RandomSource random(17);
  int included = 0;
  int different = 0;
  for (int round = 0; round < rounds / 4; ++round) {
    const auto some = [&](unsigned atoms) {
      return random_automaton({.states = 2 + random.below(3),
                               .initial = 1 + random.below(2),
                               .degree = 2.0,
                               .accepting = 0.5,
                               .sets = static_cast<unsigned>(random.below(3)),
                               .on_transitions = random.below(2) == 0,
                               .atoms = atoms,
                               .seed = random.bits()});
    };
    const Automaton a = some(1);
    const Automaton b = some(1 + static_cast<unsigned>(random.below(2)));
    CommonWord found;
    try {
      found = difference(a, b, 2000);
    } catch (const Stopped&) {
      continue;
    }
    if (found.word) {
      ++different;
      ASSERT_TRUE(accepts(a, *found.word) && !accepts(b, *found.word)) << to_hoa(a) << to_hoa(b);
      continue;
    }
    ++included;
    for (int i = 0; i < 50; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, 2, 3, 3);
      ASSERT_TRUE(!accepts(a, word) || accepts(b, word)) << "number " << round << "\n" << to_hoa(a) << to_hoa(b);
    }
  }
  EXPECT_GT(included, rounds / 50);
  EXPECT_GT(different, rounds / 50);
}

TEST(Compare, DifferencesOfFormulas) {
  ltl::FormulaStore store;
  ltl::RandomSource random(18);
  int answered = 0;
  for (int round = 0; round < rounds / 8; ++round) {
    const ltl::Formula f = ltl::random_formula(store, random, {.size = 6, .atoms = 2});
    const ltl::Formula g = ltl::random_formula(store, random, {.size = 6, .atoms = 2});
    try {
      const CommonWord found = difference(*translate(store, f).automaton, *translate(store, g).automaton, 2000);
      ASSERT_EQ(found.word.has_value(), implies(store, f, g).answer == Answer::no)
          << to_string(store, f) << " and " << to_string(store, g);
      ++answered;
    } catch (const Stopped&) {
    }
  }
  EXPECT_GT(answered, rounds / 10);
}

TEST(Compare, StopsAtLimits) {
  ltl::FormulaStore store;
  const Comparison result = equivalent(store, read(store, "F a & F b & F c & F d"), read(store, "F a"), {.max_states = 3});
  EXPECT_EQ(result.answer, Answer::unknown);
  EXPECT_NE(result.reason, "");
  std::string many = "F a0";
  for (int i = 1; i < 70; ++i) many += " | F a" + std::to_string(i);
  const Comparison wide = equivalent(store, read(store, many), read(store, "F a0"));
  EXPECT_EQ(wide.answer, Answer::unknown);
}

}  // namespace
}  // namespace lariat::automata
