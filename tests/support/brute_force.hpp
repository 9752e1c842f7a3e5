// SPDX-License-Identifier: Apache-2.0
// Answers computed from the definitions, for graphs of at most 64 states. Shares nothing with the searches.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "lariat/space/graph.hpp"

namespace lariat::testing {

class BruteForce {
 public:
  explicit BruteForce(const Graph& graph) : graph_(graph), after_(graph.states()) {
    const auto n = static_cast<unsigned>(graph.states());
    for (StateId s = 0; s < n; ++s)
      for (const StateId t : graph.targets(s)) after_[s] |= bit(t);
    for (StateId k = 0; k < n; ++k)  // Warshall's closure
      for (StateId s = 0; s < n; ++s)
        if ((after_[s] & bit(k)) != 0) after_[s] |= after_[k];
    for (const StateId s : graph.initial()) reachable_ |= bit(s) | after_[s];
  }

  bool reachable(StateId s) const { return (reachable_ & bit(s)) != 0; }
  bool on_cycle(StateId s) const { return (after_[s] & bit(s)) != 0; }
  bool same_component(StateId s, StateId t) const { return s == t || ((after_[s] & bit(t)) != 0 && (after_[t] & bit(s)) != 0); }

  // The acceptance sets met in the component of s, which lies on a cycle.
  Marks marks_around(StateId s) const {
    Marks marks = 0;
    for (StateId u = 0; u < graph_.states(); ++u) {
      if (!same_component(s, u)) continue;
      const auto targets = graph_.targets(u);
      for (std::uint32_t i = 0; i < targets.size(); ++i)
        if (same_component(s, targets[i])) marks |= step_marks(u, i);
    }
    return marks;
  }

  bool nonempty() const {
    for (StateId s = 0; s < graph_.states(); ++s)
      if (reachable(s) && on_cycle(s) && (marks_around(s) & required()) == required()) return true;
    return false;
  }

  // Transitions of a shortest lasso: for each entry, the distance to it plus a shortest closed walk that meets all sets.
  std::optional<std::size_t> shortest_lasso() const {
    std::optional<std::size_t> best;
    const std::vector<std::optional<std::size_t>> distance = distances();
    for (StateId entry = 0; entry < graph_.states(); ++entry) {
      if (!distance[entry]) continue;
      const auto cycle = shortest_cycle(entry);
      if (cycle && (!best || *distance[entry] + *cycle < *best)) best = *distance[entry] + *cycle;
    }
    return best;
  }

  // True if a cycle of states without marks can be reached.
  bool has_nonprogress_cycle() const {
    std::vector<std::uint64_t> after(graph_.states());
    for (StateId s = 0; s < graph_.states(); ++s)
      for (const StateId t : graph_.targets(s))
        if (graph_.state_marks(s) == 0 && graph_.state_marks(t) == 0) after[s] |= bit(t);
    for (StateId k = 0; k < graph_.states(); ++k)
      for (StateId s = 0; s < graph_.states(); ++s)
        if ((after[s] & bit(k)) != 0) after[s] |= after[k];
    for (StateId s = 0; s < graph_.states(); ++s)
      if (reachable(s) && (after[s] & bit(s)) != 0) return true;
    return false;
  }

 private:
  static std::uint64_t bit(StateId s) { return std::uint64_t{1} << s; }
  Marks required() const { return all_sets(graph_.sets()); }
  Marks step_marks(StateId s, std::uint32_t choice) const {
    return graph_.state_marks(s) | graph_.edge_marks(graph_.first_edge(s) + choice);
  }

  std::vector<std::optional<std::size_t>> distances() const {
    std::vector<std::optional<std::size_t>> distance(graph_.states());
    std::deque<StateId> queue;
    for (const StateId s : graph_.initial()) {
      distance[s] = 0;
      queue.push_back(s);
    }
    for (; !queue.empty(); queue.pop_front())
      for (const StateId t : graph_.targets(queue.front()))
        if (!distance[t]) {
          distance[t] = *distance[queue.front()] + 1;
          queue.push_back(t);
        }
    return distance;
  }

  std::optional<std::size_t> shortest_cycle(StateId entry) const {
    std::map<std::pair<StateId, Marks>, std::size_t> length{{{entry, 0}, 0}};
    std::deque<std::pair<StateId, Marks>> queue{{entry, 0}};
    for (; !queue.empty(); queue.pop_front()) {
      const auto [s, met] = queue.front();
      const std::size_t next_length = length[{s, met}] + 1;
      const auto targets = graph_.targets(s);
      for (std::uint32_t i = 0; i < targets.size(); ++i) {
        const std::pair<StateId, Marks> next{targets[i], met | step_marks(s, i)};
        if (next.first == entry && (next.second & required()) == required()) return next_length;
        if (length.emplace(next, next_length).second) queue.push_back(next);
      }
    }
    return std::nullopt;
  }

  const Graph& graph_;
  std::vector<std::uint64_t> after_;  // states reached from each by at least one step
  std::uint64_t reachable_ = 0;
};

}  // namespace lariat::testing
