// SPDX-License-Identifier: Apache-2.0
// Things of one small size, each stored once and numbered: the nodes of a tree store.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "store/index.hpp"
#include "store/lazy_array.hpp"
#include "store/numbers.hpp"
#include "store/rebuild_barrier.hpp"

namespace lariat::store {

// T has operator== and hash().
template <class T>
class InternTable {
 public:
  // Reserves at most so many bytes for things at first, more when they are needed.
  InternTable(unsigned threads, std::atomic<bool>& growth_wanted, std::size_t reserved)
      : index_(3, 4, threads == 1, growth_wanted),
        things_(no_state, reserved),
        blocks_(std::make_unique<NumberBlock[]>(threads)),
        recent_(new std::atomic<std::uint32_t>[least_recent]()),
        threads_(threads) {}

  const T& operator[](StateId id) const { return things_[id]; }

  // Numbers are remembered by hash where they are found in one step; most things are among those. First fetch for all things,
  // so that the waits for memory overlap, then recall for all: the number of a thing that may be this one, or no_state.
  [[gnu::always_inline]] void fetch(std::uint64_t hash) const { __builtin_prefetch(&recent_[hash & recent_mask_]); }
  [[gnu::always_inline]] StateId recall(std::uint64_t hash) const {
    const StateId id = recent_[hash & recent_mask_].load(std::memory_order_acquire) - 1;
    __builtin_prefetch(&things_[id]);
    return id;
  }
  [[gnu::always_inline]] bool is(StateId id, const T& thing) const { return id != no_state && things_[id] == thing; }

  // The same for those that are not remembered: fetches what intern reads, in two steps.
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const { index_.prefetch(hash); }
  [[gnu::always_inline]] void prefetch_thing(std::uint64_t hash) const {
    if (const StateId id = index_.guess(hash); id != no_state) __builtin_prefetch(&things_[id]);
  }

  // The number of a thing, or no_state if the table must grow first.
  StateId intern(const T& thing, unsigned thread) { return intern(thing, thing.hash(), thread); }
  StateId intern(const T& thing, std::uint64_t hash, unsigned thread) {
    NumberBlock& block = blocks_[thread];
    const Index::Insertion insertion = index_.insert(
        hash, [&](StateId id) { return things_[id] == thing; },
        [&] {
          if (block.left.begin == block.left.end) block.left = numbers_.take(things_.room());
          if (block.left.size() == 0) {
            is_full_.store(true, std::memory_order_relaxed);
            return no_state;
          }
          things_[block.left.begin] = thing;
          return block.left.begin;
        });
    if (insertion.outcome == Index::Outcome::added) ++block.left.begin;
    if (insertion.id != no_state) recent_[hash & recent_mask_].store(insertion.id + 1, std::memory_order_release);
    return insertion.id;
  }

  // Numbers are smaller than this.
  std::uint64_t end() const { return numbers_.end(); }

  // Makes room for more things if there is none left, and adds the jobs that grow the index. Throws std::bad_alloc.
  void add_jobs(std::vector<RebuildBarrier::Job>& jobs) {
    if (is_full_.exchange(false) && !things_.grow()) throw std::bad_alloc();
    if (2 * end() > recent_mask_ && recent_mask_ + 1 < most_recent) remember_more();
    for (const unsigned shard : index_.crowded())
      jobs.emplace_back([this, shard] {
        index_.grow(
            shard, end(), [this](StateId id) { __builtin_prefetch(&things_[id]); },
            [this](StateId id) { return things_[id].hash(); });
      });
  }

  std::size_t bytes() const {
    return index_.bytes() + numbers_.end() * sizeof(T) + (recent_mask_ + 1) * sizeof(std::atomic<std::uint32_t>);
  }

 private:
  static constexpr std::uint64_t least_recent = 64;
  static constexpr std::uint64_t most_recent = std::uint64_t{1} << 18;

  // Nothing is lost but time if there is no memory for that.
  void remember_more() {
    const std::uint64_t size = std::min(most_recent, std::bit_ceil(4 * end()));
    std::unique_ptr<std::atomic<std::uint32_t>[]> more(new (std::nothrow) std::atomic<std::uint32_t>[size]());
    if (more == nullptr) return;
    recent_ = std::move(more);
    recent_mask_ = size - 1;
  }

  Index index_;
  Numbers numbers_;
  LazyArray<T> things_;
  std::atomic<bool> is_full_ = false;  // there was no room for a thing
  std::unique_ptr<NumberBlock[]> blocks_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> recent_;  // by hash: a number + 1, or 0
  std::uint64_t recent_mask_ = least_recent - 1;
  unsigned threads_;
};

}  // namespace lariat::store
