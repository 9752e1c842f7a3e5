// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/min-dfs.hpp"

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

TEST(MinDfs, FindsALassoAsShortAsBruteForceDoes) {
  for_each_graph(
      21, {.max_states = 8},
      [](const Graph& graph) { EXPECT_EQ(length_by<MinDfsSearch>(graph), BruteForce(graph).shortest_lasso()); },
      testing::claim_graphs / 4);
}

TEST(MinDfs, Figure3OfGastinMoroAndZeitoun) {
  for (const StateId accepting : {2U, 3U}) EXPECT_EQ(length_by<MinDfsSearch>(gmz_figure_3(accepting)), 5U);
}

TEST(MinDfs, Figure4OfGastinMoroAndZeitoun) { EXPECT_EQ(length_by<MinDfsSearch>(gmz_figure_4()), 3U); }

// §3.4 bounds the search by asking for length(cp) + 1 < B while no counterexample is known. Then line 11 is closed, and t,
// first reached too deep, would never be explored again. The bound must count as a counterexample.
TEST(MinDfs, ABoundMustNotHideWhatWasFirstReachedTooDeep) {
  GraphBuilder builder(1);
  builder.add_initial(0);
  const StateId t = 4;
  const StateId accepting = 5;
  for (StateId s = 0; s < t; ++s) builder.add_edge(s, s + 1);  // the long way to t
  builder.add_edge(0, t);                                      // the short one
  builder.add_edge(t, accepting);
  builder.add_edge(accepting, accepting);
  builder.mark_state(accepting, 1);
  EXPECT_EQ(length_by<MinDfsSearch>(std::move(builder).build(), {.max_length = 4}), 3U);
}

}  // namespace
}  // namespace lariat::search
