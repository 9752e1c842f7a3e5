// SPDX-License-Identifier: Apache-2.0
// Something that executes a program faster than the interpreter, and exactly as it does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lariat/model/successors.hpp"

namespace lariat::model {

class Interpreter;

// Belongs to one interpreter, and is as little thread-safe. A function that returns false leaves it to the interpreter: for
// this state, or for now.
class Accelerator {
 public:
  Accelerator() = default;
  Accelerator(const Accelerator&) = delete;
  Accelerator& operator=(const Accelerator&) = delete;
  virtual ~Accelerator() = default;

  // Appends the successors of the states to `out`, the same as the interpreter's and in the same order, and writes to ends[i]
  // how many `out` holds with those of states[i]. Returns for how many states; the interpreter has to do the next one.
  virtual std::size_t append_successors(std::span<const StateView> states, Successors& out, std::span<std::uint32_t> ends) = 0;
  // Bit i says whether atoms[i] is not 0 in s; only where all of them can be evaluated.
  virtual bool valuation(std::span<const ExprId> atoms, StateView s, std::uint64_t& bits) = 0;
  // Replaces `out` by the observer's transitions that are enabled in s.
  virtual bool observer_moves(StateView s, std::vector<TransitionId>& out) = 0;
};

// Makes accelerators.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  // Gives the interpreter an accelerator, if there can be one. `atoms` are expressions that it will be asked for again and
  // again, all together. Thread-safe.
  virtual void accelerate(Interpreter& interpreter, std::span<const ExprId> atoms) = 0;
};

}  // namespace lariat::model
