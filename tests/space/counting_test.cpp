// SPDX-License-Identifier: Apache-2.0
#include "lariat/space/counting.hpp"

#include <gtest/gtest.h>

#include <array>

namespace lariat {
namespace {

// State 0 with transitions to itself and to 1, without an end.
struct TwoStates {
  std::array<StateId, 1> initial() const { return {0}; }
  bool accepting(StateId s) const { return s == 1; }
  void post(StateId /*s*/, std::vector<StateId>& arena) const { arena.insert(arena.end(), {0, 1}); }
};

TEST(Counting, CountsCallsAndTransitionsOfTheSearchApartFromThoseOfTheTrace) {
  TwoStates space;
  Counting<TwoStates> counting(space, {});
  std::vector<StateId> arena;
  for (unsigned i = 0; i < 3; ++i) counting.post(0, arena);
  begin_trace(counting);
  counting.post(1, arena);
  EXPECT_EQ(arena.size(), 8U);
  EXPECT_EQ(counting.search_counts().calls, 3U);
  EXPECT_EQ(counting.search_counts().transitions, 6U);
  EXPECT_EQ(counting.trace_counts().calls, 1U);
  EXPECT_EQ(counting.trace_counts().transitions, 2U);
}

// Limits are checked every 256 calls, hence the many calls.
std::string reason_of(const Limits& limits, const std::uint64_t* depth = nullptr) {
  TwoStates space;
  Counting<TwoStates> counting(space, limits, depth);
  std::vector<StateId> arena;
  try {
    for (unsigned i = 0; i < 1000; ++i) counting.post(0, arena);
  } catch (const Stopped& stopped) {
    return stopped.reason;
  }
  return "";
}

TEST(Counting, StopsAtALimit) {
  EXPECT_EQ(reason_of({}), "");
  EXPECT_EQ(reason_of({.deadline = std::chrono::steady_clock::now()}), "the time limit was reached");
  EXPECT_EQ(reason_of({.deadline = std::chrono::steady_clock::now() + std::chrono::hours(1)}), "");
  EXPECT_EQ(reason_of({.max_memory = 1}), "the memory limit was reached");
  const std::atomic<bool> interrupted = true;
  EXPECT_EQ(reason_of({.interrupted = &interrupted}), "interrupted");
  const std::uint64_t depth = 5;
  EXPECT_EQ(reason_of({.max_depth = 5}, &depth), "the depth limit was reached");
  EXPECT_EQ(reason_of({.max_depth = 6}, &depth), "");
}

}  // namespace
}  // namespace lariat
