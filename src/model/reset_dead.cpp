// SPDX-License-Identifier: Apache-2.0
#include "model/reset_dead.hpp"

#include <algorithm>

#include "lariat/model/frozen.hpp"
#include "model/liveness.hpp"
#include "model/usage.hpp"
#include "model/value_range.hpp"

namespace lariat::model {
namespace {

// A process type at a time.
class TypePass {
 public:
  TypePass(Program& program, ProcessTypeId type, const std::vector<bool>& shared)
      : program_(program),
        type_id_(type),
        shared_(shared),
        frozen_(find_frozen(program).locals[type]),
        liveness_(program, type, shared) {}

  bool drop_stores() {
    bool changed = false;
    Cells live = liveness_.at(type().initial);
    changed |= drop(type().on_start, live);
    for (LocationId l = 0; l < type().locations.size(); ++l)
      for (const TransitionId id : type().locations[l].out) {
        Transition& transition = type().transitions[id];
        live = liveness_.at(transition.target);
        changed |= drop(transition.effects, live);
        if (transition.communication != none) changed |= forget_fields(id, live);
      }
    return changed;
  }

  bool add_resets() {
    bool added = false;
    Cells may_hold(liveness_.cells(), false);  // something other than 0, when the process begins
    liveness_.for_each_resettable([&](std::size_t cell, VariableId v, std::uint32_t element) {
      const std::vector<Value>& initial = type().variables[v].initial;
      may_hold[cell] = v < type().parameters || (element < initial.size() && initial[element] != 0);
    });
    add_written(type().on_start, may_hold);
    added |= reset(type().on_start, may_hold, liveness_.at(type().initial));
    for (LocationId l = 0; l < type().locations.size(); ++l)
      for (const TransitionId id : type().locations[l].out) {
        Transition& transition = type().transitions[id];
        const bool ends = std::any_of(transition.effects.begin(), transition.effects.end(),
                                      [](const Effect& effect) { return effect.kind == Effect::Kind::end; });
        if (ends) continue;
        may_hold = liveness_.at(l);
        keep_constants(may_hold);
        add_written(transition.effects, may_hold);
        if (transition.communication != none)
          for (const auto& argument : program_.communications[transition.communication].arguments)
            if (argument.kind == Communication::Argument::Kind::store) add_written(argument.place, may_hold);
        added |= reset(transition.effects, may_hold, liveness_.at(transition.target));
      }
    return added;
  }

 private:
  ProcessType& type() { return program_.process_types[type_id_]; }

  // The place is one of the process' own that nobody else names, and none of what it may stand for is live.
  bool is_dead(PlaceId id, const Cells& live) const {
    if (id == none) return false;
    const Place& place = program_.places[id];
    if (place.scope != Place::Scope::local || place.type != type_id_ || shared_[place.variable]) return false;
    bool dead = true;
    liveness_.for_each_cell(place, [&](std::size_t cell) { dead &= !live[cell]; });
    return dead;
  }

  // `live` is what is live behind the effects, and becomes what is live before them.
  bool drop(std::vector<Effect>& effects, Cells& live) {
    bool changed = false;
    for (std::size_t i = effects.size(); i-- > 0;) {
      Effect& effect = effects[i];
      const bool dead = is_dead(effect.place, live);
      if (dead && effect.kind == Effect::Kind::assign && is_safe_assignment(program_, effect.place, effect.value)) {
        effects.erase(effects.begin() + static_cast<std::ptrdiff_t>(i));
        changed = true;
        continue;
      }
      if (dead && effect.kind == Effect::Kind::start && program_.overflow == Program::Overflow::wrap &&
          is_safe_place(program_, effect.place)) {
        effect.place = none;
        changed = true;
      }
      liveness_.before_effect(effect, live);
    }
    return changed;
  }

  bool forget_fields(TransitionId id, Cells& live) {
    if (program_.overflow != Program::Overflow::wrap) return false;
    Communication communication = program_.communications[type().transitions[id].communication];
    bool changed = false;
    for (std::size_t i = communication.arguments.size(); i-- > 0;) {
      Communication::Argument& argument = communication.arguments[i];
      if (argument.kind != Communication::Argument::Kind::store) continue;
      if (is_dead(argument.place, live) && is_safe_place(program_, argument.place)) {
        argument = {.kind = Communication::Argument::Kind::any};
        changed = true;
      } else {
        liveness_.before_store(argument.place, live);
      }
    }
    if (changed) type().transitions[id].communication = program_.add(std::move(communication));
    return changed;
  }

  // A variable that is never written once the process has begun has few values, and partial-order reduction makes use of them.
  void keep_constants(Cells& cells) const {
    liveness_.for_each_resettable([&](std::size_t cell, VariableId v, std::uint32_t) {
      if (frozen_[v]) cells[cell] = false;
    });
  }

  void add_written(PlaceId place, Cells& cells) const {
    if (place != none) liveness_.for_each_cell(program_.places[place], [&](std::size_t cell) { cells[cell] = true; });
  }

  void add_written(const std::vector<Effect>& effects, Cells& cells) const {
    for (const Effect& effect : effects) add_written(effect.place, cells);
  }

  bool reset(std::vector<Effect>& effects, const Cells& may_hold, const Cells& live) {
    bool added = false;
    liveness_.for_each_resettable([&](std::size_t cell, VariableId v, std::uint32_t element) {
      if (!may_hold[cell] || live[cell]) return;
      const ExprId index = type().variables[v].size > 1 ? program_.constant(static_cast<Value>(element)) : none;
      const PlaceId place = program_.add(Place{.scope = Place::Scope::local, .type = type_id_, .variable = v, .index = index});
      effects.push_back({.kind = Effect::Kind::assign, .place = place, .value = program_.constant(0)});
      added = true;
    });
    return added;
  }

  Program& program_;
  ProcessTypeId type_id_;
  const std::vector<bool>& shared_;
  std::vector<bool> frozen_;  // by variable
  Liveness liveness_;
};

template <class Do>
bool for_each_type(Program& program, const PropertyView& view, const Do& what) {
  if (program.composition != Program::Composition::interleaved) return false;
  const Usage usage(program, view);
  bool changed = false;
  for (ProcessTypeId id = 0; id < program.process_types.size(); ++id) {
    const bool watches = (program.observer && program.observer->type == id) || (program.trace && program.trace->type == id);
    if (!watches) changed |= what(id, usage.shared[id]);
  }
  return changed;
}

}  // namespace

bool drop_dead_stores(Program& program, const PropertyView& view) {
  return for_each_type(program, view, [&](ProcessTypeId type, const std::vector<bool>& shared) {
    return TypePass(program, type, shared).drop_stores();
  });
}

bool reset_dead_variables(Program& program, const PropertyView& view) {
  return for_each_type(program, view, [&](ProcessTypeId type, const std::vector<bool>& shared) {
    return TypePass(program, type, shared).add_resets();
  });
}

}  // namespace lariat::model
