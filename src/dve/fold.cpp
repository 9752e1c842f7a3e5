// SPDX-License-Identifier: Apache-2.0
#include "dve/fold.hpp"

#include <cstdint>

namespace lariat::dve {

using model::Op;
using model::Value;

namespace {

Value wrapped(std::int64_t value) { return model::int_type.wrap(value); }

}  // namespace

std::optional<Value> fold(Op op, Value a) {
  switch (op) {
    case Op::negate:
      return wrapped(-std::int64_t{a});
    case Op::complement:
      return ~a;
    case Op::logical_not:
      return a == 0 ? 1 : 0;
    default:
      return std::nullopt;
  }
}

std::optional<Value> fold(Op op, Value a, Value b) {
  const std::int64_t wide = a;
  switch (op) {
    case Op::add:
      return wrapped(wide + b);
    case Op::subtract:
      return wrapped(wide - b);
    case Op::multiply:
      return wrapped(wide * b);
    case Op::divide:
      if (b == 0) return std::nullopt;
      return wrapped(wide / b);
    case Op::remainder:
      if (b == 0) return std::nullopt;
      return wrapped(wide % b);
    case Op::shift_left:
      return b < 0 || b > 31 ? 0 : wrapped(wide << b);
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

}  // namespace lariat::dve
