// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/cndfs.hpp"

#include <gtest/gtest.h>

#include "support/parallel_claims.hpp"
#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::expect_agreement;
using testing::expect_parallel_agreement;
using testing::expect_post_bound;
using testing::random_graph;
using testing::run_pausing;

TEST(Cndfs, AgreesWithBruteForce) { expect_agreement<CndfsSearch>(); }

TEST(Cndfs, CallsPostAtMostTwicePerState) { expect_post_bound<CndfsSearch>(2); }

TEST(Cndfs, AgreesWithBruteForceWithThreads) {
  expect_parallel_agreement<CndfsSearch>(
      [](auto& random) {
        return random_graph(random, {.max_states = random() % 2 == 0 ? 8U : 40U, .initial = 2, .mark_percent = 15});
      },
      [](const Graph& graph) { return BuchiView(graph); });
}

// Workers 1 and 2 may leave p and q blue while each has u on its stack: a third worker is done then, and has not seen u.
TEST(Cndfs, AWorkerThatIsDoneDoesNotEndTheSearch) {
  GraphBuilder builder(1);
  const StateId first = 0, p = 1, q = 2, u = 3, z = 4;
  builder.add_initial(first);
  for (const StateId t : {p, q}) {
    builder.add_edge(first, t);
    builder.add_edge(t, u);
    builder.add_edge(u, t);
  }
  builder.add_edge(u, z);
  builder.add_edge(z, z);
  builder.mark_state(z, 1);
  const Graph graph = std::move(builder).build();
  for (std::uint64_t seed = 0; seed < 200; ++seed) EXPECT_TRUE(run_pausing<CndfsSearch>(BuchiView(graph), 3, seed));
}

}  // namespace
}  // namespace lariat::search
