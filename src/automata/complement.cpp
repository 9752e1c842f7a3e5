// SPDX-License-Identifier: Apache-2.0
#include "automata/complement.hpp"

#include <vector>

#include "automata/breakpoint.hpp"
#include "automata/degeneralise.hpp"
#include "automata/product.hpp"

namespace lariat::automata {

Tgba complement_deterministic(Context& context, const Tgba& given) {
  const auto n = static_cast<StateId>(given.states());
  const StateId ended = (given.sets + 1) * n;  // the run has come to its end: all that follows is accepted
  Tgba result;
  result.sets = 1;
  result.initial = given.initial;
  result.post.resize(std::size_t{ended} + 1);
  result.post[ended].push_back({ended, Labels::always, 1});
  for (StateId s = 0; s < n; ++s) {
    LabelId possible = Labels::never;
    for (const Transition& t : given.post[s]) {
      possible = context.labels.disjoin(possible, t.label);
      result.post[s].push_back({t.target, t.label, 0});
      for (unsigned set = 0; set < given.sets; ++set) {
        if ((t.marks >> set & 1) != 0) continue;
        const StateId copy = (set + 1) * n;
        result.post[s].push_back({copy + t.target, t.label, 0});
        result.post[copy + s].push_back({copy + t.target, t.label, 1});
      }
    }
    const LabelId rest = context.labels.negate(possible);
    if (rest != Labels::never) result.post[s].push_back({ended, rest, 1});
  }
  return result;
}

std::optional<Tgba> complement(Context& context, const Tgba& automaton, std::size_t max_states) {
  if (is_deterministic(context, automaton)) {
    if ((automaton.sets + std::size_t{1}) * automaton.states() >= max_states) return std::nullopt;
    return complement_deterministic(context, automaton);
  }
  // A word is not accepted if no component accepts it: those that are weak together, and each of the others.
  const Components components = find_components(automaton);
  const Marks all = all_sets(automaton.sets);
  Tgba weak = automaton;
  std::vector<std::uint32_t> others;
  for (std::uint32_t c = 0; c < components.list.size(); ++c) {
    const auto& component = components.list[c];
    if (!component.accepting || (component.common & all) == all) continue;
    if (automaton.sets > 1 && !is_deterministic_inside(context, automaton, components, c))
      return complement(context, degeneralise(context, automaton), max_states);
    others.push_back(c);
  }
  for (StateId s = 0; s < weak.states(); ++s)
    for (Transition& t : weak.post[s])
      if (!components.reachable(s) || (components.at(s).common & all) != all) t.marks = 0;
  std::optional<Tgba> result = complement_weak(context, weak, max_states);
  for (const std::uint32_t c : others) {
    if (!result) return std::nullopt;
    const std::optional<Tgba> one = is_deterministic_inside(context, automaton, components, c)
                                        ? complement_safe(context, automaton, components, c, max_states)
                                        : complement_ranks(context, automaton, components, c, max_states);
    if (!one) return std::nullopt;
    result = product(context, *result, *one);
    if (result->states() > max_states) return std::nullopt;
  }
  return result;
}

}  // namespace lariat::automata
