// SPDX-License-Identifier: Apache-2.0
// Hash compaction: 62 bits of the hash of each state are kept, and its colours, in a table of words of 8 bytes.
//   P. Wolper, D. Leroy. Reliable hashing without collision detection. CAV 1993.
//
// Two states with the same 62 bits are taken for one, so that a search may leave out states: of a billion, a tenth of one on
// average. The table doubles when 7/8 full: 9 to 18 bytes a state. Open addressing, linear probing; the slot is the upper end
// of the hash, so that growing goes through both tables from left to right.
//
// Threads may use the table at the same time; a slot is taken by one compare-and-swap. A thread announces that it is going to
// use the table, and how many states it may add; slots are promised to threads in batches, so that no counter is written for
// every state by all threads. Growing waits until nobody uses the table, and is shared by all threads that want to.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lariat/store/state_hash.hpp"

namespace lariat::store {

class RebuildBarrier;
class ZeroedMemory;

class HashCompaction {
 public:
  static constexpr unsigned kept_bits = 62;

  // For threads 0 to `threads` - 1. Throws std::bad_alloc.
  explicit HashCompaction(unsigned threads = 1);
  ~HashCompaction();

  // Announces that the thread is going to use the table, and to add at most so many states. False if they might not fit: then
  // nothing is announced, and the table must grow first. It stays as it is until the thread calls end_use.
  bool begin_use(std::size_t more, unsigned thread = 0);
  void end_use(unsigned thread = 0);
  // Doubles the table until so many more states fit, unless another thread has done so. While it does, both tables are in
  // memory. The calling thread must not have announced a use. Throws std::bad_alloc.
  void grow(std::size_t more);

  // For a thread that has announced its use. Gives the state the colour. False if the state has the colour already, or seems
  // to.
  bool insert(const StateHash& hash, Colour colour, unsigned thread = 0);
  // True if the state has the colour, or seems to.
  bool contains(const StateHash& hash, Colour colour) const;
  // Fetches what insert and contains will read for this state.
  void prefetch(const StateHash& hash, Colour /*colour*/) const { __builtin_prefetch(words_ + slot_of(hash.high)); }

  // Entries: states with any colour.
  std::size_t size() const;
  std::size_t bytes() const { return slots_ * sizeof(std::uint64_t); }
  // The share of slots that are in use.
  double occupancy() const { return static_cast<double>(size()) / static_cast<double>(slots_); }

 private:
  struct alignas(64) Account {
    std::atomic<std::size_t> used = 0;  // entries of this thread
    std::size_t promised = 0;           // slots that it may still take
  };

  std::size_t slot_of(std::uint64_t hash) const { return hash >> shift_; }
  void promise_rest();

  std::unique_ptr<RebuildBarrier> barrier_;
  std::unique_ptr<ZeroedMemory> memory_;
  std::uint64_t* words_;  // in it
  std::size_t slots_;     // how many they are
  unsigned shift_;
  std::vector<Account> accounts_;                        // by thread
  alignas(64) std::atomic<std::size_t> unpromised_ = 0;  // slots that may be used and are not promised to a thread
};

// How many new states were probably taken for known ones, of so many that were entered.
double expected_omissions(double states);

}  // namespace lariat::store
