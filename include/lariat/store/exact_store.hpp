// SPDX-License-Identifier: Apache-2.0
// States as bytes, each stored once and whole. Exact: nothing is ever taken for something else.
//
//   bytes_    of one length: the states by number. Of varying lengths: each behind its length, those of one thread in chunks
//   offsets_  if lengths vary: where each state begins, in 5 bytes
//   parts_    4 bytes of the hash of each, so that the index grows without reading states again
//   index_    finds numbers: 4 bytes a slot, 4.7 to 7 bytes a state (Index)
//
// A length takes 1 or 2 bytes. Each thread has a hand of its own. With one, numbers are dense from 0 in the
// order in which states came; several leave some unused. Bytes of states never move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lariat/space/space.hpp"
#include "lariat/store/gate.hpp"
#include "lariat/store/index.hpp"
#include "lariat/store/lazy_array.hpp"
#include "lariat/store/numbers.hpp"

namespace lariat::store {

using Bytes = std::span<const std::uint8_t>;

// What became of a state that was to be stored.
struct Stored {
  StateId id = no_state;
  bool is_new = false;
};

// A hash of bytes.
std::uint64_t hash_of(Bytes bytes);

class ExactStore {
 public:
  // States of `length` bytes each; 0: of any length. The first `ignored` bytes are kept but not compared: of states that differ
  // only there the first one stays.
  explicit ExactStore(std::size_t length = 0, std::size_t ignored = 0, unsigned threads = 1);
  ExactStore(const ExactStore&) = delete;
  ExactStore& operator=(const ExactStore&) = delete;

  // What one thread does to the store.
  class Hand {
   public:
    Hand(ExactStore& store, unsigned thread) : store_(&store), thread_(thread) {}

    // The bytes of a state, valid for as long as the store is.
    Bytes load(StateId id) const { return (*store_)[id]; }
    // The last bytes of a state, as many as `out` holds.
    void load_end(StateId id, std::span<std::uint8_t> out) const;

    // Stores the states and says what became of each. Stops behind the one that makes the store larger than max_states, unless
    // that is 0. Returns how many were stored. Throws std::length_error when all numbers are used up, std::bad_alloc
    // when there is no memory.
    std::size_t insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states = 0);

    // The numbers given out by this hand since the last call.
    std::vector<IdRange> take_fresh();

   private:
    Stored insert(Bytes state, std::uint64_t hash);

    ExactStore* store_;
    unsigned thread_;
    std::vector<std::uint64_t> hashes_;
    std::vector<StateId> guesses_;
  };

  Hand hand(unsigned thread = 0) { return {*this, thread}; }

  // The bytes of a state.
  Bytes operator[](StateId id) const;
  // Stores one state, for those who have one thread and one state.
  Stored insert(Bytes state);

  std::size_t size() const;
  // Memory that is in use.
  std::size_t bytes() const;

 private:
  static constexpr std::size_t offset_bytes = 5;

  struct Writer : NumberBlock {
    std::size_t cursor = 0;     // where the next state of varying length goes
    std::size_t chunk_end = 0;  // and how far it may reach
  };

  StateId write(Writer& writer, Bytes state, std::uint64_t hash);
  StateId next_number(Writer& writer);
  void place(Writer& writer, std::size_t length);
  bool equal(StateId id, Bytes state) const;
  std::uint64_t hash(Bytes state) const { return hash_of(state.subspan(ignored_)); }
  void prefetch(StateId id) const;
  void prefetch_bytes(StateId id) const;
  std::uint64_t offset(StateId id) const;
  void grow();

  std::size_t length_;
  std::size_t ignored_;
  unsigned threads_;
  mutable Gate gate_;
  std::atomic<bool> alarm_ = false;
  Index index_;
  Numbers numbers_;
  LazyArray<std::uint32_t> parts_;
  LazyArray<std::uint8_t> bytes_;
  LazyArray<std::uint8_t> offsets_;
  std::atomic<std::size_t> chunks_end_ = 0;
  std::unique_ptr<Writer[]> writers_;
};

}  // namespace lariat::store
