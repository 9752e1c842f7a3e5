// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/analyse.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "lariat/automata/io/hoa.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/parse.hpp"

namespace lariat::automata {
namespace {

Automaton read_hoa(const std::string& body, int states, const std::string& start = "Start: 0") {
  std::istringstream text("HOA: v1\nStates: " + std::to_string(states) + "\n" + start +
                          "\nAP: 1 \"a\"\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n--BODY--\n" + body + "--END--\n");
  HoaReader reader(text, "test");
  auto automaton = reader.next();
  EXPECT_TRUE(automaton && *automaton);
  return **std::move(automaton);
}

TEST(Analyse, ByHand) {
  // F G a, guessing when.
  Analysis a = analyse(read_hoa("State: 0\n[t] 0\n[0] 1\nState: 1\n[0] 1 {0}\n", 2));
  EXPECT_EQ(a.strength, search::Strength::weak);
  EXPECT_TRUE(a.very_weak);
  EXPECT_FALSE(a.deterministic);
  EXPECT_FALSE(a.complete);
  EXPECT_EQ(a.unambiguous, false);
  // F G a, going over with the last !a: no word has two accepting runs.
  a = analyse(read_hoa("State: 0\n[t] 0\n[!0] 1\nState: 1\n[0] 1 {0}\n", 2));
  EXPECT_FALSE(a.deterministic);
  EXPECT_EQ(a.unambiguous, true);
  // F a.
  a = analyse(read_hoa("State: 0\n[!0] 0\n[0] 1\nState: 1\n[t] 1 {0}\n", 2));
  EXPECT_EQ(a.strength, search::Strength::terminal);
  EXPECT_TRUE(a.deterministic);
  EXPECT_TRUE(a.complete);
  EXPECT_EQ(a.unambiguous, true);
  // G F a with a cycle of two states.
  a = analyse(read_hoa("State: 0\n[!0] 0\n[0] 1\nState: 1 {0}\n[!0] 0\n[0] 1\n", 2));
  EXPECT_EQ(a.strength, search::Strength::general);
  EXPECT_FALSE(a.very_weak);
  EXPECT_TRUE(a.deterministic);
  // Two transitions that differ in the mark only are two runs.
  a = analyse(read_hoa("State: 0\n[t] 0\n[0] 0 {0}\n", 1));
  EXPECT_FALSE(a.deterministic);
  EXPECT_EQ(a.unambiguous, false);
  // Two initial states.
  a = analyse(read_hoa("State: 0\n[0] 0 {0}\nState: 1\n[0] 1 {0}\n", 2, "Start: 0\nStart: 1"));
  EXPECT_FALSE(a.deterministic);
  EXPECT_EQ(a.unambiguous, false);
  // An ambiguity that no accepting run shows.
  a = analyse(read_hoa("State: 0\n[0] 0 {0}\n[0] 1\nState: 1\n[0] 1\n", 2));
  EXPECT_FALSE(a.deterministic);
  EXPECT_EQ(a.unambiguous, true);
}

TEST(Analyse, TranslatedClasses) {
  const struct {
    const char* formula;
    search::Strength strength;
    bool deterministic;
  } cases[] = {{"F a", search::Strength::terminal, true},  {"a U b", search::Strength::terminal, true},
               {"G a", search::Strength::weak, true},      {"F G a", search::Strength::weak, false},
               {"G F a", search::Strength::general, true}, {"G a | F b", search::Strength::weak, true},
               {"X X a", search::Strength::terminal, true}};
  for (const auto& c : cases) {
    ltl::FormulaStore store;
    auto parsed = ltl::parse_formula(store, c.formula);
    const Analysis a = analyse(*translate(store, parsed->formula, {.type = AutomatonType::ba}).automaton);
    EXPECT_EQ(a.strength, c.strength) << c.formula;
    EXPECT_EQ(a.deterministic, c.deterministic) << c.formula;
  }
}

}  // namespace
}  // namespace lariat::automata
