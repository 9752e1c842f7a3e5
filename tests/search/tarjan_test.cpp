// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/tarjan.hpp"

#include <gtest/gtest.h>

#include "support/paper_graphs.hpp"
#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::expect_agreement;
using testing::expect_counts;
using testing::expect_generalised_agreement;
using testing::expect_generalised_post_bound;
using testing::expect_post_bound;
using testing::expect_states_counted;
using testing::large_edges;
using testing::large_states;
using testing::se_figure_2a;
using testing::se_figure_4;
using testing::se_figure_6;
using testing::se_figure_6_edges;
using testing::se_figure_6_states;

TEST(Tarjan, AgreesWithBruteForce) { expect_agreement<TarjanSearch>(); }

TEST(Tarjan, CallsPostAtMostOncePerState) { expect_post_bound<TarjanSearch>(1); }

TEST(Tarjan, CountsTheStatesItVisits) { expect_states_counted<TarjanSearch>(); }

TEST(Tarjan, AgreesWithBruteForceOnSeveralSets) { expect_generalised_agreement<TarjanSearch>(); }

TEST(Tarjan, CallsPostAtMostOncePerStateForAnyNumberOfSets) {
  expect_generalised_post_bound<TarjanSearch>([](unsigned) { return 1U; }, 0);
}

// Counts of states, transitions and depth, worked out by hand from the pseudocode on the examples of the papers.

TEST(Tarjan, Figure2aOfSchwoonAndEsparza) { expect_counts<TarjanSearch>(se_figure_2a(), Emptiness::nonempty, {2, 2, 2}); }

TEST(Tarjan, Figure4OfSchwoonAndEsparza) {
  expect_counts<TarjanSearch>(se_figure_4(), Emptiness::nonempty, {2 + large_states, 3 + large_edges, 11});
}

TEST(Tarjan, Figure6OfSchwoonAndEsparza) {
  expect_counts<TarjanSearch>(se_figure_6(), Emptiness::nonempty, {se_figure_6_states, se_figure_6_edges, 12});
}

}  // namespace
}  // namespace lariat::search
