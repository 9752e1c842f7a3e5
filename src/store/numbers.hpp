// SPDX-License-Identifier: Apache-2.0
// Giving out numbers. Each thread takes a block of numbers at a time and gives them out in order, so that one thread alone
// numbers densely from 0, and several leave at most a block each unused.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "lariat/store/state_store.hpp"

namespace lariat::store {

class Numbers {
 public:
  static constexpr StateId block = 64;

  // All numbers that were taken are smaller.
  std::uint64_t end() const { return std::min<std::uint64_t>(end_.load(std::memory_order_relaxed), no_state - 1); }

  // A block of numbers below the limit, or an empty range if there is none left.
  IdRange take(std::uint64_t limit) {
    std::uint64_t begin = end_.load(std::memory_order_relaxed);
    do
      if (begin + block > std::min<std::uint64_t>(limit, no_state - 1)) return {};
    while (!end_.compare_exchange_weak(begin, begin + block, std::memory_order_relaxed));
    return {.begin = static_cast<StateId>(begin), .end = static_cast<StateId>(begin + block)};
  }

 private:
  std::atomic<std::uint64_t> end_ = 0;
};

// The numbers of one thread.
struct alignas(64) NumberBlock {
  IdRange left;                         // numbers of its block that have not been given out
  std::atomic<std::uint64_t> used = 0;  // how many have been given out in all
  std::vector<IdRange> fresh = {};      // those given out since this was last emptied

  void give_out(StateId id) {
    left.begin = id + 1;
    used.store(used.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (!fresh.empty() && fresh.back().end == id)
      ++fresh.back().end;
    else
      fresh.push_back({.begin = id, .end = id + 1});
  }
};

}  // namespace lariat::store
