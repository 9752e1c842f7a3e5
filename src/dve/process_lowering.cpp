// SPDX-License-Identifier: Apache-2.0
// Processes: states, transitions, and which of them is the property.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dve/lexer.hpp"
#include "dve/lowering.hpp"

namespace lariat::dve {
namespace {

constexpr std::size_t max_sets = 64;             // of acceptance
constexpr std::size_t max_lockstep = 1'000'000;  // ways in which all processes move at the same time

}  // namespace

// Names first, then states: expressions may speak of processes that come later.
void Lowering::declare_processes() {
  for (const Process& process : model_.processes) {
    const auto type = static_cast<model::ProcessTypeId>(program_.process_types.size());
    program_.process_types.push_back(
        {.name = std::string(process.name.text), .source = expressions_.source_at(process.name.offset)});
    if (!names_.add_process(type))
      diagnostics_.error(process.name.offset, fmt::format("there is a process {} already", quote(process.name.text)));
    declare_process(process, type);
    if (is_property(process))
      program_.observer = model::Program::Observer{.name = std::string(process.name.text), .type = type};
    else
      program_.processes.push_back({.name = std::string(process.name.text), .type = type});
    count_bytes(2, process.name.offset);
    if (program_.processes.size() == model::max_processes + 1)
      diagnostics_.error(process.name.offset, fmt::format("a model has at most {} processes", model::max_processes));
  }
  if (model_.property && !program_.observer)
    diagnostics_.error(model_.property->offset, fmt::format("there is no process {}{}", quote(model_.property->text),
                                                            did_you_mean(model_.property->text, names_.process_names())));
  if (program_.processes.empty() && program_.observer)
    diagnostics_.error(model_.property->offset, "a model needs at least one process besides the property");
}

void Lowering::declare_process(const Process& process, model::ProcessTypeId type) {
  const std::string name = quote(process.name.text);
  auto& locations = program_.process_types[type].locations;
  for (const Name& state : process.states) {
    locations.push_back({.name = std::string(state.text), .source = expressions_.source_at(state.offset)});
    if (!names_.add_location(type, static_cast<model::LocationId>(locations.size() - 1)))
      diagnostics_.error(state.offset, fmt::format("process {} has a state {} already", name, quote(state.text)));
  }
  if (locations.empty()) {
    diagnostics_.error(process.name.offset, fmt::format("process {} has no states", name));
    locations.push_back({.name = "?"});
  } else if (!process.initial) {
    diagnostics_.error(process.name.offset, fmt::format("process {} does not say where it begins: 'init' is missing", name));
  } else {
    program_.process_types[type].initial = find_state(*process.initial, type);
  }
}

model::LocationId Lowering::find_state(const Name& name, model::ProcessTypeId type) {
  if (const auto location = names_.find_location(name.text, type)) return *location;
  diagnostics_.error(name.offset, fmt::format("process {} has no state {}{}", quote(program_.process_types[type].name),
                                              quote(name.text), did_you_mean(name.text, names_.location_names(type))));
  return 0;
}

void Lowering::mark_states(const Process& process, model::ProcessTypeId type) {
  for (const Name& name : process.committed) program_.process_types[type].locations[find_state(name, type)].committed = true;
  if (!process.committed.empty() && is_property(process))
    diagnostics_.error(process.committed.front().offset, "the property process has no committed states");
  mark_accepting(process, type);
  for (const Assertion& assertion : process.assertions) {
    const model::LocationId location = find_state(assertion.state, type);
    const model::ExprId condition = expressions_.lower(assertion.condition, {.type = type, .location = location});
    program_.process_types[type].locations[location].assertions.push_back(condition);
  }
  if (!process.assertions.empty() && is_property(process))
    diagnostics_.error(process.assertions.front().state.offset, "the property process has no assertions");
}

// Only the property's acceptance has a meaning; that of other processes is checked for names.
void Lowering::mark_accepting(const Process& process, model::ProcessTypeId type) {
  using Kind = Acceptance::Kind;
  const Acceptance& acceptance = process.acceptance;
  std::vector<std::vector<model::LocationId>> sets;
  for (const auto& names : acceptance.sets) {
    sets.emplace_back();
    for (const Name& name : names) sets.back().push_back(find_state(name, type));
  }
  if (!is_property(process)) return;
  if (acceptance.kind == Kind::muller || acceptance.kind == Kind::rabin || acceptance.kind == Kind::streett) {
    const Token::Kind word = acceptance.kind == Kind::muller  ? Token::Kind::kw_muller
                             : acceptance.kind == Kind::rabin ? Token::Kind::kw_rabin
                                                              : Token::Kind::kw_streett;
    diagnostics_.error(
        acceptance.offset,
        fmt::format("acceptance of the kind '{}' cannot be checked; 'buchi' and 'genbuchi' can", spelling(word)));
    return;
  }
  if (sets.size() > max_sets) {
    diagnostics_.error(acceptance.offset, fmt::format("there are {} acceptance sets; {} are possible", sets.size(), max_sets));
    return;
  }
  if (!sets.empty()) program_.observer->sets = static_cast<unsigned>(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i)
    for (const model::LocationId location : sets[i])
      program_.process_types[type].locations[location].accepting |= std::uint64_t{1} << i;
}

void Lowering::lower_process(const Process& process, model::ProcessTypeId type) {
  mark_states(process, type);
  for (const Transition& transition : process.transitions) lower_transition(process, transition, type);
}

void Lowering::lower_transition(const Process& process, const Transition& transition, model::ProcessTypeId type) {
  diagnostics_.tick();
  model::Transition result{.source = find_state(transition.from, type),
                           .target = find_state(transition.to, type),
                           .position = expressions_.source_at(transition.extent.begin),
                           .text = one_line(transition)};
  const Context before{.type = type, .location = result.source};
  const Context after{.type = type, .location = result.target};
  if (transition.guard != none) result.guard = expressions_.lower(transition.guard, before);
  if (transition.sync) result.communication = lower_sync(*transition.sync, type, before);
  if (transition.sync && is_property(process)) check_property_sync(*transition.sync);
  for (const Assignment& assignment : transition.effects) {
    const auto target = expressions_.lower_target(assignment.target, after);
    const model::ExprId value = expressions_.lower(assignment.value, after);
    if (!target) continue;
    const model::Variable& variable = program_.variable(program_.places[*target]);
    expressions_.check_fits(assignment.value, value, variable.type, variable.name);
    result.effects.push_back({.place = *target, .value = value, .source = expressions_.source_at(assignment.offset)});
  }
  model::ProcessType& owner = program_.process_types[type];
  owner.locations[result.source].out.push_back(static_cast<model::TransitionId>(owner.transitions.size()));
  owner.transitions.push_back(std::move(result));
}

// Each process has its choice, and the choices multiply: they can easily be more than anybody could enumerate.
void Lowering::check_lockstep() {
  std::size_t ways = 1;
  for (const model::InitialProcess& process : program_.processes) {
    std::size_t most = 1;
    for (const model::Location& location : program_.process_types[process.type].locations)
      most = std::max(most, location.out.size());
    ways *= std::min(most, max_lockstep + 1);
    if (ways <= max_lockstep) continue;
    diagnostics_.error(model_.system_offset,
                       fmt::format("the processes could move together in more than {} ways from one state", max_lockstep));
    return;
  }
}

// A property may stand in for the receiver of a signal: it cannot send, nor take values, which would change the system.
void Lowering::check_property_sync(const Sync& sync) {
  program_.observer->takes_part = true;
  const auto channel = names_.find_channel(sync.channel.text);
  if (!channel) return;  // reported already
  if (sync.send)
    diagnostics_.error(sync.channel.offset, "the property process cannot send, only receive");
  else if (!sync.values.empty())
    diagnostics_.error(sync.channel.offset, "the property process cannot receive values");
  else if (!program_.channel_types[program_.channels[*channel].type].any_fields)
    diagnostics_.error(sync.channel.offset, "the property process can receive only from channels without types");
  else if (model_.synchronous)
    diagnostics_.error(sync.channel.offset, "where all processes move together, the property process cannot receive");
}

std::uint32_t Lowering::lower_sync(const Sync& sync, model::ProcessTypeId type, const Context& context) {
  using Argument = model::Communication::Argument;
  model::Communication result{.kind = sync.send ? model::Communication::Kind::send : model::Communication::Kind::receive,
                              .source = expressions_.source_at(sync.channel.offset)};
  for (const ExprId value : sync.values) {
    if (sync.send) {
      result.arguments.push_back({.kind = Argument::Kind::value, .value = expressions_.lower(value, context)});
    } else if (const auto target = expressions_.lower_target(value, context)) {
      result.arguments.push_back({.kind = Argument::Kind::store, .place = *target});
    }
  }
  const auto channel = names_.find_channel(sync.channel.text);
  if (!channel) {
    const bool is_variable = names_.find_variable(sync.channel.text, type).has_value();
    diagnostics_.error(sync.channel.offset, fmt::format("there is no channel {}{}", quote(sync.channel.text),
                                                        is_variable ? " (it is a variable)"
                                                                    : did_you_mean(sync.channel.text, names_.channel_names())));
    return model::none;
  }
  const model::ChannelType& shape = program_.channel_types[program_.channels[*channel].type];
  for (std::size_t i = 0; sync.send && i < std::min(result.arguments.size(), shape.fields.size()); ++i)
    expressions_.check_fits(sync.values[i], result.arguments[i].value, shape.fields[i], sync.channel.text);
  if (!shape.any_fields && sync.values.size() != shape.fields.size())
    diagnostics_.error(sync.channel.offset, fmt::format("channel {} has messages of {} values, not of {}",
                                                        quote(sync.channel.text), shape.fields.size(), sync.values.size()));
  result.channel = program_.constant(static_cast<model::Value>(*channel) + 1, result.source);
  return program_.add(std::move(result));
}

// The text without comments, and with one blank for many.
std::string Lowering::one_line(const Transition& transition) const {
  const SourceText piece(std::string(model_.source->text(transition.extent)), "");
  Diagnostics ignored(piece);
  std::string text = transition.repeats_source ? std::string(transition.from.text) : "";
  std::uint32_t end = 0;
  for (const Token& token : tokenise(piece, ignored)) {
    if (!text.empty() && (token.begin > end || end == 0) && token.kind != Token::Kind::end) text += ' ';
    text += piece.text({token.begin, token.end});
    end = token.end;
  }
  return text;
}

}  // namespace lariat::dve
