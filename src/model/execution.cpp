// SPDX-License-Identifier: Apache-2.0
// The steps of a program from one state.
//
// Each transition that can be taken is tried on the state at hand: begin_step, what it does (act), finish_step, which hands
// out the result and puts the state back. A step that ends inside an atomic sequence is not handed out but kept as pending,
// and goes on from there with its process alone, until the sequence ends or blocks.
#include "model/execution.hpp"

#include <algorithm>
#include <cassert>
#include <string>
#include <unordered_set>
#include <utility>

#include "model/output.hpp"

namespace lariat::model {
namespace {

constexpr std::size_t max_unmerged = 4096;       // steps inside one atomic sequence before equal states in it are merged
constexpr std::size_t max_followed = 300'000;    // more steps in all the ways through one are taken to be without end
constexpr std::size_t max_actions = 20'000'000;  // and so are more actions in all the steps that come of it
constexpr std::uint32_t shown_of_endless = 50;   // actions of a sequence that never ends
constexpr unsigned max_testing_depth = 8;
constexpr std::size_t max_inner_steps = 10'000'000;

bool ends_process(const Transition& transition) {
  return !transition.effects.empty() && transition.effects.front().kind == Effect::Kind::end;
}

}  // namespace

Execution::Execution(const Program& program, const InterpreterOptions& options)
    : program_(program), options_(options), layout_(program), memory_(program_, layout_) {
  resolve_new_places();
  prepare();
}

// Looks at what does not change while the program runs.
void Execution::prepare() {
  for (const ProcessType& type : program_.process_types) {
    std::vector<Prepared>& prepared = prepared_.emplace_back();
    std::vector<std::uint64_t>& receives = receives_.emplace_back(type.locations.size(), 0);
    for (const Transition& transition : type.transitions) {
      Prepared& entry = prepared.emplace_back();
      entry.ends = ends_process(transition);
      if (transition.communication == none) continue;
      const Communication& communication = program_.communications[transition.communication];
      entry.receives = communication.kind == Communication::Kind::receive;
      const Expr& channel = program_.expressions[communication.channel];
      if (channel.op == Op::constant && channel.value >= 1 &&
          static_cast<std::size_t>(channel.value) <= program_.channels.size()) {
        entry.channel = channel.value;
        const ChannelTypeId channel_type = program_.channels[static_cast<std::size_t>(channel.value) - 1].type;
        entry.passive = entry.receives && program_.channel_types[channel_type].capacity == 0;
      }
    }
    for (LocationId l = 0; l < type.locations.size(); ++l)
      for (const TransitionId id : type.locations[l].out)
        if (prepared[id].receives)
          receives[l] |= prepared[id].channel == 0 ? ~std::uint64_t{0} : channel_bit(prepared[id].channel);
  }
}

void Execution::load(StateView s) {
  if (resolved_.size() != program_.places.size() || known_expressions_ != program_.expressions.size()) resolve_new_places();
  memory_.load(s);
  fault_ = {};
  timeout_ = false;
}

State Execution::initial(Fault* fault) {
  fault_ = {};
  assertion_ = {};
  memory_.reset();
  self_ = none;
  run(program_.on_start);
  for (std::uint32_t i = 0; i < program_.processes.size() && !fault_; ++i) {
    const ProcessTypeId type = program_.processes[i].type;
    self_ = layout_.dynamic() ? static_cast<std::uint32_t>(memory_.start(type)) : i;
    run(program_.process_types[type].on_start);
  }
  if (program_.observer && !fault_) {
    self_ = observer_number;
    run(program_.process_types[program_.observer->type].on_start);
  }
  const Fault found = take_fault();
  if (found) memory_.set_error();
  if (fault != nullptr) *fault = found;
  const StateView whole = memory_.whole();
  return {whole.begin(), whole.end()};
}

void Execution::begin_expansion(StateView s, Successors& out) {
  out_ = &out;
  // An earlier expansion may have been stopped in the middle.
  only_testing_ = false;
  testing_depth_ = 0;
  asking_depth_ = 0;
  pending_.clear();
  source_.assign(s.begin(), s.end());
  actions_.clear();
  trail_.clear();
  prefix_ = none;
  prefix_assertion_ = {};
  output_.clear();
  prefix_output_ = 0;
}

void Execution::find_committed() {
  committed_only_ = false;
  for (std::uint32_t p = 0; p < memory_.process_count(); ++p) committed_only_ |= is_committed(p);
}

void Execution::append_successors(StateView s, Successors& out) {
  limit_check_();
  const std::size_t first = out.size();
  outputs_.clear();
  load(s);
  if (memory_.is_error() && program_.error_state == Program::ErrorState::stops) return;
  begin_expansion(s, out);
  expand();
  if (out.size() == first && has_timeout_) {
    timeout_ = true;
    expand();
    timeout_ = false;
  }
  out_ = nullptr;
}

void Execution::expand() {
  if (program_.composition == Program::Composition::lockstep) {
    expand_lockstep();
    return;
  }
  const auto count = static_cast<std::uint32_t>(memory_.process_count());
  find_committed();
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t p = program_.newest_first ? count - 1 - i : i;
    if (may_move(p)) expand_process(p);
    expand_pending();
  }
}

// True if no process of a higher priority can make a step.
bool Execution::may_move(std::uint32_t process) {
  if (!program_.uses_priorities) return true;
  const Value priority = memory_.priority(process);
  for (std::uint32_t p = 0; p < memory_.process_count(); ++p)
    if (memory_.priority(p) > priority && can_step(p)) return false;
  return true;
}

bool Execution::expand_process(std::uint32_t process, bool asks_provided) {
  if (!at_known_location(process)) return false;
  const ProcessType& type = type_of(process);
  if (asks_provided && type.provided != none && evaluate(type.provided, process) == 0 && !fault_) return false;
  fault_ = {};
  bool taken = false;
  for (const TransitionId id : type.locations[memory_.location(process)].out) {
    if (type.transitions[id].is_else && taken) continue;
    if (!try_transition(process, id)) continue;
    if (only_testing_) return true;
    if (taken && type.deterministic)
      emit_fault(process, id, {.kind = Fault::Kind::nondeterminism, .source = type.transitions[id].position});
    taken = true;
  }
  return taken;
}

bool Execution::can_step(std::uint32_t process, bool asks_provided) {
  const bool testing = std::exchange(only_testing_, true);
  const Fault fault = std::exchange(fault_, Fault{});
  const bool result = expand_process(process, asks_provided);
  only_testing_ = testing;
  fault_ = fault;
  return result;
}

bool Execution::can_take(std::uint32_t process, TransitionId id) {
  // Two processes may each have to give way to a meeting with the other. Then neither does.
  if (testing_depth_ == max_testing_depth) return false;
  ++testing_depth_;
  const bool testing = std::exchange(only_testing_, true);
  const Fault fault = std::exchange(fault_, Fault{});
  const bool result = try_transition(process, id);
  --testing_depth_;
  only_testing_ = testing;
  fault_ = fault;
  return result;
}

bool Execution::try_transition(std::uint32_t process, TransitionId id) {
  if (committed_only_ && !is_committed(process)) return false;
  const Prepared& prepared = prepared_[memory_.type(process)][id];
  if (prepared.passive || (prepared.ends && process + 1 != memory_.process_count())) return false;
  const Transition& transition = type_of(process).transitions[id];
  if (escapes(process, transition) || !guard_holds(transition, process)) return false;
  const Fault in_guard = take_fault();
  if (transition.communication != none)
    return program_.communications[transition.communication].kind == Communication::Kind::send
               ? try_send(process, id, in_guard)
               : try_receive(process, id, in_guard);
  if (in_guard) {
    emit_fault(process, id, in_guard);
    return true;
  }
  if (only_testing_) return true;
  begin_step();
  act(process, id);
  finish_step(process, &transition);
  return true;
}

// True if the process must do something else instead of the transition.
bool Execution::escapes(std::uint32_t process, const Transition& transition) {
  return std::any_of(transition.unless.begin(), transition.unless.end(),
                     [&](TransitionId id) { return can_take(process, id); });
}

void Execution::begin_step() {
  actions_.clear();
  output_.resize(prefix_output_);
  assertion_ = prefix_assertion_;
}

void Execution::act(std::uint32_t process, TransitionId id) {
  const Transition& transition = type_of(process).transitions[id];
  actions_.push_back({.process = process, .type = memory_.type(process), .transition = id});
  self_ = process;
  memory_.set_location(process, transition.target);
  run(transition.effects);
}

void Execution::run(const std::vector<Effect>& effects) {
  for (const Effect& effect : effects) {
    if (fault_) return;
    run(effect);
  }
}

void Execution::run(const Effect& effect) {
  switch (effect.kind) {
    case Effect::Kind::assign: {
      const Value value = eval(effect.value);
      if (!fault_) assign(effect.place, value);
      return;
    }
    case Effect::Kind::check:
      if (eval(effect.value) == 0 && !fault_ && !assertion_)
        assertion_ = {.kind = Fault::Kind::assertion, .source = effect.source};
      return;
    case Effect::Kind::print:
      if (keeps_output_) {
        std::vector<Value> values;
        for (const ExprId argument : effect.arguments) values.push_back(eval(argument));
        output_.push_back(
            {.action = action_count() - 1, .process = self_, .text = format_output(program_, effect.text, values)});
      }
      return;
    case Effect::Kind::start:
      start(effect);
      return;
    case Effect::Kind::make_channel:
      if (memory_.channel(static_cast<Value>(max_channels - 1)) != nullptr)
        raise(Fault::Kind::too_many_channels, effect.source);
      else
        assign(effect.place, memory_.make_channel(effect.type));
      return;
    case Effect::Kind::end:
      if (keeps_output_) output_.push_back({.kind = Event::Kind::end, .action = action_count() - 1, .process = self_});
      memory_.end_youngest();
      return;
    case Effect::Kind::set_priority: {
      const Value process = eval(effect.arguments[0]);
      const Value priority = eval(effect.value);
      if (fault_ || process < 0 || static_cast<std::size_t>(process) >= memory_.process_count()) return;
      if (effect.checked && (priority < 1 || priority > 255))
        raise(Fault::Kind::bad_priority, effect.source, priority);
      else
        memory_.set_priority(static_cast<std::size_t>(process), priority);
      return;
    }
    case Effect::Kind::block:
      raise(Fault::Kind::blocked, effect.source);
      return;
  }
}

void Execution::start(const Effect& effect) {
  std::vector<Value> values;
  for (const ExprId argument : effect.arguments) values.push_back(eval(argument));
  const Value priority = effect.value == none ? 0 : eval(effect.value);
  if (fault_) return;
  if (memory_.process_count() == max_processes) {
    raise(Fault::Kind::too_many_processes, effect.source);
    return;
  }
  const auto process = static_cast<std::uint32_t>(memory_.start(effect.type));
  if (keeps_output_)
    output_.push_back(
        {.kind = Event::Kind::start, .action = action_count() - 1, .process = self_, .other = process, .type = effect.type});
  const ProcessType& type = program_.process_types[effect.type];
  if (effect.value != none && program_.uses_priorities) memory_.set_priority(process, priority);
  const Layout::ProcessShape& shape = layout_.shape(effect.type);
  for (std::size_t i = 0; i < values.size() && i < type.parameters; ++i) {
    const Type variable = type.variables[i].type;
    memory_.set(memory_.base(process) + shape.variables[i], variable, variable.wrap(values[i]));
  }
  const std::uint32_t self = std::exchange(self_, process);
  run(type.on_start);
  self_ = self;
  if (effect.place != none) assign(effect.place, static_cast<Value>(process));
}

// Hands out what the step led to, or keeps it if it ended inside an atomic sequence; then the state at hand is again the one
// that the step began in.
void Execution::finish_step(std::uint32_t control, const Transition* last) {
  last = go_on_at_once(control, last);
  if (!fault_) note_last_process();
  if (!fault_ && last->then == Transition::Then::atomic) {
    std::uint32_t trail = prefix_;
    for (const Action& action : actions_) {
      trail_.push_back({.action = action, .before = trail, .count = trail == none ? 1 : trail_[trail].count + 1});
      trail = static_cast<std::uint32_t>(trail_.size() - 1);
    }
    pending_.push_back({.state = State(memory_.state().begin(), memory_.state().end()),
                        .trail = trail,
                        .output = output_,
                        .assertion = assertion_,
                        .control = control});
  } else {
    emit();
  }
  memory_.load(source_);
  fault_ = {};
}

// Goes on inside a d_step: always with the first transition that can be taken. A state that comes again comes for ever: it is
// looked for among those after 1, 2, 4, 8, ... steps.
const Transition* Execution::go_on_at_once(std::uint32_t process, const Transition* last) {
  State earlier;
  for (std::size_t steps = 0; !fault_ && last->then == Transition::Then::at_once; ++steps) {
    limit_check_();
    const ProcessType& type = type_of(process);
    const Location& location = type.locations[memory_.location(process)];
    const auto next =
        std::find_if(location.out.begin(), location.out.end(), [&](TransitionId id) { return can_take(process, id); });
    const bool is_endless = steps == max_inner_steps || (steps > 0 && std::equal(memory_.state().begin(), memory_.state().end(),
                                                                                 earlier.begin(), earlier.end()));
    if (next == location.out.end() || is_endless) {
      raise(is_endless ? Fault::Kind::endless : Fault::Kind::blocked, location.source);
      return last;
    }
    if ((steps & (steps - 1)) == 0) earlier.assign(memory_.state().begin(), memory_.state().end());
    last = &type.transitions[*next];
    guard_holds(*last, process);
    if (last->communication != none) communicate_inside(process, *last);
    if (!fault_) act(process, *next);
  }
  return last;
}

void Execution::expand_pending() {
  // The first of several has its turn first: each batch is turned around before it is taken from the end.
  std::reverse(pending_.begin(), pending_.end());
  if (pending_.empty()) return;
  const State outer = source_;
  const bool committed_only = std::exchange(committed_only_, false);
  const bool timeout = std::exchange(timeout_, false);  // that was before the first step
  // The steps that entered an atomic sequence are the first ones here, and each is followed to all its ends before the next.
  std::size_t roots = pending_.size();
  std::size_t followed = 0;               // from this root
  std::size_t ends = 0;                   // of roots before it
  std::unordered_set<std::string> inner;  // states inside that have been met
  while (!pending_.empty()) {
    limit_check_();
    Pending pending = std::move(pending_.back());
    pending_.pop_back();
    const std::size_t waiting = pending_.size();
    if (waiting < roots) {
      roots = waiting;
      followed = 0;
      ends = out_->size();
      inner.clear();
    }
    // A loop inside leads round and round, and branches multiply.
    bool is_endless = false;
    if (++followed > max_unmerged) {
      std::string key(pending.state.begin(), pending.state.end());
      key += static_cast<char>(pending.control);
      const bool is_too_long = followed > max_followed || (out_->size() - ends) * trail_[pending.trail].count > max_actions;
      if (is_too_long || !inner.insert(std::move(key)).second) {
        if (!is_too_long && (waiting > roots || out_->size() > ends)) continue;
        is_endless = true;
        pending_.resize(std::min(waiting, roots));  // of one that is too long, the rest is not followed
      }
    }
    if (is_endless) {
      while (trail_[pending.trail].count > shown_of_endless) pending.trail = trail_[pending.trail].before;
      pending.output.clear();
    }
    source_ = std::move(pending.state);
    actions_.clear();
    output_ = std::move(pending.output);
    prefix_ = pending.trail;
    prefix_output_ = output_.size();
    prefix_assertion_ = assertion_ = pending.assertion;
    memory_.load(source_);
    if (is_endless) {
      raise(Fault::Kind::endless, type_of(pending.control).locations[memory_.location(pending.control)].source);
      emit();
    } else if (!may_move(pending.control) || !expand_process(pending.control)) {
      begin_step();
      emit();  // it blocks: others may go on
    }
    fault_ = {};
    std::reverse(pending_.begin() + static_cast<std::ptrdiff_t>(std::min(waiting, pending_.size())), pending_.end());
  }
  fault_ = {};
  source_ = outer;
  actions_.clear();
  output_.clear();
  prefix_ = none;
  prefix_output_ = 0;
  prefix_assertion_ = {};
  committed_only_ = committed_only;
  timeout_ = timeout;
  memory_.load(source_);
}

// The variable for it is set by each step of an atomic sequence, and by a d_step as a whole.
void Execution::note_last_process() {
  if (program_.last_process == none || actions_.empty()) return;
  const Variable& last = program_.globals[program_.last_process];
  memory_.set(layout_.global(program_.last_process), last.type, static_cast<Value>(actions_.back().process));
}

void Execution::emit() {
  const Fault fault = fault_ ? fault_ : assertion_;
  if (fault_) memory_.set_error();
  out_->append(memory_.whole(), all_actions(), fault);
  if (keeps_output_) outputs_.push_back(output_);
}

// The actions since the state that is expanded.
std::span<const Action> Execution::all_actions() {
  if (prefix_ == none) return actions_;
  all_actions_.resize(trail_[prefix_].count);
  for (std::uint32_t link = prefix_; link != none; link = trail_[link].before)
    all_actions_[trail_[link].count - 1] = trail_[link].action;
  all_actions_.insert(all_actions_.end(), actions_.begin(), actions_.end());
  return all_actions_;
}

// The transition of the process goes wrong before it does anything.
void Execution::emit_fault(std::uint32_t process, TransitionId id, Fault fault) {
  fault_ = {};
  if (only_testing_) return;
  begin_step();
  fault_ = fault;
  actions_.push_back({.process = process, .type = memory_.type(process), .transition = id});
  emit();
  memory_.load(source_);
  fault_ = {};
}

Fault Execution::move_observer(TransitionId id) {
  const Transition& transition = program_.process_types[program_.observer->type].transitions[id];
  memory_.set_observer_location(transition.target);
  self_ = observer_number;
  assertion_ = {};
  run(transition.effects);
  const Fault fault = take_fault();
  return fault ? fault : assertion_;
}

std::vector<Event> Execution::events(StateView s, std::span<const Action> actions) {
  Successors out;
  keeps_output_ = true;
  append_successors(s, out);
  keeps_output_ = false;
  for (std::size_t i = 0; i < out.size(); ++i)
    if (std::equal(actions.begin(), actions.end(), out.actions(i).begin(), out.actions(i).end())) return outputs_[i];
  return {};
}

}  // namespace lariat::model
