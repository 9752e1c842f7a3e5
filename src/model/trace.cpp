// SPDX-License-Identifier: Apache-2.0
// The trace of a program: which messages may follow each other.
#include <algorithm>
#include <vector>

#include "model/execution.hpp"

namespace lariat::model {

LocationId Execution::trace_location() const {
  const VariableId variable = program_.trace->location;
  return static_cast<LocationId>(memory_.get(layout_.global(variable), program_.globals[variable].type));
}

// True if the send or receive of the trace describes an event of this kind on that channel.
bool Execution::describes(const Communication& pattern, Communication::Kind kind, Value channel) {
  return pattern.kind == kind && eval(pattern.channel) == channel;
}

// A message has just been sent, or is about to be received: moves the trace.
void Execution::watch(Communication::Kind kind, const Communication& by, Value channel, std::span<const Value> message) {
  if (!program_.trace || fault_) return;
  const Program::Trace& trace = *program_.trace;
  const ProcessType& type = program_.process_types[trace.type];
  const auto pattern_of = [&](const Transition& transition) -> const Communication& {
    return program_.communications[transition.communication];
  };
  const bool in_scope = std::any_of(type.transitions.begin(), type.transitions.end(), [&](const Transition& transition) {
    return transition.communication != none && describes(pattern_of(transition), kind, channel);
  });
  const LocationId location = trace_location();
  if (!in_scope || (trace.forbidden && location == trace.end)) return;

  const Transition* next = nullptr;
  for (const TransitionId id : type.locations[location].out) {
    const Transition& transition = type.transitions[id];
    if (transition.communication == none || !describes(pattern_of(transition), kind, channel)) continue;
    if (!matches(pattern_of(transition), message)) continue;
    if (next != nullptr) {
      raise(Fault::Kind::nondeterminism, transition.position);
      return;
    }
    next = &transition;
  }
  // Only the first attempt counts for what must not happen.
  const LocationId target = next != nullptr ? next->target : trace.forbidden ? trace.end : location;
  memory_.set(layout_.global(trace.location), program_.globals[trace.location].type, static_cast<Value>(target));
  if (assertion_) return;
  if (!trace.forbidden && next == nullptr) assertion_ = {.kind = Fault::Kind::unexpected, .source = by.source};
  if (trace.forbidden && next != nullptr && target == trace.end)
    assertion_ = {.kind = Fault::Kind::forbidden, .source = by.source};
}

// Like watch(), for a message that lies in a buffer.
void Execution::watch_buffer(Communication::Kind kind, const Communication& by, const Memory::ChannelPlace& channel,
                             std::uint32_t message) {
  if (!program_.trace || fault_) return;
  std::vector<Value> fields;
  for (std::size_t i = 0; i < program_.channel_types[channel.type].fields.size(); ++i)
    fields.push_back(memory_.field(channel, message, i));
  watch(kind, by, eval(by.channel), fields);
}

}  // namespace lariat::model
