// SPDX-License-Identifier: Apache-2.0
// The successors of a batch of states: their bytes one after the other in one arena, a byte of flags for each, and, where they
// were asked for, the transitions taken.
//
// Successors are counted through the whole batch; those of state i are begin(i) .. end(i) - 1. If all states of a system have
// the same length, successor k begins at data() + k * length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lariat/model/successors.hpp"

namespace lariat::system {

using Bytes = std::span<const std::uint8_t>;
using State = std::vector<std::uint8_t>;
using Action = model::Action;

// What a step tells beside the state that it leads to. Flags are combined by |.
using Flags = std::uint8_t;
inline constexpr Flags no_flags = 0;
inline constexpr Flags step_fault = 1;        // the step goes wrong
inline constexpr Flags failed_assertion = 2;  // an assertion failed in the step

class Batch {
 public:
  // For whoever produces successors: begins a new batch.
  void clear() {
    table_.clear();
    ends_.clear();
  }
  // Adds a successor of the state at hand. `actions` may be left out if steps were not asked for.
  void add(Bytes state, Flags flags = no_flags, std::span<const Action> actions = {});
  // All successors of the state at hand have been added; what is added from now on belongs to the next state.
  void end_state() { ends_.push_back(static_cast<std::uint32_t>(table_.size())); }
  // For the interpreter and for compiled code: the tables themselves, and where the successors of each of so many states end.
  model::Successors& table() { return table_; }
  const model::Successors& table() const { return table_; }
  std::span<std::uint32_t> make_ends(std::size_t states) {
    ends_.resize(states);
    return ends_;
  }

  // For readers: how many states were expanded, and how many successors they have together.
  std::size_t states() const { return ends_.size(); }
  std::size_t size() const { return table_.size(); }
  std::size_t begin(std::size_t i) const { return i == 0 ? 0 : ends_[i - 1]; }
  std::size_t end(std::size_t i) const { return ends_[i]; }
  std::span<const std::uint32_t> ends() const { return ends_; }

  Bytes state(std::size_t k) const { return table_.state(k); }
  const std::uint8_t* data() const { return size() == 0 ? nullptr : table_.state(0).data(); }
  Flags flags(std::size_t k) const {
    const model::Fault& fault = table_.fault(k);
    return !fault ? no_flags : fault.kind == model::Fault::Kind::assertion ? failed_assertion : step_fault;
  }
  // True if all states are known to have one length: then they may be read from data() without a look at each.
  bool is_uniform() const { return table_.form().length != 0; }
  // True if any successor of the batch has a flag.
  bool has_flags() const { return table_.has_faults(); }
  // What went wrong in a step that has a flag, as far as the system says.
  const model::Fault& fault(std::size_t k) const { return table_.fault(k); }
  // The transitions taken, if steps were asked for.
  std::span<const Action> actions(std::size_t k) const { return table_.actions(k); }

 private:
  model::Successors table_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace lariat::system
