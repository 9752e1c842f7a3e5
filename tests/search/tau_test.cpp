// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/tau.hpp"

#include <gtest/gtest.h>

#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::expect_generalised_agreement;
using testing::expect_generalised_post_bound;
using testing::expect_states_counted;
using testing::for_each_graph;
using testing::observe;

TEST(Tau, AgreesWithBruteForce) { expect_generalised_agreement<TauSearch>(); }

TEST(Tau, CallsPostAtMostOncePerStateAndSetAndOnceMore) {
  expect_generalised_post_bound<TauSearch>([](unsigned sets) { return sets + 1; }, 0);
}

TEST(Tau, CountsTheStatesItVisits) { expect_states_counted<TauSearch, GeneralisedView>(); }

TEST(Tau, SearchesAgainFromSomeStates) {
  unsigned most = 0;
  for_each_graph(19, {.max_states = 12},
                 [&](const Graph& graph) { most = std::max(most, observe<TauSearch>(GeneralisedView(graph)).most_posts); });
  EXPECT_EQ(most, 2U) << "the bound for one set is not reached";
}

}  // namespace
}  // namespace lariat::search
