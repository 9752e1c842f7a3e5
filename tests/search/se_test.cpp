// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/se.hpp"

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
using testing::expect_the_states_of_gv_on_weak_graphs;
using testing::gmz_tree;
using testing::gmz_tree_edges;
using testing::gmz_tree_red_edges;
using testing::gmz_tree_states;
using testing::se_figure_2a;
using testing::se_figure_2b;
using testing::se_figure_4;
using testing::se_figure_6;
using testing::se_figure_6_edges;
using testing::se_figure_6_path;
using testing::se_figure_6_states;

TEST(Se, AgreesWithBruteForce) { expect_agreement<SeSearch>(); }

TEST(Se, CallsPostAtMostTwicePerState) { expect_post_bound<SeSearch>(2); }

TEST(Se, CountsTheStatesItVisits) { expect_states_counted<SeSearch>(); }

TEST(Se, VisitsNoFewerStatesThanGv) { expect_no_fewer_states_than_gv<SeSearch>(); }

TEST(Se, OnWeakGraphsVisitsTheStatesOfGv) { expect_the_states_of_gv_on_weak_graphs<SeSearch>(); }

// Counts of states, transitions and depth, worked out by hand from the pseudocode on the examples of the papers.

TEST(Se, Figure2aOfSchwoonAndEsparza) { expect_counts<SeSearch>(se_figure_2a(), Emptiness::nonempty, {2, 2, 2}); }

TEST(Se, Figure2bOfSchwoonAndEsparza) { expect_counts<SeSearch>(se_figure_2b(), Emptiness::nonempty, {2, 2, 2}); }

TEST(Se, Figure4OfSchwoonAndEsparza) { expect_counts<SeSearch>(se_figure_4(), Emptiness::nonempty, {2, 3, 2}); }

TEST(Se, Figure6OfSchwoonAndEsparza) {
  expect_counts<SeSearch>(se_figure_6(), Emptiness::nonempty,
                          {se_figure_6_states, se_figure_6_edges + 2 + se_figure_6_path, 12});
}

TEST(Se, TreeOfGastinMoroAndZeitoun) {
  expect_counts<SeSearch>(gmz_tree(), Emptiness::empty, {gmz_tree_states, gmz_tree_edges + gmz_tree_red_edges, 13});
}

}  // namespace
}  // namespace lariat::search
