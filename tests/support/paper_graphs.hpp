// SPDX-License-Identifier: Apache-2.0
// The graphs that the papers draw to compare searches.
//   SE    S. Schwoon, J. Esparza. A note on on-the-fly verification algorithms. TACAS 2005
//   GMZ   P. Gastin, P. Moro, M. Zeitoun. Minimization of counterexamples in SPIN. SPIN 2004
#pragma once

#include <initializer_list>
#include <utility>

#include "lariat/space/graph.hpp"

namespace lariat::testing {

// The number of states of the subgraph that a search should not visit, or not twice; and its number of edges.
constexpr StateId large_states = 1023;
constexpr StateId large_edges = large_states - 1;

// Adds a complete binary tree of `large_states` states with the given root; edges lead from smaller to larger numbers.
inline void add_large_tree(GraphBuilder& builder, StateId root) {
  for (StateId i = 0; i < large_states; ++i)
    for (const StateId child : {2 * i + 1, 2 * i + 2})
      if (child < large_states) builder.add_edge(root + i, root + child);
}

// A graph with the given edges, in that order, initial state 0 and one accepting state.
inline Graph graph_of(std::initializer_list<std::pair<StateId, StateId>> edges, StateId accepting) {
  GraphBuilder builder(1);
  builder.add_initial(0);
  builder.mark_state(accepting, 1);
  for (const auto& [s, t] : edges) builder.add_edge(s, t);
  return std::move(builder).build();
}

// SE Fig. 2 (a): s0 ⇄ s1, s1 accepting. hpy ends where the red search meets the stack, cvwy goes once around the cycle, se
// needs no red search.
inline Graph se_figure_2a() { return graph_of({{0, 1}, {1, 0}}, 1); }

// SE Fig. 2 (b): s0 ⇄ s1, s0 accepting. hpy searches everything twice, gmz sees the edge back to an accepting state of the
// stack.
inline Graph se_figure_2b() { return graph_of({{0, 1}, {1, 0}}, 0); }

// SE Fig. 4: s0 ⇄ s1, s1 accepting, and s0 → s2, below which lies a large subgraph without cycles. Only tarjan visits it.
inline Graph se_figure_4() {
  GraphBuilder builder(1);
  builder.add_initial(0);
  builder.mark_state(1, 1);
  builder.add_edge(0, 1);
  builder.add_edge(0, 2);
  builder.add_edge(1, 0);
  add_large_tree(builder, 2);
  return std::move(builder).build();
}

// SE Fig. 6: s0 → s1, accepting; from s1 a path of five non-accepting states back to s0, explored before s2 and the large
// subgraph. The SCC-based checks end when the cycle is closed, the nested ones explore everything before the red search
// starts at s1.
constexpr StateId se_figure_6_path = 5;
constexpr StateId se_figure_6_states = 2 + se_figure_6_path + large_states;
constexpr StateId se_figure_6_edges = 1 + 2 + se_figure_6_path + large_edges;
inline Graph se_figure_6() {
  GraphBuilder builder(1);
  builder.add_initial(0);
  builder.mark_state(1, 1);
  builder.add_edge(0, 1);
  builder.add_edge(1, 2);
  for (StateId i = 0; i < se_figure_6_path; ++i) builder.add_edge(2 + i, i + 1 == se_figure_6_path ? 0 : 3 + i);
  builder.add_edge(1, 2 + se_figure_6_path);
  add_large_tree(builder, 2 + se_figure_6_path);
  return std::move(builder).build();
}

// GMZ §2.1: a large tree below state 2, which state 1 visits first; then 3, accepting, leads to 2 as well. Spin's algorithm and
// se visit the tree twice; gmz, with black states, and `and`, with its red ones, visit it once. No cycle.
constexpr StateId gmz_tree_states = 2 + large_states;
constexpr StateId gmz_tree_edges = 3 + large_edges;
constexpr StateId gmz_tree_red_edges = 1 + large_edges;  // what a red search that starts at 3 follows
inline Graph gmz_tree() {
  GraphBuilder builder(1);
  builder.add_initial(0);    // 1 of the paper
  builder.mark_state(1, 1);  // 3
  builder.add_edge(0, 2);    // 2
  builder.add_edge(0, 1);
  builder.add_edge(1, 2);
  add_large_tree(builder, 2);
  return std::move(builder).build();
}

// GMZ Fig. 3: s1 s2 s3 s4 s5 s6 s3 is found first; s1 s5 s6 s3 s4 s5 is shorter, but reaches s3 later than the first one did.
// The drawing is lost: s3 (number 2) and s4 (number 3) as the accepting state both fit the text.
inline Graph gmz_figure_3(StateId accepting) {
  return graph_of({{0, 1}, {0, 4}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 2}}, accepting);
}

// GMZ Fig. 4: s1 s2 s3 s4 s1 is found first; s1 s2 s4 s1 is shorter, but no state is reached sooner by it.
inline Graph gmz_figure_4() { return graph_of({{0, 3}, {0, 1}, {1, 2}, {1, 3}, {2, 3}, {3, 0}}, 1); }

}  // namespace lariat::testing
