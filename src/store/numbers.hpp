// SPDX-License-Identifier: Apache-2.0
// Giving out numbers. Each thread takes a block of numbers at a time and gives them out in order, so that one thread alone
// numbers densely from 0, and several leave at most a block each unused.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "lariat/store/state_store.hpp"

namespace lariat::store {

class Numbers {
 public:
  static constexpr StateId block = 64;

  // All numbers that were taken are smaller.
  std::uint64_t end() const { return end_.load(std::memory_order_relaxed); }

  // The first one of a block of numbers below the limit, or none if there is no block left.
  std::optional<std::uint64_t> take_block(std::uint64_t limit) {
    std::uint64_t begin = end_.load(std::memory_order_relaxed);
    do
      if (begin + block > limit) return std::nullopt;
    while (!end_.compare_exchange_weak(begin, begin + block, std::memory_order_relaxed));
    return begin;
  }

  // The same where numbers of 32 bits are wanted; an empty range if there is none left.
  IdRange take(std::uint64_t limit) {
    const auto begin = take_block(std::min<std::uint64_t>(limit, no_state - 1));
    if (!begin) return {};
    return {.begin = static_cast<StateId>(*begin), .end = static_cast<StateId>(*begin + block)};
  }

 private:
  std::atomic<std::uint64_t> end_ = 0;
};

// The numbers that one thread has given out.
struct alignas(64) GivenNumbers {
  std::atomic<std::uint64_t> used = 0;  // how many in all
  std::vector<IdRange> fresh = {};      // those given out since this was last emptied

  void note(StateId id) {
    used.store(used.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (!fresh.empty() && fresh.back().end == id)
      ++fresh.back().end;
    else
      fresh.push_back({.begin = id, .end = id + 1});
  }
};

// The numbers of one thread.
struct NumberBlock : GivenNumbers {
  IdRange left;  // numbers of its block that have not been given out

  void give_out(StateId id) {
    left.begin = id + 1;
    note(id);
  }
};

}  // namespace lariat::store
