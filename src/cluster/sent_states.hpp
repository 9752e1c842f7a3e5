// SPDX-License-Identifier: Apache-2.0
// States that were sent lately, so that they are not sent again: most states are reached by several transitions, and these are
// found at about the same time, since ranks search breadth first.
//
// A table in which a state has one place, by its hash, and replaces what was there. States are compared as a whole: none is
// taken for another.
//
//   | 8 bytes of hash, not 0 | the state in words, without its hidden bytes |
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace lariat::cluster {

class SentStates {
 public:
  // Of states of one length, of which the first `ignored` bytes do not count, and at least 8 others do.
  SentStates(std::size_t length, std::size_t ignored)
      : ignored_(ignored),
        length_(length - ignored),
        stride_(1 + (length_ + 7) / 8),
        places_(std::bit_floor(std::max<std::size_t>(memory / (8 * stride_), 1))),
        table_(std::make_unique<std::uint64_t[]>(places_ * stride_)) {}

  void prefetch(std::uint64_t hash) const {
    const std::uint64_t* const place = place_of(hash);
    __builtin_prefetch(place, 1);
    __builtin_prefetch(place + stride_ - 1, 1);
  }

  // Notes that the state is sent; true if it was sent before, as far as is known.
  bool note(std::uint64_t hash, const std::uint8_t* state) {
    hash |= 1;
    state += ignored_;
    std::uint64_t* const place = place_of(hash);
    std::uint64_t difference = place[0] ^ hash;
    if (difference == 0) for_words([&](std::size_t i, std::size_t at) { difference |= place[i] ^ word(state + at); });
    if (difference == 0) return true;
    place[0] = hash;
    for_words([&](std::size_t i, std::size_t at) { place[i] = word(state + at); });
    return false;
  }

 private:
  static constexpr std::size_t memory = std::size_t{4} << 20;

  std::uint64_t* place_of(std::uint64_t hash) const { return table_.get() + (hash >> 16 & (places_ - 1)) * stride_; }
  static std::uint64_t word(const std::uint8_t* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    return word;
  }
  // The last word ends where the state ends.
  template <class Use>
  void for_words(const Use& use) const {
    for (std::size_t i = 1; i + 1 < stride_; ++i) use(i, 8 * (i - 1));
    if (stride_ > 1) use(stride_ - 1, length_ - 8);
  }

  std::size_t ignored_;
  std::size_t length_;
  std::size_t stride_;  // words of a place
  std::size_t places_;
  std::unique_ptr<std::uint64_t[]> table_;
};

}  // namespace lariat::cluster
