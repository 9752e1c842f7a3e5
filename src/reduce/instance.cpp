// SPDX-License-Identifier: Apache-2.0
#include "lariat/reduce/instance.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "reduce/case_split.hpp"

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

// The operand that decides about a conjunction or disjunction, if the other one has a fixed value that does not; or none.
ExprId deciding_operand(const model::Program& program, const Expr& e, const model::Binding& binding) {
  if (e.op != Op::logical_and && e.op != Op::logical_or) return none;
  const auto is_neutral = [&](ExprId operand) {
    const auto value = fixed_value(program, operand, binding);
    return value && (*value != 0) == (e.op == Op::logical_and);
  };
  if (is_neutral(e.a)) return e.b;
  return is_neutral(e.b) ? e.a : none;
}

// Ranges: an expression that compares one variable with a fixed value.
std::optional<Range> range_of(const model::Program& program, ExprId id, const model::Binding& binding, bool holds) {
  for (;;) {
    if (program.expressions[id].op == Op::logical_not) {
      id = program.expressions[id].a;
      holds = !holds;
    } else if (const ExprId operand = deciding_operand(program, program.expressions[id], binding); operand != none) {
      id = operand;
    } else {
      break;
    }
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

bool is_own_location(const Access& access, std::uint32_t process) {
  return access.kind == Access::Kind::location && access.process == process && access.locations == model::this_location;
}

// What is known of a process from the values of its variables that never change.
model::Binding binding_of(const ProgramFacts& facts, model::ProcessTypeId type, std::uint32_t process,
                          const std::vector<model::Value>& frozen) {
  model::Binding binding{.process = process == model::future_process ? model::own_process : process,
                         .type = type,
                         .locals = {},
                         .globals = &facts.globals};
  binding.locals.resize(facts.program.process_types[type].variables.size());
  if (process != model::future_process)
    for (std::size_t i = 0; i < frozen.size(); ++i) binding.locals[facts.frozen_locals[type][i]] = frozen[i];
  return binding;
}

// The steps of one process.
class Maker {
 public:
  // `before` is what is known before a step, `binding` what is known all the while.
  Maker(const ProgramFacts& facts, model::ProcessTypeId type, const model::Binding& binding, const model::Binding& before,
        std::uint32_t process)
      : facts_(facts),
        program_(facts.program),
        type_id_(type),
        type_(facts.program.process_types[type]),
        binding_(binding),
        before_(before),
        process_(process) {}

  Step step(model::TransitionId id) const;

 private:
  void find_conditions(const Transition& transition, Step& step) const;
  Condition condition(ExprId id) const;
  void find_channel_condition(const Transition& transition, Step& step) const;
  void find_meeting(const Transition& transition, Step& step) const;
  void find_assignments(const Transition& transition, Step& step) const;
  void find_updates(model::TransitionId id, Step& step) const;
  void add_update(model::TransitionId id, const model::Effect& effect, Step& step) const;
  bool reads_only_in_conditions(const Transition& transition, const Step& step, const Access& cell) const;
  void find_starts(model::TransitionId id, Step& step) const;
  std::vector<model::TransitionId> sequence(model::TransitionId id) const;
  bool happens_once(model::TransitionId id) const;

  const ProgramFacts& facts_;
  const model::Program& program_;
  model::ProcessTypeId type_id_;
  const model::ProcessType& type_;
  const model::Binding& binding_;
  const model::Binding& before_;
  std::uint32_t process_;
};

Step Maker::step(model::TransitionId id) const {
  const Transition& transition = type_.transitions[id];
  Step step;
  step.sets = bound_to(step_accesses(program_, type_id_, id, facts_.options, &binding_, &before_), process_);
  step.ends = !transition.effects.empty() && transition.effects.front().kind == model::Effect::Kind::end;
  find_conditions(transition, step);
  find_meeting(transition, step);
  find_assignments(transition, step);
  find_updates(id, step);
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
  condition.reads = bound_to(condition_accesses(program_, id, &before_), process_).reads;
  condition.range = range_of(program_, id, before_, true);
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
  const auto number = fixed_value(program_, communication.channel, before_);
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
  const auto number = fixed_value(program_, communication.channel, before_);
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
  step.alone = communication.alone || !exists || may_fail(program_, transition.guard, before_) ||
               may_fail(program_, type_.provided, before_) || !transition.unless.empty() || transition.is_else;
  for (const auto& argument : communication.arguments)
    if (argument.kind == model::Communication::Argument::Kind::value) step.alone |= may_fail(program_, argument.value, before_);
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
    const auto value = fixed_value(program_, e.b, binding_);
    if (!value) continue;
    const std::int64_t change = e.op == Op::add ? *value : -std::int64_t{*value};
    // A partner may have changed a global variable before.
    const bool is_own = cell.kind == Access::Kind::local || step.meeting == Step::Meeting::none;
    const auto old = is_own ? fixed_value(program_, e.a, before_) : std::nullopt;
    if (old && program_.variable(place).type.holds(*old + change))
      step.assignments.push_back({.cell = cell, .value = static_cast<model::Value>(*old + change)});
    else
      step.assignments.push_back({.cell = cell, .relative = true, .value = static_cast<model::Value>(change)});
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

// The transitions that may follow in the same step, itself first.
std::vector<model::TransitionId> Maker::sequence(model::TransitionId id) const {
  std::vector<model::TransitionId> list = {id};
  std::set<model::TransitionId> seen = {id};
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Transition& transition = type_.transitions[list[i]];
    if (transition.then == Transition::Then::free) continue;
    for (const model::TransitionId next : type_.locations[transition.target].out)
      if (seen.insert(next).second) list.push_back(next);
  }
  return list;
}

// True if each transition of the step can be taken at most once.
bool Maker::happens_once(model::TransitionId id) const {
  const std::vector<model::TransitionId> list = sequence(id);
  return type_.transitions[list.back()].then == Transition::Then::free &&
         std::all_of(list.begin(), list.end() - 1, [&](model::TransitionId each) {
           return type_.transitions[each].then != Transition::Then::free &&
                  type_.locations[type_.transitions[each].target].out.size() == 1;
         });
}

void Maker::find_updates(model::TransitionId id, Step& step) const {
  for (const model::TransitionId each : sequence(id))
    for (const model::Effect& effect : type_.transitions[each].effects)
      if (effect.kind == model::Effect::Kind::assign) add_update(id, effect, step);
}

void Maker::add_update(model::TransitionId id, const model::Effect& effect, Step& step) const {
  const model::Place& place = program_.places[effect.place];
  if (place.scope != model::Place::Scope::global) return;
  Update update{.cell = {.kind = Access::Kind::global, .variable = place.variable}};
  if (place.index != none) {
    const auto index = fixed_value(program_, place.index, binding_);
    if (!index || *index < 0 || static_cast<std::uint32_t>(*index) >= program_.variable(place).size) return;
    update.cell.first = update.cell.last = static_cast<std::uint32_t>(*index);
  }
  const model::Type type = program_.variable(place).type;
  const Expr& e = program_.expressions[effect.value];
  if (const auto value = fixed_value(program_, effect.value, binding_)) {
    if (!type.holds(*value)) return;
    update.value = *value;
  } else if (e.op == Op::add || e.op == Op::subtract) {
    const auto change = fixed_value(program_, e.b, binding_);
    if (cell_of(program_, e.a, binding_) != update.cell || !change || *change == std::numeric_limits<model::Value>::min())
      return;
    update.relative = true;
    update.value = e.op == Op::add ? *change : -*change;
  } else {
    return;
  }
  const Transition& transition = type_.transitions[id];
  const model::AccessSets others =
      bound_to(step_accesses(program_, type_id_, id, facts_.options, &binding_, &before_, &effect), process_);
  const auto touches = [&](const std::vector<Access>& list) {
    return std::any_of(list.begin(), list.end(), [&](const Access& access) { return may_overlap(access, update.cell); });
  };
  if (touches(others.writes) || touches(others.reads)) return;
  if (touches(others.guard_reads) && !reads_only_in_conditions(transition, step, update.cell)) return;
  std::int64_t low = type.min();
  std::int64_t high = type.max();
  for (const Condition& condition : step.conditions) {
    if (!condition.range || condition.range->cell != update.cell) continue;
    update.conditions.push_back(*condition.range);
    low = std::max(low, condition.range->low);
    high = std::min(high, condition.range->high);
  }
  update.stays_inside = !update.relative || (happens_once(id) && step.meeting == Step::Meeting::none &&
                                             low + update.value >= type.min() && high + update.value <= type.max());
  step.updates.push_back(std::move(update));
}

// True if nothing but ranges decides by that cell whether the step is enabled.
bool Maker::reads_only_in_conditions(const Transition& transition, const Step& step, const Access& cell) const {
  if (transition.is_else || !transition.unless.empty() || type_.deterministic) return false;
  const auto touches = [&](const std::vector<Access>& list) {
    return std::any_of(list.begin(), list.end(), [&](const Access& access) { return may_overlap(access, cell); });
  };
  for (std::size_t c = 0; c + 1 < step.conditions.size(); ++c) {
    const Condition& condition = step.conditions[c];
    if (touches(condition.reads) && (!condition.range || condition.range->cell != cell)) return false;
  }
  if (transition.communication == none) return true;
  const model::Communication& communication = program_.communications[transition.communication];
  std::vector<ExprId> expressions = {communication.channel};
  for (const auto& argument : communication.arguments) expressions.push_back(argument.value);
  return std::none_of(expressions.begin(), expressions.end(), [&](ExprId expression) {
    return touches(bound_to(accesses(program_, expression, &before_), process_).reads);
  });
}

// The processes that the step may start, also later in a sequence.
void Maker::find_starts(model::TransitionId id, Step& step) const {
  std::set<model::ProcessTypeId> types;
  for (const model::TransitionId each : sequence(id))
    for (const model::Effect& effect : type_.transitions[each].effects)
      if (effect.kind == model::Effect::Kind::start) types.insert(effect.type);
  step.starts.assign(types.begin(), types.end());
}

}  // namespace

namespace {

// Adds the cases of a transition to the instance.
void add_cases(const ProgramFacts& facts, Instance& instance, const model::Binding& usual, model::TransitionId id) {
  const std::vector<SplitVariable>& variables = facts.splits[instance.type][id];
  const model::Transition& transition = facts.program.process_types[instance.type].transitions[id];
  const Step& whole = instance.steps[id];
  // The ranges that a variable's value may be in: one value each, or the others.
  std::vector<std::vector<Range>> ranges;
  for (const SplitVariable& variable : variables) {
    Access cell{.kind = Access::Kind::global, .variable = variable.variable};
    if (!variable.is_global)
      cell = {.kind = Access::Kind::local, .type = instance.type, .process = instance.process, .variable = variable.variable};
    const model::Type type = variable.is_global ? facts.program.globals[variable.variable].type
                                                : facts.program.process_types[instance.type].variables[variable.variable].type;
    auto& list = ranges.emplace_back();
    for (model::Value value = 0; value <= variable.most; ++value) list.push_back({.cell = cell, .low = value, .high = value});
    if (type.min() < 0) list.push_back({.cell = cell, .high = -1});
    if (type.max() > variable.most) list.push_back({.cell = cell, .low = std::int64_t{variable.most} + 1});
  }
  std::vector<std::size_t> chosen(variables.size(), 0);
  for (bool is_done = false; !is_done;) {
    // What is known before the step, and what also holds all the while.
    model::Binding before = usual;
    model::Binding binding = usual;
    std::vector<std::vector<model::Value>> globals_before = facts.globals;
    std::vector<std::vector<model::Value>> globals = facts.globals;
    before.globals = &globals_before;
    binding.globals = &globals;
    std::vector<Condition> conditions;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const Range& range = ranges[i][chosen[i]];
      conditions.push_back({.reads = {range.cell}, .range = range});
      if (range.low != range.high) continue;
      const auto value = static_cast<model::Value>(range.low);
      // Effects come after those of a partner.
      const bool is_kept = !(variables[i].is_global && whole.meeting != Step::Meeting::none) &&
                           std::none_of(whole.sets.writes.begin(), whole.sets.writes.end(),
                                        [&](const Access& write) { return may_overlap(write, range.cell); });
      if (variables[i].is_global) {
        globals_before[variables[i].variable].assign(1, value);
        if (is_kept) globals[variables[i].variable].assign(1, value);
      } else {
        before.locals[variables[i].variable] = value;
        if (is_kept) binding.locals[variables[i].variable] = value;
      }
    }
    std::vector<ExprId> parts;
    split(facts.program, transition.guard, parts);
    // A part that may fail before one is false leaves the case possible: it may fail.
    bool is_possible = true;
    for (const ExprId part : parts) {
      is_possible = part == none || fixed_value(facts.program, part, before) != 0;
      if (!is_possible || may_fail(facts.program, part, before)) break;
    }
    if (is_possible) {
      Case one{.transition = id,
               .values = static_cast<std::uint32_t>(conditions.size()),
               .step = Maker(facts, instance.type, binding, before, instance.process).step(id)};
      one.step.conditions.insert(one.step.conditions.begin(), conditions.begin(), conditions.end());
      instance.cases.push_back(std::move(one));
    }
    is_done = true;
    for (std::size_t i = 0; i < chosen.size() && is_done; ++i) {
      is_done = ++chosen[i] == ranges[i].size();
      if (is_done) chosen[i] = 0;
    }
  }
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

namespace {

// Locations inside a d_step: a process that comes there goes on in the same step. Of two that communicate, only one goes on.
std::vector<bool> passed_locations(const model::ProcessType& type) {
  std::vector<bool> passed(type.locations.size(), true);
  passed[type.initial] = false;
  for (const Transition& transition : type.transitions)
    if (transition.target < passed.size() && (transition.then != Transition::Then::at_once || transition.communication != none))
      passed[transition.target] = false;
  return passed;
}

}  // namespace

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
    passed.push_back(passed_locations(process));
  }
  splits = find_splits(program, frozen);
}

Instance make_instance(const ProgramFacts& facts, model::ProcessTypeId type, std::uint32_t process,
                       std::vector<model::Value> frozen) {
  const model::Binding binding = binding_of(facts, type, process, frozen);
  Instance instance{.type = type, .process = process, .frozen = std::move(frozen), .steps = {}, .cases = {}, .first_case = {}};
  const Maker maker(facts, type, binding, binding, process);
  const std::size_t count = facts.program.process_types[type].transitions.size();
  for (model::TransitionId id = 0; id < count; ++id) instance.steps.push_back(maker.step(id));
  for (model::TransitionId id = 0; id < count; ++id) {
    instance.first_case.push_back(static_cast<std::uint32_t>(instance.cases.size()));
    if (facts.passed[type][facts.program.process_types[type].transitions[id].source]) continue;
    if (facts.splits[type][id].empty() || process == model::future_process)
      instance.cases.push_back({.transition = id, .values = 0, .step = instance.steps[id]});
    else
      add_cases(facts, instance, binding, id);
  }
  instance.first_case.push_back(static_cast<std::uint32_t>(instance.cases.size()));
  return instance;
}

}  // namespace lariat::reduce
