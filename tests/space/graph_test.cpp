// SPDX-License-Identifier: Apache-2.0
#include "lariat/space/graph.hpp"

#include <gtest/gtest.h>

#include <array>

namespace lariat {
namespace {

static_assert(GeneralisedSpace<GeneralisedView>);
static_assert(BuchiSpace<BuchiView>);
static_assert(BoundedSpace<BuchiView>);

// Initial states may come as a value.
struct OneState {
  std::array<StateId, 1> initial() const { return {0}; }
  bool accepting(StateId) const { return true; }
  void post(StateId s, std::vector<StateId>& arena) const { arena.push_back(s); }
};
static_assert(BuchiSpace<OneState>);

TEST(Graph, KeepsTheOrderOfTransitionsWithinAState) {
  GraphBuilder builder(2);
  builder.add_edge(1, 0, 0b01);
  builder.add_edge(0, 2);
  builder.add_edge(1, 2);
  builder.add_edge(0, 1, 0b10);
  std::vector<std::uint32_t> order;
  const Graph graph = std::move(builder).build(&order);
  std::vector<Successor> arena;
  GeneralisedView(graph).post(0, arena);
  GeneralisedView(graph).post(1, arena);
  EXPECT_EQ(arena, (std::vector<Successor>{{2, 0}, {1, 0b10}, {0, 0b01}, {2, 0}}));
  EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 3, 0, 2}));
  EXPECT_EQ(graph.states(), 3U);
}

TEST(Graph, WithNoSetsEveryStateIsAccepting) {
  GraphBuilder builder(0);
  builder.add_edge(0, 0);
  const Graph graph = std::move(builder).build();
  EXPECT_TRUE(BuchiView(graph).accepting(0));
}

TEST(GraphBuilder, RefusesTooManySets) { EXPECT_THROW(GraphBuilder(65), std::invalid_argument); }

}  // namespace
}  // namespace lariat
