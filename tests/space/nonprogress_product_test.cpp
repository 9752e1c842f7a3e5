// SPDX-License-Identifier: Apache-2.0
#include "lariat/space/nonprogress_product.hpp"

#include <gtest/gtest.h>

#include "lariat/search/sd.hpp"
#include "lariat/space/project.hpp"
#include "lariat/space/verify.hpp"
#include "support/brute_force.hpp"
#include "support/random_graph.hpp"

namespace lariat {
namespace {

TEST(NonprogressProduct, HasAnAcceptingRunIfAndOnlyIfThereIsACycleWithoutProgress) {
  std::mt19937_64 random(52);
  unsigned nonempty = 0;
  constexpr unsigned graphs = 3000;
  for (unsigned i = 0; i < graphs && !HasFailure(); ++i) {
    const Graph graph = testing::random_graph(random, {.max_states = 12});
    BuchiView view(graph);
    NonprogressProduct<BuchiView> product(view);
    search::Statistics statistics;
    const auto lasso = search::SdSearch<NonprogressProduct<BuchiView>>(product, statistics).run();
    EXPECT_EQ(lasso.has_value(), testing::BruteForce(graph).has_nonprogress_cycle()) << testing::describe(graph);
    if (!lasso) continue;
    ++nonempty;
    EXPECT_EQ(find_flaw(product, *lasso), std::nullopt);
    for (const Step& step : project(product, *lasso).cycle)
      EXPECT_EQ(graph.state_marks(step.source), 0U) << "the cycle has a progress state\n" << testing::describe(graph);
  }
  EXPECT_GT(nonempty, graphs / 10);
}

}  // namespace
}  // namespace lariat
