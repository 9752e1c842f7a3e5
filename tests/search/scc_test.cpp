// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/scc.hpp"

#include <gtest/gtest.h>

#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::BruteForce;
using testing::for_each_graph;
using testing::MarksOn;
using testing::Watched;

TEST(Scc, ComponentsAreThoseOfBruteForce) {
  for_each_graph(21, {.max_states = 12, .sets = 2, .marks_on = MarksOn::both, .initial = 2}, [](const Graph& graph) {
    const BruteForce brute(graph);
    GeneralisedView view(graph);
    Watched<GeneralisedView> watched(view);
    Statistics statistics;
    std::vector<bool> done(graph.states());
    for_each_component(watched, statistics, [&](const Component& component) {
      const StateId root = component.states.front();
      for (const StateId s : component.states) {
        EXPECT_FALSE(done[s]) << "state " << s << " is in two components";
        done[s] = true;
      }
      std::size_t size = 0;
      for (StateId s = 0; s < graph.states(); ++s) size += brute.same_component(root, s) ? 1 : 0;
      EXPECT_EQ(component.states.size(), size);
      for (const StateId s : component.states) EXPECT_TRUE(brute.same_component(root, s));
      EXPECT_EQ(component.cyclic, brute.on_cycle(root));
      if (component.cyclic) {
        EXPECT_EQ(component.marks, brute.marks_around(root));
      }
      for (const StateId s : component.states)
        for (const StateId t : graph.targets(s)) EXPECT_TRUE(done[t]) << "a component comes before one that it reaches";
    });
    for (StateId s = 0; s < graph.states(); ++s) EXPECT_EQ(done[s], brute.reachable(s));
    EXPECT_LE(watched.most_calls(), 2U);
  });
}

}  // namespace
}  // namespace lariat::search
