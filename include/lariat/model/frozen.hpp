// SPDX-License-Identifier: Apache-2.0
// What never changes while a program runs: variables that no step writes, and expressions over them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lariat/model/program.hpp"

namespace lariat::model {

inline constexpr std::uint32_t own_process = none - 1;  // the one whose transition it is, where processes are numbered

// What is known of one process: its number, and variables that nobody ever changes.
class Binding {
 public:
  // `locals` holds the values of the process' own frozen variables, by VariableId, and nothing where a variable is not frozen;
  // `globals` likewise the elements of frozen global variables.
  std::uint32_t process = own_process;
  ProcessTypeId type = none;
  std::vector<std::optional<Value>> locals = {};
  const std::vector<std::vector<Value>>* globals = nullptr;
};

// The value of an expression that is the same whenever the process evaluates it; nothing if that is not known.
std::optional<Value> fixed_value(const Program& program, ExprId expression, const Binding& binding);

// False only if evaluating the expression never fails, whatever the state.
bool may_fail(const Program& program, ExprId expression, const Binding& binding);

// Which variables no step ever changes: those of the program, and of each process type. Parameters and initial values count as
// no change.
struct FrozenVariables {
  std::vector<bool> globals;
  std::vector<std::vector<bool>> locals;  // by process type
};
FrozenVariables find_frozen(const Program& program);

}  // namespace lariat::model
