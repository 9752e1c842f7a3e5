// SPDX-License-Identifier: Apache-2.0
// Precedence and associativity of the infix operators.
#pragma once

#include "ltl/lexer.hpp"

namespace lariat::ltl {

// How tightly an operator binds; level 0 for operators that a dialect does not know.
struct Binding {
  int level = 0;
  bool right = false;  // groups to the right
};

// Prefix operators: those of the logic, and the others.
inline constexpr int temporal_prefix_level = 6;
inline constexpr int tightest = 20;

// docs/ltl.md has this as tables; a test holds them together.
Binding infix_binding(Dialect dialect, TokenKind kind);

}  // namespace lariat::ltl
