// SPDX-License-Identifier: Apache-2.0
// What the tests of searches by fixpoints have in common: weak graphs, and bounds that depend on the components.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/search_claims.hpp"

namespace lariat::testing {

// A search that is told that the space is weak.
template <template <class> class Base>
struct OnWeak {
  template <class S>
  class Search : public Base<S> {
   public:
    Search(S& space, search::Statistics& statistics) : Base<S>(space, statistics, search::Strength::weak) {}
  };
};

template <class Test>
void for_each_weak_graph(Test test) {
  unsigned weak = 0;
  for_each_graph(13, {.max_states = 10}, [&](const Graph& graph) {
    if (!is_weak(graph)) return;
    ++weak;
    test(graph);
  });
  EXPECT_GT(weak, claim_graphs / 10);
}

// The search agrees with brute force on weak graphs if it is told that they are: with accepting states, and with sets.
template <template <class> class Search>
void expect_weak_agreement() {
  for_each_weak_graph([](const Graph& graph) {
    expect_verdict<OnWeak<Search>::template Search>(BuchiView(graph), graph);
    expect_verdict<OnWeak<Search>::template Search>(GeneralisedView(graph), graph);
  });
}

// Components on the longest path between reachable components.
inline unsigned chain_of_components(const Graph& graph) {
  const BruteForce brute(graph);
  std::vector<unsigned> length(graph.states(), 1);
  for (std::size_t i = 0; i < graph.states(); ++i)
    for (StateId s = 0; s < graph.states(); ++s)
      for (const StateId t : graph.targets(s))
        for (StateId u = 0; u < graph.states(); ++u)
          if (!brute.same_component(s, t) && brute.same_component(s, u)) length[u] = std::max(length[u], length[t] + 1);
  unsigned longest = 0;
  for (StateId s = 0; s < graph.states(); ++s)
    if (brute.reachable(s)) longest = std::max(longest, length[s]);
  return longest;
}

// At most h + 1 rounds, each with n + 1 calls of post for a state, or 2n + 1 where sets are on transitions, behind `before`
// calls.
template <template <class> class Search>
void expect_bound_by_rounds(unsigned before) {
  for (const MarksOn marks_on : {MarksOn::states, MarksOn::both})
    for (unsigned sets = 1; sets <= 3; ++sets)
      for_each_graph(
          15 + sets, {.max_states = 10, .sets = sets, .marks_on = marks_on},
          [&](const Graph& graph) {
            const unsigned in_round = marks_on == MarksOn::states ? sets + 1 : 2 * sets + 1;
            EXPECT_LE(observe<Search>(GeneralisedView(graph)).most_posts, before + (chain_of_components(graph) + 1) * in_round);
          },
          claim_graphs / 20);
}

}  // namespace lariat::testing
