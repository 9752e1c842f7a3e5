// SPDX-License-Identifier: Apache-2.0
// A product with accepting states whose states are bytes. Where the product has several acceptance sets, or sets on
// transitions, one more byte behind each state counts the sets met: copies of the state, as in space/degeneralised.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lariat/product/product.hpp"

namespace lariat::walk {

class BuchiBytes {
 public:
  // `state_based` promises that no transition has marks.
  BuchiBytes(product::Product& product, bool state_based)
      : product_(product), sets_(product.sets()), counts_(!state_based || sets_ > 1) {}

  std::vector<model::State> first_states() {
    std::vector<model::State> states = product_.first_states();
    if (counts_)
      for (model::State& state : states) state.push_back(0);
    return states;
  }
  bool accepting(model::StateView state) const {
    if (counts_) return state.back() == sets_;
    return (product_.marks(state) & all_sets(sets_)) == all_sets(sets_);
  }

  // How many transitions the state has, of which `successor` then speaks.
  std::size_t expand(model::StateView state) {
    if (counts_) {
      level_ = state.back();
      marks_ = product_.marks(original(state));
    }
    return product_.expand(original(state));
  }
  // Valid until the next call.
  model::StateView successor(std::size_t choice) {
    const model::StateView target = product_.successor(choice);
    if (!counts_) return target;
    copy_.assign(target.begin(), target.end());
    copy_.push_back(next_level(marks_ | product_.successor_marks(choice)));
    return copy_;
  }

  // The product's state that this one is a copy of.
  model::StateView original(model::StateView state) const { return counts_ ? state.first(state.size() - 1) : state; }
  // How many there are; 1: none but the state itself.
  unsigned copies() const { return counts_ ? sets_ + 1 : 1; }
  product::Product& product() const { return product_; }

 private:
  std::uint8_t next_level(Marks marks) const {
    unsigned level = level_ == sets_ ? 0 : level_;
    while (level < sets_ && (marks >> level & 1) != 0) ++level;
    return static_cast<std::uint8_t>(level);
  }

  product::Product& product_;
  unsigned sets_;
  bool counts_;
  unsigned level_ = 0;
  Marks marks_ = 0;
  model::State copy_;
};

}  // namespace lariat::walk
