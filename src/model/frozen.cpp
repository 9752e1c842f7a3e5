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
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::remainder: {
      const auto a = operand(e.a);
      const auto b = operand(e.b);
      return a && b ? apply(e.op, *a, *b) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

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
