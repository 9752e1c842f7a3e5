// SPDX-License-Identifier: Apache-2.0
// Ranges of states, cut into pieces that threads take one after the other until none is left.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "lariat/store/state_store.hpp"

namespace lariat::parallel {

class WorkList {
 public:
  // Cuts the ranges into pieces of at most `size` states. Not while threads take pieces.
  void fill(std::span<const store::IdRange> ranges, StateId size) {
    pieces_.clear();
    for (const store::IdRange& range : ranges)
      for (StateId begin = range.begin; begin < range.end; begin += size)
        pieces_.push_back({.begin = begin, .end = std::min(begin + size, range.end)});
    next_.store(0);
  }

  // The next piece, or nothing; any thread may ask.
  std::optional<store::IdRange> take() {
    const std::size_t i = next_.fetch_add(1);
    return i < pieces_.size() ? std::optional(pieces_[i]) : std::nullopt;
  }

 private:
  std::vector<store::IdRange> pieces_;
  std::atomic<std::size_t> next_ = 0;
};

}  // namespace lariat::parallel
