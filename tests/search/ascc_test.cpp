// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/ascc.hpp"

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
using testing::se_figure_2a;
using testing::se_figure_2b;
using testing::se_figure_4;
using testing::se_figure_6;
using testing::se_figure_6_path;

TEST(Ascc, AgreesWithBruteForce) { expect_agreement<AsccSearch>(); }

TEST(Ascc, CallsPostAtMostOncePerState) { expect_post_bound<AsccSearch>(1); }

TEST(Ascc, CountsTheStatesItVisits) { expect_states_counted<AsccSearch>(); }

TEST(Ascc, VisitsTheStatesOfGv) { expect_the_states_of_gv<AsccSearch>(); }

TEST(Ascc, AgreesWithBruteForceOnSeveralSets) { expect_generalised_agreement<AsccSearch>(); }

TEST(Ascc, CallsPostAtMostOncePerStateForAnyNumberOfSets) {
  expect_generalised_post_bound<AsccSearch>([](unsigned) { return 1U; }, 0);
}

TEST(Ascc, HasNoMoreRootsThanTheDepth) { expect_few_roots<AsccSearch>(); }

// Counts of states, transitions and depth, worked out by hand from the pseudocode on the examples of the papers.

TEST(Ascc, Figure2aOfSchwoonAndEsparza) { expect_counts<AsccSearch>(se_figure_2a(), Emptiness::nonempty, {2, 2, 2}); }

TEST(Ascc, Figure2bOfSchwoonAndEsparza) { expect_counts<AsccSearch>(se_figure_2b(), Emptiness::nonempty, {2, 2, 2}); }

TEST(Ascc, Figure4OfSchwoonAndEsparza) { expect_counts<AsccSearch>(se_figure_4(), Emptiness::nonempty, {2, 3, 2}); }

TEST(Ascc, Figure6OfSchwoonAndEsparza) {
  expect_counts<AsccSearch>(se_figure_6(), Emptiness::nonempty,
                            {2 + se_figure_6_path, 1 + 2 + se_figure_6_path, 2 + se_figure_6_path});
}

}  // namespace
}  // namespace lariat::search
