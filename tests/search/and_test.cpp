// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/and.hpp"

#include <gtest/gtest.h>

#include "lariat/search/se.hpp"
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
using testing::for_each_graph;
using testing::gmz_tree;
using testing::gmz_tree_edges;
using testing::gmz_tree_states;
using testing::observe;
using testing::Observed;
using testing::se_figure_2a;
using testing::se_figure_2b;
using testing::se_figure_4;
using testing::se_figure_6;
using testing::se_figure_6_edges;
using testing::se_figure_6_path;
using testing::se_figure_6_states;

TEST(And, AgreesWithBruteForce) { expect_agreement<AndSearch>(); }

TEST(And, CallsPostAtMostTwicePerState) { expect_post_bound<AndSearch>(2); }

TEST(And, CountsTheStatesItVisits) { expect_states_counted<AndSearch>(); }

TEST(And, VisitsNoFewerStatesThanGv) { expect_no_fewer_states_than_gv<AndSearch>(); }

TEST(And, OnWeakGraphsVisitsTheStatesOfGv) { expect_the_states_of_gv_on_weak_graphs<AndSearch>(); }

TEST(And, VisitsTheStatesOfSeAndNeverMoreTransitions) {
  unsigned fewer = 0;
  for_each_graph(12, {.max_states = 12}, [&](const Graph& graph) {
    const BuchiView view(graph);
    const Observed se = observe<SeSearch>(view);
    const Observed with_all_red = observe<AndSearch>(view);
    EXPECT_EQ(with_all_red.visited, se.visited);
    EXPECT_LE(with_all_red.statistics.transitions, se.statistics.transitions);
    fewer += with_all_red.statistics.transitions < se.statistics.transitions ? 1 : 0;
  });
  EXPECT_GT(fewer, testing::claim_graphs / 50) << "the graphs do not tell se and `and` apart";
}

// Counts of states, transitions and depth, worked out by hand from the pseudocode on the examples of the papers.

TEST(And, Figure2aOfSchwoonAndEsparza) { expect_counts<AndSearch>(se_figure_2a(), Emptiness::nonempty, {2, 2, 2}); }

TEST(And, Figure2bOfSchwoonAndEsparza) { expect_counts<AndSearch>(se_figure_2b(), Emptiness::nonempty, {2, 2, 2}); }

TEST(And, Figure4OfSchwoonAndEsparza) { expect_counts<AndSearch>(se_figure_4(), Emptiness::nonempty, {2, 3, 2}); }

TEST(And, Figure6OfSchwoonAndEsparza) {
  expect_counts<AndSearch>(se_figure_6(), Emptiness::nonempty,
                           {se_figure_6_states, se_figure_6_edges + 2 + se_figure_6_path, 12});
}

TEST(And, TreeOfGastinMoroAndZeitoun) {
  expect_counts<AndSearch>(gmz_tree(), Emptiness::empty, {gmz_tree_states, gmz_tree_edges, 11});
}

}  // namespace
}  // namespace lariat::search
