// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/sd.hpp"

#include <gtest/gtest.h>

#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::expect_post_bound;
using testing::expect_states_counted;
using testing::expect_the_states_of_gv_on_weak_graphs;
using testing::expect_verdict;
using testing::for_each_graph;
using testing::is_weak;

TEST(Sd, AgreesWithBruteForceOnWeakGraphs) {
  unsigned weak = 0;
  for_each_graph(21, {.max_states = 10}, [&](const Graph& graph) {
    if (!is_weak(graph)) return;
    ++weak;
    expect_verdict<SdSearch>(BuchiView(graph), graph);
  });
  EXPECT_GT(weak, testing::claim_graphs / 10);
}

TEST(Sd, CallsPostAtMostOncePerState) { expect_post_bound<SdSearch>(1); }

TEST(Sd, CountsTheStatesItVisits) { expect_states_counted<SdSearch>(); }

TEST(Sd, OnWeakGraphsVisitsTheStatesOfGv) { expect_the_states_of_gv_on_weak_graphs<SdSearch>(); }

}  // namespace
}  // namespace lariat::search
