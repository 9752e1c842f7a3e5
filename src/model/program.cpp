// SPDX-License-Identifier: Apache-2.0
#include "lariat/model/program.hpp"

#include <algorithm>
#include <utility>

#include "lariat/model/layout.hpp"

namespace lariat::model {
namespace {

// Adds to the end and says where.
template <class T>
std::uint32_t append(std::vector<T>& table, T entry) {
  table.push_back(std::move(entry));
  return static_cast<std::uint32_t>(table.size() - 1);
}

bool changes_length(const std::vector<Effect>& effects) {
  return std::any_of(effects.begin(), effects.end(), [](const Effect& effect) {
    return effect.kind == Effect::Kind::start || effect.kind == Effect::Kind::make_channel || effect.kind == Effect::Kind::end;
  });
}

// So many operands are needed; at_location and what else may do without has none here.
unsigned operand_count(Op op) {
  switch (op) {
    case Op::negate:
    case Op::complement:
    case Op::logical_not:
    case Op::is_enabled:
    case Op::location_of:
    case Op::priority_of:
    case Op::length:
    case Op::is_empty:
    case Op::is_full:
    case Op::bounded:
      return 1;
    case Op::conditional:
      return 3;
    default:
      return op >= Op::add && op <= Op::logical_or ? 2 : 0;
  }
}

// True if a state is small enough. A Layout counts in 32 bits: what it counts must not be too large for it.
bool fits(const Program& program) {
  std::uint64_t bytes = 0;
  const auto add = [&](const std::vector<Variable>& variables) {
    for (const Variable& variable : variables) bytes += std::uint64_t{variable.size} * variable.type.bytes();
  };
  add(program.globals);
  for (const InitialProcess& process : program.processes) add(program.process_types[process.type].variables);
  for (const Channel& channel : program.channels) {
    const ChannelType& type = program.channel_types[channel.type];
    for (const Type field : type.fields) bytes += std::uint64_t{type.capacity} * field.bytes();
  }
  return bytes <= max_state_bytes && Layout(program).initial_bytes() <= max_state_bytes;
}

// Looks for broken invariants, one table after the other; keeps the first.
class DefectFinder {
 public:
  explicit DefectFinder(const Program& program) : program_(program) {}

  std::optional<std::string> run() {
    for (const Expr& expression : program_.expressions) check(expression);
    for (const Place& place : program_.places) check(place);
    for (const Communication& communication : program_.communications) check(communication);
    for (const Channel& channel : program_.channels)
      need(channel.type < program_.channel_types.size(), "a channel without a type");
    check(program_.on_start);
    for (const ProcessType& type : program_.process_types) check(type);
    for (const InitialProcess& process : program_.processes)
      need(process.type < program_.process_types.size(), "a process without a type");
    if (program_.observer) need(program_.observer->type < program_.process_types.size(), "an observer without a type");
    if (program_.trace)
      need(program_.trace->type < program_.process_types.size() && program_.trace->location < program_.globals.size(),
           "a trace without a type or a location");
    need(program_.last_process == none || program_.last_process < program_.globals.size(),
         "a global variable that does not exist");
    for (const ProcessType& type : program_.process_types)
      for (const Promise& promise : type.promises) need_expression(promise.channel);
    need(program_.processes.size() <= max_processes, "too many processes");
    if (!defect_) need(fits(program_), "a state that is too large");
    return defect_;
  }

 private:
  void need(bool condition, const char* otherwise) {
    if (!condition && !defect_) defect_ = otherwise;
  }

  bool is_expression(ExprId id) const { return id < program_.expressions.size(); }
  void need_expression(ExprId id) { need(is_expression(id), "an expression that does not exist"); }
  void allow_expression(ExprId id) { need(id == none || is_expression(id), "an expression that does not exist"); }

  void check(const Expr& expression) {
    need(expression.depth <= max_depth, "an expression that is too deep");
    for (const ExprId operand : {expression.a, expression.b, expression.c}) allow_expression(operand);
    const ExprId operands[] = {expression.a, expression.b, expression.c};
    for (unsigned i = 0; i < operand_count(expression.op); ++i) need_expression(operands[i]);
    if (expression.op == Op::read) need(expression.place < program_.places.size(), "a place that does not exist");
    if (expression.op == Op::at_location)
      need(expression.index < program_.location_sets.size() && expression.type < program_.process_types.size(),
           "a set of locations that does not exist");
    if (expression.op == Op::can_receive)
      need(expression.index < program_.communications.size(), "a communication that does not exist");
  }

  void check(const Place& place) {
    if (place.scope == Place::Scope::nowhere) return;
    allow_expression(place.index);
    if (place.scope == Place::Scope::global) {
      need(place.variable < program_.globals.size(), "a global variable that does not exist");
      return;
    }
    need(place.type < program_.process_types.size() && place.variable < program_.process_types[place.type].variables.size(),
         "a local variable that does not exist");
    if (place.scope == Place::Scope::foreign) allow_expression(place.process);
  }

  void check(const Communication& communication) {
    need_expression(communication.channel);
    for (const auto& argument : communication.arguments) {
      if (argument.kind == Communication::Argument::Kind::value) need_expression(argument.value);
      if (argument.kind == Communication::Argument::Kind::store)
        need(argument.place < program_.places.size(), "a place that does not exist");
    }
  }

  void check(const std::vector<Effect>& effects) {
    for (const Effect& effect : effects) {
      using Kind = Effect::Kind;
      if (effect.kind == Kind::assign || effect.kind == Kind::make_channel)
        need(effect.place < program_.places.size(), "a place that does not exist");
      if (effect.kind == Kind::assign || effect.kind == Kind::check || effect.kind == Kind::set_priority)
        need_expression(effect.value);
      need(effect.place == none || effect.place < program_.places.size(), "a place that does not exist");
      allow_expression(effect.value);
      if (effect.kind == Kind::set_priority) need(!effect.arguments.empty(), "a priority of no process");
      if (effect.kind == Kind::start) need(effect.type < program_.process_types.size(), "a process type that does not exist");
      if (effect.kind == Kind::make_channel)
        need(effect.type < program_.channel_types.size(), "a channel type that does not exist");
      for (const ExprId argument : effect.arguments) need_expression(argument);
    }
  }

  void check(const ProcessType& type) {
    need(type.initial < type.locations.size(), "an initial location that does not exist");
    allow_expression(type.provided);
    check(type.on_start);
    for (const Transition& transition : type.transitions) {
      need(transition.source < type.locations.size() && transition.target < type.locations.size(),
           "a location that does not exist");
      allow_expression(transition.guard);
      for (const TransitionId id : transition.unless) need(id < type.transitions.size(), "a transition that does not exist");
      need(transition.communication == none || transition.communication < program_.communications.size(),
           "a communication that does not exist");
      check(transition.effects);
    }
    for (const Location& location : type.locations) {
      for (const ExprId assertion : location.assertions) need_expression(assertion);
      for (const TransitionId id : location.out) need(id < type.transitions.size(), "a transition that does not exist");
    }
  }

  const Program& program_;
  std::optional<std::string> defect_;
};

}  // namespace

ExprId Program::add(Expr expression) {
  unsigned depth = 0;
  for (const ExprId operand : {expression.a, expression.b, expression.c})
    if (operand != none) depth = std::max<unsigned>(depth, expressions[operand].depth);
  if (expression.place != none) {
    const Place& place = places[expression.place];
    for (const ExprId operand : {place.index, place.process})
      if (operand != none) depth = std::max<unsigned>(depth, expressions[operand].depth);
  }
  if (expression.op == Op::can_receive && expression.index < communications.size()) {
    const Communication& receive = communications[expression.index];
    if (receive.channel != none) depth = std::max<unsigned>(depth, expressions[receive.channel].depth);
    for (const auto& argument : receive.arguments)
      if (argument.value != none) depth = std::max<unsigned>(depth, expressions[argument.value].depth);
  }
  expression.depth = static_cast<std::uint16_t>(std::min(depth + 1, max_depth + 1));
  return append(expressions, expression);
}

PlaceId Program::add(Place place) { return append(places, place); }

std::uint32_t Program::add(Communication communication) { return append(communications, std::move(communication)); }

std::uint32_t Program::add_location_set(std::vector<LocationId> locations) {
  return append(location_sets, std::move(locations));
}

ExprId Program::constant(Value value, Source source) { return add(Expr{.op = Op::constant, .value = value, .source = source}); }

ExprId Program::unary(Op op, ExprId a, Source source) { return add(Expr{.op = op, .a = a, .source = source}); }

ExprId Program::binary(Op op, ExprId a, ExprId b, Source source) {
  return add(Expr{.op = op, .a = a, .b = b, .source = source});
}

ExprId Program::read(Place place) {
  const PlaceId id = add(place);
  return add(Expr{.op = Op::read, .place = id, .source = place.source});
}

ExprId Program::at(ProcessTypeId type, ExprId process, std::vector<LocationId> locations, Source source) {
  const std::uint32_t set = add_location_set(std::move(locations));
  return add(Expr{.op = Op::at_location, .a = process, .type = type, .index = set, .source = source});
}

bool Program::has_promises() const {
  return std::any_of(process_types.begin(), process_types.end(),
                     [](const ProcessType& type) { return !type.promises.empty(); });
}

bool Program::is_dynamic() const {
  if (changes_length(on_start)) return true;
  return std::any_of(process_types.begin(), process_types.end(), [](const ProcessType& type) {
    return changes_length(type.on_start) ||
           std::any_of(type.transitions.begin(), type.transitions.end(),
                       [](const Transition& transition) { return changes_length(transition.effects); });
  });
}

const Variable& Program::variable(const Place& place) const {
  return place.scope == Place::Scope::global ? globals[place.variable] : process_types[place.type].variables[place.variable];
}

std::optional<std::string> find_defect(const Program& program) { return DefectFinder(program).run(); }

std::optional<std::size_t> find_process(const Program& program, std::string_view name) {
  for (std::size_t i = 0; i < program.processes.size(); ++i)
    if (program.processes[i].name == name) return i;
  return std::nullopt;
}

}  // namespace lariat::model
