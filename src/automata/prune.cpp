// SPDX-License-Identifier: Apache-2.0
#include "automata/prune.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "automata/components.hpp"

namespace lariat::automata {
namespace {

// The sets that a component cannot do without, given the marks that occur on its transitions.
Marks needed_sets(const std::vector<Marks>& occurring, unsigned sets) {
  Marks needed = all_sets(sets);
  for (unsigned i = 0; i < sets; ++i) {
    const Marks bit = Marks{1} << i;
    if (std::ranges::all_of(occurring, [&](Marks m) { return (m & bit) != 0; })) {
      needed &= ~bit;
      continue;
    }
    // Implied by another that is still needed?
    Marks implied_by = needed & ~bit;
    for (const Marks m : occurring)
      if ((m & bit) == 0) implied_by &= ~m;
    if (implied_by != 0) needed &= ~bit;
  }
  return needed;
}

Marks pick(Marks marks, Marks sets) {
  Marks result = 0;
  unsigned to = 0;
  for (Marks left = sets; left != 0; left &= left - 1, ++to)
    if ((marks & left & (~left + 1)) != 0) result |= Marks{1} << to;
  return result;
}

}  // namespace

Tgba prune(Context& context, const Tgba& automaton, SetTrimming trimming) {
  const Components components = find_components(automaton);
  if (!components.at(automaton.initial).useful) return empty_automaton();
  std::vector<bool> kept(automaton.states());
  for (StateId s = 0; s < automaton.states(); ++s) kept[s] = components.reachable(s) && components.at(s).useful;

  std::vector<std::vector<Marks>> occurring(components.list.size());
  for (StateId s = 0; s < automaton.states(); ++s)
    if (kept[s] && components.at(s).accepting)
      for (const Transition& t : automaton.post[s])
        if (components.inside(s, t)) occurring[components.of[s]].push_back(t.marks);
  std::vector<Marks> needed(components.list.size());
  Marks needed_somewhere = 0;
  unsigned most = 0;
  for (std::size_t c = 0; c < needed.size(); ++c) {
    if (!components.list[c].accepting) continue;
    auto& list = occurring[c];
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    needed[c] = needed_sets(list, automaton.sets);
    needed_somewhere |= needed[c];
    most = std::max(most, static_cast<unsigned>(std::popcount(needed[c])));
  }
  // Some component may reject: there must be a set then to say so, even if all accepting components need none.
  bool rejecting_cycle = false;
  for (StateId s = 0; s < automaton.states(); ++s)
    rejecting_cycle |= kept[s] && components.at(s).has_cycle && !components.at(s).accepting;
  if (needed_somewhere == 0 && rejecting_cycle) needed_somewhere = most = 1;

  Tgba result = automaton;
  result.sets = trimming == SetTrimming::global ? static_cast<unsigned>(std::popcount(needed_somewhere)) : most;
  for (StateId s = 0; s < automaton.states(); ++s) {
    if (!kept[s]) continue;
    const std::uint32_t c = components.of[s];
    const auto own = static_cast<unsigned>(std::popcount(needed[c]));
    for (Transition& t : result.post[s]) {
      if (!components.list[c].accepting || !components.inside(s, t))
        t.marks = 0;
      else if (trimming == SetTrimming::global)
        // A component that needs no set meets all of them on every transition.
        t.marks = pick(t.marks | (needed[c] == 0 ? ~Marks{0} : 0), needed_somewhere);
      else
        t.marks = pick(t.marks, needed[c]) | (all_sets(result.sets) & ~all_sets(own));
    }
  }
  result = restrict_states(result, kept);
  merge_transitions(context, result);
  return result;
}

Tgba prune_state_based(const Tgba& automaton) {
  const Components components = find_components(automaton);
  if (!components.at(automaton.initial).useful) return empty_automaton();
  std::vector<bool> kept(automaton.states());
  Tgba result = automaton;
  for (StateId s = 0; s < automaton.states(); ++s) {
    kept[s] = components.reachable(s) && components.at(s).useful;
    if (kept[s] && !components.at(s).accepting)
      for (Transition& t : result.post[s]) t.marks = 0;
  }
  return restrict_states(result, kept);
}

}  // namespace lariat::automata
