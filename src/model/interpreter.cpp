// SPDX-License-Identifier: Apache-2.0
#include "lariat/model/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "model/execution.hpp"

namespace lariat::model {

std::string describe(const Program& program, const Fault& fault) {
  using Kind = Fault::Kind;
  const std::string variable = fault.place == none || program.places[fault.place].scope == Place::Scope::nowhere
                                   ? ""
                                   : program.variable(program.places[fault.place]).name;
  switch (fault.kind) {
    case Kind::none:
      return "nothing went wrong";
    case Kind::overflow: {
      if (variable.empty()) return fmt::format("the value {} does not fit into a field of the channel", fault.value);
      const Type type = program.variable(program.places[fault.place]).type;
      return fmt::format("the value {} is out of the range of {}, which is {} to {}", fault.value, variable, type.min(),
                         type.max());
    }
    case Kind::bad_index:
      if (variable.empty()) return fmt::format("the index {} is outside the array", fault.value);
      return fmt::format("the index {} is outside the array {}, which has {} elements", fault.value, variable,
                         program.variable(program.places[fault.place]).size);
    case Kind::division:
      return "division by zero";
    case Kind::assertion:
      return "an assertion does not hold";
    case Kind::reported:
      return "the system reports that the step goes wrong";
    case Kind::bad_channel:
      return fault.value == 0 ? "the channel has not been initialised"
                              : fmt::format("there is no channel of number {}", fault.value);
    case Kind::bad_message:
      return fmt::format("{} values do not fit the messages of this channel", fault.value);
    case Kind::too_many_processes:
      return fmt::format("there are {} processes already, and no more are possible", max_processes);
    case Kind::too_many_channels:
      return fmt::format("there are {} channels already, and no more are possible", max_channels);
    case Kind::blocked:
      return "a d_step blocks in the middle";
    case Kind::endless:
      return "an atomic sequence never ends";
    case Kind::rendezvous:
      return "this is not possible with a channel that has no buffer";
    case Kind::conflict:
      return fmt::format("two processes change {} in the same step", variable);
    case Kind::nondeterminism:
      return "two transitions are enabled in a process that is declared deterministic";
    case Kind::unexpected:
      return "the trace does not allow this message here";
    case Kind::forbidden:
      return "all that the notrace describes has happened";
    case Kind::bad_priority:
      return fmt::format("the priority {} is outside the range 1 to 255", fault.value);
    case Kind::broken_promise:
      return fmt::format("process {} says that no other process uses this channel in this way", fault.value);
  }
  return {};
}

Interpreter::Interpreter(const Program& program, const InterpreterOptions& options)
    : execution_(std::make_unique<Execution>(program, options)) {
  for (const ProcessType& type : program.process_types)
    has_assertions_ |= std::any_of(type.locations.begin(), type.locations.end(),
                                   [](const Location& location) { return !location.assertions.empty(); });
}
Interpreter::~Interpreter() = default;
Interpreter::Interpreter(Interpreter&&) noexcept = default;
Interpreter& Interpreter::operator=(Interpreter&&) noexcept = default;

const Program& Interpreter::program() const { return execution_->program(); }
const InterpreterOptions& Interpreter::options() const { return execution_->options(); }
const Layout& Interpreter::layout() const { return execution_->layout(); }

void Interpreter::obey(const Limits& limits) { execution_->obey(limits); }

const Limits& Interpreter::limits() const { return execution_->limits(); }

State Interpreter::initial(Fault* fault) const { return execution_->initial(fault); }

void Interpreter::successors(StateView s, Successors& out) {
  out.clear();
  std::uint32_t end = 0;
  append_successors({&s, 1}, out, {&end, 1});
}

void Interpreter::append_successors(std::span<const StateView> states, Successors& out, std::span<std::uint32_t> ends) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (accelerator_ != nullptr) i += accelerator_->append_successors(states.subspan(i), out, ends.subspan(i));
    if (i == states.size()) return;
    execution_->append_successors(states[i], out);
    ends[i] = static_cast<std::uint32_t>(out.size());
  }
}

Evaluation Interpreter::evaluate(ExprId expression, StateView s, std::uint32_t process) {
  look_at(s);
  return evaluate_there(expression, process);
}

void Interpreter::look_at(StateView s) { execution_->load(s); }

Evaluation Interpreter::evaluate_there(ExprId expression, std::uint32_t process) {
  const Value value = execution_->evaluate(expression, process);
  return {.value = value, .fault = execution_->take_fault()};
}

std::uint64_t Interpreter::valuation(std::span<const ExprId> atoms, StateView s, Fault* fault) {
  assert(atoms.size() <= 64);
  std::uint64_t bits = 0;
  if (accelerator_ != nullptr && accelerator_->valuation(atoms, s, bits)) return bits;
  execution_->load(s);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const Value value = execution_->evaluate(atoms[i], none);
    const Fault wrong = execution_->take_fault();
    if (value != 0 || wrong) bits |= std::uint64_t{1} << i;
    if (wrong && fault != nullptr && !*fault) *fault = wrong;
  }
  return bits;
}

bool Interpreter::is_error(StateView s) const {
  execution_->load(s);
  return execution_->memory().is_error();
}

std::optional<Fault> Interpreter::failed_assertion(StateView s) {
  if (!has_assertions_) return std::nullopt;
  execution_->load(s);
  const Memory& memory = execution_->memory();
  for (std::uint32_t p = 0; p < memory.process_count(); ++p) {
    const ProcessType& type = program().process_types[memory.type(p)];
    const LocationId location = memory.location(p);
    if (location >= type.locations.size()) continue;
    for (const ExprId assertion : type.locations[location].assertions) {
      const Value value = execution_->evaluate(assertion, p);
      if (const Fault fault = execution_->take_fault()) return fault;
      if (value == 0) return Fault{.kind = Fault::Kind::assertion, .source = program().expressions[assertion].source};
    }
  }
  return std::nullopt;
}

bool Interpreter::is_valid_end(StateView s) {
  execution_->load(s);
  const Memory& memory = execution_->memory();
  if (memory.is_error()) return false;
  for (std::uint32_t p = 0; p < memory.process_count(); ++p)
    if (!program().process_types[memory.type(p)].locations[memory.location(p)].valid_end) return false;
  // A trace must have come to an end as well; Spin does not ask where no process is left.
  if (program().trace && memory.process_count() > 0)
    return program().process_types[program().trace->type].locations[execution_->trace_location()].valid_end;
  return true;
}

std::vector<bool> Interpreter::enabled_processes(StateView s) {
  execution_->load(s);
  execution_->find_committed();
  std::vector<bool> enabled;
  for (std::uint32_t p = 0; p < execution_->memory().process_count(); ++p) enabled.push_back(execution_->can_step(p));
  return enabled;
}

bool Interpreter::is_somewhere(StateView s, bool (*has)(const Location&)) {
  execution_->load(s);
  const Memory& memory = execution_->memory();
  for (std::uint32_t p = 0; p < memory.process_count(); ++p) {
    const ProcessType& type = program().process_types[memory.type(p)];
    const LocationId location = memory.location(p);
    if (location < type.locations.size() && has(type.locations[location])) return true;
  }
  return false;
}

std::size_t Interpreter::process_count(StateView s) {
  execution_->load(s);
  return execution_->memory().process_count();
}

ProcessTypeId Interpreter::process_type(StateView s, std::size_t process) {
  execution_->load(s);
  return execution_->memory().type(process);
}

LocationId Interpreter::location(StateView s, std::size_t process) {
  execution_->load(s);
  return execution_->memory().location(process);
}

LocationId Interpreter::observer_location(StateView s) {
  execution_->load(s);
  return execution_->memory().observer_location();
}

void Interpreter::observer_moves(StateView s, std::vector<TransitionId>& out) {
  if (accelerator_ != nullptr && accelerator_->observer_moves(s, out)) return;
  out.clear();
  execution_->load(s);
  const ProcessType& type = program().process_types[program().observer->type];
  for (const TransitionId id : type.locations[execution_->memory().observer_location()].out) {
    const Transition& transition = type.transitions[id];
    if (transition.is_else && !out.empty()) continue;
    if (execution_->guard_holds(transition, observer_number)) out.push_back(id);
    execution_->take_fault();
  }
}

bool Interpreter::observer_allows(TransitionId id, StateView s, std::span<const Action> actions) {
  const Transition& watching = program().process_types[program().observer->type].transitions[id];
  if (watching.communication == none) return true;
  if (program().observer->takes_part) return false;
  const Communication& watched = program().communications[watching.communication];
  execution_->load(s);
  const Value channel = execution_->evaluate(watched.channel, observer_number);
  for (const Action& action : actions) {
    if (action.process == observer_number) continue;
    const std::uint32_t used = program().process_types[action.type].transitions[action.transition].communication;
    if (used == none || program().communications[used].kind != watched.kind) continue;
    if (execution_->evaluate(program().communications[used].channel, action.process) == channel) return true;
  }
  return false;
}

void Interpreter::observer_meetings(TransitionId transition, StateView s, Successors& out) {
  execution_->observer_meetings(transition, s, out);
}

Fault Interpreter::move_observer(TransitionId transition, StateView t, State& out) {
  const Transition& taken = program().process_types[program().observer->type].transitions[transition];
  if (taken.effects.empty()) {
    const Layout::ProcessShape& shape = layout().shape(program().observer->type);
    out.assign(t.begin(), t.end());
    save(out.data() + layout().observer() + shape.location, shape.location_type, static_cast<Value>(taken.target));
    return {};
  }
  execution_->load(t);
  const Fault fault = execution_->move_observer(transition);
  const StateView whole = execution_->memory().whole();
  out.assign(whole.begin(), whole.end());
  return fault;
}

std::vector<Event> Interpreter::events(StateView s, std::span<const Action> actions) { return execution_->events(s, actions); }

std::vector<Printed> Interpreter::printed(StateView s, std::span<const Action> actions) {
  std::vector<Printed> texts;
  for (Event& event : execution_->events(s, actions))
    if (event.kind == Event::Kind::print) texts.push_back({.action = event.action, .text = std::move(event.text)});
  return texts;
}

}  // namespace lariat::model
