// SPDX-License-Identifier: Apache-2.0
// A Program as text in LLVM's language: one function that writes all successors of a state, and functions for the atoms of a
// property and for the observer.
//
// The code does what the interpreter does, or gives up the state: at a run-time error and at whatever is rare (an index out of
// range, a failed assertion, a process that is started, a long d_step). The interpreter then expands the state from the
// beginning, so that it alone defines what an error is and what it leads to.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lariat/model/interpreter.hpp"

namespace lariat::native {

struct CodeText {
  std::string text;     // empty: the program cannot be compiled
  std::string refusal;  // why, for people
  std::size_t transitions = 0;
  bool has_atoms = false;
  bool has_observer = false;
};

// `atoms` are at most 64 expressions. Only they may have been added to the program since the interpreter was made.
CodeText code_text(const model::Program& program, const model::InterpreterOptions& options,
                   std::span<const model::ExprId> atoms);

}  // namespace lariat::native
