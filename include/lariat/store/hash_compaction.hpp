// SPDX-License-Identifier: Apache-2.0
// Hash compaction: 62 bits of the hash of each state are kept, and its colours, in a table of words of 8 bytes.
//   P. Wolper, D. Leroy. Reliable hashing without collision detection. CAV 1993.
//
// Two states with the same 62 bits are taken for one, so that a search may leave out states: of a billion, a tenth of one on
// average. The table doubles when 7/8 full: 9 to 18 bytes a state. Open addressing, linear probing; the slot is the upper end
// of the hash, so that growing goes through both tables from left to right.
//
// Threads may insert at the same time; `grow` is for one alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "lariat/store/state_hash.hpp"

namespace lariat::store {

class ZeroedMemory;

class HashCompaction {
 public:
  static constexpr unsigned kept_bits = 62;

  // Throws std::bad_alloc.
  HashCompaction();
  ~HashCompaction();

  // Gives the state the colour. False if the state has the colour already, or seems to. There must be room.
  bool insert(const StateHash& hash, Colour colour);
  // True if the state has the colour, or seems to.
  bool contains(const StateHash& hash, Colour colour) const;
  // Fetches what insert and contains will read for this state.
  void prefetch(const StateHash& hash, Colour /*colour*/) const { __builtin_prefetch(words_ + slot_of(hash.high)); }

  // True if so many more states might not fit: then the table must grow first.
  bool is_full(std::size_t more) const { return size() + more > slots_ / 8 * 7; }
  // Doubles the table. While it does, both are in memory. Throws std::bad_alloc.
  void grow();

  // Entries: states with any colour.
  std::size_t size() const { return size_.load(std::memory_order_relaxed); }
  std::size_t bytes() const { return slots_ * sizeof(std::uint64_t); }
  // The share of slots that are in use.
  double occupancy() const { return static_cast<double>(size()) / static_cast<double>(slots_); }

 private:
  std::size_t slot_of(std::uint64_t hash) const { return hash >> shift_; }

  std::unique_ptr<ZeroedMemory> memory_;
  std::uint64_t* words_;  // in it
  std::size_t slots_;     // how many they are
  std::atomic<std::size_t> size_ = 0;
  unsigned shift_;
};

// How many new states were probably taken for known ones, of so many that were entered.
double expected_omissions(double states);

}  // namespace lariat::store
