// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/reach.hpp"

#include <gtest/gtest.h>

#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::BruteForce;
using testing::expect_verdict;
using testing::for_each_graph;
using testing::observe;

// A terminal graph: what an accepting state of `graph` reaches becomes accepting, and a state that then has no successor gets
// itself.
Graph make_terminal(const Graph& graph) {
  std::vector<bool> accepting(graph.states());
  for (StateId s = 0; s < graph.states(); ++s) accepting[s] = graph.state_marks(s) != 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (StateId s = 0; s < graph.states(); ++s)
      for (const StateId t : graph.targets(s))
        if (accepting[s] && !accepting[t]) changed = accepting[t] = true;
  }
  GraphBuilder builder(1);
  builder.ensure_states(static_cast<StateId>(graph.states()));
  for (const StateId s : graph.initial()) builder.add_initial(s);
  for (StateId s = 0; s < graph.states(); ++s) {
    if (accepting[s]) builder.mark_state(s, 1);
    for (const StateId t : graph.targets(s)) builder.add_edge(s, t);
    if (accepting[s] && graph.targets(s).empty()) builder.add_edge(s, s);
  }
  return std::move(builder).build();
}

TEST(Reach, AgreesWithBruteForceOnTerminalGraphs) {
  unsigned nonempty = 0;
  for_each_graph(21, {.max_states = 10}, [&](const Graph& graph) {
    const Graph terminal = make_terminal(graph);
    expect_verdict<ReachSearch>(BuchiView(terminal), terminal);
    nonempty += BruteForce(terminal).nonempty() ? 1 : 0;
  });
  EXPECT_GT(nonempty, testing::claim_graphs / 10);
  EXPECT_LT(nonempty, testing::claim_graphs - testing::claim_graphs / 10);
}

// The search itself; the cycle is looked for afterwards and costs more calls.
TEST(Reach, CallsPostAtMostOncePerState) {
  for_each_graph(14, {.max_states = 12}, [](const Graph& graph) {
    const Graph terminal = make_terminal(graph);
    EXPECT_LE(observe<ReachSearch>(BuchiView(terminal)).most_posts, 1U);
  });
}

TEST(Reach, ReportsASpaceThatIsNotTerminal) {
  GraphBuilder builder(1);
  builder.add_initial(0);
  builder.mark_state(0, 1);
  builder.add_edge(0, 1);
  const Graph graph = std::move(builder).build();
  EXPECT_THROW(observe<ReachSearch>(BuchiView(graph)), std::invalid_argument);
}

}  // namespace
}  // namespace lariat::search
