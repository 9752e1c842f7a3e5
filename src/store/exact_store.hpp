// SPDX-License-Identifier: Apache-2.0
// States as bytes, each stored once and whole.
//
//   bytes_    if all states have one length: the states by number; otherwise each state behind its length, in chunks by thread
//   offsets_  if lengths vary: where each state begins, in 5 bytes
//   parts_    4 bytes of the hash of each state, so that the index grows without reading states again
//   index_    finds numbers: 4 bytes a slot, 4.7 to 7 bytes a state (Index)
//
// A length takes 1, 2 or 4 bytes. The bytes of states never move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lariat/store/state_store.hpp"
#include "store/index.hpp"
#include "store/lazy_array.hpp"
#include "store/numbers.hpp"
#include "store/rebuild_barrier.hpp"

namespace lariat::store {

class ExactStore {
 public:
  // See StateStore.
  explicit ExactStore(std::size_t length = 0, std::size_t ignored = 0, unsigned threads = 1);
  ExactStore(const ExactStore&) = delete;
  ExactStore& operator=(const ExactStore&) = delete;

  // What one thread reads and writes states with: see StateStore::Cursor.
  class Cursor {
   public:
    Cursor(ExactStore& store, unsigned thread) : store_(&store), thread_(thread) {}

    // The bytes of a state, valid for as long as the store is.
    Bytes load(StateId id) const { return (*store_)[id]; }
    void load_group(IdRange ids, std::vector<Bytes>& out) const;
    void load_end(StateId id, std::span<std::uint8_t> out) const;

    std::size_t insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states = 0,
                       std::span<const std::uint32_t> ends = {});
    // Like insert, for `out.size()` states of the one length that lie one behind the other.
    std::size_t insert_block(const std::uint8_t* states, std::span<Stored> out, std::uint64_t max_states = 0);

    std::vector<IdRange> take_fresh();

   private:
    std::size_t insert_varying(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states);
    template <class At>
    std::size_t insert_equal(const At& at, std::span<Stored> out, std::uint64_t max_states);
    template <class Table, class Words, class At>
    std::size_t insert_round(Words words, const At& at, std::span<Stored> out, std::uint64_t max_states);
    template <class Equal, class Write>
    Stored insert(std::uint64_t hash, const Equal& equal, const Write& write);

    ExactStore* store_;
    unsigned thread_;
    std::vector<std::uint64_t> hashes_;
    std::vector<StateId> guesses_;
  };

  Cursor cursor(unsigned thread = 0) { return {*this, thread}; }

  // The bytes of a state.
  Bytes operator[](StateId id) const;
  // Stores one state, in a store for one thread.
  Stored insert(Bytes state);

  std::size_t size() const;
  // Memory that is in use.
  std::size_t bytes() const;

 private:
  static constexpr std::size_t offset_bytes = 5;

  ExactStore(std::size_t length, std::size_t ignored, unsigned threads, const AddressBudget& budget);

  struct Writer : NumberBlock {
    std::size_t next_byte = 0;  // where the next state of varying length goes
    std::size_t chunk_end = 0;  // and how far it may reach
  };

  StateId write(Writer& writer, Bytes state, std::uint64_t hash);
  StateId next_number(Writer& writer);
  void place(Writer& writer, std::size_t length);
  bool equal(StateId id, Bytes state) const;
  void prefetch_bytes(StateId id) const;
  std::uint64_t offset(StateId id) const;
  void grow();

  std::size_t length_;
  std::size_t ignored_;
  unsigned threads_;
  mutable RebuildBarrier barrier_;
  std::atomic<bool> growth_wanted_ = false;
  Index index_;
  Numbers numbers_;
  LazyArray<std::uint32_t> parts_;
  LazyArray<std::uint8_t> bytes_;
  LazyArray<std::uint8_t> offsets_;
  std::size_t max_numbers_ = 0;  // that the arrays have room for
  std::atomic<std::size_t> chunks_end_ = 0;
  std::unique_ptr<Writer[]> writers_;
};

}  // namespace lariat::store
