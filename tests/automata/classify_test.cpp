// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/classify.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <vector>

#include "automata/random_graph.hpp"

namespace lariat::automata {
namespace {

// The states that can be reached from s, itself only by a cycle.
std::set<StateId> successors(const Graph& graph, StateId s) {
  std::set<StateId> result;
  std::vector<StateId> open = {s};
  while (!open.empty()) {
    const StateId t = open.back();
    open.pop_back();
    for (const StateId u : graph.targets(t))
      if (result.insert(u).second) open.push_back(u);
  }
  return result;
}

// The definitions of the header, word by word.
TEST(Classify, IsWhatTheDefinitionSays) {
  ltl::RandomSource random(71);
  int count[3] = {};
  for (int round = 0; round < 4000; ++round) {
    const Graph graph = random_graph(random);
    const Marks required = all_sets(graph.sets());
    std::set<StateId> reached(graph.initial().begin(), graph.initial().end());
    for (const StateId s : graph.initial()) reached.merge(successors(graph, s));
    bool weak = true;
    std::set<StateId> accepting;
    for (const StateId s : reached) {
      // The transitions inside the component of s.
      Marks some = 0;
      Marks all = required;
      bool cyclic = false;
      for (const StateId t : reached)
        if (t == s || (successors(graph, s).contains(t) && successors(graph, t).contains(s)))
          for (std::uint32_t i = 0; i < graph.targets(t).size(); ++i)
            if (const StateId u = graph.targets(t)[i];
                u == s || (successors(graph, s).contains(u) && successors(graph, u).contains(s))) {
              const Marks marks = graph.state_marks(t) | graph.edge_marks(graph.first_edge(t) + i);
              cyclic = true;
              some |= marks;
              all &= marks;
            }
      if (cyclic && some == required) accepting.insert(s);
      if (cyclic && some == required && all != required) weak = false;
      if (graph.state_based() && graph.sets() <= 1 && graph.state_marks(s) == required) accepting.insert(s);
    }
    bool terminal = weak;
    for (const StateId s : accepting) {
      terminal = terminal && !graph.targets(s).empty();
      for (const StateId t : graph.targets(s)) terminal = terminal && accepting.contains(t);
    }
    const Structure structure = classify(graph);
    const auto expected = terminal ? search::Strength::terminal : weak ? search::Strength::weak : search::Strength::general;
    ASSERT_EQ(structure.strength, expected) << "round " << round;
    ++count[static_cast<int>(expected)];
    if (expected == search::Strength::general) {
      EXPECT_TRUE(structure.accepting.empty());
      continue;
    }
    for (const StateId s : reached)
      ASSERT_EQ(structure.accepting[s], accepting.contains(s)) << "round " << round << ", state " << s;
  }
  for (const int n : count) EXPECT_GT(n, 100);
}

TEST(Classify, StopsAtLimits) {
  const std::atomic<bool> interrupted = true;
  const Automaton automaton = random_automaton({.states = 10000, .degree = 4});
  EXPECT_THROW(classify(automaton.graph, {.interrupted = &interrupted}), Stopped);
  EXPECT_NO_THROW(classify(automaton.graph));
}

}  // namespace
}  // namespace lariat::automata
