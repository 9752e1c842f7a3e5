// SPDX-License-Identifier: Apache-2.0
// Small random graphs for the tests.
#pragma once

#include <cstdint>
#include <random>
#include <sstream>
#include <string>

#include "lariat/space/graph.hpp"

namespace lariat::testing {

// Where a random graph carries its acceptance sets.
enum class MarksOn { states, transitions, both };

struct Shape {
  unsigned max_states = 7;
  unsigned sets = 1;
  MarksOn marks_on = MarksOn::states;
  unsigned initial = 1;
  unsigned mark_percent = 0;  // 0: drawn anew for each graph
};

inline Graph random_graph(std::mt19937_64& random, const Shape& shape) {
  const auto below = [&](std::uint64_t n) { return static_cast<unsigned>(random() % n); };
  const unsigned states = 1 + below(shape.max_states);
  const unsigned mark_percent = shape.mark_percent != 0 ? shape.mark_percent : 5 + below(60);
  const unsigned max_degree = 1 + below(4);
  const auto some_marks = [&] {
    Marks marks = 0;
    for (unsigned i = 0; i < shape.sets; ++i) marks |= Marks{below(100) < mark_percent} << i;
    return marks;
  };
  GraphBuilder builder(shape.sets);
  builder.ensure_states(states);
  for (unsigned i = 0; i < shape.initial; ++i) builder.add_initial(below(states));
  for (StateId s = 0; s < states; ++s) {
    if (shape.marks_on != MarksOn::transitions) builder.mark_state(s, some_marks());
    for (unsigned degree = below(max_degree + 1); degree != 0; --degree)
      builder.add_edge(s, below(states), shape.marks_on != MarksOn::states ? some_marks() : 0);
  }
  return std::move(builder).build();
}

// For messages: the graph as text.
inline std::string describe(const Graph& graph) {
  std::ostringstream text;
  text << "sets " << graph.sets() << ", initial";
  for (const StateId s : graph.initial()) text << ' ' << s;
  for (StateId s = 0; s < graph.states(); ++s) {
    text << "\n  " << s << " {" << graph.state_marks(s) << "}:";
    const auto targets = graph.targets(s);
    for (std::uint32_t i = 0; i < targets.size(); ++i)
      text << ' ' << targets[i] << '{' << graph.edge_marks(graph.first_edge(s) + i) << '}';
  }
  text << '\n';
  return text.str();
}

}  // namespace lariat::testing
