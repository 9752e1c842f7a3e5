// SPDX-License-Identifier: Apache-2.0
#include "lariat/model/coverage.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace lariat::model {

Coverage::Coverage(const Program& program, const ReducedProgram* reduced) : program_(program), reduced_(reduced) {
  std::size_t transitions = 0;
  for (const ProcessType& type : program.process_types) {
    first_.push_back(transitions);
    transitions += type.transitions.size();
  }
  taken_.assign(transitions, 0);
}

void Coverage::note(std::span<const Action> actions) {
  for (const Action& action : actions)
    if (action.process != observer_number) taken_[first_[action.type] + action.transition] = 1;
}

void Coverage::add(const Coverage& other) {
  for (std::size_t i = 0; i < taken_.size(); ++i) taken_[i] |= other.taken_[i];
}

// By type and location: true if some process has been there.
std::vector<std::vector<bool>> Coverage::visited() const {
  std::vector<std::vector<bool>> result;
  for (const ProcessType& type : program_.process_types) result.emplace_back(type.locations.size(), false);
  for (const InitialProcess& process : program_.processes)
    result[process.type][program_.process_types[process.type].initial] = true;
  for (ProcessTypeId id = 0; id < program_.process_types.size(); ++id)
    for (TransitionId t = 0; t < program_.process_types[id].transitions.size(); ++t) {
      if (!is_taken(id, t)) continue;
      const Transition& transition = program_.process_types[id].transitions[t];
      result[id][transition.source] = true;
      result[id][transition.target] = true;
      if (reduced_ != nullptr)  // a merged transition has been wherever the statements that it stands for lead
        for (const TransitionId part : reduced_->sequences[id][t])
          result[id][program_.process_types[id].transitions[part].target] = true;
      for (const Effect& effect : transition.effects)
        if (effect.kind == Effect::Kind::start) result[effect.type][program_.process_types[effect.type].initial] = true;
    }
  return result;
}

std::vector<Coverage::Statement> Coverage::unreached() const {
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>;
  const auto key = [](const Transition& transition) {
    return Key{transition.position.file, transition.position.line, transition.position.column, transition.text};
  };
  const std::vector<std::vector<bool>> visited = this->visited();
  std::vector<Statement> result;
  for (ProcessTypeId id = 0; id < program_.process_types.size(); ++id) {
    const bool watches = (program_.observer && program_.observer->type == id) || (program_.trace && program_.trace->type == id);
    if (watches) continue;
    const ProcessType& type = program_.process_types[id];
    if (std::find(visited[id].begin(), visited[id].end(), true) == visited[id].end()) {
      result.push_back({.type = id, .source = type.source});
      continue;
    }
    // A statement can be offered at several locations, and needs only one of them.
    std::set<Key> reached;
    for (const Transition& transition : type.transitions)
      if (visited[id][transition.source]) reached.insert(key(transition));
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
