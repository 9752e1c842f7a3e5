// SPDX-License-Identifier: Apache-2.0
// The examples drawn in the papers, with the counts that follow from their pseudocode by hand.
//   SE    S. Schwoon, J. Esparza. A note on on-the-fly verification algorithms. TACAS 2005
//   GMZ   P. Gastin, P. Moro, M. Zeitoun. Minimization of counterexamples in SPIN. SPIN 2004
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lariat/search/check.hpp"
#include "lariat/search/min-bfs.hpp"
#include "lariat/search/min-dfs.hpp"
#include "lariat/search/spin-i.hpp"
#include "lariat/space/graph.hpp"

namespace lariat::search {
namespace {

struct Counts {
  search::Algorithm algorithm;
  std::uint64_t states;
  std::uint64_t transitions;
  std::uint64_t depth;
};

void expect_counts(const Graph& graph, search::Emptiness verdict, std::initializer_list<Counts> rows) {
  BuchiView view(graph);
  for (const Counts& row : rows) {
    const auto result = check_emptiness(view, {.algorithm = row.algorithm, .strength = search::Strength::weak});
    ASSERT_TRUE(result);
    const std::string name(info(row.algorithm).name);
    EXPECT_EQ(result->verdict, verdict) << name;
    EXPECT_EQ(result->statistics.states, row.states) << name;
    EXPECT_EQ(result->statistics.transitions, row.transitions) << name;
    EXPECT_EQ(result->statistics.max_depth, row.depth) << name;
  }
}

// Adds a complete binary tree of so many states below `root`, which becomes its root; edges lead from smaller to larger
// numbers.
void add_tree(GraphBuilder& builder, StateId root, StateId states) {
  for (StateId i = 0; i < states; ++i)
    for (const StateId child : {2 * i + 1, 2 * i + 2})
      if (child < states) builder.add_edge(root + i, root + child);
}

// s0 ⇄ s1, s1 accepting: hpy ends where the red search meets the stack, cvwy goes once around; se needs no red search.
TEST(SchwoonEsparza, Figure2a) {
  GraphBuilder builder(1);
  builder.add_initial(0);
  builder.mark_state(1, 1);
  builder.add_edge(0, 1);
  builder.add_edge(1, 0);
  expect_counts(std::move(builder).build(), search::Emptiness::nonempty,
                {{search::Algorithm::cvwy, 2, 4, 4},
                 {search::Algorithm::hpy, 2, 3, 3},
                 {search::Algorithm::gmz, 2, 3, 3},
                 {search::Algorithm::se, 2, 2, 2},
                 {search::Algorithm::and_, 2, 2, 2},
                 {search::Algorithm::tarjan, 2, 2, 2},
                 {search::Algorithm::gv, 2, 2, 2},
                 {search::Algorithm::c99, 2, 2, 2},
                 {search::Algorithm::ascc, 2, 2, 2}});
}

// s0 ⇄ s1, s0 accepting: hpy searches everything twice, gmz sees the edge back to an accepting state of the stack.
TEST(SchwoonEsparza, Figure2b) {
  GraphBuilder builder(1);
  builder.add_initial(0);
  builder.mark_state(0, 1);
  builder.add_edge(0, 1);
  builder.add_edge(1, 0);
  expect_counts(std::move(builder).build(), search::Emptiness::nonempty,
                {{search::Algorithm::cvwy, 2, 4, 3},
                 {search::Algorithm::hpy, 2, 4, 3},
                 {search::Algorithm::gmz, 2, 2, 2},
                 {search::Algorithm::se, 2, 2, 2},
                 {search::Algorithm::and_, 2, 2, 2},
                 {search::Algorithm::gv, 2, 2, 2},
                 {search::Algorithm::c99, 2, 2, 2},
                 {search::Algorithm::ascc, 2, 2, 2}});
}

// s0 ⇄ s1, s1 accepting, and s0 → s2, below which lies a large subgraph without cycles: only tarjan looks at it.
TEST(SchwoonEsparza, Figure4) {
  constexpr StateId large = 1023;
  GraphBuilder builder(1);
  builder.add_initial(0);
  builder.mark_state(1, 1);
  builder.add_edge(0, 1);
  builder.add_edge(0, 2);
  builder.add_edge(1, 0);
  add_tree(builder, 2, large);
  expect_counts(std::move(builder).build(), search::Emptiness::nonempty,
                {{search::Algorithm::cvwy, 2, 6, 4},
                 {search::Algorithm::hpy, 2, 4, 3},
                 {search::Algorithm::gmz, 2, 4, 3},
                 {search::Algorithm::se, 2, 3, 2},
                 {search::Algorithm::and_, 2, 3, 2},
                 {search::Algorithm::gv, 2, 3, 2},
                 {search::Algorithm::c99, 2, 3, 2},
                 {search::Algorithm::ascc, 2, 3, 2},
                 {search::Algorithm::tarjan, 2 + large, 3 + large - 1, 11}});
}

// s0 → s1, accepting; from s1 a path of non-accepting states back to s0, explored before s2 and the large subgraph: the
// SCC-based checks end when the cycle is closed, the nested ones explore everything before the red search starts at s1.
TEST(SchwoonEsparza, Figure6) {
  constexpr StateId path = 5;
  constexpr StateId large = 1023;
  GraphBuilder builder(1);
  builder.add_initial(0);
  builder.mark_state(1, 1);
  builder.add_edge(0, 1);
  builder.add_edge(1, 2);
  for (StateId i = 0; i < path; ++i) builder.add_edge(2 + i, i + 1 == path ? 0 : 3 + i);
  builder.add_edge(1, 2 + path);
  add_tree(builder, 2 + path, large);
  const StateId everything = 2 + path + large;
  const std::uint64_t edges = 1 + 2 + path + large - 1;
  expect_counts(std::move(builder).build(), search::Emptiness::nonempty,
                {{search::Algorithm::gv, 2 + path, 1 + 2 + path, 2 + path},
                 {search::Algorithm::c99, 2 + path, 1 + 2 + path, 2 + path},
                 {search::Algorithm::ascc, 2 + path, 1 + 2 + path, 2 + path},
                 {search::Algorithm::hpy, everything, edges + 2 + path, 12},
                 {search::Algorithm::se, everything, edges + 2 + path, 12},
                 {search::Algorithm::and_, everything, edges + 2 + path, 12},
                 {search::Algorithm::gmz, everything, edges + 2 + path, 12},
                 {search::Algorithm::tarjan, everything, edges, 12}});
}

// GMZ §2.1: a large tree below state 2, which 1 visits first; then 3, accepting, leads to 2 as well. Spin's algorithm and se
// visit the tree twice; with black states, or with and's red ones, it is visited once.
TEST(GastinMoroZeitoun, TheTreeOfSection21) {
  constexpr StateId tree = 1023;
  GraphBuilder builder(1);
  builder.add_initial(0);    // 1 of the paper
  builder.mark_state(1, 1);  // 3
  builder.add_edge(0, 2);    // 2
  builder.add_edge(0, 1);
  builder.add_edge(1, 2);
  add_tree(builder, 2, tree);
  const std::uint64_t edges = 3 + tree - 1;
  const std::uint64_t again = 1 + tree - 1;
  expect_counts(std::move(builder).build(), search::Emptiness::empty,
                {{search::Algorithm::hpy, 2 + tree, edges + again, 13},
                 {search::Algorithm::cvwy, 2 + tree, edges + again, 13},
                 {search::Algorithm::se, 2 + tree, edges + again, 13},
                 {search::Algorithm::gmz, 2 + tree, edges, 11},
                 {search::Algorithm::and_, 2 + tree, edges, 11},
                 {search::Algorithm::gv, 2 + tree, edges, 11}});
}

struct Minimal {
  std::size_t spin_i;
  std::size_t min_dfs;
  std::size_t min_bfs;
};

template <class Search>
std::size_t length_by(const Graph& graph) {
  BuchiView view(graph);
  search::Statistics statistics;
  const search::MinimizeOptions options;
  search::BestLasso best(options);
  Search(view, statistics, best).run();
  return best.best()->length();
}

Minimal minimal_lengths(const Graph& graph) {
  search::Statistics statistics;
  const search::MinimizeOptions options;
  search::BestLasso best(options);
  search::shortest_lasso(graph, options, statistics, best);
  return {length_by<search::SpinISearch<BuchiView>>(graph), length_by<search::MinDfsSearch<BuchiView>>(graph),
          best.best()->length()};
}

// s1 s2 s3 s4 s5 s6 s3 is found first; s1 s5 s6 s3 s4 s5 is shorter, but reaches s3 later than the first one did.
TEST(GastinMoroZeitoun, Figure3) {
  for (const StateId accepting : {2U, 3U}) {  // the drawing is lost: s3 and s4 both fit the text
    GraphBuilder builder(1);
    builder.add_initial(0);
    builder.mark_state(accepting, 1);
    builder.add_edge(0, 1);
    builder.add_edge(0, 4);
    for (const auto& [s, t] : {std::pair{1U, 2U}, {2U, 3U}, {3U, 4U}, {4U, 5U}, {5U, 2U}}) builder.add_edge(s, t);
    const Minimal lengths = minimal_lengths(std::move(builder).build());
    EXPECT_EQ(lengths.spin_i, 6U);
    EXPECT_EQ(lengths.min_dfs, 5U);
    EXPECT_EQ(lengths.min_bfs, 5U);
  }
}

// s1 s2 s3 s4 s1 is found first; s1 s2 s4 s1 is shorter, but no state is reached sooner by it.
TEST(GastinMoroZeitoun, Figure4) {
  GraphBuilder builder(1);
  builder.add_initial(0);
  builder.mark_state(1, 1);
  for (const auto& [s, t] : {std::pair{0U, 3U}, {0U, 1U}, {1U, 2U}, {1U, 3U}, {2U, 3U}, {3U, 0U}}) builder.add_edge(s, t);
  const Minimal lengths = minimal_lengths(std::move(builder).build());
  EXPECT_EQ(lengths.spin_i, 4U);
  EXPECT_EQ(lengths.min_dfs, 3U);
  EXPECT_EQ(lengths.min_bfs, 3U);
}

// §3.4 bounds the search by asking for length(cp) + 1 < B while no counterexample is known. Then line 11 is closed, and t,
// first reached too deep, would never be explored again. The bound must count as a counterexample.
TEST(GastinMoroZeitoun, ABoundMustNotHideWhatWasFirstReachedTooDeep) {
  GraphBuilder builder(1);
  builder.add_initial(0);
  const StateId t = 4;
  const StateId accepting = 5;
  for (StateId s = 0; s < t; ++s) builder.add_edge(s, s + 1);  // the long way to t
  builder.add_edge(0, t);                                      // the short one
  builder.add_edge(t, accepting);
  builder.add_edge(accepting, accepting);
  builder.mark_state(accepting, 1);
  const Graph graph = std::move(builder).build();
  BuchiView view(graph);
  search::Statistics statistics;
  const search::MinimizeOptions options{.max_length = 4};
  search::BestLasso best(options);
  search::MinDfsSearch<BuchiView>(view, statistics, best).run();
  ASSERT_TRUE(best.best());
  EXPECT_EQ(best.best()->length(), 3U);
}

}  // namespace
}  // namespace lariat::search
