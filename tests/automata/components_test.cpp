// SPDX-License-Identifier: Apache-2.0
#include "automata/components.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>

#include "automata/random_graph.hpp"
#include "lariat/automata/random.hpp"
#include "lariat/search/scc.hpp"

namespace lariat::automata {
namespace {

// Against the search of search/, which knows nothing of stored graphs.
TEST(Components, AreThoseThatTheSearchFinds) {
  ltl::RandomSource random(72);
  for (int round = 0; round < 4000; ++round) {
    const Graph graph = random_graph(random);
    const Components components = find_components(graph);
    const Marks required = all_sets(graph.sets());
    GeneralisedView view(graph);
    search::Statistics statistics;
    std::size_t found = 0;
    std::size_t reached = 0;
    bool empty = true;
    search::for_each_component(view, statistics, [&](const search::Component& component) {
      ++found;
      reached += component.states.size();
      const auto& mine = components.at(component.states[0]);
      EXPECT_EQ(mine.states, component.states.size());
      EXPECT_EQ(mine.has_cycle, component.cyclic);
      if (component.cyclic) {
        EXPECT_EQ(mine.seen, component.marks);
      }
      EXPECT_EQ(mine.accepting, component.cyclic && (component.marks & required) == required);
      empty = empty && !mine.accepting;
      for (const StateId s : component.states) EXPECT_TRUE(components.inside(component.states[0], s));
    });
    EXPECT_EQ(components.list.size(), found) << "round " << round;
    EXPECT_EQ(components.empty, empty) << "round " << round;
    for (StateId s = 0; s < graph.states(); ++s) {
      if (!components.reachable(s)) continue;
      --reached;
      bool useful = components.at(s).accepting;
      for (const StateId t : graph.targets(s)) {
        EXPECT_LE(components.of[t], components.of[s]) << "successors have smaller numbers";
        useful = useful || components.at(t).useful;
      }
      // Some state of the component has the successor that makes it useful.
      if (useful) {
        EXPECT_TRUE(components.at(s).useful);
      }
    }
    EXPECT_EQ(reached, 0U) << "round " << round;
    if (testing::Test::HasFailure()) FAIL() << "round " << round;
  }
}

TEST(Components, StopAtALimit) {
  const std::atomic<bool> interrupted = true;
  const Automaton automaton = random_automaton({.states = 200'000, .degree = 4});
  EXPECT_THROW(find_components(automaton.graph, {.interrupted = &interrupted}), Stopped);
}

}  // namespace
}  // namespace lariat::automata
