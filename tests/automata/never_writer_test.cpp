// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "lariat/automata/accepts.hpp"
#include "lariat/automata/compare.hpp"
#include "lariat/automata/io/never.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::automata {
namespace {

ltl::Formula read(ltl::FormulaStore& store, const std::string& text) {
  auto parsed = ltl::parse_formula(store, text);
  EXPECT_TRUE(parsed) << text;
  return parsed->formula;
}

Automaton claim(const std::string& text) {
  auto result = read_never(text, "claim");
  EXPECT_TRUE(result) << text << "\n" << (result ? "" : to_string(result.errors().front()));
  return result ? *std::move(result) : Automaton{};
}

TEST(NeverWriter, WritesWhatItReads) {
  ltl::RandomSource random(11);
  for (int round = 0; round < 500; ++round) {
    ltl::FormulaStore store;
    const ltl::Formula f =
        ltl::random_formula(store, random, {.size = 1 + static_cast<unsigned>(random.below(10)), .atoms = 3});
    const Automaton ba = *translate(store, f, {.type = AutomatonType::ba}).automaton;
    const Automaton negation = *translate(store, store.negation(f)).automaton;
    const std::string text = to_never(ba);
    const Automaton again = claim(text);
    ASSERT_FALSE(common_word(again, negation).word) << to_string(store, f) << "\n" << text;
    // The other direction: the claim of the negation has nothing that f has.
    const Automaton other = claim(to_never(*translate(store, store.negation(f), {.type = AutomatonType::ba}).automaton));
    ASSERT_FALSE(common_word(other, ba).word) << to_string(store, f) << "\n" << text;
    // Nor is anything lost.
    const std::vector<ltl::Formula> atoms = store.atoms(f);
    ltl::Evaluator evaluator(store, f, atoms);
    for (int i = 0; i < 10; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, 3);
      if (again.atoms == ba.atoms) {
        ASSERT_EQ(accepts(again, word), evaluator.holds(word)) << to_string(store, f) << "\n" << text;
      }
    }
  }
}

TEST(NeverWriter, WritesOnlyBuchiAutomata) {
  ltl::FormulaStore store;
  const ltl::Formula f = read(store, "G F a & G F b");
  EXPECT_THROW(to_never(*translate(store, f).automaton), std::invalid_argument);
  EXPECT_THROW(to_never(*translate(store, f, {.type = AutomatonType::gba}).automaton), std::invalid_argument);
  Automaton named = *translate(store, read(store, "a"), {.type = AutomatonType::ba}).automaton;
  named.name = "a */ b\n";
  EXPECT_EQ(to_never(named).find("*/ b"), std::string::npos);
  EXPECT_TRUE(read_never(to_never(named), "claim"));
}

// Atoms that would end the condition, the claim or the comment they stand in are written by names.
TEST(NeverWriter, WritesAtomsThatAreNoExpressionsByName) {
  ltl::FormulaStore store;
  const std::string bad[] = {
      "x) -> goto accept_all }", "a; b",       "y) || (1",  "\x1b[2J",  "p\n}", "/* open", "a */ skip", "\"text", "[i)",
      "never { skip }",          "// comment", ":: 1 -> x", "c == '('", ""};
  for (const std::string& atom : bad) {
    Automaton automaton = *translate(store, read(store, "G F a & b"), {.type = AutomatonType::ba}).automaton;
    ASSERT_EQ(automaton.atoms.size(), 2U);
    automaton.atoms = {atom, "atom_0"};
    const std::string text = to_never(automaton);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    const auto again = read_never(text, "claim");
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(again->graph.states(), automaton.graph.states()) << text;
    std::vector<std::string> atoms = again->atoms;
    std::ranges::sort(atoms);
    EXPECT_EQ(atoms, (std::vector<std::string>{"atom_0", "atom_0_"})) << text;
  }
  for (const std::string atom : {"x > 3", "P[1]@cs", "len(q[i]) == (n - 1)", "(c -> a : b)"}) {
    Automaton automaton = *translate(store, read(store, "G a"), {.type = AutomatonType::ba}).automaton;
    automaton.atoms = {atom};
    EXPECT_NE(to_never(automaton).find('(' + atom + ')'), std::string::npos);
  }
}

}  // namespace
}  // namespace lariat::automata
