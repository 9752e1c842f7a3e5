// SPDX-License-Identifier: Apache-2.0
// Operators on values: the one definition, for the interpreter, for constants that front ends compute, and for analyses.
#pragma once

#include <cstdint>
#include <optional>

#include "lariat/model/program.hpp"

namespace lariat::model {

// The result of an operator with one operand; nothing if the operator has another number of them.
inline std::optional<Value> apply(Op op, Value a) {
  switch (op) {
    case Op::negate:
      return int_type.wrap(-std::int64_t{a});
    case Op::complement:
      return ~a;
    case Op::logical_not:
      return a == 0 ? 1 : 0;
    default:
      return std::nullopt;
  }
}

// The result of an operator with two operands; nothing for a division by 0, or if the operator has another number of them. A
// shift by less than 0 or more than 31 is repeated shifting by one.
inline std::optional<Value> apply(Op op, Value a, Value b) {
  const std::int64_t wide = a;
  switch (op) {
    case Op::add:
      return int_type.wrap(wide + b);
    case Op::subtract:
      return int_type.wrap(wide - b);
    case Op::multiply:
      return int_type.wrap(wide * b);
    case Op::divide:
      if (b == 0) return std::nullopt;
      return int_type.wrap(wide / b);
    case Op::remainder:
      if (b == 0) return std::nullopt;
      return int_type.wrap(wide % b);
    case Op::shift_left:
      return b < 0 || b > 31 ? 0 : int_type.wrap(static_cast<std::int64_t>(std::uint64_t{static_cast<std::uint32_t>(a)} << b));
    case Op::shift_right:
      return b < 0 || b > 31 ? (a < 0 ? -1 : 0) : a >> b;
    case Op::bit_and:
      return a & b;
    case Op::bit_or:
      return a | b;
    case Op::bit_xor:
      return a ^ b;
    case Op::less:
      return a < b ? 1 : 0;
    case Op::less_equal:
      return a <= b ? 1 : 0;
    case Op::greater:
      return a > b ? 1 : 0;
    case Op::greater_equal:
      return a >= b ? 1 : 0;
    case Op::equal:
      return a == b ? 1 : 0;
    case Op::not_equal:
      return a != b ? 1 : 0;
    case Op::logical_and:
      return a != 0 && b != 0 ? 1 : 0;
    case Op::logical_or:
      return a != 0 || b != 0 ? 1 : 0;
    default:
      return std::nullopt;
  }
}

}  // namespace lariat::model
