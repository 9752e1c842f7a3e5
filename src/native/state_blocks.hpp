// SPDX-License-Identifier: Apache-2.0
// States that wait, one behind the other in blocks that do not move. Code may read `padding` bytes behind each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "native/context.hpp"

namespace lariat::native {

class StateBlocks {
 public:
  // Copies a state, behind which `padding` bytes can be read. The copy stays where it is until clear(). Throws std::bad_alloc.
  const std::uint8_t* add(const std::uint8_t* state, std::size_t length) {
    const std::size_t room = (length + copied - 1) / copied * copied;
    if (room + padding > left_) begin_block(room + padding);
    std::uint8_t* const to = next_;
    for (std::size_t i = 0; i < room; i += copied) std::memcpy(to + i, state + i, copied);
    next_ += room;
    left_ -= room;
    return to;
  }

  // Forgets all states, and keeps the first block.
  void clear() {
    if (blocks_.empty()) return;
    blocks_.resize(1);
    next_ = blocks_.front().bytes.get();
    left_ = blocks_.front().size;
  }

 private:
  struct Block {
    std::unique_ptr<std::uint8_t[]> bytes;
    std::size_t size;
  };
  static constexpr std::size_t copied = 16;  // bytes at a time, without a call; at most `padding`
  static constexpr std::size_t least_block = std::size_t{1} << 16;
  static_assert(copied <= padding);

  void begin_block(std::size_t least) {
    const std::size_t size = least < least_block ? least_block : least;
    blocks_.push_back({.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(size), .size = size});
    next_ = blocks_.back().bytes.get();
    left_ = size;
  }

  std::vector<Block> blocks_;
  std::uint8_t* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace lariat::native
