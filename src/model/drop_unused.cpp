// SPDX-License-Identifier: Apache-2.0
#include "model/drop_unused.hpp"

#include <algorithm>

#include "model/usage.hpp"
#include "model/value_range.hpp"

namespace lariat::model {
namespace {

bool is_never(const Program& program, ExprId guard) {
  return guard != none && program.expressions[guard].op == Op::constant && program.expressions[guard].value == 0;
}

bool is_watcher(const Program& program, ProcessTypeId type) {
  return (program.observer && program.observer->type == type) || (program.trace && program.trace->type == type);
}

// The locations that processes of each type can reach. A type that is never started has none.
class Reachable {
 public:
  explicit Reachable(const Program& program) : program_(program) {
    for (const ProcessType& type : program.process_types) reached_.emplace_back(type.locations.size(), false);
    for (const InitialProcess& process : program.processes) start(process.type);
    starts(program.on_start);
    // After a run-time error that leaves the others alive, each is at its location 0.
    if (program.error_state == Program::ErrorState::goes_on)
      for (const InitialProcess& process : program.processes) reach(process.type, 0);
    while (!todo_.empty()) {
      const auto [type_id, location] = todo_.back();
      todo_.pop_back();
      const ProcessType& type = program.process_types[type_id];
      for (const TransitionId id : type.locations[location].out) {
        if (is_never(program, type.transitions[id].guard)) continue;
        reach(type_id, type.transitions[id].target);
        starts(type.transitions[id].effects);
      }
    }
  }

  bool operator()(ProcessTypeId type, LocationId location) const { return reached_[type][location]; }

 private:
  void start(ProcessTypeId type) {
    if (reached_[type][program_.process_types[type].initial]) return;
    reach(type, program_.process_types[type].initial);
    starts(program_.process_types[type].on_start);
  }
  void starts(const std::vector<Effect>& effects) {
    for (const Effect& effect : effects)
      if (effect.kind == Effect::Kind::start) start(effect.type);
  }
  void reach(ProcessTypeId type, LocationId location) {
    if (reached_[type][location]) return;
    reached_[type][location] = true;
    todo_.emplace_back(type, location);
  }

  const Program& program_;
  std::vector<std::vector<bool>> reached_;
  std::vector<std::pair<ProcessTypeId, LocationId>> todo_;
};

bool drop_transitions(Program& program) {
  const Reachable is_reached(program);
  bool changed = false;
  ExprId never = none;
  for (ProcessTypeId type_id = 0; type_id < program.process_types.size(); ++type_id) {
    if (is_watcher(program, type_id)) continue;
    std::vector<bool> is_left(program.process_types[type_id].transitions.size(), false);
    for (LocationId l = 0; l < program.process_types[type_id].locations.size(); ++l) {
      std::vector<TransitionId>& out = program.process_types[type_id].locations[l].out;
      changed |= std::erase_if(out, [&](TransitionId id) {
                   return !is_reached(type_id, l) || is_never(program, program.process_types[type_id].transitions[id].guard);
                 }) > 0;
      for (const TransitionId id : out) is_left[id] = true;
    }
    for (TransitionId id = 0; id < is_left.size(); ++id) {
      Transition& transition = program.process_types[type_id].transitions[id];
      std::erase_if(transition.unless, [&](TransitionId other) { return !is_left[other]; });
      if (is_left[id] || is_never(program, transition.guard)) continue;
      if (never == none) never = program.constant(0);
      program.process_types[type_id].transitions[id] = {.source = transition.source,
                                                        .target = transition.source,
                                                        .guard = never,
                                                        .position = transition.position,
                                                        .text = transition.text};
    }
  }
  return changed;
}

class Assignments {
 public:
  Assignments(Program& program, const PropertyView& view) : program_(program), usage_(program, view) {
    if (program.last_process != none) usage_.globals_read[program.last_process] = true;
    if (program.trace) usage_.globals_read[program.trace->location] = true;
  }

  bool run() {
    drop(program_.on_start);
    for (ProcessTypeId id = 0; id < program_.process_types.size(); ++id) {
      if (is_watcher(program_, id)) continue;
      ProcessType& type = program_.process_types[id];
      drop(type.on_start);
      for (Transition& transition : type.transitions) {
        drop(transition.effects);
        if (transition.communication != none) forget_fields(transition);
      }
    }
    return changed_;
  }

 private:
  bool is_unread(PlaceId place) const {
    return place != none && program_.places[place].scope == Place::Scope::global &&
           !usage_.globals_read[program_.places[place].variable];
  }

  void drop(std::vector<Effect>& effects) {
    changed_ |= std::erase_if(effects, [&](const Effect& effect) {
                  if (effect.kind == Effect::Kind::print) return true;
                  return effect.kind == Effect::Kind::assign && is_unread(effect.place) &&
                         is_safe_assignment(program_, effect.place, effect.value);
                }) > 0;
    if (program_.overflow != Program::Overflow::wrap) return;
    for (Effect& effect : effects)
      if (effect.kind == Effect::Kind::start && is_unread(effect.place) && is_safe_place(program_, effect.place)) {
        effect.place = none;
        changed_ = true;
      }
  }

  // Fields of messages that are stored where nobody looks are not stored.
  void forget_fields(Transition& transition) {
    if (program_.overflow != Program::Overflow::wrap) return;
    Communication changed = program_.communications[transition.communication];
    bool is_changed = false;
    for (auto& argument : changed.arguments)
      if (argument.kind == Communication::Argument::Kind::store && is_unread(argument.place) &&
          is_safe_place(program_, argument.place)) {
        argument = {.kind = Communication::Argument::Kind::any};
        is_changed = true;
      }
    if (is_changed) transition.communication = program_.add(std::move(changed));
    changed_ |= is_changed;
  }

  Program& program_;
  Usage usage_;
  bool changed_ = false;
};

}  // namespace

bool drop_unused(Program& program, const PropertyView& view) {
  const bool dropped = drop_transitions(program);
  return Assignments(program, view).run() || dropped;
}

}  // namespace lariat::model
