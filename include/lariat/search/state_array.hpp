// SPDX-License-Identifier: Apache-2.0
// What a search knows of each state: arrays indexed by state id, which grow as ids appear.
//
// An entry that was never written is zero. Where the space tells how many states there may be, the array is allocated once;
// otherwise it grows by half. The bytes held are added to Statistics::auxiliary_bytes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lariat/search/statistics.hpp"
#include "lariat/space/space.hpp"

namespace lariat::search {

template <class T>
class StateArray {
 public:
  StateArray(std::size_t bound, Statistics& statistics) : statistics_(&statistics) { grow(bound); }

  // The entry of s, or zero if it was never written.
  T get(StateId s) const { return s < entries_.size() ? entries_[s] : T{}; }
  // The entry of s, to be written.
  T& operator[](StateId s) {
    if (s >= entries_.size()) grow(std::max<std::size_t>(std::size_t{s} + 1, entries_.size() + entries_.size() / 2));
    return entries_[s];
  }

 private:
  void grow(std::size_t size) {
    statistics_->auxiliary_bytes += (size - entries_.size()) * sizeof(T);
    entries_.reserve(size);
    entries_.resize(size);
  }
  std::vector<T> entries_;
  Statistics* statistics_;
};

// Entries of `bits` bits, 1, 2 or 4: the colours of the nested searches.
template <unsigned bits>
class PackedArray {
  static_assert(bits == 1 || bits == 2 || bits == 4);
  static constexpr unsigned per_word = 64 / bits;
  static constexpr std::uint64_t mask = (std::uint64_t{1} << bits) - 1;

 public:
  PackedArray(std::size_t bound, Statistics& statistics) : words_((bound + per_word - 1) / per_word, statistics) {}

  unsigned get(StateId s) const { return static_cast<unsigned>(words_.get(s / per_word) >> shift(s) & mask); }
  void set(StateId s, unsigned value) {
    std::uint64_t& word = words_[s / per_word];
    word = (word & ~(mask << shift(s))) | std::uint64_t{value} << shift(s);
  }

 private:
  static constexpr unsigned shift(StateId s) { return s % per_word * bits; }
  StateArray<std::uint64_t> words_;
};

}  // namespace lariat::search
