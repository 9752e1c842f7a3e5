// SPDX-License-Identifier: Apache-2.0
// The states of a product that belong to this rank, numbered in the order in which they came, level by level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lariat/product/product.hpp"
#include "lariat/store/state_store.hpp"

namespace lariat::cluster {

// The bytes of each state; 0: their number varies.
inline std::size_t length_of(const product::Product& product) {
  const std::size_t length = product.system().layout().length;
  return length == 0 ? 0 : length + product.expander().extra_bytes();
}

class OwnStates {
 public:
  explicit OwnStates(const product::Product& product)
      : store_(product.options().store, length_of(product), product.hidden_bytes(), 1), cursor_(store_.cursor(0)) {}

  // Stores the states and says what became of each, in `stored()`. Throws std::bad_alloc and std::length_error.
  void insert(std::span<const store::Bytes> states) {
    stored_.resize(states.size());
    cursor_.insert(states, stored_);
  }
  const std::vector<store::Stored>& stored() const { return stored_; }

  // The bytes of a state or of several; valid until the next call.
  store::Bytes load(StateId s) { return cursor_.load(s); }
  void load_group(store::IdRange states, std::vector<store::Bytes>& out) { cursor_.load_group(states, out); }

  std::size_t size() const { return store_.size(); }
  std::size_t bytes() const { return store_.bytes(); }
  const store::StateStore& store() const { return store_; }

  // What has come since the last call becomes a level. Level 0 has the initial states.
  store::IdRange begin_level() {
    const StateId begin = levels_.empty() ? 0 : levels_.back().end;
    return levels_.emplace_back(store::IdRange{.begin = begin, .end = static_cast<StateId>(store_.size())});
  }
  // States of the levels that have begun.
  std::size_t begun() const { return levels_.empty() ? 0 : levels_.back().end; }
  // Of a level that has begun; states that came later are in the next one.
  store::IdRange level(std::size_t i) const { return levels_[i]; }
  std::size_t levels() const { return levels_.size(); }
  std::size_t level_of(StateId s) const {
    std::size_t level = 0;
    while (level < levels_.size() && levels_[level].end <= s) ++level;
    return level;
  }

 private:
  store::StateStore store_;
  store::StateStore::Cursor cursor_;
  std::vector<store::Stored> stored_;
  std::vector<store::IdRange> levels_;
};

}  // namespace lariat::cluster
