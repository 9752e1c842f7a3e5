// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/nonprogress.hpp"

#include <gtest/gtest.h>

#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::BruteForce;
using testing::expect_post_bound;
using testing::expect_states_counted;
using testing::for_each_graph;
using testing::observe;
using testing::Observed;

// Nothing if the lasso is a run whose cycle has no progress state, otherwise what is wrong with it.
std::optional<std::string> find_progress(const Graph& graph, const Lasso& lasso) {
  GraphBuilder builder(0);  // without acceptance sets every lasso is accepting: find_flaw looks at its transitions only
  builder.ensure_states(static_cast<StateId>(graph.states()));
  for (const StateId s : graph.initial()) builder.add_initial(s);
  for (StateId s = 0; s < graph.states(); ++s)
    for (const StateId t : graph.targets(s)) builder.add_edge(s, t);
  const Graph unmarked = std::move(builder).build();
  GeneralisedView view(unmarked);
  for (const Step& step : lasso.cycle)
    if (graph.state_marks(step.source) != 0)
      return "state " + std::to_string(step.source) + " of the cycle is a progress state";
  return find_flaw(view, lasso);
}

TEST(Nonprogress, AgreesWithBruteForce) {
  unsigned found = 0;
  const auto test = [&](const Graph& graph) {
    const Observed observed = observe<NonprogressSearch>(BuchiView(graph));
    EXPECT_EQ(observed.lasso.has_value(), BruteForce(graph).has_nonprogress_cycle());
    if (!observed.lasso) return;
    EXPECT_EQ(find_progress(graph, *observed.lasso), std::nullopt);
    ++found;
  };
  for_each_graph(21, {.max_states = 10}, test);
  for_each_graph(22, {.max_states = 60, .mark_percent = 30}, test);
  EXPECT_GT(found, testing::claim_graphs / 5);
}

// From state 2 the second search comes to 0, which is on the stack of the first, and goes on to 3. If the first search took 3
// for visited, neither search would visit 4, a progress state, and the cycle behind it.
TEST(Nonprogress, TheFirstSearchVisitsWhatTheSecondOneFoundBefore) {
  GraphBuilder builder(1);
  builder.add_initial(0);
  for (const StateId progress : {1U, 4U}) builder.mark_state(progress, 1);
  for (const auto& [s, t] : {std::pair{0U, 1U}, {0U, 3U}, {1U, 2U}, {2U, 0U}, {3U, 4U}, {4U, 5U}, {5U, 5U}})
    builder.add_edge(s, t);
  const Graph graph = std::move(builder).build();
  const Observed observed = observe<NonprogressSearch>(BuchiView(graph));
  ASSERT_TRUE(observed.lasso);
  EXPECT_EQ(find_progress(graph, *observed.lasso), std::nullopt);
}

TEST(Nonprogress, CallsPostAtMostTwicePerState) { expect_post_bound<NonprogressSearch>(2); }

TEST(Nonprogress, CountsTheStatesItVisits) { expect_states_counted<NonprogressSearch>(); }

}  // namespace
}  // namespace lariat::search
