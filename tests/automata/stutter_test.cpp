// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/stutter.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lariat/automata/io/hoa.hpp"
#include "lariat/automata/stutter_closed.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/evaluate.hpp"
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

TEST(Stutter, KnownFormulas) {
  ltl::FormulaStore store;
  for (const char* yes : {"a U b", "F(a & X !a)", "G(a -> X a)", "!a | X(a | F b) | X(!a & G !b)",
                          "F(!a & X(a & X F(!a & F a)))", "X a | X !a", "G F(a & X !a)", "(!a & X a) | a | G !a | F a"})
    EXPECT_EQ(is_stutter_invariant(store, read(store, yes)), Answer::yes) << yes;
  for (const char* no :
       {"X a", "X F a", "a & X !a", "G(a -> X !a)", "F(a & X a)", "G F(a & X a & X X !a)", "X X true & X(a | b)"})
    EXPECT_EQ(is_stutter_invariant(store, read(store, no)), Answer::no) << no;
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
    const Answer answer = is_stutter_invariant(store, f);
    ASSERT_NE(answer, Answer::unknown);
    const std::vector<ltl::Formula> atoms = store.atoms(f);
    if (!store.has(f, ltl::is_next_free)) ++(answer == Answer::yes ? invariant : variant);
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
    ASSERT_EQ(answer == Answer::no, told_apart) << to_string(store, f);
  }
  EXPECT_GT(invariant, 0);
  EXPECT_GT(variant, 0);
}

TEST(Stutter, InvarianceOfAutomata) {
  ltl::RandomSource random(5);
  int answers[3] = {};
  for (int i = 0; i < rounds / 2; ++i) {
    ltl::FormulaStore store;
    const unsigned size = 3 + static_cast<unsigned>(random.below(10));
    const ltl::Formula f = ltl::random_formula(store, random, {.size = size, .atoms = 2, .next = i % 3 != 0});
    const Answer expected = is_stutter_invariant(store, f);
    const Automaton a = *translate(store, f, {.type = i % 2 == 0 ? AutomatonType::tgba : AutomatonType::ba}).automaton;
    const Answer answer = is_stutter_invariant(a);
    ++answers[static_cast<int>(answer)];
    if (answer != Answer::unknown) {
      ASSERT_EQ(answer, expected) << to_string(store, f) << "\n" << to_hoa(a);
    }
    if (is_stutter_closed(a)) {
      ASSERT_EQ(answer, Answer::yes) << to_string(store, f);
    }
  }
  EXPECT_GT(answers[static_cast<int>(Answer::yes)], rounds / 6);
  EXPECT_GT(answers[static_cast<int>(Answer::no)], rounds / 20);
  EXPECT_LE(answers[static_cast<int>(Answer::unknown)], rounds / 200);
}

}  // namespace
}  // namespace lariat::automata
