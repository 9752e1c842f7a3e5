// SPDX-License-Identifier: Apache-2.0
// Expressions and places in the state at hand.
#include <algorithm>
#include <utility>

#include "lariat/model/arithmetic.hpp"
#include "model/execution.hpp"

namespace lariat::model {
namespace {

constexpr unsigned max_asking_depth = 3;

}  // namespace

void Execution::resolve_new_places() {
  for (std::size_t i = resolved_.size(); i < program_.places.size(); ++i) {
    const Place& place = program_.places[i];
    Resolved resolved{.scope = place.scope, .index = place.index, .process = place.process, .source = place.source};
    if (place.scope != Place::Scope::nowhere) {
      const Variable& variable = program_.variable(place);
      resolved.type = variable.type;
      resolved.size = variable.size;
      resolved.process_type = place.type;
      resolved.offset = place.scope == Place::Scope::global ? layout_.global(place.variable)
                                                            : layout_.shape(place.type).variables[place.variable];
    }
    resolved_.push_back(resolved);
  }
  for (; known_expressions_ < program_.expressions.size(); ++known_expressions_)
    has_timeout_ |= program_.expressions[known_expressions_].op == Op::timeout;
}

void Execution::raise(Fault::Kind kind, const Source& source, std::int64_t value, PlaceId place) {
  if (!fault_) fault_ = {.kind = kind, .source = source, .value = value, .place = place};
}

Fault Execution::take_fault() { return std::exchange(fault_, Fault{}); }

Value Execution::evaluate(ExprId expression, std::uint32_t process) {
  self_ = process;
  return eval(expression);
}

bool Execution::guard_holds(const Transition& transition, std::uint32_t process) {
  if (transition.guard == none) return true;
  const Value value = evaluate(transition.guard, process);
  return value != 0 || fault_;
}

std::uint32_t Execution::locate(PlaceId id) {
  const Resolved& place = resolved_[id];
  std::uint32_t offset = place.offset;
  switch (place.scope) {
    case Place::Scope::global:
      break;
    case Place::Scope::local:
      offset += self_ == observer_number ? layout_.observer() : memory_.base(self_);
      break;
    case Place::Scope::foreign: {
      const Value number = place.process == none ? first_of_type(place.process_type) : eval(place.process);
      if (number < 0 || static_cast<std::size_t>(number) >= memory_.process_count() ||
          memory_.type(static_cast<std::size_t>(number)) != place.process_type)
        return none;
      offset += memory_.base(static_cast<std::size_t>(number));
      break;
    }
    case Place::Scope::nowhere:
      return none;
  }
  if (place.index == none) return offset;
  const Value index = eval(place.index);
  if (index < 0 || static_cast<std::uint32_t>(index) >= place.size) {
    raise(Fault::Kind::bad_index, place.source, index, id);
    return none;
  }
  return offset + static_cast<std::uint32_t>(index) * place.type.bytes();
}

// The number of the oldest process of a type; -1 if there is none.
Value Execution::first_of_type(ProcessTypeId type) const {
  for (std::size_t p = 0; p < memory_.process_count(); ++p)
    if (memory_.type(p) == type) return static_cast<Value>(p);
  return -1;
}

void Execution::assign(PlaceId id, Value value) {
  const std::uint32_t offset = locate(id);
  if (fault_ || offset == none) return;
  const Type type = resolved_[id].type;
  if (program_.overflow == Program::Overflow::error && !type.holds(value))
    raise(Fault::Kind::overflow, resolved_[id].source, value, id);
  else
    memory_.set(offset, type, type.wrap(value));
}

Value Execution::eval(ExprId id) {
  const Expr& e = program_.expressions[id];
  switch (e.op) {
    case Op::constant:
      return e.value;
    case Op::read: {
      const std::uint32_t offset = locate(e.place);
      return offset == none ? 0 : memory_.get(offset, resolved_[e.place].type);
    }
    case Op::negate:
    case Op::complement:
    case Op::logical_not:
      return *apply(e.op, eval(e.a));
    case Op::logical_and:
      return eval(e.a) != 0 && eval(e.b) != 0 ? 1 : 0;
    case Op::logical_or:
      return eval(e.a) != 0 || eval(e.b) != 0 ? 1 : 0;
    case Op::conditional:
      return eval(e.a) != 0 ? eval(e.b) : eval(e.c);
    case Op::timeout:
      return timeout_ ? 1 : 0;
    case Op::bounded: {
      const Value index = eval(e.a);
      if (index < 0 || index >= e.value) raise(Fault::Kind::bad_index, e.source, index, e.place);
      return index;
    }
    case Op::at_location:
    case Op::own_number:
    case Op::process_count:
    case Op::is_enabled:
    case Op::location_of:
    case Op::priority_of:
    case Op::nonprogress:
    case Op::can_move:
      return eval_process(e);
    case Op::length:
    case Op::is_empty:
    case Op::is_full:
    case Op::can_receive:
      return eval_channel(e);
    default:
      break;
  }
  const Value a = eval(e.a);
  const Value b = eval(e.b);
  if (const auto result = apply(e.op, a, b)) return *result;
  raise(Fault::Kind::division, e.source);
  return 0;
}

Value Execution::eval_process(const Expr& e) {
  if (e.op == Op::own_number) return static_cast<Value>(self_);
  if (e.op == Op::process_count) return static_cast<Value>(memory_.process_count() + (options_.counts_observer ? 1 : 0));
  if (e.op == Op::nonprogress) {
    for (std::uint32_t p = 0; p < memory_.process_count(); ++p)
      if (at_known_location(p) && type_of(p).locations[memory_.location(p)].progress) return 0;
    return 1;
  }
  if (e.op == Op::can_move) return some_process_can_step() ? 1 : 0;
  const Value number = e.a == none ? first_of_type(e.type) : eval(e.a);
  if (number < 0 || static_cast<std::size_t>(number) >= memory_.process_count()) return 0;
  const auto process = static_cast<std::uint32_t>(number);
  switch (e.op) {
    case Op::at_location: {
      if (memory_.type(process) != e.type) return 0;
      const auto& set = program_.location_sets[e.index];
      return std::find(set.begin(), set.end(), memory_.location(process)) != set.end() ? 1 : 0;
    }
    case Op::location_of:
      return static_cast<Value>(memory_.location(process));
    case Op::priority_of:
      return program_.uses_priorities ? memory_.priority(process) : type_of(process).priority;
    case Op::is_enabled: {
      // Guards may ask about each other in a circle, which has no answer.
      if (asking_depth_ == max_asking_depth) return 0;
      ++asking_depth_;
      const std::uint32_t self = self_;
      const bool enabled = can_step(process, false);
      self_ = self;
      --asking_depth_;
      return enabled ? 1 : 0;
    }
    default:
      return 0;
  }
}

bool Execution::some_process_can_step() {
  const std::uint32_t self = self_;
  const bool committed_only = committed_only_;
  const bool timeout = timeout_;
  find_committed();
  bool found = false;
  for (const bool with_timeout : {false, true}) {
    if (with_timeout && !has_timeout_) break;
    timeout_ = with_timeout;
    for (std::uint32_t p = 0; p < memory_.process_count() && !found; ++p) found = can_step(p);
  }
  self_ = self;
  committed_only_ = committed_only;
  timeout_ = timeout;
  return found;
}

Value Execution::eval_channel(const Expr& e) {
  if (e.op == Op::can_receive) {
    const Communication& receive = program_.communications[e.index];
    if (waits_for_ever(receive)) return 0;
    const Memory::ChannelPlace* channel = channel_of(receive);
    if (channel == nullptr) return 0;
    if (layout_.channel_shape(channel->type).bytes == 0) {
      raise(Fault::Kind::rendezvous, receive.source);
      return 0;
    }
    // Anywhere: its place in the channel, counted from 1.
    const std::uint32_t message = find_message(receive, *channel);
    return message == none ? 0 : static_cast<Value>(message) + 1;
  }
  const Value number = eval(e.a);
  const Memory::ChannelPlace* channel = memory_.channel(number);
  if (channel == nullptr) {
    // Nothing waits in the channel of a process that has ended.
    if (number > 0 && e.op != Op::is_full) return e.op == Op::is_empty ? 1 : 0;
    raise(Fault::Kind::bad_channel, e.source, number);
    return 0;
  }
  const std::uint32_t length = memory_.length(*channel);
  const std::uint32_t capacity = program_.channel_types[channel->type].capacity;
  if (e.op == Op::length) return static_cast<Value>(length);
  if (e.op == Op::is_empty) return length == 0 ? 1 : 0;
  return capacity > 0 && length == capacity ? 1 : 0;  // is_full; nothing waits in a channel without a buffer
}

}  // namespace lariat::model
