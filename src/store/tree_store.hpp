// SPDX-License-Identifier: Apache-2.0
// States as trees, of which equal parts are stored once.
//   A. Laarman, J. van de Pol, M. Weber. Parallel recursive state compression for free. SPIN 2011.
//   A. Laarman. Optimal compression of combinatorial state spaces. STTT 2019.
//
//   a state    is a root: the numbers of two or three parts, and the number of its length, if lengths vary
//   a part     is a leaf of up to 32 bytes, or a pair of numbers (TreeShape)
//   nodes      leaves and pairs, each once, in tables of their own (InternTable)
//   segments_  the roots of 4096 states, each in as few bytes as the numbers need: 3 to 8
//   index      Numbering::all: finds the numbers of states, 4.6 to 6.9 bytes a state (Index)
//   roots_     Numbering::fresh: the set of all roots, 4.3 to 5.2 bytes a state (RootSet). Segments of states that will not be
//              loaded again are given back.
//
// A million states have some thousand different parts, so that only the last three lines take much memory. For that, parts must
// vary about equally. Where to cut states is first guessed, and reconsidered at some numbers of states up to four million; the
// trees are then rebuilt if that saves memory.
//
// As there are more parts, their numbers need more bits; a segment whose entries have become too narrow is rewritten, and so is
// the set of roots. Trees are rebuilt, segments and roots rewritten while all threads wait (RebuildBarrier).
//
// A successor differs from its source in a few bytes. The cursor remembers the nodes of the states that it loaded last, and
// looks for new ones only where the bytes differ.
//
// Departs from the papers: states have dense numbers of their own, not their places in the hash table.
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
#include "store/tree_roots.hpp"
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
  explicit TreeStore(std::size_t length = 0, std::size_t ignored = 0, unsigned threads = 1,
                     Numbering numbering = Numbering::all);
  TreeStore(const TreeStore&) = delete;
  TreeStore& operator=(const TreeStore&) = delete;
  ~TreeStore();

  // What one thread reads and writes states with: see StateStore::Cursor.
  class Cursor {
   public:
    Cursor(TreeStore& store, unsigned thread) : store_(&store), thread_(thread) {}

    Bytes load(StateId id);
    void load_group(IdRange ids, std::vector<Bytes>& out);
    void load_end(StateId id, std::span<std::uint8_t> out);
    std::size_t insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states,
                       std::span<const std::uint32_t> ends);
    std::vector<IdRange> take_fresh();

   private:
    struct Prepared {
      Root root;
      std::uint64_t hash = 0;  // Numbering::fresh: the scrambled root
    };
    // A state that was loaded.
    struct Loaded {
      std::vector<std::uint8_t> bytes = {};
      std::vector<std::uint8_t> in_tree = {};  // in the order of the tree, without ignored ones, if that is another order
      std::vector<StateId> nodes = {};
      const TreeShape* shape = nullptr;  // null: none is loaded
      std::uint32_t edition = 0;         // that nodes belong to
      StateId id = no_state;
    };

    const TreeShape& shape_of(std::size_t length, const Loaded& base);
    const TreeShape& shape(std::uint32_t number);
    void load(StateId id, Loaded& to);
    Prepared prepare(Bytes state, const Loaded& base);
    StateId find_leaf(const TreeShape::Leaf& part, const std::uint8_t* at, const std::uint8_t* base, StateId same);
    Stored store(const Prepared& prepared, Bytes state);
    Stored store_numbered(const Prepared& prepared, Bytes state);
    template <class Member, class Thing>
    StateId intern(Member tables, TreeShape::Table table, const Thing& thing);
    void wait_for_growth();

    TreeStore* store_;
    unsigned thread_;
    std::vector<Loaded> loaded_ = std::vector<Loaded>(1);  // last, by load or load_group
    std::vector<std::uint8_t> reordered_;                  // the state that is being stored, in the order of the tree
    std::vector<StateId> new_nodes_;                       // and its nodes
    std::vector<Prepared> prepared_;
    std::vector<const TreeShape*> by_number_;  // shapes, as far as they are known here
    std::vector<const TreeShape*> by_length_;
  };

  Cursor cursor(unsigned thread = 0) { return {*this, thread}; }

  // See StateStore.
  void keep_only(std::span<const IdRange> states);

  std::size_t size() const;
  std::size_t bytes() const;

  struct Tables;

 private:
  static constexpr StateId segment_size = 4096;

  TreeStore(std::size_t length, std::size_t ignored, unsigned threads, Numbering numbering, const AddressBudget& budget);

  // Roots, packed into `width` bytes each.
  struct Segment {
    std::uint8_t* entries = nullptr;
    std::uint8_t width = 0;
    RootLayout layout = {};
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
  // The layout that roots need now, and if there are so many eighths more nodes.
  RootLayout least_layout(const Tables& tables, std::uint64_t more = 0) const;
  Segment new_segment(const Tables& tables) const;
  void count_segments(std::ptrdiff_t more);
  void open_segment(std::size_t number);
  void widen(Segment& segment);
  void grow();
  void rewrite_roots();

  // True if it is time to reconsider where states are cut, which reshape() does.
  bool should_reshape() const { return numbers_.end() >= reshape_at_.load(std::memory_order_relaxed); }
  void reshape();
  template <class F>
  void for_each_root(std::uint64_t step, const F& f) const;
  TreeCut best_cut() const;
  void cut_at(const TreeCut& cut);
  struct Scratch {
    std::vector<std::uint8_t> bytes = {};
    std::vector<std::uint8_t> spare = {};
    std::vector<StateId> nodes = {};
  };
  Root recut(const Root& old, Tables& tables, const std::deque<TreeShape>& shapes, Scratch& scratch) const;
  std::vector<StateId> numbered_states() const;
  bool nodes_take_much() const;
  Root fold_alone(Tables& tables, const TreeShape& shape, const std::uint8_t* bytes, std::vector<StateId>& nodes) const;

  std::size_t length_;
  std::size_t ignored_;
  unsigned threads_;
  Numbering numbering_;
  mutable RebuildBarrier barrier_;
  mutable std::atomic<bool> growth_wanted_ = false;
  std::unique_ptr<Tables> tables_;
  std::unique_ptr<RootSet> roots_;              // Numbering::fresh
  std::atomic<bool> roots_are_narrow_ = false;  // the layout of roots_ does not fit a root
  std::uint32_t edition_ = 0;                   // how often the trees have been rebuilt, or roots_ rewritten
  std::atomic<std::uint64_t> reshape_at_;
  Numbers numbers_;
  std::unique_ptr<Writer[]> writers_;
  std::size_t max_numbers_ = 0;  // that the arrays have room for
  LazyArray<Segment> segments_;
  std::size_t first_segment_ = 0;  // those before have been given back
  std::atomic<std::size_t> segment_bytes_ = 0;
  std::atomic<std::size_t> most_segment_bytes_ = 0;  // that there have been
  LazyArray<std::uint8_t> hidden_;                   // the ignored bytes, by state
  mutable std::mutex mutex_;                         // of what follows, and of opening segments
  std::deque<TreeShape> shapes_;
  TreeCut cut_;  // where states are cut
  std::atomic<std::uint32_t> shape_count_ = 0;
};

}  // namespace lariat::store
