// SPDX-License-Identifier: Apache-2.0
#include "lariat/model/frozen.hpp"

#include "lariat/model/arithmetic.hpp"

namespace lariat::model {
namespace {

constexpr unsigned max_fixed_depth = 16;  // deeper expressions are hardly ever fixed

std::optional<Value> fixed_value(const Program& program, ExprId id, const Binding& binding, unsigned depth) {
  if (id == none || depth == max_fixed_depth) return std::nullopt;
  const Expr& e = program.expressions[id];
  const auto operand = [&](ExprId operand) { return fixed_value(program, operand, binding, depth + 1); };
  switch (e.op) {
    case Op::constant:
      return e.value;
    case Op::own_number:
      return binding.process < max_processes ? std::optional(static_cast<Value>(binding.process)) : std::nullopt;
    case Op::bounded: {
      const auto a = operand(e.a);
      return a && *a >= 0 && *a < e.value ? a : std::nullopt;
    }
    case Op::read: {
      const Place& place = program.places[e.place];
      if (place.scope == Place::Scope::local && place.type == binding.type && place.index == none &&
          place.variable < binding.locals.size())
        return binding.locals[place.variable];
      if (place.scope != Place::Scope::global || binding.globals == nullptr) return std::nullopt;
      const std::vector<Value>& elements = (*binding.globals)[place.variable];
      const auto index = place.index == none ? std::optional<Value>(0) : operand(place.index);
      if (!index || *index < 0 || static_cast<std::size_t>(*index) >= elements.size()) return std::nullopt;
      return elements[static_cast<std::size_t>(*index)];
    }
    case Op::logical_not: {
      const auto a = operand(e.a);
      return a ? apply(e.op, *a) : std::nullopt;
    }
    case Op::logical_and:
    case Op::logical_or: {
      const auto a = operand(e.a);
      if (!a) return std::nullopt;
      if ((*a != 0) == (e.op == Op::logical_or)) return *a != 0 ? 1 : 0;  // b is not evaluated
      const auto b = operand(e.b);
      return b ? apply(e.op, *a, *b) : std::nullopt;
    }
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::remainder:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal: {
      const auto a = operand(e.a);
      const auto b = operand(e.b);
      return a && b ? apply(e.op, *a, *b) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

constexpr unsigned max_safe_depth = 32;

bool may_fail(const Program& program, ExprId id, const Binding& binding, unsigned depth) {
  if (id == none) return false;
  if (depth == max_safe_depth) return true;
  const Expr& e = program.expressions[id];
  const auto operand = [&](ExprId operand) { return may_fail(program, operand, binding, depth + 1); };
  switch (e.op) {
    case Op::constant:
    case Op::own_number:
    case Op::process_count:
    case Op::timeout:
      return false;
    case Op::read: {
      const Place& place = program.places[e.place];
      if (place.scope != Place::Scope::global && place.scope != Place::Scope::local) return true;
      if (place.index == none) return false;
      const auto index = fixed_value(program, place.index, binding);
      return !index || *index < 0 || static_cast<std::uint32_t>(*index) >= program.variable(place).size;
    }
    case Op::divide:
    case Op::remainder: {
      const auto divisor = fixed_value(program, e.b, binding);
      return !divisor || *divisor < 1 || operand(e.a);
    }
    case Op::negate:
    case Op::complement:
    case Op::logical_not:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::conditional:
      return operand(e.a) || operand(e.b) || operand(e.c);
    default:
      return true;
  }
}

}  // namespace

bool may_fail(const Program& program, ExprId expression, const Binding& binding) {
  return may_fail(program, expression, binding, 0);
}

std::optional<Value> fixed_value(const Program& program, ExprId expression, const Binding& binding) {
  return fixed_value(program, expression, binding, 0);
}

FrozenVariables find_frozen(const Program& program) {
  FrozenVariables frozen{.globals = std::vector<bool>(program.globals.size(), true), .locals = {}};
  for (const ProcessType& type : program.process_types) frozen.locals.emplace_back(type.variables.size(), true);
  const auto thaw = [&](PlaceId id) {
    if (id == none) return;
    const Place& place = program.places[id];
    if (place.scope == Place::Scope::global) frozen.globals[place.variable] = false;
    if (place.scope == Place::Scope::local || place.scope == Place::Scope::foreign)
      frozen.locals[place.type][place.variable] = false;
  };
  if (program.last_process != none) frozen.globals[program.last_process] = false;
  if (program.trace) frozen.globals[program.trace->location] = false;
  for (const ProcessType& type : program.process_types) {
    // What a process that starts does to itself is part of its beginning.
    for (const Effect& effect : type.on_start)
      if (effect.place != none && program.places[effect.place].scope != Place::Scope::local) thaw(effect.place);
    for (const Transition& transition : type.transitions) {
      for (const Effect& effect : transition.effects) thaw(effect.place);
      if (transition.communication == none) continue;
      for (const auto& argument : program.communications[transition.communication].arguments)
        if (argument.kind == Communication::Argument::Kind::store) thaw(argument.place);
    }
  }
  return frozen;
}

}  // namespace lariat::model
