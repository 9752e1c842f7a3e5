// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/owcty-map.hpp"

#include <gtest/gtest.h>

#include "support/fixpoint_claims.hpp"

namespace lariat::search {
namespace {

TEST(OwctyMap, AgreesWithBruteForce) {
  testing::expect_agreement<OwctyMapSearch>();
  testing::expect_generalised_agreement<OwctyMapSearch>();
}

TEST(OwctyMap, AgreesWithBruteForceOnWeakGraphs) { testing::expect_weak_agreement<OwctyMapSearch>(); }

// A state may be expanded again by the wave, in sum as often as there are states.
TEST(OwctyMap, CallsPostAtMostAsOftenAsOwctyAndOnceMorePerState) {
  testing::for_each_graph(15, {.max_states = 12}, [](const Graph& graph) {
    const auto calls = [&](const testing::Observed& observed) { return observed.statistics.transitions; };
    const testing::Observed owcty = testing::observe<OwctySearch>(BuchiView(graph));
    const testing::Observed early = testing::observe<OwctyMapSearch>(BuchiView(graph));
    std::uint64_t edges = 0;
    const testing::BruteForce brute(graph);
    for (StateId s = 0; s < graph.states(); ++s)
      if (brute.reachable(s)) edges = std::max<std::uint64_t>(edges, graph.targets(s).size());
    EXPECT_LE(calls(early), calls(owcty) + owcty.statistics.states * edges);
  });
}

TEST(OwctyMap, CountsTheStatesItVisits) { testing::expect_states_counted<OwctyMapSearch>(); }

// Of the graphs with an accepting run, the wave decides most before the rounds begin, for any number of sets.
TEST(OwctyMap, EndsEarlyOnMostGraphsWithALasso) {
  for (const unsigned sets : {1U, 2U, 3U}) {
    unsigned lassos = 0;
    unsigned fewer = 0;
    testing::for_each_graph(
        42, {.max_states = 30, .sets = sets, .marks_on = testing::MarksOn::both},
        [&](const Graph& graph) {
          const testing::Observed owcty = testing::observe<OwctySearch>(GeneralisedView(graph));
          if (!owcty.lasso) return;
          ++lassos;
          const testing::Observed early = testing::observe<OwctyMapSearch>(GeneralisedView(graph));
          fewer += early.statistics.transitions < owcty.statistics.transitions ? 1 : 0;
        },
        testing::claim_graphs / 20);
    EXPECT_GT(lassos, testing::claim_graphs / 200) << sets;
    EXPECT_GT(fewer * 2, lassos) << sets;
  }
}

}  // namespace
}  // namespace lariat::search
