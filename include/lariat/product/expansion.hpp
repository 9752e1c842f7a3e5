// SPDX-License-Identifier: Apache-2.0
// The transitions of one state of a product: an object that whoever asks for them holds, and that keeps its memory from one
// state to the next.
//
// Transitions are counted from 0, in the order of Product::post. Where they lead is given as bytes; those that have been
// numbered, by a call of Product::number, have the number of their target as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lariat/product/property.hpp"
#include "lariat/store/state_store.hpp"
#include "lariat/system/batch.hpp"

namespace lariat::product {

class Expansion {
 public:
  std::size_t size() const { return transitions_.size(); }
  // The state that a transition leads to, as it is stored: the system's bytes and what stands behind them.
  system::Bytes state(std::size_t i) const {
    const Transition& transition = transitions_[i];
    if (!is_plain_) return {combined_.data() + transition.offset, transition.length};
    return transition.step == stays ? system::Bytes(source_) : steps_.state(transition.step);
  }
  Marks marks(std::size_t i) const { return transitions_[i].marks; }
  // What goes wrong in the system's step; has_faults() is false if nothing does in any of them.
  bool has_faults() const { return steps_.has_flags(); }
  const model::Fault& fault(std::size_t i) const {
    static constexpr model::Fault no_fault{};
    return stays_at(i) ? no_fault : steps_.fault(transitions_[i].step);
  }
  // The actions of the system's step; none if the system has come to its end and stays where it is.
  std::span<const system::Action> actions(std::size_t i) const {
    return stays_at(i) ? std::span<const system::Action>{} : steps_.actions(transitions_[i].step);
  }

  // The system's state that was expanded, and its steps, be they part of a transition or not.
  system::Bytes source() const { return source_; }
  const system::Batch& steps() const { return steps_; }
  // The number of the state that was expanded; no_state if it was given as bytes.
  StateId source_id() const { return source_id_; }
  // From now on nobody takes this for the expansion of a numbered state: the order of its transitions is another one.
  void forget_source_id() { source_id_ = no_state; }

  // The transitions that have numbers are numbered_begin() .. numbered_end() - 1.
  std::size_t numbered_begin() const { return numbered_begin_; }
  std::size_t numbered_end() const { return numbered_end_; }
  StateId id(std::size_t i) const { return stored_[i].id; }
  // True if this transition was the first to meet its target.
  bool is_new(std::size_t i) const { return stored_[i].is_new; }
  void append_numbered(std::vector<Successor>& arena) const {
    for (std::size_t i = numbered_begin_; i < numbered_end_; ++i) arena.push_back({.target = id(i), .marks = marks(i)});
  }

  // Puts the transitions of the selected steps first, each part in the order as before; the system that stays where it is
  // counts as selected.
  void put_first(const std::vector<bool>& selected);
  // Makes all transitions the reduced set; their order stays.
  void reduce_to_all() { reduced_ = size(); }
  // How many transitions belong to the reduced set: they come first. All of them, unless put_first was called.
  std::size_t reduced() const { return reduced_; }

 private:
  friend class Expander;
  friend class Product;

  static constexpr std::uint32_t stays = model::none;

  struct Transition {
    std::uint32_t step = 0;  // into steps_, or `stays`
    std::uint32_t move = 0;  // into moves_
    Marks marks = 0;
    std::size_t offset = 0;  // into combined_
    std::uint32_t length = 0;
  };

  bool stays_at(std::size_t i) const { return transitions_[i].step == stays; }

  system::State source_;
  std::uint32_t source_property_ = 0;
  std::uint8_t source_turn_ = 0;
  StateId source_id_ = no_state;
  system::Batch steps_;
  std::vector<Move> moves_;
  std::vector<std::uint32_t> meetings_;  // where in steps_ those of each move end; they follow the other steps
  std::vector<Transition> transitions_;
  bool is_plain_ = false;                 // targets are the successors themselves; otherwise they are in combined_
  model::Buffer<std::uint8_t> combined_;  // system and property together
  system::State moved_;
  std::size_t reduced_ = 0;
  std::size_t numbered_begin_ = 0;
  std::size_t numbered_end_ = 0;
  std::vector<store::Stored> stored_;  // by transition
};

}  // namespace lariat::product
