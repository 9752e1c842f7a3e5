// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/io/label_text.hpp"

#include <gtest/gtest.h>

namespace lariat::automata {
namespace {

TEST(LabelText, UsesTheNamesOfAtoms) {
  Automaton automaton;
  automaton.atoms = {"a", "x > 1", "t", "say \"hi\""};
  Labels& labels = automaton.labels;
  const LabelId a = labels.atom(0);
  const LabelId x = labels.atom(1);
  EXPECT_EQ(label_text(automaton, Labels::always), "t");
  EXPECT_EQ(label_text(automaton, Labels::never), "f");
  EXPECT_EQ(label_text(automaton, a), "a");
  EXPECT_EQ(label_text(automaton, labels.conjoin(a, labels.negate(x))), "a & !\"x > 1\"");
  EXPECT_EQ(label_text(automaton, labels.atom(2)), "\"t\"") << "an atom must not look like true";
  EXPECT_EQ(label_text(automaton, labels.atom(3)), "\"say \\\"hi\\\"\"");
}

TEST(LabelText, AbbreviatesLongLabels) {
  Automaton automaton;
  Labels& labels = automaton.labels;
  LabelId odd = Labels::never;  // an odd number of atoms: 2^9 products
  for (unsigned i = 0; i < 10; ++i) {
    automaton.atoms.push_back(std::string(1, static_cast<char>('a' + i)));
    const LabelId p = labels.atom(i);
    odd = labels.disjoin(labels.subtract(odd, p), labels.subtract(p, odd));
  }
  const std::string text = label_text(automaton, odd, 8);
  EXPECT_TRUE(text.ends_with(" | ...")) << text;
  EXPECT_LT(text.size(), 100U);
  EXPECT_EQ(text.substr(0, text.size() - 6), letter_text(automaton, odd));
}

TEST(LabelText, LettersImplyTheLabel) {
  Automaton automaton;
  automaton.atoms = {"a", "b"};
  Labels& labels = automaton.labels;
  const LabelId either = labels.disjoin(labels.atom(0), labels.atom(1));
  const std::string letter = letter_text(automaton, either);
  EXPECT_TRUE(letter == "a" || letter == "b" || letter == "!a & b" || letter == "a & b") << letter;
}

TEST(LabelText, ShowsNoControlCharacters) {
  Automaton automaton;
  automaton.atoms = {"\x1b[2J\n"};
  EXPECT_EQ(label_text(automaton, automaton.labels.atom(0)), "\"\\\\x1b[2J\\\\x0a\"");
  EXPECT_EQ(letter_text(automaton, automaton.labels.atom(0)), "\"\\\\x1b[2J\\\\x0a\"");
}

}  // namespace
}  // namespace lariat::automata
