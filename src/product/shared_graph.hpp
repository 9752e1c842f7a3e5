// SPDX-License-Identifier: Apache-2.0
// What the threads share that search a product on numbers: the pairs of a system's and a property's state that have numbers,
// and the successors and letters of the system's states that have been expanded.
//
//   nodes_   by system state: so many words that few nodes lie in two cache lines
//              0     where its record is, plus 1; 0: not expanded
//              1     the number of its letter plus 1, 0: not known; and a bit: a thread expands it ahead of being asked for it
//              2+p   the number of the pair with the property's state p, plus 1; 0: it has none
//   pairs_   by number: the system's state and the property's
//   chunks_  by position: words of records, which are how many successors a state has, and their numbers
//
// So a transition touches one line of the node of its target, and the search that follows it finds there what it needs next.
// All are written once. A thread writes a pair before it publishes the number, and a record before it publishes where it is;
// who loses the race to do so keeps the memory for the next one. Records and letters of a state are the same whoever computes
// them.
#pragma once

#include <atomic>
#include <bit>
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

  SharedGraph(std::size_t property_states, unsigned threads, std::size_t max_bytes);
  SharedGraph(const SharedGraph&) = delete;
  SharedGraph& operator=(const SharedGraph&) = delete;
  ~SharedGraph();

  // The numbers that one thread has taken and not used yet.
  struct Spare {
    StateId next = 0;
    StateId end = 0;
  };
  // The number of a pair, which gets one if it has none yet. Throws std::length_error when all numbers are used up.
  store::Stored number(StateId system, std::uint32_t property, Spare& spare, unsigned thread);
  StateId system(StateId pair) { return static_cast<StateId>(load_pair(pair) >> property_bits); }
  std::uint32_t property(StateId pair) { return static_cast<std::uint32_t>(load_pair(pair) & property_mask); }
  // Makes the next calls for this system state faster.
  void fetch(StateId system) { __builtin_prefetch(&node(system), 1); }

  // Where the record of a system state is; null: it has none.
  const std::uint32_t* record(StateId system) {
    const std::uint32_t at = word(system, record_word).load(std::memory_order_acquire);
    return at == 0 ? nullptr : chunks_[(at - 1) / chunk_words].load(std::memory_order_relaxed) + (at - 1) % chunk_words;
  }
  // Makes the record at that position the one of the state, if it has none. False if it has one.
  bool publish(StateId system, std::uint32_t position) {
    std::uint32_t expected = 0;
    return word(system, record_word).compare_exchange_strong(expected, position + 1, std::memory_order_acq_rel);
  }
  // True for the first call with this state.
  bool claim(StateId system) {
    const std::atomic_ref<std::uint32_t> at = word(system, letter_word);
    return (at.load(std::memory_order_relaxed) & claimed) == 0 &&
           (at.fetch_or(claimed, std::memory_order_relaxed) & claimed) == 0;
  }
  // Memory for the records of a thread, chunk_words words; no words if there is none left.
  struct Chunk {
    std::uint32_t* words = nullptr;
    std::uint32_t position = 0;  // of the first word
  };
  Chunk new_chunk();

  // The letter of a state plus 1, or 0; and the number of a set of atoms, no_letter when there are too many.
  std::uint16_t letter(StateId system) {
    return static_cast<std::uint16_t>(word(system, letter_word).load(std::memory_order_acquire));
  }
  void set_letter(StateId system, std::uint16_t letter) {
    const std::atomic_ref<std::uint32_t> at = word(system, letter_word);
    if (static_cast<std::uint16_t>(at.load(std::memory_order_acquire)) == 0)
      at.fetch_or(static_cast<std::uint16_t>(letter + 1), std::memory_order_acq_rel);  // nobody writes another one
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

  enum Word : std::size_t { record_word, letter_word, first_id };
  static constexpr std::uint32_t claimed = 0x10000;
  static constexpr unsigned property_bits = 8;
  static constexpr std::uint64_t property_mask = (1U << property_bits) - 1;
  static constexpr std::size_t most_chunks = (std::size_t{1} << 32) / chunk_words - 1;

  // Words of a node: a power of two, or a multiple of a cache line.
  static std::size_t stride_for(std::size_t property_states) {
    constexpr std::size_t line = 16;
    const std::size_t words = first_id + property_states;
    return words <= line ? std::bit_ceil(words) : (words + line - 1) / line * line;
  }
  std::uint32_t& node(StateId system) { return nodes_[std::size_t{system} * stride_]; }
  std::atomic_ref<std::uint32_t> word(StateId system, std::size_t i) { return std::atomic_ref((&node(system))[i]); }
  std::uint64_t load_pair(StateId pair) { return std::atomic_ref(pairs_[pair]).load(std::memory_order_relaxed); }

  std::size_t property_states_;
  std::size_t stride_;
  std::vector<Count> counts_;  // of each thread
  std::size_t max_bytes_;
  alignas(64) std::atomic<std::uint64_t> next_number_ = 0;
  alignas(64) SharedArray<std::uint32_t> nodes_;
  SharedArray<std::uint64_t> pairs_;
  std::unique_ptr<std::atomic<std::uint32_t*>[]> chunks_;  // most_chunks, of which some are there
  mutable std::mutex mutex_;                               // of what follows
  std::vector<std::uint32_t*> regions_;
  std::size_t chunk_count_ = 0;
  std::vector<std::uint64_t> valuations_;                     // by letter
  std::unordered_map<std::uint64_t, std::uint16_t> numbers_;  // by valuation: the letter
};

}  // namespace lariat::product
