// SPDX-License-Identifier: Apache-2.0
#include "model/usage.hpp"

namespace lariat::model {

Usage::Usage(const Program& program, const PropertyView& view) : globals_read(program.globals.size(), false) {
  location_sets.resize(program.process_types.size());
  for (const ProcessType& type : program.process_types) {
    shared.emplace_back(type.variables.size(), false);
    written_by_others.emplace_back(type.variables.size(), false);
  }
  for (const ExprId expression : view.expressions) note(program, expression, false);
  note_effects(program, program.on_start);
  for (const ProcessType& type : program.process_types) {
    note_effects(program, type.on_start);
    note(program, type.provided, false);
    for (const Promise& promise : type.promises) note(program, promise.channel, false);
    for (const Location& location : type.locations) {
      for (const ExprId assertion : location.assertions) note(program, assertion, true);
      for (const TransitionId id : location.out) {
        const Transition& transition = type.transitions[id];
        note_guard(program, transition.guard);
        if (transition.communication != none) note_communication(program, program.communications[transition.communication]);
        note_effects(program, transition.effects);
      }
    }
  }
}

// `is_own`: evaluated by the process itself, while it is at the location that the expression belongs to.
void Usage::note(const Program& program, ExprId root, bool is_own) {
  for_each_operand(program, root, [&](const Expr& e) {
    switch (e.op) {
      case Op::read: {
        const Place& place = program.places[e.place];
        if (place.scope == Place::Scope::global) globals_read[place.variable] = true;
        if (place.scope == Place::Scope::foreign || (place.scope == Place::Scope::local && !is_own))
          shared[place.type][place.variable] = true;
        break;
      }
      case Op::at_location:
        if (e.type != none) location_sets[e.type].push_back(e.index);
        break;
      case Op::nonprogress:
        tells_progress = true;
        break;
      case Op::location_of:
      case Op::is_enabled:
      case Op::can_move:
      case Op::timeout:
        tells_steps = true;
        break;
      default:
        break;
    }
  });
}

// A place that is written.
void Usage::note_place(const Program& program, PlaceId id, bool is_own) {
  if (id == none) return;
  const Place& place = program.places[id];
  note(program, place.index, is_own);
  note(program, place.process, is_own);
  if (place.scope != Place::Scope::foreign) return;
  shared[place.type][place.variable] = true;
  written_by_others[place.type][place.variable] = true;
}

void Usage::note_communication(const Program& program, const Communication& communication) {
  note(program, communication.channel, true);
  for (const auto& argument : communication.arguments) {
    note(program, argument.value, true);
    if (argument.kind == Communication::Argument::Kind::store) note_place(program, argument.place, true);
  }
}

void Usage::note_effects(const Program& program, const std::vector<Effect>& effects) {
  for (const Effect& effect : effects) {
    note(program, effect.value, true);
    for (const ExprId argument : effect.arguments) note(program, argument, true);
    note_place(program, effect.place, true);
  }
}

// A guard that is, or begins with, a bare `timeout`: it only ever allows a step where nobody else has one, and a process
// between two merged statements has one.
void Usage::note_guard(const Program& program, ExprId guard) {
  std::vector<ExprId> todo = {guard};
  while (!todo.empty()) {
    const ExprId next = todo.back();
    todo.pop_back();
    if (next == none || program.expressions[next].op == Op::timeout) continue;
    const Expr& e = program.expressions[next];
    if (e.op == Op::logical_and)
      todo.insert(todo.end(), {e.a, e.b});
    else
      note(program, next, true);
  }
}

}  // namespace lariat::model
