// SPDX-License-Identifier: Apache-2.0
// What the threads share that search a product on numbers: the pairs of a system's and a property's state that have numbers,
// and the successors and letters of the system's states that have been expanded.
//
//   ids_       by system state and property state: the number of the pair plus 1; 0: it has none
//   pairs_     by number: the pair
//   records_   by system state: where its record is, how many successors there are and their numbers; 0: not expanded
//   letters_   by system state: the number of its letter plus 1; 0: not known
//   claimed_   by system state: a thread expands it ahead of being asked for it
//
// All are written once. A thread writes a pair before it publishes the number, and a record before it publishes its address;
// who loses the race to do so keeps the memory for the next one. Records and letters of a state are the same whoever computes
// them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "lariat/space/shared_array.hpp"
#include "lariat/store/state_store.hpp"

namespace lariat::product {

class SharedGraph {
 public:
  static constexpr std::uint16_t no_letter = 0xfffe;
  static constexpr std::size_t chunk_words = std::size_t{1} << 16;

  SharedGraph(std::size_t property_states, unsigned threads, std::size_t max_bytes)
      : property_states_(property_states), counts_(threads), max_bytes_(max_bytes) {}

  // The numbers that one thread has taken and not used yet.
  struct Spare {
    StateId next = 0;
    StateId end = 0;
  };
  // The number of a pair, which gets one if it has none yet. Throws std::length_error when all numbers are used up.
  store::Stored number(StateId system, std::uint32_t property, Spare& spare, unsigned thread);
  StateId system(StateId pair) { return std::atomic_ref(systems_[pair]).load(std::memory_order_relaxed); }
  std::uint32_t property(StateId pair) { return std::atomic_ref(properties_[pair]).load(std::memory_order_relaxed); }
  // Makes the next calls of number() for this system state faster.
  void fetch(StateId system) { __builtin_prefetch(&ids_[std::size_t{system} * property_states_]); }

  // The record of a system state, or null.
  const std::uint32_t* record(StateId system) { return std::atomic_ref(records_[system]).load(std::memory_order_acquire); }
  // Makes this the record of the state, if it has none. False if it has one.
  bool publish(StateId system, const std::uint32_t* record) {
    const std::uint32_t* expected = nullptr;
    return std::atomic_ref(records_[system]).compare_exchange_strong(expected, record, std::memory_order_acq_rel);
  }
  // True for the first call with this state.
  bool claim(StateId system) { return std::atomic_ref(claimed_[system]).exchange(1, std::memory_order_relaxed) == 0; }
  // Memory for the records of a thread; null if there is none left.
  std::uint32_t* new_chunk();

  // The letter of a state plus 1, or 0; and the number of a set of atoms, no_letter when there are too many.
  std::uint16_t letter(StateId system) { return std::atomic_ref(letters_[system]).load(std::memory_order_acquire); }
  void set_letter(StateId system, std::uint16_t letter) {
    std::atomic_ref(letters_[system]).store(static_cast<std::uint16_t>(letter + 1), std::memory_order_release);
  }
  std::uint16_t letter_of(std::uint64_t atoms);
  // Replaces `out` by the atoms of all letters so far.
  void copy_valuations(std::vector<std::uint64_t>& out);

  std::size_t property_states() const { return property_states_; }
  std::size_t size() const;
  std::size_t bytes() const;

 private:
  struct alignas(64) Count {
    std::atomic<std::uint32_t> states = 0;
  };

  std::size_t property_states_;
  std::vector<Count> counts_;  // of each thread
  std::size_t max_bytes_;
  std::atomic<std::uint64_t> next_number_ = 0;
  SharedArray<std::uint32_t> ids_;
  SharedArray<std::uint32_t> systems_;
  SharedArray<std::uint8_t> properties_;
  SharedArray<const std::uint32_t*> records_;
  SharedArray<std::uint16_t> letters_;
  SharedArray<std::uint8_t> claimed_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<std::uint32_t[]>> chunks_;
  std::vector<std::uint64_t> valuations_;                     // by letter
  std::unordered_map<std::uint64_t, std::uint16_t> numbers_;  // by valuation: the letter
};

}  // namespace lariat::product
