// SPDX-License-Identifier: Apache-2.0
// States as trees, of which equal parts are stored once.
//   A. Laarman, J. van de Pol, M. Weber. Parallel recursive state compression for free. SPIN 2011.
//   A. Laarman. Optimal compression of combinatorial state spaces. STTT 2019.
//
//   a state    is a pair of numbers: the left and the right half; and the number of its length, if lengths vary
//   a half     is a leaf of up to 32 bytes, or again a pair of numbers (TreeShape)
//   nodes      leaves and pairs, each once, in tables of their own (InternTable)
//   segments_  the pairs of 4096 states, each in as few bytes as the numbers need: 3 to 8
//   index      finds the states: 4.6 to 6.9 bytes a state (Index)
//
// A million states have some thousand different halves, so that only the last two lines take much memory. For that, both halves
// must vary about equally. Where to cut states is first guessed, and reconsidered at some numbers of states up to four million;
// the trees are then rebuilt if that saves memory.
//
// As there are more halves, their numbers need more bits; a segment whose entries have become too narrow is rewritten. Trees
// are rebuilt and segments rewritten while all threads wait (RebuildBarrier).
//
// A successor differs from its source in a few bytes. The cursor remembers the nodes of the state that it loaded last, and
// looks for new ones only where the bytes differ.
//
// Departs from the papers: states have dense numbers of their own, and their pairs are stored by number, not in the hash table.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "lariat/store/state_store.hpp"
#include "store/index.hpp"
#include "store/intern_table.hpp"
#include "store/lazy_array.hpp"
#include "store/numbers.hpp"
#include "store/rebuild_barrier.hpp"
#include "store/tree_shape.hpp"

namespace lariat::store {

// Up to 16 bytes, as two numbers that may overlap.
struct TreeLeaf {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint64_t hash() const;
  friend bool operator==(const TreeLeaf&, const TreeLeaf&) = default;
};

// 17 to 32 bytes: the first 16 and the last 16.
struct WideLeaf {
  TreeLeaf first;
  TreeLeaf last;
  std::uint64_t hash() const;
  friend bool operator==(const WideLeaf&, const WideLeaf&) = default;
};

struct TreePair {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::uint64_t hash() const;
  friend bool operator==(const TreePair&, const TreePair&) = default;
};

class TreeStore {
 public:
  // See StateStore.
  explicit TreeStore(std::size_t length = 0, std::size_t ignored = 0, unsigned threads = 1);
  TreeStore(const TreeStore&) = delete;
  TreeStore& operator=(const TreeStore&) = delete;
  ~TreeStore();

  // The root of the tree of a state.
  struct Root {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    std::uint32_t shape = 0;
    std::uint64_t hash() const;
    friend bool operator==(const Root&, const Root&) = default;
  };

  // What one thread reads and writes states with: see StateStore::Cursor.
  class Cursor {
   public:
    Cursor(TreeStore& store, unsigned thread) : store_(&store), thread_(thread) {}

    Bytes load(StateId id);
    void load_end(StateId id, std::span<std::uint8_t> out);
    std::size_t insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states = 0);
    std::vector<IdRange> take_fresh();

   private:
    struct Prepared {
      Root root;
      std::uint64_t hash = 0;
    };

    const TreeShape& shape_of(std::size_t length);
    const TreeShape& shape(std::uint32_t number);
    Prepared prepare(Bytes state);
    StateId find_leaf(const TreeShape::Leaf& part, const std::uint8_t* at, const std::uint8_t* base, StateId same);
    Stored store(const Prepared& prepared, Bytes state);
    template <class Member, class Thing>
    StateId intern(Member tables, TreeShape::Table table, const Thing& thing);
    void wait_for_growth();

    TreeStore* store_;
    unsigned thread_;
    std::vector<std::uint8_t> bytes_;      // of the state loaded last
    std::vector<std::uint8_t> in_tree_;    // its bytes in the order of the tree, without ignored ones, if that is another order
    std::vector<std::uint8_t> reordered_;  // the bytes in that order of the state that is being stored
    std::vector<StateId> nodes_;           // of the state loaded last
    const TreeShape* loaded_ = nullptr;    // its shape; null: none is loaded
    std::uint32_t loaded_in_ = 0;          // the edition that nodes_ belong to
    StateId loaded_id_ = no_state;
    std::vector<StateId> new_nodes_;  // of the state that is being stored
    std::vector<Prepared> prepared_;
    std::vector<const TreeShape*> by_number_;  // shapes, as far as they are known here
    std::vector<const TreeShape*> by_length_;
  };

  Cursor cursor(unsigned thread = 0) { return {*this, thread}; }

  std::size_t size() const;
  std::size_t bytes() const;

  struct Tables;

 private:
  static constexpr StateId segment_size = 4096;

  TreeStore(std::size_t length, std::size_t ignored, unsigned threads, const AddressBudget& budget);

  // A pair and the number of the shape, packed from the lowest bit upwards into `width` bytes.
  struct Segment {
    std::uint8_t* entries = nullptr;
    std::uint8_t width = 0;
    std::uint8_t left_bits = 0;
    std::uint8_t right_bits = 0;
  };
  struct Writer : NumberBlock {
    std::atomic<std::size_t> narrow = 0;  // 1 + the segment that must be widened; 0: none
  };

  static Root read_root(const Segment& segment, std::size_t i);
  static void write_root(const Segment& segment, std::size_t i, const Root& root);
  Root root(StateId id) const { return read_root(segments_[id / segment_size], id % segment_size); }
  const std::uint8_t* entry(StateId id) const {
    const Segment& segment = segments_[id / segment_size];
    return segment.entries + std::size_t{segment.width} * (id % segment_size);
  }
  StateId write(Writer& writer, const Root& root, Bytes state);
  const TreeShape& find_shape(std::uint32_t length);
  Segment layout(const Tables& tables) const;
  void open_segment(std::size_t number);
  void widen(Segment& segment);
  void grow();

  // True if it is time to reconsider where states are cut, which reshape() does.
  bool should_reshape() const { return numbers_.end() >= reshape_at_.load(std::memory_order_relaxed); }
  void reshape();
  TreeCut best_cut(const std::vector<StateId>& ids) const;
  void cut_at(const TreeCut& cut, const std::vector<StateId>& ids);
  Root fold_alone(Tables& tables, const TreeShape& shape, const std::uint8_t* bytes, std::vector<StateId>& nodes) const;

  std::size_t length_;
  std::size_t ignored_;
  unsigned threads_;
  mutable RebuildBarrier barrier_;
  mutable std::atomic<bool> growth_wanted_ = false;
  std::unique_ptr<Tables> tables_;
  std::uint32_t edition_ = 0;  // how often the trees have been rebuilt
  std::atomic<std::uint64_t> reshape_at_;
  Numbers numbers_;
  std::unique_ptr<Writer[]> writers_;
  std::size_t max_numbers_ = 0;  // that the arrays have room for
  LazyArray<Segment> segments_;
  std::atomic<std::size_t> segment_bytes_ = 0;
  LazyArray<std::uint8_t> hidden_;  // the ignored bytes, by state
  mutable std::mutex mutex_;        // of what follows, and of opening segments
  std::deque<TreeShape> shapes_;
  TreeCut cut_;  // where states are cut
  std::atomic<std::uint32_t> shape_count_ = 0;
};

}  // namespace lariat::store
