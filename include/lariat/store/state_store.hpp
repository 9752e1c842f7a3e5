// SPDX-License-Identifier: Apache-2.0
// Stores that give each state a number, once, and the state back for its number. No state is ever taken for another. Which
// store it is costs one virtual call for all successors of a state, and one for a state that is loaded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "lariat/base/named.hpp"
#include "lariat/space/space.hpp"

namespace lariat::store {

using Bytes = std::span<const std::uint8_t>;

// What became of a state that was to be stored.
struct Stored {
  StateId id = no_state;
  bool is_new = false;
};

// The numbers from `begin` up to, but not including, `end`.
struct IdRange {
  StateId begin = 0;
  StateId end = 0;
  std::size_t size() const { return end - begin; }
};

enum class StoreKind { exact, tree };

// The stores that keep whole states, by name.
inline constexpr std::array stores = {
    Named{StoreKind::exact, "exact", "keeps the bytes of each state"},
    Named{StoreKind::tree, "tree", "keeps equal parts of states once"},
};
static_assert(lists_all(stores, StoreKind::tree));

std::string_view to_string(StoreKind kind);

// The states whose numbers a store must be able to tell.
enum class Numbering {
  all,   // of every state
  fresh  // of new states, and only until they are no longer kept: a known state may get no number, which saves memory
};

class StateStore {
 public:
  // States of `length` bytes each, or of any length if that is 0. The first `ignored` bytes are stored but not compared: of
  // states that differ only there, the first one stays. `threads` threads may use it at the same time. `ids`: a tree gives out
  // so many numbers at most before it must use the first one again; 0: as many as there are. Throws std::bad_alloc.
  StateStore(StoreKind kind, std::size_t length, std::size_t ignored, unsigned threads, Numbering numbering = Numbering::all,
             StateId ids = 0);
  StateStore(const StateStore&) = delete;
  StateStore& operator=(const StateStore&) = delete;
  ~StateStore();

  // What one thread reads and writes states with. After any exception, states that were stored can still be loaded.
  class Cursor {
   public:
    // The bytes of a state, valid until the next call. States that differ little from it may then be stored faster.
    Bytes load(StateId id) { return access_->load(id); }
    // The bytes of several states, one after the other, all valid until the next call.
    void load_group(IdRange ids, std::vector<Bytes>& out) { access_->load_group(ids, out); }
    // The last bytes of a state, as many as `out` holds.
    void load_end(StateId id, std::span<std::uint8_t> out) { access_->load_end(id, out); }
    // Stores the states and says what became of each. Stops behind the one that makes the store larger than max_states, unless
    // that is 0. Returns how many were stored. Throws std::length_error when all numbers are used up, std::bad_alloc when there
    // is no memory. With Numbering::fresh, a state that is not new may be told no_state. `ends`: the states before ends[i] and
    // from the end before that differ little from the i-th state of the group loaded last; without, all states differ little
    // from the one loaded last.
    std::size_t insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states = 0,
                       std::span<const std::uint32_t> ends = {}) {
      return access_->insert(states, out, max_states, ends);
    }
    // Like insert, for out.size() states that lie one behind the other; only where all states have one length.
    std::size_t insert_block(const std::uint8_t* states, std::span<Stored> out, std::uint64_t max_states = 0,
                             std::span<const std::uint32_t> ends = {}) {
      return access_->insert_block(states, out, max_states, ends);
    }
    // The numbers given out to this thread since the last call.
    std::vector<IdRange> take_fresh() { return access_->take_fresh(); }

   private:
    friend class StateStore;
    class Access {
     public:
      Access() = default;
      Access(const Access&) = delete;
      Access& operator=(const Access&) = delete;
      virtual ~Access() = default;
      virtual Bytes load(StateId id) = 0;
      virtual void load_group(IdRange ids, std::vector<Bytes>& out) = 0;
      virtual void load_end(StateId id, std::span<std::uint8_t> out) = 0;
      virtual std::size_t insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states,
                                 std::span<const std::uint32_t> ends) = 0;
      virtual std::size_t insert_block(const std::uint8_t* states, std::span<Stored> out, std::uint64_t max_states,
                                       std::span<const std::uint32_t> ends) = 0;
      virtual std::vector<IdRange> take_fresh() = 0;
    };
    template <class Store>
    class AccessTo;

    explicit Cursor(std::unique_ptr<Access> access) : access_(std::move(access)) {}
    std::unique_ptr<Access> access_;
  };
  // Each thread has one of its own. With one thread, numbers are dense from 0 in the order in which states came; several
  // threads leave some unused.
  Cursor cursor(unsigned thread);

  // Numbering::fresh: from now on, only the states of these ranges and those that are stored later are told by their numbers.
  // Numbers of others may be given out again, so that there may be more states than numbers. If it forgets the others, their
  // memory is given back; otherwise numbers mean what they meant just after this call when recall is called with its result,
  // until nothing can be stored. No thread may use the store meanwhile.
  std::uint64_t begin_level(std::span<const IdRange> level, bool forgets);
  void recall(std::uint64_t era);

  StoreKind kind() const;
  Numbering numbering() const { return numbering_; }
  unsigned threads() const { return threads_; }
  // Of all states in bytes; 0: it varies.
  std::size_t length() const { return length_; }
  // States, and the memory that is in use for them; for those that are kept, the most that was.
  std::size_t size() const;
  std::size_t bytes() const;

 private:
  struct Implementation;

  unsigned threads_;
  Numbering numbering_;
  std::size_t length_;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace lariat::store
