// SPDX-License-Identifier: Apache-2.0
// Ranges of values: bounds of what an expression can evaluate to, and if evaluating it is safe, without running the program.
#pragma once

#include <cstdint>

#include "lariat/model/program.hpp"

namespace lariat::model {

struct ValueRange {
  std::int64_t min = 0;
  std::int64_t max = 0;
  bool is_safe = false;  // evaluating it raises no fault in any state
};

// Never too narrow, and is_safe is never true by mistake. From the types of the variables alone.
ValueRange range_of(const Program& program, ExprId expression);

// True if assigning the value never raises a fault: the value and the index are safe, and what is assigned fits or wraps.
bool is_safe_assignment(const Program& program, PlaceId place, ExprId value);

// True if the place is a variable of the state whose index is always within its bounds.
bool is_safe_place(const Program& program, PlaceId place);

}  // namespace lariat::model
