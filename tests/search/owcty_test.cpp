// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/owcty.hpp"

#include <gtest/gtest.h>

#include "support/fixpoint_claims.hpp"

namespace lariat::search {
namespace {

TEST(Owcty, AgreesWithBruteForce) {
  testing::expect_agreement<OwctySearch>();
  testing::expect_generalised_agreement<OwctySearch>();
}

TEST(Owcty, AgreesWithBruteForceOnWeakGraphs) { testing::expect_weak_agreement<OwctySearch>(); }

TEST(Owcty, CallsPostAtMostOnceMorePerRoundThanThereAreSets) { testing::expect_bound_by_rounds<OwctySearch>(1); }

TEST(Owcty, CallsPostAtMostTwiceOnWeakGraphs) {
  unsigned most = 0;
  testing::for_each_weak_graph([&](const Graph& graph) {
    most = std::max(most, testing::observe<testing::OnWeak<OwctySearch>::Search>(BuchiView(graph)).most_posts);
  });
  EXPECT_EQ(most, 2U);
}

TEST(Owcty, CountsTheStatesItVisits) { testing::expect_states_counted<OwctySearch>(); }

TEST(Owcty, ExploresTheWholeSpace) {
  testing::for_each_graph(
      41, {.max_states = 12},
      [](const Graph& graph) {
        const testing::BruteForce brute(graph);
        const testing::Observed observed = testing::observe<OwctySearch>(BuchiView(graph));
        for (StateId s = 0; s < graph.states(); ++s) EXPECT_EQ(observed.visited[s], brute.reachable(s)) << s;
      },
      testing::claim_graphs / 10);
}

}  // namespace
}  // namespace lariat::search
