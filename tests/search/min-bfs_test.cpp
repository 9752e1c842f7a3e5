// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/min-bfs.hpp"

#include <gtest/gtest.h>

#include <array>

#include "support/paper_graphs.hpp"
#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::BruteForce;
using testing::for_each_graph;
using testing::gmz_figure_3;
using testing::gmz_figure_4;
using testing::MarksOn;

// The length of the lasso that the search ends with; nothing if there is none.
std::optional<std::size_t> length_of(const Graph& graph) {
  Statistics statistics;
  const MinimizeOptions options;
  BestLasso best(options);
  shortest_lasso(graph, options, statistics, best);
  if (!best.best()) return std::nullopt;
  GeneralisedView view(graph);
  EXPECT_EQ(find_flaw(view, *best.best()), std::nullopt);
  return best.best()->length();
}

TEST(MinBfs, FindsALassoAsShortAsBruteForceDoes) {
  for (unsigned sets = 0; sets <= 3; ++sets)
    for_each_graph(
        40 + sets, {.max_states = 9, .sets = sets, .marks_on = MarksOn::both},
        [](const Graph& graph) { EXPECT_EQ(length_of(graph), BruteForce(graph).shortest_lasso()); },
        testing::claim_graphs / 10);
}

TEST(MinBfs, Figure3OfGastinMoroAndZeitoun) {
  for (const StateId accepting : {2U, 3U}) EXPECT_EQ(length_of(gmz_figure_3(accepting)), 5U);
}

TEST(MinBfs, Figure4OfGastinMoroAndZeitoun) { EXPECT_EQ(length_of(gmz_figure_4()), 3U); }

// A space whose ids are not dense: 10 → 30 → 50 → 30, and 10 → 70, which ends. State 50 is accepting.
struct Sparse {
  std::array<StateId, 1> initial() const { return {10}; }
  bool accepting(StateId s) const { return s == 50; }
  void post(StateId s, std::vector<StateId>& arena) const {
    if (s == 10) arena.insert(arena.end(), {70, 30});
    if (s == 30) arena.push_back(50);
    if (s == 50) arena.push_back(30);
  }
};

TEST(MinBfs, TakesASpaceByWayOfItsGraph) {
  Sparse space;
  std::vector<StateId> original;
  const Graph graph = explore(space, original);
  EXPECT_EQ(original, (std::vector<StateId>{10, 70, 30, 50}));
  Statistics statistics;
  const MinimizeOptions options;
  BestLasso best(options);
  shortest_lasso(graph, options, statistics, best);
  ASSERT_TRUE(best.best());
  EXPECT_EQ(best.best()->length(), 3U);
  EXPECT_EQ(original[best.best()->stem.front().target], 30U);
  EXPECT_EQ(best.best()->stem.front().choice, 1U) << "transitions keep their order";
}

}  // namespace
}  // namespace lariat::search
