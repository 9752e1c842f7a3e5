// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/min-bfs.hpp"

#include <gtest/gtest.h>

#include <array>

namespace lariat::search {
namespace {

// A space of one's own whose ids are not dense: 10 → 30 → 50 → 30, and 10 → 70, which ends. State 50 is accepting.
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
  search::Statistics statistics;
  const search::MinimizeOptions options;
  search::BestLasso best(options);
  search::shortest_lasso(graph, options, statistics, best);
  ASSERT_TRUE(best.best());
  EXPECT_EQ(best.best()->length(), 3U);
  EXPECT_EQ(original[best.best()->stem.front().target], 30U);
  EXPECT_EQ(best.best()->stem.front().choice, 1U) << "transitions keep their order";
}

}  // namespace
}  // namespace lariat::search
