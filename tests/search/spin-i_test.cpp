// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/spin-i.hpp"

#include <gtest/gtest.h>

#include "support/paper_graphs.hpp"
#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::BruteForce;
using testing::for_each_graph;
using testing::gmz_figure_3;
using testing::gmz_figure_4;
using testing::length_by;

TEST(SpinI, FindsALassoIfBruteForceDoesAndNeverAShorterOne) {
  unsigned longer = 0;
  for_each_graph(21, {.max_states = 10}, [&](const Graph& graph) {
    const std::optional<std::size_t> shortest = BruteForce(graph).shortest_lasso();
    const std::optional<std::size_t> length = length_by<SpinISearch>(graph);
    ASSERT_EQ(length.has_value(), shortest.has_value());
    if (!length) return;
    EXPECT_GE(*length, *shortest);
    longer += *length > *shortest ? 1 : 0;
  });
  EXPECT_GT(longer, 0U) << "the heuristic is not known to be exact";
}

TEST(SpinI, MissesTheShortestLassoOfFigure3OfGastinMoroAndZeitoun) {
  for (const StateId accepting : {2U, 3U}) EXPECT_EQ(length_by<SpinISearch>(gmz_figure_3(accepting)), 6U);
}

TEST(SpinI, MissesTheShortestLassoOfFigure4OfGastinMoroAndZeitoun) { EXPECT_EQ(length_by<SpinISearch>(gmz_figure_4()), 4U); }

}  // namespace
}  // namespace lariat::search
