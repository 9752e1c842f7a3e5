// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/cdfs.hpp"

#include <gtest/gtest.h>

#include "support/parallel_claims.hpp"
#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::expect_parallel_agreement;
using testing::expect_post_bound;
using testing::expect_states_counted;
using testing::expect_the_states_of_gv_on_weak_graphs;
using testing::made_weak;
using testing::random_graph;

TEST(Cdfs, CallsPostAtMostOncePerState) { expect_post_bound<CdfsSearch>(1); }

TEST(Cdfs, CountsTheStatesItVisits) { expect_states_counted<CdfsSearch>(); }

TEST(Cdfs, OnWeakGraphsVisitsTheStatesOfGv) { expect_the_states_of_gv_on_weak_graphs<CdfsSearch>(); }

TEST(Cdfs, AgreesWithBruteForceOnWeakGraphsWithThreads) {
  expect_parallel_agreement<CdfsSearch>(
      [](auto& random) {
        return made_weak(random_graph(random, {.max_states = random() % 2 == 0 ? 8U : 40U, .initial = 2, .mark_percent = 25}));
      },
      [](const Graph& graph) { return BuchiView(graph); });
}

}  // namespace
}  // namespace lariat::search
