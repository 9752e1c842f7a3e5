// SPDX-License-Identifier: Apache-2.0
// Produces the transitions of a product, on states that are bytes: each step of the system with each move of the property that
// agrees with it.
//
// A state consists of the bytes of the system's state, behind them the number of the property's state in 0 to 4 bytes, and one
// more that counts whose turn it is, if fairness copies states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lariat/product/expansion.hpp"
#include "lariat/product/fairness.hpp"
#include "lariat/product/options.hpp"
#include "lariat/product/property.hpp"
#include "lariat/system/system.hpp"

namespace lariat::product {

// One step of a product, taken apart.
struct ProductStep {
  std::vector<system::Action> actions;  // none: the system has come to its end
  model::Fault fault;
  system::State state;                         // of the system, after the step
  std::uint32_t property_state = model::none;  // of an automaton, after the step
};

class Expander {
 public:
  // System and property must outlive it. `hidden` bytes at the beginning of a state do not influence the order of successors.
  Expander(system::System& system, Property& property, const ProductOptions& options, std::size_t hidden);

  system::System& system() const { return system_; }
  Property& property() const { return property_; }

  // The acceptance sets: the property's, then those of fairness.
  unsigned sets() const { return property_.sets() + fairness_.sets(); }
  // Bytes behind those of the system's state.
  std::size_t extra_bytes() const { return extra_bytes_; }

  std::vector<system::State> initial() const;
  // Replaces `out` by the transitions of a state, none of which has a number. `with_steps`: their actions are wanted.
  void expand(system::Bytes whole, Expansion& out, bool with_steps = false);
  // The acceptance sets that a state itself belongs to.
  Marks marks(system::Bytes whole) const;

  // The parts of a state.
  system::Bytes system_state(system::Bytes whole) const { return whole.first(whole.size() - extra_bytes_); }
  std::uint32_t property_state(system::Bytes whole) const;
  // True if the property has states of its own that are worth showing: it is an automaton.
  bool has_automaton() const { return property_.has_moves() && !property_.observes_steps(); }
  // A transition of an expansion, taken apart.
  ProductStep describe(const Expansion& expansion, std::size_t transition) const;

  // True if a run that ends repeats its last state for ever.
  bool repeats_last_state() const { return deadlock_runs_ == DeadlockRuns::stutter; }
  // True if transitions are the system's steps as they are, in its order, and every run that ends has ended.
  bool is_system_itself() const;

 private:
  bool is_plain() const { return !has_moves_ && extra_bytes_ == 0 && !fairness_.is_used(); }
  void find_steps(Expansion& out, bool with_steps);
  void combine(Expansion& out, bool with_steps);
  void add(Expansion& out, std::uint32_t step, std::uint32_t move, system::Bytes after) const;
  void shuffle(std::uint64_t state_hash, Expansion& out) const;

  system::System& system_;
  Property& property_;
  bool has_moves_;
  bool observes_steps_;
  bool needs_steps_;
  DeadlockRuns deadlock_runs_;
  std::optional<std::uint64_t> order_;
  model::Coverage* coverage_;
  std::size_t hidden_;
  std::size_t property_bytes_;
  std::size_t extra_bytes_;
  FairSets fairness_;
};

}  // namespace lariat::product
