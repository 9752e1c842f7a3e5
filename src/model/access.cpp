// SPDX-License-Identifier: Apache-2.0
#include "lariat/model/access.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace lariat::model {
namespace {

using Kind = Access::Kind;
using Use = Access::Use;
using Accesses = std::vector<Access>;

// Gathers what a transition touches. Everything goes to the end of the lists that are passed; finish() puts them in order.
class Collector {
 public:
  Collector(const Program& program, const InterpreterOptions& options, const Binding* binding, const Binding* before = nullptr,
            const Effect* ignored = nullptr)
      : program_(program), options_(options), binding_(binding), before_(before), ignored_(ignored) {}

  void expression(ExprId id, Accesses& reads);
  void condition(ExprId id, Accesses& reads);
  AccessSets transition(ProcessTypeId type, TransitionId id);
  AccessSets step(ProcessTypeId type, TransitionId id);

 private:
  // What is known of the channel that an expression names.
  struct ChannelFacts {
    Value number = 0;  // 0: any
    bool has_buffer = false;
    bool has_none = false;
  };

  void operands(const Expr& e, Accesses& reads, std::vector<ExprId>& todo);
  std::optional<Value> fixed(ExprId id) const;
  bool is_safe(ExprId id) const;
  std::optional<Access> place(PlaceId id, Accesses& reads);
  std::uint32_t process(ExprId number, ProcessTypeId type, Accesses& reads);
  ChannelFacts channel(ExprId number, Accesses& reads);
  void contents(ExprId number, Use use, Accesses& reads);

  void enabling(ProcessTypeId type, TransitionId id, Accesses& reads, std::set<TransitionId>& seen);
  void blocking(ProcessTypeId type, TransitionId id, Accesses& reads, std::set<TransitionId>& seen);
  bool may_meet(const Transition& transition);
  // Calls visit(type, transition) for each receive that may meet with the send.
  template <class Visit>
  void for_each_partner(const Transition& send, const Visit& visit);
  AccessSets of_any_process(ProcessTypeId type, TransitionId id);
  void communication(const Communication& communication, AccessSets& sets);
  void effects(const std::vector<Effect>& effects, AccessSets& sets);
  void write(PlaceId id, AccessSets& sets);
  void promises(Accesses& reads);

  bool is_dynamic() {
    if (!dynamic_) dynamic_ = program_.is_dynamic();
    return *dynamic_;
  }
  void table(Accesses& reads) {
    if (is_dynamic()) reads.push_back({.kind = Kind::table});
  }
  Access location(ProcessTypeId type, std::uint32_t process, std::uint32_t locations = none) const {
    return {.kind = Kind::location, .type = type, .process = process, .locations = locations};
  }
  Access is_at(ProcessTypeId type, std::uint32_t process, LocationId where) const {
    return {.kind = Kind::location, .type = type, .process = process, .locations = this_location, .from = where};
  }
  Access move(ProcessTypeId type, const Transition& transition) const {
    return {.kind = Kind::location, .type = type, .process = own_process, .from = transition.source, .to = transition.target};
  }

  const Program& program_;
  const InterpreterOptions& options_;
  const Binding* binding_;
  const Binding* before_;  // of what decides if the first transition can be taken; null: that is like the rest
  const Effect* ignored_;
  std::optional<bool> dynamic_;       // not asked of the program before somebody wants to know
  std::uint32_t self_ = own_process;  // of whom local variables are: none while a new process is prepared
  bool is_blocking_ = false;          // a partner is looked for who would block something
  std::set<std::uint32_t> starting_;  // the types of which it is, so that none is prepared inside itself
};

void finish(Accesses& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

void finish(AccessSets& sets) {
  finish(sets.guard_reads);
  finish(sets.reads);
  finish(sets.writes);
}

void append(Accesses& to, const Accesses& from) { to.insert(to.end(), from.begin(), from.end()); }

// A test of a channel that matters whichever way it turns out is of more than of its room or message alone.
void append_either_way(Accesses& to, const Accesses& from) {
  for (Access access : from) {
    access.use = Use::all;
    to.push_back(access);
  }
}

std::optional<Value> Collector::fixed(ExprId id) const {
  if (program_.expressions[id].op == Op::constant) return program_.expressions[id].value;
  if (binding_ == nullptr) return std::nullopt;
  // The names of another process are not those of the one whose binding is known; only global variables are shared.
  if (self_ == none) return fixed_value(program_, id, {.globals = binding_->globals});
  return fixed_value(program_, id, *binding_);
}

bool Collector::is_safe(ExprId id) const {
  if (binding_ == nullptr) return false;
  return self_ == none ? !may_fail(program_, id, {.globals = binding_->globals}) : !may_fail(program_, id, *binding_);
}

// Works without recursion, and looks once at what is shared.
void Collector::expression(ExprId id, Accesses& reads) {
  if (id == none) return;
  std::vector<ExprId> todo = {id};
  std::set<ExprId> seen;
  while (!todo.empty()) {
    const ExprId next = todo.back();
    todo.pop_back();
    if (next != none && seen.insert(next).second) operands(program_.expressions[next], reads, todo);
  }
}

// What one operation reads by itself; its operands are still to be done.
void Collector::operands(const Expr& e, Accesses& reads, std::vector<ExprId>& todo) {
  switch (e.op) {
    case Op::read: {
      const Place& read = program_.places[e.place];
      if (const auto access = place(e.place, reads)) reads.push_back(*access);
      todo.insert(todo.end(), {read.index, read.process});
      return;
    }
    case Op::at_location:
      reads.push_back(location(e.type, process(e.a, e.type, reads), e.index));
      break;
    case Op::location_of:
      reads.push_back(location(none, process(e.a, none, reads)));
      break;
    case Op::priority_of: {
      const std::uint32_t whose = process(e.a, none, reads);
      if (program_.uses_priorities) reads.push_back({.kind = Kind::priority, .process = whose});
      break;
    }
    case Op::process_count:
      table(reads);
      break;
    case Op::nonprogress:
      reads.push_back(location(none, none, progress_locations));
      table(reads);
      break;
    case Op::is_enabled:
    case Op::timeout:
    case Op::can_move:
      reads.push_back({.kind = Kind::everything});
      break;
    case Op::length:
    case Op::is_empty:
    case Op::is_full:
      contents(e.a, Use::all, reads);
      break;
    case Op::can_receive: {
      const Communication& receive = program_.communications[e.index];
      contents(receive.channel, Use::all, reads);
      todo.push_back(receive.channel);
      for (const auto& argument : receive.arguments) todo.push_back(argument.value);
      break;
    }
    case Op::logical_and:
    case Op::logical_or:
      for (const auto& [operand, other] : {std::pair(e.a, e.b), std::pair(e.b, e.a)}) {
        const auto value = fixed(operand);
        if (!value || (*value != 0) != (e.op == Op::logical_or)) continue;
        if (operand == e.b && !is_safe(other)) continue;
        todo.push_back(operand);  // the other operand has no influence
        return;
      }
      break;
    default:
      break;
  }
  todo.insert(todo.end(), {e.a, e.b, e.c});
}

// An expression that has to hold. Parts that say only that a channel has room, or a message, go on holding until a message is
// put into it, or taken out.
void Collector::condition(ExprId id, Accesses& reads) {
  std::vector<ExprId> todo = {id};
  while (!todo.empty()) {
    const ExprId next = todo.back();
    todo.pop_back();
    if (next == none) continue;
    const Expr& e = program_.expressions[next];
    const Op negated = e.op == Op::logical_not ? program_.expressions[e.a].op : Op::constant;
    if (e.op == Op::logical_and) {
      todo.insert(todo.end(), {e.a, e.b});
    } else if (negated == Op::is_full || negated == Op::is_empty) {
      const ExprId number = program_.expressions[e.a].a;
      contents(number, negated == Op::is_full ? Use::room : Use::message, reads);
      expression(number, reads);
    } else if (e.op == Op::can_receive) {
      const Communication& receive = program_.communications[e.index];
      contents(receive.channel, Use::message, reads);
      expression(receive.channel, reads);
      for (const auto& argument : receive.arguments) expression(argument.value, reads);
    } else {
      expression(next, reads);
    }
  }
}

// The variable itself; nothing if there is none. Adds what tells which process it belongs to.
std::optional<Access> Collector::place(PlaceId id, Accesses& reads) {
  const Place& place = program_.places[id];
  if (place.scope == Place::Scope::nowhere) return std::nullopt;
  Access access{.kind = place.scope == Place::Scope::global ? Kind::global : Kind::local, .variable = place.variable};
  if (place.scope != Place::Scope::global) access.type = place.type;
  if (place.scope == Place::Scope::local) access.process = self_;
  if (place.scope == Place::Scope::foreign) access.process = process(place.process, place.type, reads);
  if (place.index == none) return access;
  const std::uint32_t size = program_.variable(place).size;
  const std::optional<Value> index = fixed(place.index);
  if (!index) {
    access.last = size - 1;
    return access;
  }
  if (*index < 0 || static_cast<std::uint32_t>(*index) >= size) return std::nullopt;
  access.first = access.last = static_cast<std::uint32_t>(*index);
  return access;
}

// The process that an expression names (none: the oldest one of the type), as far as that is known.
std::uint32_t Collector::process(ExprId number, ProcessTypeId type, Accesses& reads) {
  if (number != none && program_.expressions[number].op == Op::own_number) return self_;
  table(reads);
  if (number != none) {
    const std::optional<Value> value = fixed(number);
    return value && *value >= 0 && static_cast<std::size_t>(*value) < max_processes ? static_cast<std::uint32_t>(*value) : none;
  }
  if (is_dynamic()) return none;
  const auto oldest = std::find_if(program_.processes.begin(), program_.processes.end(),
                                   [&](const InitialProcess& initial) { return initial.type == type; });
  return oldest == program_.processes.end() ? none : static_cast<std::uint32_t>(oldest - program_.processes.begin());
}

Collector::ChannelFacts Collector::channel(ExprId number, Accesses& reads) {
  const std::optional<Value> value = fixed(number);
  if (value && *value >= 1 && static_cast<std::size_t>(*value) <= program_.channels.size()) {
    const ChannelTypeId type = program_.channels[static_cast<std::size_t>(*value) - 1].type;
    const bool has_buffer = program_.channel_types[type].capacity > 0;
    return {.number = *value, .has_buffer = has_buffer, .has_none = !has_buffer};
  }
  table(reads);
  ChannelFacts facts;
  if (value && *value >= 1) facts.number = *value;  // made at run time
  for (const ChannelType& type : program_.channel_types) (type.capacity > 0 ? facts.has_buffer : facts.has_none) = true;
  return facts;
}

void Collector::contents(ExprId number, Use use, Accesses& reads) {
  const ChannelFacts facts = channel(number, reads);
  if (facts.has_buffer) reads.push_back({.kind = Kind::channel, .use = use, .channel = facts.number});
}

// What decides whether the transition can be taken, apart from there being a partner.
void Collector::enabling(ProcessTypeId type_id, TransitionId id, Accesses& reads, std::set<TransitionId>& seen) {
  const ProcessType& type = program_.process_types[type_id];
  const Transition& transition = type.transitions[id];
  reads.push_back(is_at(type_id, own_process, transition.source));
  if (program_.uses_priorities) reads.push_back({.kind = Kind::everything});
  if (!type.locations[transition.source].committed) {
    for (ProcessTypeId other = 0; other < program_.process_types.size(); ++other) {
      const auto& locations = program_.process_types[other].locations;
      if (std::none_of(locations.begin(), locations.end(), [](const Location& l) { return l.committed; })) continue;
      reads.push_back(location(other, none, committed_locations));
      table(reads);
    }
  }
  if (!transition.effects.empty() && transition.effects.front().kind == Effect::Kind::end) table(reads);
  condition(type.provided, reads);
  condition(transition.guard, reads);
  if (transition.communication != none) {
    AccessSets sets;
    communication(program_.communications[transition.communication], sets);
    append(reads, sets.guard_reads);
  }
  for (const TransitionId other : transition.unless) blocking(type_id, other, reads, seen);
  if (!transition.is_else && !type.deterministic) return;
  for (const TransitionId other : type.locations[transition.source].out) {
    if (other == id) break;
    blocking(type_id, other, reads, seen);
  }
}

// What decides whether the transition can be taken, for one that may be taken only if it cannot.
void Collector::blocking(ProcessTypeId type, TransitionId id, Accesses& reads, std::set<TransitionId>& seen) {
  if (!seen.insert(id).second) return;
  Accesses found;
  enabling(type, id, found, seen);
  append_either_way(reads, found);
  if (!may_meet(program_.process_types[type].transitions[id])) return;
  // A receiver may have to give way to a meeting as well, and so on, round and round.
  if (is_blocking_) {
    reads.push_back({.kind = Kind::everything});
    return;
  }
  is_blocking_ = true;
  table(reads);
  for_each_partner(program_.process_types[type].transitions[id], [&](ProcessTypeId receiver, TransitionId receive) {
    append_either_way(reads, of_any_process(receiver, receive).guard_reads);
  });
  is_blocking_ = false;
}

// True if the transition may begin a step together with another process.
bool Collector::may_meet(const Transition& transition) {
  if (transition.communication == none) return false;
  const Communication& communication = program_.communications[transition.communication];
  Accesses ignored;
  return communication.kind == Communication::Kind::send && channel(communication.channel, ignored).has_none;
}

template <class Visit>
void Collector::for_each_partner(const Transition& send, const Visit& visit) {
  Accesses ignored;
  const Value number = channel(program_.communications[send.communication].channel, ignored).number;
  for (ProcessTypeId type = 0; type < program_.process_types.size(); ++type)
    for (TransitionId id = 0; id < program_.process_types[type].transitions.size(); ++id) {
      const std::uint32_t communication = program_.process_types[type].transitions[id].communication;
      if (communication == none || program_.communications[communication].kind != Communication::Kind::receive) continue;
      // What a receiver's names stand for is not known here.
      const std::uint32_t self = std::exchange(self_, none);
      const ChannelFacts facts = channel(program_.communications[communication].channel, ignored);
      self_ = self;
      if (facts.has_none && (number == 0 || facts.number == 0 || number == facts.number)) visit(type, id);
    }
}

// Like transition(), but for any process of the type instead of the one that moves.
AccessSets Collector::of_any_process(ProcessTypeId type, TransitionId id) {
  const std::uint32_t self = std::exchange(self_, none);
  AccessSets sets = transition(type, id);
  self_ = self;
  for (Accesses* list : {&sets.guard_reads, &sets.reads, &sets.writes})
    for (Access& access : *list)
      if (access.process == own_process) access.process = none;
  return sets;
}

void Collector::communication(const Communication& communication, AccessSets& sets) {
  expression(communication.channel, sets.guard_reads);
  const ChannelFacts facts = channel(communication.channel, sets.guard_reads);
  const auto touches = [&](Use use) { return Access{.kind = Kind::channel, .use = use, .channel = facts.number}; };
  if (communication.kind == Communication::Kind::send) {
    // The values of the message decide which process can receive it.
    for (const auto& argument : communication.arguments)
      expression(argument.value, facts.has_none ? sets.guard_reads : sets.reads);
    if (!facts.has_buffer) return;
    if (options_.lossy)
      sets.reads.push_back(touches(Use::all));
    else
      sets.guard_reads.push_back(touches(Use::room));
    if (communication.sorted) sets.reads.push_back(touches(Use::all));
    sets.writes.push_back(touches(communication.sorted ? Use::all : Use::send));
    return;
  }
  for (const auto& argument : communication.arguments) {
    if (argument.kind == Communication::Argument::Kind::value) expression(argument.value, sets.guard_reads);
    if (argument.kind == Communication::Argument::Kind::store) write(argument.place, sets);
  }
  if (!facts.has_buffer) return;
  sets.guard_reads.push_back(touches(Use::message));
  if (!communication.copies) sets.writes.push_back(touches(Use::receive));
}

void Collector::write(PlaceId id, AccessSets& sets) {
  if (id == none) return;
  const Place& written = program_.places[id];
  if (written.scope == Place::Scope::nowhere) return;
  expression(written.index, sets.reads);
  expression(written.process, sets.reads);
  if (const auto access = place(id, sets.reads)) sets.writes.push_back(*access);
}

void Collector::effects(const std::vector<Effect>& effects, AccessSets& sets) {
  for (const Effect& effect : effects) {
    if (&effect == ignored_) continue;
    expression(effect.value, sets.reads);
    for (const ExprId argument : effect.arguments) expression(argument, sets.reads);
    write(effect.place, sets);
    switch (effect.kind) {
      case Effect::Kind::assign:
      case Effect::Kind::check:
      case Effect::Kind::print:
      case Effect::Kind::block:
        break;
      case Effect::Kind::start:
        if (starting_.insert(effect.type).second) {
          const std::uint32_t self = std::exchange(self_, none);
          this->effects(program_.process_types[effect.type].on_start, sets);
          self_ = self;
          starting_.erase(effect.type);
        }
        [[fallthrough]];
      case Effect::Kind::make_channel:
      case Effect::Kind::end:
        sets.reads.push_back({.kind = Kind::table});
        sets.writes.push_back({.kind = Kind::table});
        break;
      case Effect::Kind::set_priority:
        sets.writes.push_back({.kind = Kind::priority, .process = process(effect.arguments[0], none, sets.reads)});
        break;
    }
  }
}

// Adds what promises depend on: which processes there are, and the channels that their promises name.
void Collector::promises(Accesses& reads) {
  const std::uint32_t self = std::exchange(self_, none);
  const Binding* const binding = std::exchange(binding_, nullptr);
  for (const ProcessType& type : program_.process_types)
    for (const Promise& promise : type.promises) {
      expression(promise.channel, reads);
      table(reads);
    }
  self_ = self;
  binding_ = binding;
}

AccessSets Collector::transition(ProcessTypeId type, TransitionId id) {
  const Transition& transition = program_.process_types[type].transitions[id];
  AccessSets sets;
  std::set<TransitionId> seen = {id};
  const Binding* const binding = binding_;
  if (const Binding* const before = std::exchange(before_, nullptr)) binding_ = before;
  enabling(type, id, sets.guard_reads, seen);
  binding_ = binding;
  if (transition.communication != none) communication(program_.communications[transition.communication], sets);
  sets.writes.push_back(move(type, transition));
  effects(transition.effects, sets);
  if (options_.promises && transition.communication != none) promises(sets.reads);
  if (program_.trace && transition.communication != none) {
    sets.reads.push_back({.kind = Kind::global, .variable = program_.trace->location});
    sets.writes.push_back({.kind = Kind::global, .variable = program_.trace->location});
  }
  if (program_.last_process != none) sets.writes.push_back({.kind = Kind::global, .variable = program_.last_process});
  return sets;
}

AccessSets Collector::step(ProcessTypeId type_id, TransitionId id) {
  struct Reached {
    ProcessTypeId type;
    LocationId location;
    bool own;  // of the process that begins the step
  };
  struct Inner {
    ProcessTypeId type;
    TransitionId transition;
    bool own;
    auto operator<=>(const Inner&) const = default;
  };
  AccessSets sets = transition(type_id, id);
  std::set<Inner> seen;
  std::vector<Reached> todo;
  const auto go_on = [&](ProcessTypeId type, const Transition& after, bool own) {
    if (after.then != Transition::Then::free) todo.push_back({.type = type, .location = after.target, .own = own});
  };
  const auto take = [&](const AccessSets& inner) {
    append_either_way(sets.reads, inner.guard_reads);
    append(sets.reads, inner.reads);
    append(sets.writes, inner.writes);
  };
  go_on(type_id, program_.process_types[type_id].transitions[id], true);
  while (!todo.empty()) {
    const Reached here = todo.back();
    todo.pop_back();
    const ProcessType& type = program_.process_types[here.type];
    for (const TransitionId next : type.locations[here.location].out) {
      if (!seen.insert({.type = here.type, .transition = next, .own = here.own}).second) continue;
      take(here.own ? transition(here.type, next) : of_any_process(here.type, next));
      go_on(here.type, type.transitions[next], here.own);
      const std::uint32_t self = std::exchange(self_, here.own ? self_ : none);
      if (may_meet(type.transitions[next])) {
        table(sets.reads);
        for_each_partner(type.transitions[next], [&](ProcessTypeId receiver, TransitionId receive) {
          if (!seen.insert({.type = receiver, .transition = receive, .own = false}).second) return;
          take(of_any_process(receiver, receive));
          // It goes on itself, if it is in a sequence of its own.
          go_on(receiver, program_.process_types[receiver].transitions[receive], false);
        });
      }
      self_ = self;
    }
  }
  return sets;
}

bool same_process(const Access& a, const Access& b) {
  if (a.type != b.type && a.type != none && b.type != none) return false;
  const auto unknown = [](std::uint32_t process) { return process == none || process == own_process; };
  return a.process == b.process || unknown(a.process) || unknown(b.process);
}

bool same_elements(const Access& a, const Access& b) {
  return a.variable == b.variable && a.first <= b.last && b.first <= a.last;
}

bool are(const Access& a, const Access& b, Use one, Use other) { return a.use == one && b.use == other; }

}  // namespace

AccessSets accesses(const Program& program, ProcessTypeId type, TransitionId transition, const InterpreterOptions& options,
                    const Binding* binding) {
  AccessSets sets = Collector(program, options, binding).transition(type, transition);
  finish(sets);
  return sets;
}

AccessSets step_accesses(const Program& program, ProcessTypeId type, TransitionId transition, const InterpreterOptions& options,
                         const Binding* binding, const Binding* before, const Effect* ignored) {
  AccessSets sets = Collector(program, options, binding, before, ignored).step(type, transition);
  finish(sets);
  return sets;
}

AccessSets accesses(const Program& program, ExprId expression, const Binding* binding) {
  AccessSets sets;
  const InterpreterOptions options;
  Collector(program, options, binding).expression(expression, sets.reads);
  finish(sets);
  return sets;
}

AccessSets condition_accesses(const Program& program, ExprId condition, const Binding* binding) {
  AccessSets sets;
  const InterpreterOptions options;
  Collector(program, options, binding).condition(condition, sets.reads);
  finish(sets);
  return sets;
}

AccessSets bound_to(AccessSets sets, std::uint32_t process) {
  for (Accesses* list : {&sets.guard_reads, &sets.reads, &sets.writes}) {
    for (Access& access : *list)
      if (access.process == own_process) access.process = process;
    finish(*list);
  }
  return sets;
}

bool may_overlap(const Access& a, const Access& b) {
  if (a.kind == Kind::everything || b.kind == Kind::everything) return true;
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case Kind::global:
      return same_elements(a, b);
    case Kind::local:
      return same_process(a, b) && same_elements(a, b);
    case Kind::location:
    case Kind::priority:
      return same_process(a, b);
    case Kind::channel:
      if (are(a, b, Use::send, Use::receive) || are(a, b, Use::receive, Use::send)) return false;
      return a.channel == b.channel || a.channel == 0 || b.channel == 0;
    default:
      return true;
  }
}

bool may_disturb(const Access& write, const Access& access) {
  if (are(write, access, Use::send, Use::message) || are(write, access, Use::receive, Use::room)) return false;
  return may_overlap(write, access);
}

}  // namespace lariat::model
