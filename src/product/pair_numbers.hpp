// SPDX-License-Identifier: Apache-2.0
// The states of a product as pairs: the number of the system's state, and the state of the property, of which there are few.
//
//   ids_      by system state and property state: the number of the pair plus 1, 0 if it has none; 4 bytes for each property
//   state systems_, properties_   by number: the pair; 5 bytes
//
// Numbers are dense from 0, in the order in which pairs come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "lariat/base/zeroed_array.hpp"
#include "lariat/space/state_array.hpp"
#include "lariat/store/state_store.hpp"

namespace lariat::product {

class PairNumbers {
 public:
  // For a property with so many states, at most 256.
  explicit PairNumbers(std::size_t property_states) : property_states_(property_states) {}

  // The number of a pair, which gets one if it has none yet. Throws std::length_error when all numbers are used up.
  store::Stored number(StateId system, std::uint32_t property) {
    StateId& id = ids_[std::size_t{system} * property_states_ + property];
    if (id != 0) return {.id = id - 1, .is_new = false};
    if (size_ == no_state - 1) throw std::length_error("more states than there are numbers for them");
    systems_[size_] = system;
    properties_[size_] = static_cast<std::uint8_t>(property);
    id = ++size_;
    return {.id = id - 1, .is_new = true};
  }

  StateId system(StateId pair) const { return systems_.get(pair); }
  std::uint32_t property(StateId pair) const { return properties_.get(pair); }

  // Makes the next calls of number() for these system states faster.
  void fetch(StateId system) const {
    if (const std::size_t at = std::size_t{system} * property_states_; at < ids_.size()) __builtin_prefetch(ids_.data() + at);
  }

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return ids_.size() * sizeof(StateId) + systems_.bytes() + properties_.bytes(); }

 private:
  // An array that is as long as its largest index has asked for.
  class Ids {
   public:
    StateId& operator[](std::size_t i) {
      if (i >= ids_.size()) ids_.grow(i + i / 2 + 64);
      return ids_[i];
    }
    std::size_t size() const { return ids_.size(); }
    const StateId* data() const { return ids_.data(); }

   private:
    ZeroedArray<StateId> ids_;
  };

  std::size_t property_states_;
  StateId size_ = 0;
  Ids ids_;
  StateArray<StateId> systems_;
  StateArray<std::uint8_t> properties_;
};

}  // namespace lariat::product
