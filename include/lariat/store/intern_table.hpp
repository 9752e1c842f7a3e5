// SPDX-License-Identifier: Apache-2.0
// Small things of one size, each stored once and numbered: the nodes of a tree store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>

#include "lariat/store/gate.hpp"
#include "lariat/store/index.hpp"
#include "lariat/store/lazy_array.hpp"
#include "lariat/store/numbers.hpp"

namespace lariat::store {

// T has operator== and hash().
template <class T>
class InternTable {
 public:
  InternTable(unsigned threads, std::atomic<bool>& alarm)
      : index_(3, 4, threads == 1, alarm),
        things_(no_state),
        blocks_(std::make_unique<NumberBlock[]>(threads)),
        threads_(threads) {}

  const T& operator[](StateId id) const { return things_[id]; }

  // The number of a thing, or no_state if the table must grow first.
  StateId intern(const T& thing, unsigned thread) {
    NumberBlock& block = blocks_[thread];
    const Index::Insertion insertion = index_.insert(
        thing.hash(), [&](StateId id) { return things_[id] == thing; },
        [&] {
          if (block.left.begin == block.left.end) {
            block.left = numbers_.take();
            if (block.left.size() == 0 || block.left.end > things_.room()) throw std::bad_alloc();
          }
          things_[block.left.begin] = thing;
          return block.left.begin;
        });
    if (insertion.outcome == Index::Outcome::added) ++block.left.begin;
    return insertion.id;
  }

  // Numbers are smaller than this.
  std::uint64_t end() const { return numbers_.end(); }

  void add_jobs(std::vector<Gate::Job>& jobs) {
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
  std::unique_ptr<NumberBlock[]> blocks_;
  unsigned threads_;
};

}  // namespace lariat::store
