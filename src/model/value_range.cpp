// SPDX-License-Identifier: Apache-2.0
#include "model/value_range.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <limits>

namespace lariat::model {
namespace {

constexpr std::int64_t least = std::numeric_limits<Value>::min();
constexpr std::int64_t greatest = std::numeric_limits<Value>::max();

// A result that wraps around may be anything.
ValueRange wrapped(std::int64_t min, std::int64_t max, bool is_safe) {
  if (min < least || max > greatest) return {.min = least, .max = greatest, .is_safe = is_safe};
  return {.min = min, .max = max, .is_safe = is_safe};
}

ValueRange anything(bool is_safe) { return {.min = least, .max = greatest, .is_safe = is_safe}; }
ValueRange truth(bool is_safe) { return {.min = 0, .max = 1, .is_safe = is_safe}; }

ValueRange product(const ValueRange& a, const ValueRange& b) {
  const auto corners = {a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max};
  return wrapped(std::min(corners), std::max(corners), a.is_safe && b.is_safe);
}

ValueRange remainder(const ValueRange& a, const ValueRange& b) {
  const bool is_safe = a.is_safe && b.is_safe && (b.min > 0 || b.max < 0);
  const std::int64_t most = std::max(std::abs(b.min), std::abs(b.max)) - 1;
  return {.min = a.min < 0 ? -std::max<std::int64_t>(most, 0) : 0, .max = std::max<std::int64_t>(most, 0), .is_safe = is_safe};
}

// Of values that are not negative: no bit above the highest that either may have.
ValueRange bits(const ValueRange& a, const ValueRange& b, bool both) {
  const bool is_safe = a.is_safe && b.is_safe;
  if (a.min < 0 || b.min < 0) return anything(is_safe);
  if (both) return {.min = 0, .max = std::min(a.max, b.max), .is_safe = is_safe};
  std::int64_t mask = 1;
  while (mask <= std::max(a.max, b.max)) mask <<= 1;
  return {.min = 0, .max = mask - 1, .is_safe = is_safe};
}

constexpr unsigned max_operations = 1000;  // of one expression; larger ones may have any value

ValueRange range_of(const Program& program, ExprId expression, unsigned& budget);
bool is_safe_place(const Program& program, PlaceId id, unsigned& budget);

ValueRange range_of_read(const Program& program, PlaceId id, unsigned& budget) {
  const Place& place = program.places[id];
  if (place.scope == Place::Scope::nowhere) return {.min = 0, .max = 0, .is_safe = true};
  const Type type = program.variable(place).type;
  return {.min = std::min<std::int64_t>(type.min(), 0), .max = type.max(), .is_safe = is_safe_place(program, id, budget)};
}

ValueRange range_of(const Program& program, ExprId expression, unsigned& budget) {
  if (budget == 0) return anything(false);
  --budget;
  const Expr& e = program.expressions[expression];
  const auto of = [&](ExprId operand) { return range_of(program, operand, budget); };
  switch (e.op) {
    case Op::constant:
      return {.min = e.value, .max = e.value, .is_safe = true};
    case Op::read:
      return range_of_read(program, e.place, budget);
    case Op::negate: {
      const ValueRange a = of(e.a);
      return wrapped(-a.max, -a.min, a.is_safe);
    }
    case Op::complement: {
      const ValueRange a = of(e.a);
      return {.min = -a.max - 1, .max = -a.min - 1, .is_safe = a.is_safe};
    }
    case Op::logical_not:
      return truth(of(e.a).is_safe);
    case Op::add: {
      const ValueRange a = of(e.a);
      const ValueRange b = of(e.b);
      return wrapped(a.min + b.min, a.max + b.max, a.is_safe && b.is_safe);
    }
    case Op::subtract: {
      const ValueRange a = of(e.a);
      const ValueRange b = of(e.b);
      return wrapped(a.min - b.max, a.max - b.min, a.is_safe && b.is_safe);
    }
    case Op::multiply:
      return product(of(e.a), of(e.b));
    case Op::divide:
      return anything(remainder(of(e.a), of(e.b)).is_safe);
    case Op::remainder:
      return remainder(of(e.a), of(e.b));
    case Op::bit_and:
      return bits(of(e.a), of(e.b), true);
    case Op::bit_or:
    case Op::bit_xor:
      return bits(of(e.a), of(e.b), false);
    case Op::shift_left:
    case Op::shift_right:
      return anything(of(e.a).is_safe && of(e.b).is_safe);
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal:
    case Op::logical_and:
    case Op::logical_or:
      return truth(of(e.a).is_safe && of(e.b).is_safe);
    case Op::conditional: {
      const ValueRange b = of(e.b);
      const ValueRange c = of(e.c);
      return {
          .min = std::min(b.min, c.min), .max = std::max(b.max, c.max), .is_safe = of(e.a).is_safe && b.is_safe && c.is_safe};
    }
    case Op::own_number:
      return {.min = 0, .max = static_cast<std::int64_t>(max_processes), .is_safe = true};
    case Op::bounded: {
      const ValueRange a = of(e.a);
      return {.min = std::max<std::int64_t>(a.min, 0),
              .max = std::min<std::int64_t>(a.max, e.value - 1),
              .is_safe = a.is_safe && a.min >= 0 && a.max < e.value};
    }
    default:
      return anything(false);
  }
}

bool is_safe_place(const Program& program, PlaceId id, unsigned& budget) {
  const Place& place = program.places[id];
  if (place.scope == Place::Scope::nowhere) return true;
  if (place.scope == Place::Scope::foreign) return false;
  if (place.index == none) return true;
  const ValueRange index = range_of(program, place.index, budget);
  return index.is_safe && index.min >= 0 && index.max < static_cast<std::int64_t>(program.variable(place).size);
}

}  // namespace

ValueRange range_of(const Program& program, ExprId expression) {
  unsigned budget = max_operations;
  return range_of(program, expression, budget);
}

bool is_safe_place(const Program& program, PlaceId place) {
  unsigned budget = max_operations;
  return is_safe_place(program, place, budget);
}

bool is_safe_assignment(const Program& program, PlaceId place, ExprId value) {
  if (!is_safe_place(program, place)) return false;
  const ValueRange range = range_of(program, value);
  if (!range.is_safe) return false;
  if (program.overflow == Program::Overflow::wrap || program.places[place].scope == Place::Scope::nowhere) return true;
  const Type type = program.variable(program.places[place]).type;
  return type.holds(range.min) && type.holds(range.max);
}

}  // namespace lariat::model
