// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/cvwy.hpp"

#include <gtest/gtest.h>

#include "support/paper_graphs.hpp"
#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::expect_agreement;
using testing::expect_counts;
using testing::expect_no_fewer_states_than_gv;
using testing::expect_post_bound;
using testing::expect_states_counted;
using testing::gmz_tree;
using testing::gmz_tree_edges;
using testing::gmz_tree_red_edges;
using testing::gmz_tree_states;
using testing::se_figure_2a;
using testing::se_figure_2b;
using testing::se_figure_4;

TEST(Cvwy, AgreesWithBruteForce) { expect_agreement<CvwySearch>(); }

TEST(Cvwy, CallsPostAtMostTwicePerState) { expect_post_bound<CvwySearch>(2); }

TEST(Cvwy, CountsTheStatesItVisits) { expect_states_counted<CvwySearch>(); }

TEST(Cvwy, VisitsNoFewerStatesThanGv) { expect_no_fewer_states_than_gv<CvwySearch>(); }

// Counts of states, transitions and depth, worked out by hand from the pseudocode on the examples of the papers.

TEST(Cvwy, Figure2aOfSchwoonAndEsparza) { expect_counts<CvwySearch>(se_figure_2a(), Emptiness::nonempty, {2, 4, 4}); }

TEST(Cvwy, Figure2bOfSchwoonAndEsparza) { expect_counts<CvwySearch>(se_figure_2b(), Emptiness::nonempty, {2, 4, 3}); }

TEST(Cvwy, Figure4OfSchwoonAndEsparza) { expect_counts<CvwySearch>(se_figure_4(), Emptiness::nonempty, {2, 6, 4}); }

TEST(Cvwy, TreeOfGastinMoroAndZeitoun) {
  expect_counts<CvwySearch>(gmz_tree(), Emptiness::empty, {gmz_tree_states, gmz_tree_edges + gmz_tree_red_edges, 13});
}

}  // namespace
}  // namespace lariat::search
