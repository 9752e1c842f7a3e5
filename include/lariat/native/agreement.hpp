// SPDX-License-Identifier: Apache-2.0
// Compares compiled code with the interpreter, state by state.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "lariat/model/interpreter.hpp"
#include "lariat/native/engine.hpp"

namespace lariat::native {

struct Agreement {
  std::uint64_t states = 0;               // compared
  std::uint64_t given_up = 0;             // of these, left to the interpreter
  bool complete = false;                  // all states there are
  std::string obstacle;                   // why nothing was compiled
  std::optional<std::string> difference;  // the first one, for people
  double interpreter_seconds = 0;         // spent on successors alone
  double native_seconds = 0;
};

// Visits at most max_states states breadth first by the interpreter. In each, both must produce the same successors in the same
// order, by the same actions, and agree on the atoms and on what the observer may do.
Agreement compare_with_interpreter(const model::Program& program, const model::InterpreterOptions& options,
                                   std::span<const model::ExprId> atoms, const EngineOptions& engine, std::uint64_t max_states);

}  // namespace lariat::native
