// SPDX-License-Identifier: Apache-2.0
#include "model/liveness.hpp"

#include <algorithm>
#include <limits>

#include "model/usage.hpp"

namespace lariat::model {
namespace {

constexpr std::uint32_t max_elements = 32;  // larger arrays are one cell, which is never reset
constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();

}  // namespace

Liveness::Liveness(const Program& program, ProcessTypeId type, const std::vector<bool>& shared)
    : program_(program), type_(type), shared_(shared) {
  std::size_t cells = 0;
  for (VariableId v = 0; v < program.process_types[type].variables.size(); ++v) {
    first_.push_back(cells);
    cells += is_large(v) ? 1 : program.process_types[type].variables[v].size;
  }
  first_.push_back(cells);
  solve();
}

bool Liveness::is_large(VariableId variable) const {
  return program_.process_types[type_].variables[variable].size > max_elements;
}

std::size_t Liveness::constant_index(const Place& place) const {
  if (is_large(place.variable)) return unknown;
  if (place.index == none) return 0;
  const Expr& index = program_.expressions[place.index];
  return index.op == Op::constant && index.value >= 0 ? static_cast<std::size_t>(index.value) : unknown;
}

void Liveness::read(ExprId expression, Cells& live) const {
  for_each_operand(program_, expression, [&](const Expr& e) {
    if (e.op == Op::read) for_each_cell(program_.places[e.place], [&](std::size_t cell) { live[cell] = true; });
  });
}

void Liveness::before_store(PlaceId id, Cells& live) const {
  if (id == none) return;
  const Place& place = program_.places[id];
  if (place.scope == Place::Scope::local && place.type == type_ && !shared_[place.variable]) {
    const std::size_t element = constant_index(place);
    if (element < first_[place.variable + 1] - first_[place.variable]) live[first_[place.variable] + element] = false;
  }
  read(place.index, live);
  read(place.process, live);
}

void Liveness::before_effect(const Effect& effect, Cells& live) const {
  before_store(effect.place, live);
  read(effect.value, live);
  for (const ExprId argument : effect.arguments) read(argument, live);
}

void Liveness::before_enabling(const Transition& transition, Cells& live) const {
  read(transition.guard, live);
  if (transition.communication == none) return;
  const Communication& communication = program_.communications[transition.communication];
  read(communication.channel, live);
  for (const auto& argument : communication.arguments) read(argument.value, live);
}

Cells Liveness::before(const Transition& transition) const {
  Cells live = live_[transition.target];
  for (auto effect = transition.effects.rbegin(); effect != transition.effects.rend(); ++effect) before_effect(*effect, live);
  if (transition.communication != none) {
    const auto& arguments = program_.communications[transition.communication].arguments;
    for (auto argument = arguments.rbegin(); argument != arguments.rend(); ++argument)
      if (argument->kind == Communication::Argument::Kind::store) before_store(argument->place, live);
  }
  before_enabling(transition, live);
  return live;
}

// Locations are done again until nothing is added. Later ones first: values mostly flow forward in the source.
void Liveness::solve() {
  const ProcessType& type = program_.process_types[type_];
  Cells always(cells(), false);
  for (VariableId v = 0; v < type.variables.size(); ++v)
    if (shared_[v])
      std::fill(always.begin() + static_cast<std::ptrdiff_t>(first_[v]),
                always.begin() + static_cast<std::ptrdiff_t>(first_[v + 1]), true);
  live_.assign(type.locations.size(), always);
  for (LocationId l = 0; l < type.locations.size(); ++l)
    for (const ExprId assertion : type.locations[l].assertions) read(assertion, live_[l]);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = type.locations.size(); i-- > 0;) {
      Cells& live = live_[i];
      const auto add = [&](const Cells& more) {
        for (std::size_t cell = 0; cell < more.size(); ++cell)
          if (more[cell] && !live[cell]) live[cell] = changed = true;
      };
      for (const TransitionId id : type.locations[i].out) {
        add(before(type.transitions[id]));
        for (const TransitionId other : type.transitions[id].unless) {
          Cells asked(cells(), false);
          before_enabling(type.transitions[other], asked);
          add(asked);
        }
      }
    }
  }
}

}  // namespace lariat::model
