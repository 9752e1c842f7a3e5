// SPDX-License-Identifier: Apache-2.0
#include "automata/combine.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "automata/components.hpp"
#include "automata/product.hpp"

namespace lariat::automata {
namespace {

// The accepting components alone. State 0 is new: it leads to each state that a transition inside a component leads to, under
// the letters of these transitions, and stays where it is under any letter.
Tgba tails(Context& context, const Tgba& automaton) {
  const Components components = find_components(automaton);
  Tgba result;
  result.sets = automaton.sets;
  result.post.resize(automaton.states() + 1);
  std::vector<std::vector<LabelId>> entering(automaton.states());
  for (StateId s = 0; s < automaton.states(); ++s) {
    if (!components.reachable(s) || !components.at(s).accepting) continue;
    for (const Transition& t : automaton.post[s])
      if (components.inside(s, t)) {
        result.post[s + 1].push_back({t.target + 1, t.label, t.marks});
        entering[t.target].push_back(t.label);
      }
  }
  result.post[0].push_back({0, Labels::always, 0});
  for (StateId s = 0; s < automaton.states(); ++s)
    if (!entering[s].empty()) result.post[0].push_back({s + 1, context.labels.disjoin_all(entering[s]), 0});
  return result;
}

}  // namespace

std::vector<ltl::Formula> independent_parts(ltl::FormulaStore& store, ltl::Formula f) {
  const std::span<const ltl::Formula> operands = store.operands(f);
  std::vector<std::size_t> group(operands.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto find = [&](std::size_t i) {
    while (group[i] != i) i = group[i] = group[group[i]];
    return i;
  };
  std::unordered_map<ltl::Formula, std::size_t> seen;
  for (std::size_t i = 0; i < operands.size(); ++i)
    for (const ltl::Formula atom : store.atoms(operands[i])) {
      const std::size_t other = find(seen.emplace(atom, i).first->second);
      const std::size_t mine = find(i);
      group[std::max(mine, other)] = std::min(mine, other);
    }
  std::vector<std::vector<ltl::Formula>> members(operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) members[find(i)].push_back(operands[i]);
  const bool conjunction = store.is(f, ltl::Op::conjunction);
  std::vector<ltl::Formula> result;
  for (const auto& part : members)
    if (!part.empty()) result.push_back(conjunction ? store.conjunction(part) : store.disjunction(part));
  return result;
}

Tgba sum(Context& context, const Tgba& a, const Tgba& b) {
  Tgba result;
  result.sets = std::max(a.sets, b.sets);
  result.post.emplace_back();
  for (const Tgba* part : {&a, &b}) {
    const auto offset = static_cast<StateId>(result.states());
    // A set that an automaton does not have is met by all its transitions.
    const Marks others = all_sets(result.sets) & ~all_sets(part->sets);
    for (const auto& transitions : part->post) {
      auto& to = result.post.emplace_back();
      for (const Transition& t : transitions) to.push_back({t.target + offset, t.label, t.marks | others});
    }
    const auto& initial = result.post[offset + part->initial];
    result.post[0].insert(result.post[0].end(), initial.begin(), initial.end());
  }
  merge_transitions(context, result.post[0]);
  return result;
}

Tgba product_of_tails(Context& context, std::span<const Tgba> automata) {
  unsigned sets = 0;
  for (const Tgba& automaton : automata) sets += automaton.sets;
  if (sets > max_sets) throw Stopped{"the automaton needs more than 64 acceptance sets"};
  Tgba result = tails(context, automata[0]);
  for (const Tgba& automaton : automata.subspan(1)) result = pair_in_step(context, result, tails(context, automaton));
  return result;
}

}  // namespace lariat::automata
