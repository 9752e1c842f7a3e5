// SPDX-License-Identifier: Apache-2.0
#include "lariat/space/verify.hpp"

#include <gtest/gtest.h>

#include "lariat/space/graph.hpp"

namespace lariat {
namespace {

// 0 → 1 → 2 → 0 and 2 → 2; state 2 belongs to set 0, the transition 1 → 2 to set 1.
Graph example() {
  GraphBuilder builder(2);
  builder.add_initial(0);
  builder.mark_state(2, 0b01);
  builder.add_edge(0, 1);
  builder.add_edge(1, 2, 0b10);
  builder.add_edge(2, 2);
  builder.add_edge(2, 0);
  return std::move(builder).build();
}

const Step zero_one{0, 0, 1, 0};
const Step one_two{1, 0, 2, 0b10};
const Step two_two{2, 0, 2, 0};
const Step two_zero{2, 1, 0, 0};

class FindFlaw : public ::testing::Test {
 protected:
  std::optional<std::string> flaw(const Lasso& lasso) {
    GeneralisedView view(graph_);
    return find_flaw(view, lasso);
  }
  Graph graph_ = example();
};

TEST_F(FindFlaw, AcceptsARunThatMeetsAllSets) { EXPECT_EQ(flaw({{}, {zero_one, one_two, two_zero}}), std::nullopt); }

TEST_F(FindFlaw, WantsACycle) { EXPECT_EQ(flaw({{zero_one}, {}}), "the cycle is empty"); }

TEST_F(FindFlaw, WantsAllSetsOnTheCycle) {
  EXPECT_EQ(flaw({{zero_one, one_two}, {two_two}}), "the cycle misses an acceptance set");
}

TEST_F(FindFlaw, WantsAnInitialState) {
  EXPECT_EQ(flaw({{}, {one_two, two_zero, zero_one}}), "state 1, where the lasso begins, is not initial");
}

TEST_F(FindFlaw, WantsConnectedSteps) {
  EXPECT_EQ(flaw({{}, {zero_one, two_zero}}), "a step leaves state 2 but the run is at 1");
}

TEST_F(FindFlaw, WantsRealTransitions) {
  EXPECT_EQ(flaw({{}, {zero_one, {1, 0, 0, 0b10}}}), "state 1 has no such transition to 0");
  EXPECT_EQ(flaw({{}, {zero_one, {1, 1, 2, 0b10}, two_zero}}), "state 1 has no such transition to 2");
  EXPECT_EQ(flaw({{}, {zero_one, {1, 0, 2, 0b11}, two_zero}}), "state 1 has no such transition to 2");
}

TEST_F(FindFlaw, WantsTheCycleToClose) {
  EXPECT_EQ(flaw({{}, {zero_one, one_two}}), "the cycle ends at state 2 but began at 0");
}

}  // namespace
}  // namespace lariat
