// SPDX-License-Identifier: Apache-2.0
// States as trees, of which equal parts are stored once.
//   A. Laarman, J. van de Pol, M. Weber. Parallel recursive state compression for free. SPIN 2011.
//   A. Laarman. Optimal compression of combinatorial state spaces. STTT 2019.
//
//   a state    is a root: the numbers of two or three parts, and the number of its length, if lengths vary
//   a part     is a leaf of up to four words, or a pair of numbers (TreeShape)
//   nodes      leaves and pairs, each once, in tables of their own (InternTable)
//   segments_  the roots of 4096 states, each in as few bytes as the numbers need: 3 to 8
//   index      Numbering::all: finds the numbers of states, 4.6 to 6.9 bytes a state (Index)
//   roots_     Numbering::fresh: the set of all roots, 4.3 to 5.5 bytes a state (RootSet). Segments of states that will not be
//              loaded again are given back.
//
// A million states have some thousand different parts, so that only the last three lines take much memory. For that, parts must
// vary about equally. Where to cut states is first guessed, and reconsidered at some numbers of states up to four million; the
// trees are then rebuilt if that saves memory.
//
// As there are more parts, their numbers need more bits; a segment whose entries have become too narrow is rewritten, and so is
// the set of roots. Trees are rebuilt, segments and roots rewritten while all threads wait (RebuildBarrier).
//
// Each state has a position: how many numbers had been given out before. Its number is the position modulo ids_, so that there
// may be more states than numbers, as long as fewer than ids_ positions are in use at a time: those from window_ on.
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
#include "store/lazy_array.hpp"
#include "store/numbers.hpp"
#include "store/rebuild_barrier.hpp"
#include "store/tree_nodes.hpp"
#include "store/tree_roots.hpp"
#include "store/tree_shape.hpp"

namespace lariat::store {

class TreeStore {
 public:
  // Numbers that states can have at the same time.
  static constexpr StateId most_ids = no_state & ~StateId{0xfff};

  // See StateStore. Of states that are told by their numbers, there are less than `ids` at a time; that is for tests.
  explicit TreeStore(std::size_t length = 0, std::size_t ignored = 0, unsigned threads = 1,
                     Numbering numbering = Numbering::all, StateId ids = most_ids);
  TreeStore(const TreeStore&) = delete;
  TreeStore& operator=(const TreeStore&) = delete;
  ~TreeStore();

  // What one thread reads and writes states with: see StateStore::Cursor (tree_cursor.hpp).
  class Cursor;
  Cursor cursor(unsigned thread = 0);

  // See StateStore.
  std::uint64_t begin_level(std::span<const IdRange> level, bool forgets);
  void recall(std::uint64_t era);

  std::size_t size() const;
  std::size_t bytes() const;

 private:
  TreeStore(std::size_t length, std::size_t ignored, unsigned threads, Numbering numbering, StateId ids,
            const AddressBudget& budget);

  // Roots, packed into `width` bytes each.
  struct Segment {
    std::uint8_t* entries = nullptr;
    std::uint8_t width = 0;
    RootLayout layout = {};
  };
  struct Writer : GivenNumbers {
    std::uint64_t next = 0;  // the positions of its block that have not been given out
    std::uint64_t end = 0;
    StateId next_id = 0;                  // the number for `next`
    std::atomic<std::size_t> narrow = 0;  // 1 + the segment that must be widened; 0: none

    void give_out(StateId id) {
      note(id);
      ++next;
      ++next_id;
    }
  };

  // What a number stands for now.
  std::uint64_t position(StateId id) const { return window_base_ + id + (id < window_id_ ? ids_ : 0); }
  std::size_t segment_of(std::uint64_t position) const { return position >> segment_bits_; }
  std::size_t place_of(std::uint64_t position) const { return position & (segment_size() - 1); }
  std::size_t segment_size() const { return std::size_t{1} << segment_bits_; }

  static Root read_root(const Segment& segment, std::size_t i);
  static void write_root(const Segment& segment, std::size_t i, const Root& root);
  Root root_at(std::uint64_t position) const { return read_root(segments_[segment_of(position)], place_of(position)); }
  const std::uint8_t* entry(std::uint64_t position) const {
    const Segment& segment = segments_[segment_of(position)];
    return segment.entries + std::size_t{segment.width} * place_of(position);
  }
  StateId write(Writer& writer, const Root& root, const std::uint8_t* state);
  void take_block(Writer& writer);
  const TreeShape& find_shape(std::uint32_t length);
  // The layout that roots need now, and if there are so many eighths more nodes.
  RootLayout least_layout(const TreeTables& tables, std::uint64_t more = 0) const;
  Segment new_segment(const TreeTables& tables) const;
  void count_segments(std::ptrdiff_t more);
  void open_segment(std::size_t number);
  void widen(Segment& segment);
  void give_back(std::uint64_t end);
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
    std::vector<std::uint64_t> words = {};
    std::vector<StateId> nodes = {};
  };
  const std::uint8_t* read(const Root& root, Scratch& scratch) const;
  Root recut(const Root& old, TreeTables& tables, const std::deque<TreeShape>& shapes, Scratch& scratch) const;
  std::vector<std::uint64_t> stored_positions() const;
  bool nodes_take_much() const;

  std::size_t length_;
  std::size_t ignored_;
  unsigned threads_;
  Numbering numbering_;
  std::uint64_t ids_;
  unsigned segment_bits_;
  mutable RebuildBarrier barrier_;
  mutable std::atomic<bool> growth_wanted_ = false;
  std::unique_ptr<TreeTables> tables_;
  std::unique_ptr<RootSet> roots_;              // Numbering::fresh
  std::atomic<bool> roots_are_narrow_ = false;  // the layout of roots_ does not fit a root
  std::uint32_t edition_ = 0;                   // how often the trees have been rebuilt, or roots_ rewritten
  std::atomic<std::uint64_t> reshape_at_;
  Numbers numbers_;
  std::unique_ptr<Writer[]> writers_;
  LazyArray<Segment> segments_;
  LazyArray<std::uint8_t> hidden_;   // the ignored bytes, by position
  std::uint64_t max_positions_ = 0;  // that the arrays have room for
  std::uint64_t window_ = 0;         // the first position that a number may stand for: window_base_ + window_id_
  std::uint64_t window_base_ = 0;    // a multiple of ids_
  StateId window_id_ = 0;
  std::size_t first_segment_ = 0;  // those before have been given back
  std::atomic<std::size_t> segment_bytes_ = 0;
  std::atomic<std::size_t> most_segment_bytes_ = 0;  // that there have been
  mutable std::mutex mutex_;                         // of what follows, and of opening segments
  std::deque<TreeShape> shapes_;
  TreeCut cut_;  // where states are cut
  std::atomic<std::uint32_t> shape_count_ = 0;
};

}  // namespace lariat::store
