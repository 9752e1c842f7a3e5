// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/gmz.hpp"

#include <gtest/gtest.h>

#include "support/paper_graphs.hpp"
#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::BruteForce;
using testing::expect_agreement;
using testing::expect_counts;
using testing::expect_no_fewer_states_than_gv;
using testing::expect_post_bound;
using testing::expect_states_counted;
using testing::for_each_graph;
using testing::gmz_tree;
using testing::gmz_tree_edges;
using testing::gmz_tree_states;
using testing::se_figure_2a;
using testing::se_figure_2b;
using testing::se_figure_4;
using testing::se_figure_6;
using testing::se_figure_6_edges;
using testing::se_figure_6_path;
using testing::se_figure_6_states;
using testing::start_at;

TEST(Gmz, AgreesWithBruteForce) { expect_agreement<GmzSearch>(); }

TEST(Gmz, CallsPostAtMostThreeTimesPerState) { expect_post_bound<GmzSearch>(3); }

TEST(Gmz, CountsTheStatesItVisits) { expect_states_counted<GmzSearch>(); }

TEST(Gmz, VisitsNoFewerStatesThanGv) { expect_no_fewer_states_than_gv<GmzSearch>(); }

// Gastin, Moro and Zeitoun paint a state black when no accepting cycle can be reached from it.
TEST(Gmz, NoAcceptingCycleIsReachedFromABlackState) {
  for_each_graph(17, {.max_states = 9}, [](const Graph& graph) {
    BuchiView view(graph);
    Statistics statistics;
    GmzSearch<BuchiView> search(view, statistics);
    static_cast<void>(search.run());
    for (StateId s = 0; s < graph.states(); ++s) {
      if (!search.is_black(s)) continue;
      EXPECT_FALSE(BruteForce(start_at(graph, s)).nonempty()) << "state " << s << " is black";
    }
  });
}

// Counts of states, transitions and depth, worked out by hand from the pseudocode on the examples of the papers.

TEST(Gmz, Figure2aOfSchwoonAndEsparza) { expect_counts<GmzSearch>(se_figure_2a(), Emptiness::nonempty, {2, 3, 3}); }

TEST(Gmz, Figure2bOfSchwoonAndEsparza) { expect_counts<GmzSearch>(se_figure_2b(), Emptiness::nonempty, {2, 2, 2}); }

TEST(Gmz, Figure4OfSchwoonAndEsparza) { expect_counts<GmzSearch>(se_figure_4(), Emptiness::nonempty, {2, 4, 3}); }

TEST(Gmz, Figure6OfSchwoonAndEsparza) {
  expect_counts<GmzSearch>(se_figure_6(), Emptiness::nonempty,
                           {se_figure_6_states, se_figure_6_edges + 2 + se_figure_6_path, 12});
}

TEST(Gmz, TreeOfGastinMoroAndZeitoun) {
  expect_counts<GmzSearch>(gmz_tree(), Emptiness::empty, {gmz_tree_states, gmz_tree_edges, 11});
}

}  // namespace
}  // namespace lariat::search
