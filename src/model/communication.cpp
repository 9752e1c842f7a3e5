// SPDX-License-Identifier: Apache-2.0
// Channels: sending, receiving, and two processes that meet.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/execution.hpp"

namespace lariat::model {

const Memory::ChannelPlace* Execution::channel_of(const Communication& communication) {
  const Value number = eval(communication.channel);
  const Memory::ChannelPlace* channel = memory_.channel(number);
  if (channel == nullptr && !fault_) raise(Fault::Kind::bad_channel, communication.source, number);
  return fault_ ? nullptr : channel;
}

bool Execution::waits_for_ever(const Communication& receive) {
  if (!program_.ended_channels_block) return false;
  const Value number = eval(receive.channel);
  return !fault_ && number > 0 && memory_.channel(number) == nullptr;
}

void Execution::check_promises(std::uint32_t process, const Communication& communication, Value channel) {
  if (!options_.promises || fault_ || assertion_) return;
  const std::uint32_t self = self_;
  for (std::uint32_t other = 0; other < memory_.process_count() && !assertion_; ++other)
    for (const Promise& promise : type_of(other).promises) {
      if (other == process || promise.kind != communication.kind) continue;
      if (evaluate(promise.channel, other) == channel)
        assertion_ = {.kind = Fault::Kind::broken_promise, .source = communication.source, .value = other};
      fault_ = {};
    }
  self_ = self;
}

std::vector<Value> Execution::evaluate_arguments(const Communication& communication) {
  std::vector<Value> values;
  values.reserve(communication.arguments.size());
  for (const auto& argument : communication.arguments) values.push_back(eval(argument.value));
  return values;
}

template <class Field>
bool Execution::matches(const Communication& receive, std::size_t fields, Field&& field) {
  for (std::size_t i = 0; i < receive.arguments.size() && i < fields; ++i)
    if (receive.arguments[i].kind == Communication::Argument::Kind::value && eval(receive.arguments[i].value) != field(i))
      return false;
  return true;
}

bool Execution::matches(const Communication& receive, std::span<const Value> message) {
  return matches(receive, message.size(), [&](std::size_t i) { return message[i]; });
}

template <class Field>
void Execution::store(const Communication& receive, std::size_t fields, Field&& field) {
  for (std::size_t i = 0; i < receive.arguments.size() && i < fields; ++i)
    if (receive.arguments[i].kind == Communication::Argument::Kind::store) assign(receive.arguments[i].place, field(i));
}

std::uint32_t Execution::find_message(const Communication& receive, const Memory::ChannelPlace& channel) {
  const std::size_t fields = program_.channel_types[channel.type].fields.size();
  const std::uint32_t length = memory_.length(channel);
  for (std::uint32_t message = 0; message < length; ++message) {
    if (matches(receive, fields, [&](std::size_t i) { return memory_.field(channel, message, i); })) return message;
    if (!receive.anywhere) return none;
  }
  return none;
}

// Remembers what is sent or received, for those who want to know.
void Execution::note(const Communication& communication, const Memory::ChannelPlace& channel, const std::vector<Value>& values,
                     std::uint32_t position) {
  if (!keeps_output_) return;
  const bool sends = communication.kind == Communication::Kind::send;
  output_.push_back({.kind = sends ? Event::Kind::send : Event::Kind::receive,
                     .action = action_count(),
                     .process = self_,
                     .communication = static_cast<std::uint32_t>(&communication - program_.communications.data()),
                     .channel = eval(communication.channel),
                     .channel_type = channel.type,
                     .values = values,
                     .waiting = memory_.length(channel),
                     .position = position});
  const std::vector<Type>& fields = program_.channel_types[channel.type].fields;
  std::vector<Value>& stored = output_.back().values;
  for (std::size_t i = 0; i < stored.size() && i < fields.size(); ++i) stored[i] = fields[i].wrap(stored[i]);
}

// Puts the message into a channel with a buffer; a full one loses it.
void Execution::put(const Communication& send, const Memory::ChannelPlace& channel) {
  const ChannelType& type = program_.channel_types[channel.type];
  const std::vector<Value> values = evaluate_arguments(send);
  if (values.size() != type.fields.size()) raise(Fault::Kind::bad_message, send.source, static_cast<Value>(values.size()));
  if (program_.overflow == Program::Overflow::error && !fault_)
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!type.fields[i].holds(values[i])) raise(Fault::Kind::overflow, send.source, values[i]);
  const std::uint32_t length = memory_.length(channel);
  if (fault_) return;
  check_promises(self_, send, eval(send.channel));
  if (length == type.capacity) return note(send, channel, values, none);
  const auto is_greater = [&](std::uint32_t message) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Value field = memory_.field(channel, message, i);
      if (field != values[i]) return field > values[i];  // as it is sent, not as it will be stored
    }
    return false;
  };
  std::uint32_t before = length;
  if (send.sorted)
    for (before = 0; before < length && !is_greater(before);) ++before;
  note(send, channel, values, before);
  memory_.insert(channel, before, values);
  // Spin looks at the last place of the buffer, also where a sorted send put the message elsewhere.
  watch_buffer(Communication::Kind::send, send, channel, length);
}

// Takes the message out of a channel with a buffer, and stores its fields.
void Execution::take(const Communication& receive, const Memory::ChannelPlace& channel, std::uint32_t message) {
  const std::size_t fields = program_.channel_types[channel.type].fields.size();
  if (receive.arguments.size() != fields) {
    raise(Fault::Kind::bad_message, receive.source, static_cast<Value>(receive.arguments.size()));
    return;
  }
  check_promises(self_, receive, eval(receive.channel));
  // Spin looks at the first place, also where the message is taken from elsewhere.
  if (!receive.copies) watch_buffer(Communication::Kind::receive, receive, channel, 0);
  std::vector<Value> values;
  for (std::size_t i = 0; i < fields; ++i) values.push_back(memory_.field(channel, message, i));
  note(receive, channel, values, message);
  if (!receive.copies) memory_.erase(channel, message);
  store(receive, fields, [&](std::size_t i) { return values[i]; });
}

bool Execution::try_send(std::uint32_t process, TransitionId id, const Fault& in_guard) {
  const Communication& send = program_.communications[type_of(process).transitions[id].communication];
  self_ = process;
  const Memory::ChannelPlace* channel = channel_of(send);
  if (channel == nullptr) {
    emit_fault(process, id, fault_);
    return true;
  }
  const std::uint32_t capacity = program_.channel_types[channel->type].capacity;
  if (capacity == 0 && send.alone) {
    emit_fault(process, id, {.kind = Fault::Kind::rendezvous, .source = send.source});
    return true;
  }
  if (capacity == 0) return meet(process, id, in_guard);
  if (memory_.length(*channel) == capacity && !options_.lossy) return false;
  if (in_guard) {
    emit_fault(process, id, in_guard);
    return true;
  }
  if (only_testing_) return true;
  begin_step();
  put(send, *channel);
  act(process, id);
  finish_step(process, &type_of(process).transitions[id]);
  return true;
}

bool Execution::try_receive(std::uint32_t process, TransitionId id, const Fault& in_guard) {
  const Communication& receive = program_.communications[type_of(process).transitions[id].communication];
  self_ = process;
  if (waits_for_ever(receive)) return false;
  const Memory::ChannelPlace* channel = channel_of(receive);
  const std::uint32_t message =
      channel == nullptr || program_.channel_types[channel->type].capacity == 0 ? none : find_message(receive, *channel);
  if (fault_) {
    emit_fault(process, id, fault_);
    return true;
  }
  if (message == none) return false;  // without a buffer: the sender begins
  if (in_guard) {
    emit_fault(process, id, in_guard);
    return true;
  }
  if (only_testing_) return true;
  begin_step();
  take(receive, *channel, message);
  act(process, id);
  finish_step(process, &type_of(process).transitions[id]);
  return true;
}

// A send or receive in the middle of a d_step; that it can be done has been tested.
void Execution::communicate_inside(std::uint32_t process, const Transition& transition) {
  const Communication& communication = program_.communications[transition.communication];
  self_ = process;
  const Memory::ChannelPlace* channel = channel_of(communication);
  if (channel == nullptr) return;
  if (program_.channel_types[channel->type].capacity == 0)
    raise(Fault::Kind::rendezvous, communication.source);
  else if (communication.kind == Communication::Kind::send)
    put(communication, *channel);
  else
    take(communication, *channel, find_message(communication, *channel));
}

// Whatever goes wrong on either side goes wrong only if the two meet.
bool Execution::meet(std::uint32_t sender, TransitionId send, const Fault& in_guard) {
  const Communication& communication = program_.communications[type_of(sender).transitions[send].communication];
  Offer offer{.sender = sender, .transition = send, .channel = eval(communication.channel), .fault = in_guard};
  fault_ = {};
  bool met = false;
  const auto count = static_cast<std::uint32_t>(memory_.process_count());
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t receiver = program_.newest_first ? count - 1 - i : i;
    if (receiver != sender && meet(offer, receiver)) met = true;
    if (only_testing_ && met) return true;
  }
  return met;
}

void Execution::evaluate_values(Offer& offer) {
  if (offer.evaluated) return;
  self_ = offer.sender;
  offer.values = evaluate_arguments(program_.communications[type_of(offer.sender).transitions[offer.transition].communication]);
  const Fault in_values = take_fault();
  if (!offer.fault) offer.fault = in_values;
  offer.evaluated = true;
}

bool Execution::meet(Offer& offer, std::uint32_t receiver) {
  if (!at_known_location(receiver)) return false;
  if ((receives_[memory_.type(receiver)][memory_.location(receiver)] & channel_bit(offer.channel)) == 0) return false;
  if (committed_only_ && !is_committed(receiver)) return false;
  const ProcessType& type = type_of(receiver);
  if (type.provided != none && evaluate(type.provided, receiver) == 0) return false;
  const ChannelType& channel_type = program_.channel_types[memory_.channel(offer.channel)->type];
  // Of what the receiver should rather do, only meetings with this sender count: while somebody offers a message, nobody can
  // do anything else.
  std::vector<TransitionId> meetings;
  const auto gives_way = [&](const Transition& transition) {
    return std::any_of(transition.unless.begin(), transition.unless.end(), [&](TransitionId other) {
      return std::find(meetings.begin(), meetings.end(), other) != meetings.end();
    });
  };
  for (const TransitionId id : type.locations[memory_.location(receiver)].out) {
    const Prepared& prepared = prepared_[memory_.type(receiver)][id];
    if (!prepared.receives || (prepared.channel != 0 && prepared.channel != offer.channel)) continue;
    const Transition& transition = type.transitions[id];
    const Communication& receive = program_.communications[transition.communication];
    self_ = receiver;
    const Value other = eval(receive.channel);
    if (fault_ || other != offer.channel) {
      fault_ = {};
      continue;
    }
    if (gives_way(transition) || !guard_holds(transition, receiver)) continue;
    const Fault in_guard = take_fault();
    evaluate_values(offer);
    self_ = receiver;
    const auto sent = [&](std::size_t i) {
      return channel_type.any_fields || i >= channel_type.fields.size() ? offer.values[i]
                                                                        : channel_type.fields[i].wrap(offer.values[i]);
    };
    if (!matches(receive, offer.values.size(), sent)) continue;
    if (only_testing_) return true;
    if (type.deterministic && !meetings.empty())
      emit_fault(receiver, id, {.kind = Fault::Kind::nondeterminism, .source = transition.position});
    self_ = receiver;
    meetings.push_back(id);
    begin_step();
    if (offer.fault || in_guard)
      fault_ = offer.fault ? offer.fault : in_guard;
    else if (!channel_type.any_fields && offer.values.size() != channel_type.fields.size())
      raise(Fault::Kind::bad_message,
            program_.communications[type_of(offer.sender).transitions[offer.transition].communication].source,
            static_cast<Value>(offer.values.size()));
    else if (!channel_type.any_fields && receive.arguments.size() != channel_type.fields.size())
      raise(Fault::Kind::bad_message, receive.source, static_cast<Value>(receive.arguments.size()));
    else if (receive.copies)
      raise(Fault::Kind::rendezvous, receive.source);
    if (keeps_output_ && !fault_) {
      output_.push_back({.kind = Event::Kind::meet,
                         .action = action_count(),
                         .process = offer.sender,
                         .other = receiver,
                         .communication = type_of(offer.sender).transitions[offer.transition].communication,
                         .channel = offer.channel,
                         .channel_type = memory_.channel(offer.channel)->type});
      for (std::size_t i = 0; i < offer.values.size(); ++i) output_.back().values.push_back(sent(i));
    }
    actions_.push_back({.process = offer.sender, .type = memory_.type(offer.sender), .transition = offer.transition});
    check_promises(offer.sender, program_.communications[type_of(offer.sender).transitions[offer.transition].communication],
                   offer.channel);
    check_promises(receiver, receive, offer.channel);
    if (program_.trace && !fault_) {
      std::vector<Value> message;
      for (std::size_t i = 0; i < offer.values.size(); ++i) message.push_back(sent(i));
      watch(Communication::Kind::send,
            program_.communications[type_of(offer.sender).transitions[offer.transition].communication], offer.channel, message);
      watch(Communication::Kind::receive, receive, offer.channel, message);
    }
    self_ = receiver;
    store(receive, offer.values.size(), sent);
    act(receiver, id);
    const std::size_t count = actions_.size();
    act(offer.sender, offer.transition);
    actions_.resize(count);  // the sender's half is there already, first
    if (program_.receiver_takes_over)
      finish_step(receiver, &transition);
    else
      finish_step(offer.sender, &program_.process_types[actions_.front().type].transitions[offer.transition]);
  }
  return !meetings.empty();
}

// The observer receives no values: it only notices that something is sent.
void Execution::observer_meetings(TransitionId transition, StateView s, Successors& out) {
  const std::uint32_t wanted = program_.process_types[program_.observer->type].transitions[transition].communication;
  if (!program_.observer->takes_part || wanted == none) return;
  load(s);
  if (memory_.is_error() && program_.error_state == Program::ErrorState::stops) return;
  begin_expansion(s, out);
  find_committed();
  const Value channel = evaluate(program_.communications[wanted].channel, observer_number);
  for (std::uint32_t p = 0; p < memory_.process_count(); ++p) {
    if (!at_known_location(p) || (committed_only_ && !is_committed(p))) continue;
    const ProcessType& type = type_of(p);
    for (const TransitionId id : type.locations[memory_.location(p)].out) {
      const std::uint32_t offered = type.transitions[id].communication;
      if (offered == none || program_.communications[offered].kind != Communication::Kind::send) continue;
      if (evaluate(program_.communications[offered].channel, p) != channel) continue;
      if (!guard_holds(type.transitions[id], p)) continue;
      const Fault in_guard = take_fault();
      begin_step();
      fault_ = in_guard;
      act(p, id);
      finish_step(p, &type.transitions[id]);
    }
  }
  out_ = nullptr;
}

}  // namespace lariat::model
