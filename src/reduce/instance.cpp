// SPDX-License-Identifier: Apache-2.0
#include "lariat/reduce/instance.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace lariat::reduce {
namespace {

using model::Access;
using model::Expr;
using model::ExprId;
using model::none;
using model::Op;
using model::Transition;

// The variable or element that a place denotes; nothing if it is not known which.
std::optional<Access> cell_of(const model::Program& program, ExprId read, const model::Binding& binding) {
  const Expr& e = program.expressions[read];
  if (e.op != Op::read) return std::nullopt;
  const model::Place& place = program.places[e.place];
  if (place.scope != model::Place::Scope::global && place.scope != model::Place::Scope::local) return std::nullopt;
  if (place.scope == model::Place::Scope::local && binding.process == model::own_process) return std::nullopt;
  Access cell{.kind = place.scope == model::Place::Scope::global ? Access::Kind::global : Access::Kind::local,
              .variable = place.variable};
  if (place.scope == model::Place::Scope::local) {
    cell.type = place.type;
    cell.process = binding.process;
  }
  if (place.index == none) return cell;
  const auto index = fixed_value(program, place.index, binding);
  if (!index || *index < 0 || static_cast<std::uint32_t>(*index) >= program.variable(place).size) return std::nullopt;
  cell.first = cell.last = static_cast<std::uint32_t>(*index);
  return cell;
}

Op mirrored(Op op) {
  switch (op) {
    case Op::less:
      return Op::greater;
    case Op::less_equal:
      return Op::greater_equal;
    case Op::greater:
      return Op::less;
    case Op::greater_equal:
      return Op::less_equal;
    default:
      return op;
  }
}

Op negated(Op op) {
  switch (op) {
    case Op::less:
      return Op::greater_equal;
    case Op::less_equal:
      return Op::greater;
    case Op::greater:
      return Op::less_equal;
    case Op::greater_equal:
      return Op::less;
    case Op::equal:
      return Op::not_equal;
    case Op::not_equal:
      return Op::equal;
    default:
      return op;
  }
}

// Ranges: an expression that compares one variable with a fixed value.
std::optional<Range> range_of(const model::Program& program, ExprId id, const model::Binding& binding, bool holds) {
  while (program.expressions[id].op == Op::logical_not) {
    id = program.expressions[id].a;
    holds = !holds;
  }
  const Expr& e = program.expressions[id];
  if (e.op == Op::read) {
    const auto cell = cell_of(program, id, binding);
    if (!cell) return std::nullopt;
    Range range{.cell = *cell};
    if (holds)
      range.hole = 0;
    else
      range.low = range.high = 0;
    return range;
  }
  if (e.op < Op::less || e.op > Op::not_equal) return std::nullopt;
  auto cell = cell_of(program, e.a, binding);
  auto value = fixed_value(program, e.b, binding);
  Op op = holds ? e.op : negated(e.op);
  if (!cell || !value) {
    cell = cell_of(program, e.b, binding);
    value = fixed_value(program, e.a, binding);
    op = mirrored(op);
  }
  if (!cell || !value) return std::nullopt;
  Range range{.cell = *cell};
  switch (op) {
    case Op::less:
      range.high = std::int64_t{*value} - 1;
      break;
    case Op::less_equal:
      range.high = *value;
      break;
    case Op::greater:
      range.low = std::int64_t{*value} + 1;
      break;
    case Op::greater_equal:
      range.low = *value;
      break;
    case Op::equal:
      range.low = range.high = *value;
      break;
    default:
      range.hole = *value;
      break;
  }
  return range;
}

// Splits a condition into conjuncts.
void split(const model::Program& program, ExprId id, std::vector<ExprId>& parts) {
  std::vector<ExprId> todo = {id};
  while (!todo.empty()) {
    const ExprId next = todo.back();
    todo.pop_back();
    if (next == none) continue;
    const Expr& e = program.expressions[next];
    if (e.op == Op::logical_and) {
      todo.push_back(e.b);
      todo.push_back(e.a);
    } else {
      parts.push_back(next);
    }
  }
}

constexpr unsigned max_safe_depth = 32;

// False only if evaluating the expression never fails, whatever the state.
bool may_fail(const model::Program& program, ExprId id, const model::Binding& binding, unsigned depth = 0) {
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
      const model::Place& place = program.places[e.place];
      if (place.scope != model::Place::Scope::global && place.scope != model::Place::Scope::local) return true;
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

bool is_own_location(const Access& access, std::uint32_t process) {
  return access.kind == Access::Kind::location && access.process == process && access.locations == model::this_location;
}

// The steps of one process.
class Maker {
 public:
  Maker(const ProgramFacts& facts, model::ProcessTypeId type, const model::Binding& binding, std::uint32_t process)
      : facts_(facts),
        program_(facts.program),
        type_id_(type),
        type_(facts.program.process_types[type]),
        binding_(binding),
        process_(process) {}

  Step step(model::TransitionId id) const;

 private:
  void find_conditions(const Transition& transition, Step& step) const;
  Condition condition(ExprId id) const;
  void find_channel_condition(const Transition& transition, Step& step) const;
  void find_meeting(const Transition& transition, Step& step) const;
  void find_assignments(const Transition& transition, Step& step) const;
  void find_starts(model::TransitionId id, Step& step) const;

  const ProgramFacts& facts_;
  const model::Program& program_;
  model::ProcessTypeId type_id_;
  const model::ProcessType& type_;
  const model::Binding& binding_;
  std::uint32_t process_;
};

Step Maker::step(model::TransitionId id) const {
  const Transition& transition = type_.transitions[id];
  Step step;
  step.sets = bound_to(step_accesses(program_, type_id_, id, facts_.options, &binding_), process_);
  step.ends = !transition.effects.empty() && transition.effects.front().kind == model::Effect::Kind::end;
  find_conditions(transition, step);
  find_meeting(transition, step);
  find_assignments(transition, step);
  find_starts(id, step);
  return step;
}

void Maker::find_conditions(const Transition& transition, Step& step) const {
  std::vector<ExprId> parts;
  split(program_, transition.guard, parts);
  split(program_, type_.provided, parts);
  for (const ExprId part : parts) {
    if (program_.expressions[part].op == Op::timeout)
      step.waits = true;
    else
      step.conditions.push_back(condition(part));
  }
  find_channel_condition(transition, step);
  std::stable_partition(step.conditions.begin(), step.conditions.end(),
                        [](const Condition& condition) { return condition.is_simple(); });
  Condition rest;
  for (const Access& access : step.sets.guard_reads)
    if (!is_own_location(access, process_)) rest.reads.push_back(access);
  step.conditions.push_back(std::move(rest));
}

Condition Maker::condition(ExprId id) const {
  Condition condition{.expression = id};
  condition.reads = bound_to(condition_accesses(program_, id, &binding_), process_).reads;
  condition.range = range_of(program_, id, binding_, true);
  bool inside = true;
  while (program_.expressions[id].op == Op::logical_not) {
    id = program_.expressions[id].a;
    inside = !inside;
  }
  if (program_.expressions[id].op == Op::at_location && condition.reads.size() == 1) {
    condition.place = condition.reads.front();
    condition.inside = inside;
  }
  return condition;
}

// A receive needs a message in its channel, a send needs room. Which message it is belongs to the remaining conditions.
void Maker::find_channel_condition(const Transition& transition, Step& step) const {
  if (transition.communication == none) return;
  const model::Communication& communication = program_.communications[transition.communication];
  const bool receives = communication.kind == model::Communication::Kind::receive;
  if (!receives && facts_.options.lossy) return;
  const auto number = fixed_value(program_, communication.channel, binding_);
  if (!number || *number < 1 || static_cast<std::size_t>(*number) > program_.channels.size()) return;
  if (program_.channel_types[program_.channels[static_cast<std::size_t>(*number) - 1].type].capacity == 0) return;
  const Access access{
      .kind = Access::Kind::channel, .use = receives ? Access::Use::message : Access::Use::room, .channel = *number};
  Condition condition;
  condition.reads = {access};
  condition.channel = *number;
  condition.wants_message = receives;
  step.conditions.push_back(std::move(condition));
}

void Maker::find_meeting(const Transition& transition, Step& step) const {
  if (transition.communication == none) return;
  const model::Communication& communication = program_.communications[transition.communication];
  bool may_meet = false;
  const auto number = fixed_value(program_, communication.channel, binding_);
  if (number && *number >= 1 && static_cast<std::size_t>(*number) <= program_.channels.size()) {
    may_meet = program_.channel_types[program_.channels[static_cast<std::size_t>(*number) - 1].type].capacity == 0;
    step.buffers = !may_meet;
  } else {
    for (const model::ChannelType& type : program_.channel_types) (type.capacity == 0 ? may_meet : step.buffers) = true;
  }
  if (!may_meet) return;
  step.meeting = communication.kind == model::Communication::Kind::send ? Step::Meeting::sends : Step::Meeting::receives;
  // Only of a channel that exists from the start is it sure that there is one.
  const bool exists = number && *number >= 1 && static_cast<std::size_t>(*number) <= program_.channels.size();
  step.alone = communication.alone || !exists || may_fail(program_, transition.guard, binding_) ||
               may_fail(program_, type_.provided, binding_) || !transition.unless.empty() || transition.is_else;
  for (const auto& argument : communication.arguments)
    if (argument.kind == model::Communication::Argument::Kind::value)
      step.alone |= may_fail(program_, argument.value, binding_);
  step.channel = number && *number >= 1 ? *number : 0;
}

// Finds the assignments of a transition that is a step by itself; those of longer steps are not known.
void Maker::find_assignments(const Transition& transition, Step& step) const {
  if (transition.then != Transition::Then::free) return;
  for (const model::Effect& effect : transition.effects) {
    if (effect.kind != model::Effect::Kind::assign) continue;
    const model::Place& place = program_.places[effect.place];
    // The cell that an expression reads, if it only reads one.
    const auto same = [&](ExprId id) {
      const Expr& e = program_.expressions[id];
      if (e.op != Op::read) return std::optional<Access>{};
      return cell_of(program_, id, binding_);
    };
    Access cell{.kind = place.scope == model::Place::Scope::global ? Access::Kind::global : Access::Kind::local,
                .variable = place.variable};
    if (place.scope == model::Place::Scope::local) {
      cell.type = place.type;
      cell.process = process_;
    } else if (place.scope != model::Place::Scope::global) {
      continue;
    }
    if (place.index != none) {
      const auto index = fixed_value(program_, place.index, binding_);
      if (!index || *index < 0) continue;
      cell.first = cell.last = static_cast<std::uint32_t>(*index);
    }
    if (const auto value = fixed_value(program_, effect.value, binding_)) {
      step.assignments.push_back({.cell = cell, .value = program_.variable(place).type.wrap(*value)});
      continue;
    }
    const Expr& e = program_.expressions[effect.value];
    if ((e.op != Op::add && e.op != Op::subtract) || same(e.a) != cell) continue;
    if (const auto value = fixed_value(program_, e.b, binding_))
      step.assignments.push_back({.cell = cell, .relative = true, .value = e.op == Op::add ? *value : -*value});
  }
  // Keeps only assignments that are the last write to their variable.
  const auto writes_once = [&](const Assignment& assignment) {
    std::size_t writers = 0;
    for (const model::Effect& effect : transition.effects) {
      if (effect.place == none) continue;
      const model::Place& place = program_.places[effect.place];
      if (place.scope == model::Place::Scope::foreign) return false;
      if (place.variable == assignment.cell.variable &&
          (place.scope == model::Place::Scope::global) == (assignment.cell.kind == Access::Kind::global))
        ++writers;
    }
    if (transition.communication != none)
      for (const auto& argument : program_.communications[transition.communication].arguments)
        if (argument.kind == model::Communication::Argument::Kind::store) return false;
    return writers == 1;
  };
  std::erase_if(step.assignments, [&](const Assignment& assignment) { return !writes_once(assignment); });
}

// The processes that the step may start, also later in a sequence.
void Maker::find_starts(model::TransitionId id, Step& step) const {
  std::set<model::TransitionId> seen = {id};
  std::vector<model::TransitionId> todo = {id};
  std::set<model::ProcessTypeId> types;
  while (!todo.empty()) {
    const Transition& transition = type_.transitions[todo.back()];
    todo.pop_back();
    for (const model::Effect& effect : transition.effects)
      if (effect.kind == model::Effect::Kind::start) types.insert(effect.type);
    if (transition.then == Transition::Then::free) continue;
    for (const model::TransitionId next : type_.locations[transition.target].out)
      if (seen.insert(next).second) todo.push_back(next);
  }
  step.starts.assign(types.begin(), types.end());
}

}  // namespace

bool contradict(const Range& a, const Range& b) {
  if (a.cell != b.cell) return false;
  const std::int64_t low = std::max(a.low, b.low);
  const std::int64_t high = std::min(a.high, b.high);
  if (low > high) return true;
  return low == high && (low == a.hole || low == b.hole);
}

Reachability::Reachability(const model::ProcessType& type) {
  const std::size_t count = type.locations.size();
  rows_.assign(count, std::vector<bool>(count));
  std::vector<model::LocationId> todo;
  for (model::LocationId from = 0; from < count; ++from) {
    rows_[from][from] = true;
    todo.assign(1, from);
    while (!todo.empty()) {
      const model::LocationId here = todo.back();
      todo.pop_back();
      for (const model::TransitionId id : type.locations[here].out) {
        const model::LocationId next = type.transitions[id].target;
        if (next >= count || rows_[from][next]) continue;
        rows_[from][next] = true;
        todo.push_back(next);
      }
    }
  }
}

ProgramFacts::ProgramFacts(const model::Program& program, const model::InterpreterOptions& options,
                           const model::Interpreter& interpreter)
    : program(program), options(options), frozen(find_frozen(program)) {
  const model::State initial = interpreter.initial();
  for (model::VariableId id = 0; id < program.globals.size(); ++id) {
    std::vector<model::Value>& elements = globals.emplace_back();
    const model::Variable& variable = program.globals[id];
    if (!frozen.globals[id]) continue;
    for (std::uint32_t i = 0; i < variable.size; ++i)
      elements.push_back(
          model::load(initial.data() + interpreter.layout().global(id) + i * variable.type.bytes(), variable.type));
  }
  for (model::ProcessTypeId type = 0; type < program.process_types.size(); ++type) {
    std::vector<model::VariableId>& locals = frozen_locals.emplace_back();
    const model::ProcessType& process = program.process_types[type];
    for (model::VariableId id = 0; id < process.variables.size(); ++id)
      if (frozen.locals[type][id] && !process.variables[id].is_array) locals.push_back(id);
    reachability.emplace_back(process);
  }
}

Instance make_instance(const ProgramFacts& facts, model::ProcessTypeId type, std::uint32_t process,
                       std::vector<model::Value> frozen) {
  model::Binding binding{.process = process == model::future_process ? model::own_process : process,
                         .type = type,
                         .locals = {},
                         .globals = &facts.globals};
  binding.locals.resize(facts.program.process_types[type].variables.size());
  if (process != model::future_process)
    for (std::size_t i = 0; i < frozen.size(); ++i) binding.locals[facts.frozen_locals[type][i]] = frozen[i];
  Instance instance{.type = type, .process = process, .frozen = std::move(frozen), .steps = {}};
  const Maker maker(facts, type, binding, process);
  const std::size_t count = facts.program.process_types[type].transitions.size();
  for (model::TransitionId id = 0; id < count; ++id) instance.steps.push_back(maker.step(id));
  return instance;
}

}  // namespace lariat::reduce
