// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/map.hpp"

#include <gtest/gtest.h>

#include "support/fixpoint_claims.hpp"

namespace lariat::search {
namespace {

TEST(Map, AgreesWithBruteForce) { testing::expect_agreement<MapSearch>(); }

// In a round the value of a state grows at most once for each accepting state, and there are as many rounds as those at most.
TEST(Map, CallsPostAtMostSoManyTimesAsAcceptingStatesAllow) {
  testing::for_each_graph(14, {.max_states = 12}, [](const Graph& graph) {
    const testing::BruteForce brute(graph);
    unsigned accepting = 0;
    for (StateId s = 0; s < graph.states(); ++s) accepting += brute.reachable(s) && graph.state_marks(s) != 0 ? 1 : 0;
    EXPECT_LE(testing::observe<MapSearch>(BuchiView(graph)).most_posts, (accepting + 1) * (accepting + 1));
  });
}

TEST(Map, CountsTheStatesItVisits) { testing::expect_states_counted<MapSearch>(); }

TEST(Map, NeedsSeveralRounds) {
  // 3 is the largest candidate and leads to the cycle of 1 and 2 without being on it: it hides 1 in the first round.
  GraphBuilder builder(1);
  builder.ensure_states(4);
  builder.add_initial(0);
  builder.mark_state(1, 1);
  builder.mark_state(3, 1);
  builder.add_edge(0, 3);
  builder.add_edge(3, 1);
  builder.add_edge(1, 2);
  builder.add_edge(2, 1);
  const Graph graph = std::move(builder).build();
  const testing::Observed observed = testing::observe<MapSearch>(BuchiView(graph));
  EXPECT_TRUE(observed.lasso.has_value());
  EXPECT_EQ(observed.most_posts, 2U);
}

}  // namespace
}  // namespace lariat::search
