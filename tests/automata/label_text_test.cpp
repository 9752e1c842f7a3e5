// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/label_text.hpp"

#include <gtest/gtest.h>

namespace lariat::automata {
namespace {

TEST(LabelText, UsesTheNamesOfAtoms) {
  automata::Automaton automaton;
  automaton.atoms = {"a", "x > 1", "t", "say \"hi\""};
  automata::Labels& labels = automaton.labels;
  const automata::LabelId a = labels.atom(0);
  const automata::LabelId x = labels.atom(1);
  EXPECT_EQ(automata::label_text(automaton, automata::Labels::always), "t");
  EXPECT_EQ(automata::label_text(automaton, automata::Labels::never), "f");
  EXPECT_EQ(automata::label_text(automaton, a), "a");
  EXPECT_EQ(automata::label_text(automaton, labels.conjoin(a, labels.negate(x))), "a & !\"x > 1\"");
  EXPECT_EQ(automata::label_text(automaton, labels.atom(2)), "\"t\"") << "an atom must not look like true";
  EXPECT_EQ(automata::label_text(automaton, labels.atom(3)), "\"say \\\"hi\\\"\"");
}

TEST(LabelText, AbbreviatesLongLabels) {
  automata::Automaton automaton;
  automata::Labels& labels = automaton.labels;
  automata::LabelId odd = automata::Labels::never;  // an odd number of atoms: 2^9 products
  for (unsigned i = 0; i < 10; ++i) {
    automaton.atoms.push_back(std::string(1, static_cast<char>('a' + i)));
    const automata::LabelId p = labels.atom(i);
    odd = labels.disjoin(labels.subtract(odd, p), labels.subtract(p, odd));
  }
  const std::string text = automata::label_text(automaton, odd, 8);
  EXPECT_TRUE(text.ends_with(" | ...")) << text;
  EXPECT_LT(text.size(), 100U);
  EXPECT_EQ(text.substr(0, text.size() - 6), automata::letter_text(automaton, odd));
}

TEST(LabelText, LettersImplyTheLabel) {
  automata::Automaton automaton;
  automaton.atoms = {"a", "b"};
  automata::Labels& labels = automaton.labels;
  const automata::LabelId either = labels.disjoin(labels.atom(0), labels.atom(1));
  const std::string letter = automata::letter_text(automaton, either);
  EXPECT_TRUE(letter == "a" || letter == "b" || letter == "!a & b" || letter == "a & b") << letter;
}

}  // namespace
}  // namespace lariat::automata
