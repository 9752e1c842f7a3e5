// SPDX-License-Identifier: Apache-2.0
#include "automata/components.hpp"

#include <algorithm>

namespace lariat::automata {

Components find_components(const Tgba& automaton) {
  struct Frame {
    StateId state;
    std::uint32_t next;
  };
  const auto n = automaton.states();
  Components result;
  result.of.assign(n, Components::none);
  std::vector<std::uint32_t> low(n, 0);  // 0: not seen yet
  std::vector<StateId> active;
  std::vector<Frame> stack;
  std::uint32_t count = 0;
  const auto enter = [&](StateId s) {
    low[s] = ++count;
    active.push_back(s);
    stack.push_back({s, 0});
  };
  std::vector<std::uint32_t> number(n, 0);
  enter(automaton.initial);
  number[automaton.initial] = count;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const StateId s = frame.state;
    if (frame.next < automaton.post[s].size()) {
      const StateId t = automaton.post[s][frame.next++].target;
      if (low[t] == 0) {
        enter(t);
        number[t] = count;
      } else if (result.of[t] == Components::none) {
        low[s] = std::min(low[s], number[t]);
      }
      continue;
    }
    stack.pop_back();
    if (!stack.empty()) low[stack.back().state] = std::min(low[stack.back().state], low[s]);
    if (low[s] != number[s]) continue;
    const auto component = static_cast<std::uint32_t>(result.list.size());
    result.list.emplace_back();
    StateId t = no_state;
    do {
      t = active.back();
      active.pop_back();
      result.of[t] = component;
      ++result.list.back().states;
    } while (t != s);
  }
  const Marks required = all_sets(automaton.sets);
  for (StateId s = 0; s < n; ++s) {
    if (!result.reachable(s)) continue;
    auto& component = result.list[result.of[s]];
    for (const Transition& t : automaton.post[s]) {
      if (!result.inside(s, t)) continue;
      component.has_cycle = true;
      component.seen |= t.marks;
      component.common &= t.marks;
    }
  }
  for (auto& component : result.list)
    component.useful = component.accepting = component.has_cycle && (component.seen & required) == required;
  // Successors have smaller numbers: collect in that order.
  std::vector<std::vector<StateId>> members(result.list.size());
  for (StateId s = 0; s < n; ++s)
    if (result.reachable(s)) members[result.of[s]].push_back(s);
  for (std::uint32_t c = 0; c < result.list.size(); ++c)
    for (const StateId s : members[c])
      for (const Transition& t : automaton.post[s]) result.list[c].useful |= result.at(t.target).useful;
  return result;
}

}  // namespace lariat::automata
