// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/limits.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

namespace lariat {
namespace {

TEST(Limits, TheDefaultNeverStops) { EXPECT_NO_THROW(stop_at_limit({})); }

TEST(Limits, EachLimitStops) {
  const auto reason = [](const Limits& limits) {
    try {
      stop_at_limit(limits);
    } catch (const Stopped& stopped) {
      return stopped.reason;
    }
    return std::string("none");
  };
  std::atomic<bool> interrupted = false;
  const auto now = std::chrono::steady_clock::now();
  EXPECT_EQ(reason({.interrupted = &interrupted}), "none");
  interrupted = true;
  EXPECT_EQ(reason({.interrupted = &interrupted}), "interrupted");
  EXPECT_EQ(reason({.deadline = now}), "the time limit was reached");
  EXPECT_EQ(reason({.deadline = now + std::chrono::hours(1)}), "none");
  EXPECT_EQ(reason({.max_memory = 1}), "the memory limit was reached");
}

TEST(Limits, ACheckInALoopLooksOncePerPeriod) {
  const std::atomic<bool> interrupted = true;
  const Limits limits{.interrupted = &interrupted};
  LimitCheck check(&limits, 8);
  for (int i = 0; i < 7; ++i) EXPECT_NO_THROW(check());
  EXPECT_THROW(check(), Stopped);
  LimitCheck unlimited(nullptr, 1);
  for (int i = 0; i < 100; ++i) EXPECT_NO_THROW(unlimited());
}

}  // namespace
}  // namespace lariat
