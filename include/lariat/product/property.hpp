// SPDX-License-Identifier: Apache-2.0
// What a system is multiplied with: an automaton, the observer of a program, or nothing.
//
// The property moves with every step of the system and reads the state before the step. If the system has no step, the
// property goes on alone, so that a run that ends repeats its last state for ever; or such runs do not count (DeadlockRuns).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lariat/space/space.hpp"
#include "lariat/system/system.hpp"

namespace lariat::product {

// What the property may do in a state.
struct Move {
  std::uint32_t target = 0;  // the property's next state, or the observer's transition
  Marks marks = 0;           // acceptance sets of the move
};

class Property {
 public:
  Property() = default;
  Property(const Property&) = delete;
  Property& operator=(const Property&) = delete;
  virtual ~Property() = default;

  // A property for another thread, which reads the states of a clone of the system; null: there is only this one.
  virtual std::unique_ptr<Property> clone(system::System& /*system*/) const { return nullptr; }
  // Takes over what a clone noticed.
  virtual void absorb(const Property& /*clone*/) {}

  // How many states of its own it has, its acceptance sets, and its initial states.
  virtual std::size_t states() const { return 1; }
  virtual unsigned sets() const { return 0; }
  virtual std::vector<std::uint32_t> initial() const { return {0}; }

  // False: it goes with every step and does nothing, so that moves() need not be asked.
  virtual bool has_moves() const { return false; }
  // Replaces `out` by the moves in a state of the system and one of the property.
  virtual void moves(system::Bytes /*s*/, std::uint32_t /*state*/, std::vector<Move>& out) { out.assign(1, Move{}); }

  // True if moves() depends on nothing but the atoms that hold and the property's state. Then moves_of() is what moves() is in
  // a state where the atoms have these values.
  virtual bool reads_atoms_only() const { return false; }
  virtual void moves_of(std::uint64_t /*valuation*/, std::uint32_t /*state*/, std::vector<Move>& out) { out.assign(1, Move{}); }

  // The acceptance sets of a state: by the property's state alone, or else by the system's as well.
  virtual bool marks_by_own_state() const { return true; }
  virtual Marks marks(std::uint32_t /*state*/) const { return 0; }
  virtual Marks marks(system::Bytes /*s*/, std::uint32_t state) const { return marks(state); }

  // The observer of a program is a part of the system's states: it also has a say in which steps there are, and what they lead
  // to. Only if observes_steps() says so are the other functions called.
  virtual bool observes_steps() const { return false; }
  // True if that move goes with a step of these actions.
  virtual bool allows(const Move& /*move*/, system::Bytes /*s*/, std::span<const system::Action> /*actions*/) { return true; }
  // Appends the steps that exist only together with that move.
  virtual void append_meetings(const Move& /*move*/, system::Bytes /*s*/, system::Batch& /*steps*/) {}
  // What the move makes of the system's state after the step, and what goes wrong in it.
  virtual model::Fault apply(const Move& /*move*/, system::Bytes /*after*/, system::State& /*out*/) { return {}; }
  // The move as an action.
  virtual system::Action action(const Move& /*move*/) const { return {}; }
};

}  // namespace lariat::product
