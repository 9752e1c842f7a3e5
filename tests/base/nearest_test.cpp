// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/nearest.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace lariat {
namespace {

TEST(Nearest, OneMistakeIsForgiven) {
  const std::vector<std::string> words = {"guard", "sync", "effect", "state"};
  EXPECT_EQ(nearest("gaurd", words), "guard");  // neighbours swapped
  EXPECT_EQ(nearest("sinc", words), "sync");    // another letter
  EXPECT_EQ(nearest("efect", words), "effect");
  EXPECT_EQ(nearest("states", words), "state");
  EXPECT_EQ(nearest("state", words), "state");
}

TEST(Nearest, NothingWhereNothingIsNear) {
  const std::vector<std::string> words = {"guard", "sync"};
  EXPECT_EQ(nearest("process", words), std::nullopt);
  EXPECT_EQ(nearest("", words), std::nullopt);
  EXPECT_EQ(nearest(std::string(1000, 'g'), words), std::nullopt);
  EXPECT_EQ(nearest("guard", {}), std::nullopt);
}

TEST(Nearest, TheNearestOfSeveral) {
  const std::vector<std::string> words = {"counter_a", "counter", "count"};
  EXPECT_EQ(nearest("countr", words), "counter");
}

}  // namespace
}  // namespace lariat
