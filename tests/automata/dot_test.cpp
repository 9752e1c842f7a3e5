// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/io/dot.hpp"

#include <gtest/gtest.h>

namespace lariat::automata {
namespace {

// Two states, the second accepting; one transition carries a label.
Automaton two_states(unsigned sets, bool marks_on_edges) {
  Automaton automaton;
  automaton.atoms = {"a"};
  GraphBuilder builder(sets);
  builder.add_initial(0);
  builder.add_edge(0, 1, marks_on_edges ? 1 : 0);
  builder.add_edge(1, 1);
  if (!marks_on_edges) builder.mark_state(1, 1);
  automaton.graph = std::move(builder).build();
  automaton.edge_labels = {automaton.labels.atom(0), Labels::always};
  return automaton;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Dot, DrawsAcceptance) {
  const std::string circles = to_dot(two_states(1, false));
  EXPECT_TRUE(has(circles, "1 [label=\"1\", shape=doublecircle];")) << circles;
  EXPECT_TRUE(has(circles, "0 -> 1 [label=\"a\"];")) << circles;
  EXPECT_TRUE(has(circles, "start0 -> 0;")) << circles;
  const std::string sets = to_dot(two_states(2, false));
  EXPECT_TRUE(has(sets, "1 [label=\"1 {0}\"];")) << sets;
  const std::string edges = to_dot(two_states(1, true));
  EXPECT_TRUE(has(edges, "0 -> 1 [label=\"a  {0}\"];")) << edges;
}

// Nothing in a name ends its quotes, begins a line or reaches a terminal.
TEST(Dot, QuotesNames) {
  Automaton automaton = two_states(1, false);
  automaton.name = "\"]; evil [x=\"\n\x1b[2J\\";
  automaton.state_names[0] = "s\"\x9b";
  automaton.atoms = {"p\"];\r\n}\x1b"};
  const std::string text = to_dot(automaton);
  for (const char c : text) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << text;
  EXPECT_FALSE(has(text, "\x9b"));
  std::size_t quotes = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    quotes += text[i] == '"' ? 1 : 0;
    if (text[i] == '\\') ++i;
    ASSERT_FALSE(text[i] == '\n' && quotes % 2 != 0) << "a line ends inside quotes:\n" << text;
  }
  EXPECT_EQ(quotes % 2, 0U);
  EXPECT_TRUE(has(text, "label=\"\\\"]; evil [x=\\\"??[2J\\\\\"; labelloc=t;")) << text;
}

}  // namespace
}  // namespace lariat::automata
