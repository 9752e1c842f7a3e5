// SPDX-License-Identifier: Apache-2.0
// Long paths: a stack as deep as the graph has states is no problem for any check, nor for what shortens a lasso.
#include <gtest/gtest.h>

#include "lariat/automata/emptiness.hpp"
#include "lariat/search/scc.hpp"

namespace lariat::automata {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr StateId states = 100'000;
#else
constexpr StateId states = 10'000'000;
#endif

// 0 → 1 → … → n-1, and from there back to `back`, if it is a state.
Graph path(StateId n, StateId back, StateId accepting) {
  GraphBuilder builder(1);
  builder.add_initial(0);
  builder.mark_state(accepting, 1);
  for (StateId s = 0; s + 1 < n; ++s) builder.add_edge(s, s + 1);
  if (back != no_state) builder.add_edge(n - 1, back);
  return std::move(builder).build();
}

TEST(DeepPath, WithoutACycle) {
  const Graph graph = path(states, no_state, states - 1);
  const Structure structure = classify(graph);
  EXPECT_EQ(structure.strength, search::Strength::weak);
  for (const search::AlgorithmInfo& about : search::algorithms()) {
    if (about.needs == search::Strength::terminal) continue;
    const auto result = check_emptiness(graph, {.algorithm = about.algorithm}, &structure);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->verdict, search::Emptiness::empty) << about.name;
    EXPECT_EQ(result->statistics.states, states) << about.name;
    if (about.algorithm == search::Algorithm::map) continue;  // it has neither a stack nor levels
    EXPECT_GE(result->statistics.max_depth, states) << about.name;
  }
}

constexpr StateId fewer = states / 10;

TEST(DeepPath, WithACycleOfHalfItsLength) {
  const Graph graph = path(fewer, fewer / 2, fewer - 2);
  for (const search::AlgorithmInfo& about : search::algorithms()) {
    if (about.needs != search::Strength::general) continue;
    const auto result = check_emptiness(graph, {.algorithm = about.algorithm});
    ASSERT_TRUE(result);
    ASSERT_TRUE(result->lasso) << about.name;
    EXPECT_EQ(result->lasso->length(), fewer) << about.name;
  }
}

TEST(DeepPath, Terminal) {
  const Graph graph = path(fewer, fewer - 1, fewer - 1);
  const auto result = check_emptiness(graph);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->algorithm, search::Algorithm::reach);
  ASSERT_TRUE(result->lasso);
  EXPECT_EQ(result->lasso->cycle.size(), 1U);
}

TEST(DeepPath, Minimized) {
  const Graph graph = path(fewer, fewer / 2, fewer - 2);
  for (const Minimization name : {Minimization::min_bfs, Minimization::min_dfs, Minimization::spin_i}) {
    const MinimizeResult result = minimize(graph, name, {});
    ASSERT_TRUE(result.check.lasso);
    EXPECT_EQ(result.check.lasso->length(), fewer) << to_string(name);
  }
}

TEST(DeepPath, Nonprogress) {
  const Graph graph = path(fewer, fewer / 2, 0);
  const auto result = check_nonprogress(graph, std::nullopt);
  ASSERT_TRUE(result);
  ASSERT_TRUE(result->lasso);
  EXPECT_EQ(result->lasso->cycle.size(), fewer - fewer / 2);
}

TEST(DeepPath, Components) {
  const Graph graph = path(fewer, fewer / 2, 0);
  GeneralisedView view(graph);
  search::Statistics statistics;
  StateId components = 0;
  search::for_each_component(view, statistics, [&](const search::Component&) { ++components; });
  EXPECT_EQ(components, fewer / 2 + 1);
}

// The memory that the checks take beside their stacks.
TEST(Memory, TwoBitsAStateForTheNestedChecksAndFourBytesForAscc) {
  constexpr StateId n = 64'000;
  const Graph graph = path(n, no_state, n - 1);
  const auto bytes = [&](search::Algorithm algorithm) {
    return check_emptiness(graph, {.algorithm = algorithm})->statistics.auxiliary_bytes;
  };
  for (const search::Algorithm nested :
       {search::Algorithm::cvwy, search::Algorithm::hpy, search::Algorithm::se, search::Algorithm::and_, search::Algorithm::sd})
    EXPECT_EQ(bytes(nested), n / 4) << info(nested).name;
  EXPECT_EQ(bytes(search::Algorithm::gmz), n / 4 + n / 8);  // three bits, as its paper says
  EXPECT_EQ(bytes(search::Algorithm::ascc), 4 * n);
  EXPECT_EQ(bytes(search::Algorithm::c99), 4 * n);
}

}  // namespace
}  // namespace lariat::automata
