// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/ufscc.hpp"

#include <gtest/gtest.h>

#include "support/parallel_claims.hpp"
#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::expect_agreement;
using testing::expect_generalised_agreement;
using testing::expect_generalised_post_bound;
using testing::expect_parallel_agreement;
using testing::expect_post_bound;
using testing::expect_states_counted;
using testing::MarksOn;
using testing::random_graph;

TEST(Ufscc, AgreesWithBruteForce) { expect_agreement<UfsccSearch>(); }

TEST(Ufscc, CallsPostAtMostOncePerState) { expect_post_bound<UfsccSearch>(1); }

TEST(Ufscc, CountsTheStatesItVisits) { expect_states_counted<UfsccSearch>(); }

TEST(Ufscc, AgreesWithBruteForceOnSeveralSets) { expect_generalised_agreement<UfsccSearch>(); }

TEST(Ufscc, AgreesWithBruteForceWithThreads) {
  expect_parallel_agreement<UfsccSearch>(
      [](auto& random) {
        return random_graph(random, {.max_states = random() % 2 == 0 ? 8U : 40U, .initial = 2, .mark_percent = 15});
      },
      [](const Graph& graph) { return BuchiView(graph); });
}

TEST(Ufscc, AgreesWithBruteForceOnSeveralSetsWithThreads) {
  expect_parallel_agreement<UfsccSearch>(
      [](auto& random) {
        return random_graph(random, {.max_states = random() % 2 == 0 ? 8U : 40U,
                                     .sets = 1 + static_cast<unsigned>(random() % 3),
                                     .marks_on = random() % 2 == 0 ? MarksOn::both : MarksOn::transitions,
                                     .initial = 2,
                                     .mark_percent = 12});
      },
      [](const Graph& graph) { return GeneralisedView(graph); });
}

}  // namespace
}  // namespace lariat::search
