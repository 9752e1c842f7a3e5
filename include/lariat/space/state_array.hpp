// SPDX-License-Identifier: Apache-2.0
// Arrays indexed by state id, which grow as ids appear: what a search or a proviso knows of each state.
//
// An entry that was never written is zero. If it is known how many states there may be, the array is allocated once; otherwise
// it grows by half.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lariat/base/zeroed_array.hpp"
#include "lariat/space/space.hpp"

namespace lariat {

template <class T>
class StateArray {
 public:
  // Room for `bound` entries. `held` is increased by the bytes that the array takes, now and whenever it grows.
  explicit StateArray(std::size_t bound = 0) { grow(bound); }
  StateArray(std::size_t bound, std::uint64_t& held) : held_(&held) { grow(bound); }

  // The entry of s, or zero if it was never written.
  T get(StateId s) const { return s < entries_.size() ? entries_[s] : T{}; }
  // The entry of s, to be written.
  T& operator[](StateId s) {
    if (s >= entries_.size()) grow(std::max<std::size_t>(std::size_t{s} + 1, entries_.size() + entries_.size() / 2));
    return entries_[s];
  }

  // Makes the next look at the entry of s faster.
  void fetch(StateId s) const {
    if (s < entries_.size()) __builtin_prefetch(entries_.data() + s);
  }

  std::size_t bytes() const { return entries_.bytes(); }

 private:
  void grow(std::size_t size) {
    const std::size_t before = bytes();
    entries_.grow(size);
    if (held_ != nullptr) *held_ += bytes() - before;
  }
  ZeroedArray<T> entries_;
  std::uint64_t* held_ = nullptr;
};

// Entries of `bits` bits, 1, 2 or 4: colours and marks.
template <unsigned bits>
class PackedArray {
  static_assert(bits == 1 || bits == 2 || bits == 4);
  static constexpr unsigned per_word = 64 / bits;
  static constexpr std::uint64_t mask = (std::uint64_t{1} << bits) - 1;

 public:
  explicit PackedArray(std::size_t bound = 0) : words_(words_for(bound)) {}
  PackedArray(std::size_t bound, std::uint64_t& held) : words_(words_for(bound), held) {}

  unsigned get(StateId s) const { return static_cast<unsigned>(words_.get(s / per_word) >> shift(s) & mask); }
  void set(StateId s, unsigned value) {
    std::uint64_t& word = words_[s / per_word];
    word = (word & ~(mask << shift(s))) | std::uint64_t{value} << shift(s);
  }

  std::size_t bytes() const { return words_.bytes(); }

 private:
  static constexpr std::size_t words_for(std::size_t bound) { return (bound + per_word - 1) / per_word; }
  static constexpr unsigned shift(StateId s) { return s % per_word * bits; }
  StateArray<std::uint64_t> words_;
};

}  // namespace lariat
