// SPDX-License-Identifier: Apache-2.0
#include "lariat/model/coverage.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace lariat::model {

Coverage::Coverage(const Program& program, const ReducedProgram* reduced) : program_(program), reduced_(reduced) {
  for (const ProcessType& type : program.process_types) {
    visited_.emplace_back(type.locations.size(), false);
    taken_.emplace_back(type.transitions.size(), false);
  }
  for (const InitialProcess& process : program.processes)
    visited_[process.type][program.process_types[process.type].initial] = true;
}

void Coverage::note(std::span<const Action> actions) {
  for (const Action& action : actions) {
    if (action.process == observer_number || taken_[action.type][action.transition]) continue;
    taken_[action.type][action.transition] = true;
    const Transition& transition = program_.process_types[action.type].transitions[action.transition];
    visited_[action.type][transition.source] = true;
    visited_[action.type][transition.target] = true;
    for (const Effect& effect : transition.effects)
      if (effect.kind == Effect::Kind::start) visited_[effect.type][program_.process_types[effect.type].initial] = true;
  }
}

void Coverage::add(const Coverage& other) {
  const auto join = [](std::vector<std::vector<bool>>& here, const std::vector<std::vector<bool>>& there) {
    for (std::size_t type = 0; type < here.size(); ++type)
      for (std::size_t i = 0; i < here[type].size(); ++i)
        if (there[type][i]) here[type][i] = true;
  };
  join(visited_, other.visited_);
  join(taken_, other.taken_);
}

std::vector<Coverage::Statement> Coverage::unreached() const {
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>;
  const auto key = [](const Transition& transition) {
    return Key{transition.position.file, transition.position.line, transition.position.column, transition.text};
  };
  std::vector<Statement> result;
  for (ProcessTypeId id = 0; id < program_.process_types.size(); ++id) {
    const bool watches = (program_.observer && program_.observer->type == id) || (program_.trace && program_.trace->type == id);
    if (watches) continue;
    const ProcessType& type = program_.process_types[id];
    std::vector<bool> visited = visited_[id];
    if (reduced_ != nullptr)  // a merged transition has been wherever the statements that it stands for lead
      for (TransitionId t = 0; t < type.transitions.size(); ++t)
        if (taken_[id][t])
          for (const TransitionId part : reduced_->sequences[id][t]) visited[type.transitions[part].target] = true;
    if (std::find(visited.begin(), visited.end(), true) == visited.end()) {
      result.push_back({.type = id, .source = type.source});
      continue;
    }
    // A statement can be offered at several locations, and needs only one of them.
    std::set<Key> reached;
    for (const Transition& transition : type.transitions)
      if (visited[transition.source]) reached.insert(key(transition));
    std::set<Key> missing;
    for (const Transition& transition : type.transitions) {
      if (reached.contains(key(transition)) || !missing.insert(key(transition)).second) continue;
      result.push_back({.type = id, .source = transition.position, .text = transition.text});
    }
    std::stable_sort(result.begin(), result.end(), [](const Statement& a, const Statement& b) {
      return std::tie(a.type, a.source.file, a.source.line, a.source.column) <
             std::tie(b.type, b.source.file, b.source.line, b.source.column);
    });
  }
  return result;
}

}  // namespace lariat::model
