// SPDX-License-Identifier: Apache-2.0
#include "lariat/space/degeneralised.hpp"

#include <gtest/gtest.h>

#include "lariat/search/tarjan.hpp"
#include "lariat/space/project.hpp"
#include "lariat/space/verify.hpp"
#include "support/brute_force.hpp"
#include "support/random_graph.hpp"

namespace lariat {
namespace {

using testing::BruteForce;
using testing::describe;
using testing::MarksOn;
using testing::random_graph;

TEST(Degeneralised, HasAnAcceptingRunIfAndOnlyIfTheSpaceHasOne) {
  std::mt19937_64 random(51);
  unsigned nonempty = 0;
  constexpr unsigned graphs = 3000;
  for (unsigned i = 0; i < graphs && !HasFailure(); ++i) {
    const MarksOn marks_on = std::array{MarksOn::states, MarksOn::transitions, MarksOn::both}[i % 3];
    const Graph graph = random_graph(random, {.max_states = 9, .sets = 1 + i % 4, .marks_on = marks_on});
    GeneralisedView view(graph);
    for (const bool state_based : {false, true}) {
      if (state_based && marks_on != MarksOn::states) continue;
      Degeneralised<GeneralisedView> degeneralised(view, state_based);
      search::Statistics statistics;
      const auto lasso = search::TarjanSearch<Degeneralised<GeneralisedView>>(degeneralised, statistics).run();
      EXPECT_EQ(lasso.has_value(), BruteForce(graph).nonempty()) << "graph " << i << ": " << describe(graph);
      if (!lasso) continue;
      ++nonempty;
      EXPECT_EQ(find_flaw(degeneralised, *lasso), std::nullopt);
      EXPECT_EQ(find_flaw(view, project(degeneralised, *lasso)), std::nullopt) << "graph " << i << ": " << describe(graph);
    }
  }
  EXPECT_GT(nonempty, graphs / 10);
}

}  // namespace
}  // namespace lariat
