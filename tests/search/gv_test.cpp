// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/gv.hpp"

#include <gtest/gtest.h>

#include "support/paper_graphs.hpp"
#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::expect_agreement;
using testing::expect_counts;
using testing::expect_post_bound;
using testing::expect_states_counted;
using testing::gmz_tree;
using testing::gmz_tree_edges;
using testing::gmz_tree_states;
using testing::se_figure_2a;
using testing::se_figure_2b;
using testing::se_figure_4;
using testing::se_figure_6;
using testing::se_figure_6_path;

TEST(Gv, AgreesWithBruteForce) { expect_agreement<GvSearch>(); }

TEST(Gv, CallsPostAtMostOncePerState) { expect_post_bound<GvSearch>(1); }

TEST(Gv, CountsTheStatesItVisits) { expect_states_counted<GvSearch>(); }

// Counts of states, transitions and depth, worked out by hand from the pseudocode on the examples of the papers.

TEST(Gv, Figure2aOfSchwoonAndEsparza) { expect_counts<GvSearch>(se_figure_2a(), Emptiness::nonempty, {2, 2, 2}); }

TEST(Gv, Figure2bOfSchwoonAndEsparza) { expect_counts<GvSearch>(se_figure_2b(), Emptiness::nonempty, {2, 2, 2}); }

TEST(Gv, Figure4OfSchwoonAndEsparza) { expect_counts<GvSearch>(se_figure_4(), Emptiness::nonempty, {2, 3, 2}); }

TEST(Gv, Figure6OfSchwoonAndEsparza) {
  expect_counts<GvSearch>(se_figure_6(), Emptiness::nonempty,
                          {2 + se_figure_6_path, 1 + 2 + se_figure_6_path, 2 + se_figure_6_path});
}

TEST(Gv, TreeOfGastinMoroAndZeitoun) {
  expect_counts<GvSearch>(gmz_tree(), Emptiness::empty, {gmz_tree_states, gmz_tree_edges, 11});
}

}  // namespace
}  // namespace lariat::search
