// SPDX-License-Identifier: Apache-2.0
// The stores that number states and can give them back, behind one door: which one it is, is asked once for all successors of
// a state.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "lariat/base/named.hpp"
#include "lariat/store/exact_store.hpp"
#include "lariat/store/tree_store.hpp"

namespace lariat::store {

enum class StoreKind { exact, tree };

// The stores that keep whole states, by name.
inline constexpr std::array stores = {
    Named{StoreKind::exact, "exact", "keeps each state whole"},
    Named{StoreKind::tree, "tree", "keeps equal parts of states once"},
};
static_assert(lists_all(stores, StoreKind::tree));

std::string_view to_string(StoreKind kind);

class StateStore {
 public:
  // States of `length` bytes each, 0: of any length, of which the first `ignored` are not compared; for so many threads.
  StateStore(StoreKind kind, std::size_t length, std::size_t ignored, unsigned threads);

  // What one thread does to the store; each has one of its own. See ExactStore::Hand.
  class Hand {
   public:
    // Valid until the next call.
    Bytes load(StateId id) {
      return std::visit([&](auto& hand) { return hand.load(id); }, hand_);
    }
    void load_end(StateId id, std::span<std::uint8_t> out) {
      std::visit([&](auto& hand) { hand.load_end(id, out); }, hand_);
    }
    std::size_t insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states = 0) {
      return std::visit([&](auto& hand) { return hand.insert(states, out, max_states); }, hand_);
    }
    std::vector<IdRange> take_fresh() {
      return std::visit([](auto& hand) { return hand.take_fresh(); }, hand_);
    }

   private:
    friend class StateStore;
    explicit Hand(std::variant<ExactStore::Hand, TreeStore::Hand> hand) : hand_(std::move(hand)) {}
    std::variant<ExactStore::Hand, TreeStore::Hand> hand_;
  };
  Hand hand(unsigned thread);

  StoreKind kind() const { return exact_ ? StoreKind::exact : StoreKind::tree; }
  unsigned threads() const { return threads_; }
  // States, and the memory that is in use for them.
  std::size_t size() const { return exact_ ? exact_->size() : tree_->size(); }
  std::size_t bytes() const { return exact_ ? exact_->bytes() : tree_->bytes(); }

 private:
  unsigned threads_;
  std::unique_ptr<ExactStore> exact_;
  std::unique_ptr<TreeStore> tree_;
};

}  // namespace lariat::store
