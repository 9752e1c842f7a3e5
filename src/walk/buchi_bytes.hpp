// SPDX-License-Identifier: Apache-2.0
// A product with accepting states whose states are bytes. Where the product has several acceptance sets, or sets on
// transitions, one more byte behind each state counts the sets met: copies of the state, as in space/degeneralised.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lariat/product/product.hpp"
#include "lariat/space/degeneralised.hpp"

namespace lariat::walk {

class BuchiBytes {
 public:
  // `state_based` promises that no transition has marks.
  BuchiBytes(product::Product& product, bool state_based)
      : expander_(product.expander()),
        hidden_bytes_(product.hidden_bytes()),
        sets_(product.sets()),
        counts_(!state_based || sets_ > 1) {}

  std::vector<system::State> initial() const {
    std::vector<system::State> states = expander_.initial();
    if (counts_)
      for (system::State& state : states) state.push_back(0);
    return states;
  }
  bool accepting(system::Bytes state) const {
    if (counts_) return state.back() == sets_;
    return (expander_.marks(state) & all_sets(sets_)) == all_sets(sets_);
  }

  // Produces the successors of a state; size() and state() then tell of them.
  void expand(system::Bytes state) {
    if (counts_) {
      level_ = state.back();
      marks_ = expander_.marks(original(state));
    }
    expander_.expand(original(state), expansion_);
  }
  std::size_t size() const { return expansion_.size(); }
  // Valid until the next call.
  system::Bytes state(std::size_t i) {
    const system::Bytes target = expansion_.state(i);
    if (!counts_) return target;
    copy_.assign(target.begin(), target.end());
    copy_.push_back(static_cast<std::uint8_t>(next_level(level_, marks_ | expansion_.marks(i), sets_)));
    return copy_;
  }

  // The product's state that this one is a copy of.
  system::Bytes original(system::Bytes state) const { return counts_ ? state.first(state.size() - 1) : state; }
  // How many copies of a state there are; 1: none but the state itself.
  unsigned copies() const { return counts_ ? sets_ + 1 : 1; }
  std::size_t hidden_bytes() const { return hidden_bytes_; }
  product::Expander& expander() const { return expander_; }

 private:
  product::Expander& expander_;
  product::Expansion expansion_;
  std::size_t hidden_bytes_;
  unsigned sets_;
  bool counts_;
  unsigned level_ = 0;
  Marks marks_ = 0;
  system::State copy_;
};

}  // namespace lariat::walk
