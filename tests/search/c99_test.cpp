// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/c99.hpp"

#include <gtest/gtest.h>

#include "support/paper_graphs.hpp"
#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::expect_agreement;
using testing::expect_counts;
using testing::expect_few_roots;
using testing::expect_generalised_agreement;
using testing::expect_generalised_post_bound;
using testing::expect_post_bound;
using testing::expect_states_counted;
using testing::expect_the_states_of_gv;
using testing::for_each_graph;
using testing::MarksOn;
using testing::observe;
using testing::se_figure_2a;
using testing::se_figure_2b;
using testing::se_figure_4;
using testing::se_figure_6;
using testing::se_figure_6_path;

TEST(C99, AgreesWithBruteForce) { expect_agreement<C99Search>(); }

TEST(C99, CallsPostAtMostTwicePerState) { expect_post_bound<C99Search>(2); }

TEST(C99, CountsTheStatesItVisits) { expect_states_counted<C99Search>(); }

TEST(C99, VisitsTheStatesOfGv) { expect_the_states_of_gv<C99Search>(); }

TEST(C99, AgreesWithBruteForceOnSeveralSets) { expect_generalised_agreement<C99Search>(); }

TEST(C99, CallsPostAtMostTwicePerStateForAnyNumberOfSets) {
  expect_generalised_post_bound<C99Search>([](unsigned) { return 2U; }, 0);
}

TEST(C99, HasNoMoreRootsThanTheDepth) { expect_few_roots<C99Search>(); }

TEST(C99, HasTheRootsOfAscc) {
  for_each_graph(16, {.max_states = 12, .sets = 2, .marks_on = MarksOn::both}, [](const Graph& graph) {
    const GeneralisedView view(graph);
    EXPECT_EQ(observe<C99Search>(view).statistics.roots, observe<AsccSearch>(view).statistics.roots);
  });
}

// Counts of states, transitions and depth, worked out by hand from the pseudocode on the examples of the papers.

TEST(C99, Figure2aOfSchwoonAndEsparza) { expect_counts<C99Search>(se_figure_2a(), Emptiness::nonempty, {2, 2, 2}); }

TEST(C99, Figure2bOfSchwoonAndEsparza) { expect_counts<C99Search>(se_figure_2b(), Emptiness::nonempty, {2, 2, 2}); }

TEST(C99, Figure4OfSchwoonAndEsparza) { expect_counts<C99Search>(se_figure_4(), Emptiness::nonempty, {2, 3, 2}); }

TEST(C99, Figure6OfSchwoonAndEsparza) {
  expect_counts<C99Search>(se_figure_6(), Emptiness::nonempty,
                           {2 + se_figure_6_path, 1 + 2 + se_figure_6_path, 2 + se_figure_6_path});
}

}  // namespace
}  // namespace lariat::search
