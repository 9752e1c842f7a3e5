// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/hpy.hpp"

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
using testing::se_figure_6;
using testing::se_figure_6_edges;
using testing::se_figure_6_path;
using testing::se_figure_6_states;

TEST(Hpy, AgreesWithBruteForce) { expect_agreement<HpySearch>(); }

TEST(Hpy, CallsPostAtMostTwicePerState) { expect_post_bound<HpySearch>(2); }

TEST(Hpy, CountsTheStatesItVisits) { expect_states_counted<HpySearch>(); }

TEST(Hpy, VisitsNoFewerStatesThanGv) { expect_no_fewer_states_than_gv<HpySearch>(); }

// Counts of states, transitions and depth, worked out by hand from the pseudocode on the examples of the papers.

TEST(Hpy, Figure2aOfSchwoonAndEsparza) { expect_counts<HpySearch>(se_figure_2a(), Emptiness::nonempty, {2, 3, 3}); }

TEST(Hpy, Figure2bOfSchwoonAndEsparza) { expect_counts<HpySearch>(se_figure_2b(), Emptiness::nonempty, {2, 4, 3}); }

TEST(Hpy, Figure4OfSchwoonAndEsparza) { expect_counts<HpySearch>(se_figure_4(), Emptiness::nonempty, {2, 4, 3}); }

TEST(Hpy, Figure6OfSchwoonAndEsparza) {
  expect_counts<HpySearch>(se_figure_6(), Emptiness::nonempty,
                           {se_figure_6_states, se_figure_6_edges + 2 + se_figure_6_path, 12});
}

TEST(Hpy, TreeOfGastinMoroAndZeitoun) {
  expect_counts<HpySearch>(gmz_tree(), Emptiness::empty, {gmz_tree_states, gmz_tree_edges + gmz_tree_red_edges, 13});
}

}  // namespace
}  // namespace lariat::search
