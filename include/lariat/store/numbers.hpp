// SPDX-License-Identifier: Apache-2.0
// Who gets which number. Each thread takes numbers in blocks and gives them out in order, so that one thread alone numbers
// densely from 0, and several leave at most a block each unused.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "lariat/space/space.hpp"

namespace lariat::store {

// The numbers from `begin` up to, but not including, `end`.
struct IdRange {
  StateId begin = 0;
  StateId end = 0;
  std::size_t size() const { return end - begin; }
};

class Numbers {
 public:
  static constexpr StateId block = 64;

  // All blocks so far lie below.
  std::uint64_t end() const { return std::min<std::uint64_t>(end_.load(std::memory_order_relaxed), no_state - 1); }

  // A block, or an empty range if there are no numbers left.
  IdRange take() {
    const std::uint64_t begin = end_.fetch_add(block, std::memory_order_relaxed);
    if (begin + block >= no_state) return {};
    return {.begin = static_cast<StateId>(begin), .end = static_cast<StateId>(begin + block)};
  }

 private:
  std::atomic<std::uint64_t> end_ = 0;
};

// What one thread has given out. `fresh` are the numbers since it was last cleared.
struct alignas(64) NumberBlock {
  IdRange left;  // of the block at hand
  std::atomic<std::uint64_t> used = 0;
  std::vector<IdRange> fresh = {};

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
