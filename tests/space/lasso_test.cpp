// SPDX-License-Identifier: Apache-2.0
#include "lariat/space/lasso.hpp"

#include <gtest/gtest.h>

namespace lariat {
namespace {

// Steps of the graph 0 → 1 → 2 → 0 with the loop 2 → 2.
const Step zero_one{0, 0, 1, 0};
const Step one_two{1, 0, 2, 0b10};
const Step two_two{2, 0, 2, 0};
const Step two_zero{2, 1, 0, 0};

TEST(MakeLasso, SplitsAPathAtItsEntry) {
  EXPECT_EQ(make_lasso({zero_one, one_two, two_two}, 2), (Lasso{{zero_one, one_two}, {two_two}}));
  EXPECT_EQ(make_lasso({zero_one, one_two, two_zero}, 0), (Lasso{{}, {zero_one, one_two, two_zero}}));
}

TEST(EnterCycleEarly, TurnsTheCycleWhereTheStemMeetsItFirst) {
  EXPECT_EQ(enter_cycle_early({{zero_one, one_two}, {two_zero, zero_one, one_two}}),
            (Lasso{{}, {zero_one, one_two, two_zero}}));
  EXPECT_EQ(enter_cycle_early({{zero_one, one_two}, {two_two}}), (Lasso{{zero_one, one_two}, {two_two}}));
}

}  // namespace
}  // namespace lariat
