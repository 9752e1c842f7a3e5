// SPDX-License-Identifier: Apache-2.0
// Things of one small size, each stored once and numbered: the nodes of a tree store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>

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
        threads_(threads) {}

  const T& operator[](StateId id) const { return things_[id]; }

  // The number of a thing, or no_state if the table must grow first.
  StateId intern(const T& thing, unsigned thread) {
    NumberBlock& block = blocks_[thread];
    const Index::Insertion insertion = index_.insert(
        thing.hash(), [&](StateId id) { return things_[id] == thing; },
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
    return insertion.id;
  }

  // Numbers are smaller than this.
  std::uint64_t end() const { return numbers_.end(); }

  // Makes room for more things if there is none left, and adds the jobs that grow the index. Throws std::bad_alloc.
  void add_jobs(std::vector<RebuildBarrier::Job>& jobs) {
    if (is_full_.exchange(false) && !things_.grow()) throw std::bad_alloc();
    for (const unsigned shard : index_.crowded())
      jobs.emplace_back([this, shard] {
        index_.grow(
            shard, end(), [this](StateId id) { __builtin_prefetch(&things_[id]); },
            [this](StateId id) { return things_[id].hash(); });
      });
  }

  std::size_t bytes() const { return index_.bytes() + numbers_.end() * sizeof(T); }

 private:
  Index index_;
  Numbers numbers_;
  LazyArray<T> things_;
  std::atomic<bool> is_full_ = false;  // there was no room for a thing
  std::unique_ptr<NumberBlock[]> blocks_;
  unsigned threads_;
};

}  // namespace lariat::store
