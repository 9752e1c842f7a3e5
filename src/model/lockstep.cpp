// SPDX-License-Identifier: Apache-2.0
// Processes that all move at the same time.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/execution.hpp"

namespace lariat::model {

// What a process can do, and what it does on its own.
struct Execution::Choice {
  TransitionId transition = 0;
  std::vector<std::pair<VariableId, PlaceId>> written = {};  // globals
  State result = {};
  Fault fault = {};
};

std::vector<Execution::Choice> Execution::lockstep_choices(std::uint32_t process) {
  std::vector<Choice> choices;
  if (!at_known_location(process)) return choices;
  const ProcessType& type = type_of(process);
  const LocationId location = memory_.location(process);
  for (const TransitionId id : type.locations[location].out) {
    const Transition& transition = type.transitions[id];
    if (!guard_holds(transition, process)) continue;
    Choice choice{.transition = id};
    choice.fault = take_fault();
    for (const Effect& effect : transition.effects)
      if (effect.place != none && program_.places[effect.place].scope == Place::Scope::global)
        choice.written.emplace_back(program_.places[effect.place].variable, effect.place);
    begin_step();
    if (!choice.fault) act(process, id);
    if (!choice.fault) choice.fault = take_fault();
    choice.result.assign(memory_.state().begin(), memory_.state().end());
    memory_.load(source_);
    choices.push_back(std::move(choice));
  }
  return choices;
}

// One choice for each process, put together: of each its own part of the state, and the globals that it writes.
void Execution::emit_lockstep(const std::vector<const Choice*>& chosen) {
  begin_step();
  fault_ = {};
  State together = source_;
  std::vector<bool> written(program_.globals.size(), false);
  const auto copy = [&](const State& from, std::uint32_t offset, std::uint32_t bytes) {
    std::copy_n(from.begin() + offset, bytes, together.begin() + offset);
  };
  for (std::uint32_t p = 0; p < chosen.size(); ++p) {
    const Choice& choice = *chosen[p];
    actions_.push_back({.process = p, .type = memory_.type(p), .transition = choice.transition});
    if (choice.fault && !fault_) fault_ = choice.fault;
    copy(choice.result, memory_.base(p), layout_.shape(memory_.type(p)).bytes);
    for (const auto& [variable, place] : choice.written) {
      if (written[variable]) raise(Fault::Kind::conflict, program_.places[place].source, 0, place);
      const Variable& global = program_.globals[variable];
      copy(choice.result, layout_.global(variable), global.size * global.type.bytes());
    }
    for (const auto& [variable, place] : choice.written) written[variable] = true;
  }
  memory_.load(together);
  emit();
  memory_.load(source_);
  fault_ = {};
}

// Every process makes one transition whose guard holds in the state at hand; if one has none, there is no step.
void Execution::expand_lockstep() {
  const auto count = static_cast<std::uint32_t>(memory_.process_count());
  std::vector<std::vector<Choice>> choices;
  for (std::uint32_t p = 0; p < count; ++p) {
    choices.push_back(lockstep_choices(p));
    if (choices.back().empty()) return;
  }
  if (count == 0) return;
  std::vector<std::size_t> chosen(count, 0);
  while (true) {
    std::vector<const Choice*> together;
    for (std::uint32_t p = 0; p < count; ++p) together.push_back(&choices[p][chosen[p]]);
    emit_lockstep(together);
    std::uint32_t p = count;
    while (p > 0 && ++chosen[p - 1] == choices[p - 1].size()) chosen[--p] = 0;
    if (p == 0) return;
  }
}

}  // namespace lariat::model
