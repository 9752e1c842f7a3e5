// SPDX-License-Identifier: Apache-2.0
// Comparing compiled code with the interpreter, which is the definition.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lariat/model/interpreter.hpp"
#include "native/runtime.hpp"

namespace lariat::native {

// The first difference between two lists of successors, for people: states, actions, faults, order.
std::optional<std::string> difference(const model::Successors& expected, const model::Successors& found);

// Compares code with the interpreter in single states.
class Comparison {
 public:
  // The program must outlive it.
  Comparison(const model::Program& program, const model::InterpreterOptions& options, std::span<const model::ExprId> atoms);

  // The first difference in that state: in its successors, in the values of the atoms, in what the observer may do. What the
  // code leaves to the interpreter is no difference.
  std::optional<std::string> difference_in(model::StateView state, const Code& code);

  // The first difference in some hundred states: the first ones breadth first, and those on random walks.
  std::optional<std::string> difference_in_sample(const Code& code);

 private:
  const model::Program& program_;
  std::vector<model::ExprId> atoms_;
  model::Interpreter interpreter_;
  Runtime runtime_;
  model::Successors expected_;
  model::Successors found_;
  std::vector<model::TransitionId> moves_;
  std::vector<model::TransitionId> found_moves_;
};

}  // namespace lariat::native
