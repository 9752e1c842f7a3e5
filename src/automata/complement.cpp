// SPDX-License-Identifier: Apache-2.0
#include "automata/complement.hpp"

#include "automata/breakpoint.hpp"
#include "automata/product.hpp"

namespace lariat::automata {

Tgba complement_deterministic(Workshop& workshop, const Tgba& given) {
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
      possible = workshop.labels.disjoin(possible, t.label);
      result.post[s].push_back({t.target, t.label, 0});
      for (unsigned set = 0; set < given.sets; ++set) {
        if ((t.marks >> set & 1) != 0) continue;
        const StateId copy = (set + 1) * n;
        result.post[s].push_back({copy + t.target, t.label, 0});
        result.post[copy + s].push_back({copy + t.target, t.label, 1});
      }
    }
    const LabelId rest = workshop.labels.negate(possible);
    if (rest != Labels::never) result.post[s].push_back({ended, rest, 1});
  }
  return result;
}

std::optional<Tgba> complement(Workshop& workshop, const Tgba& automaton, std::size_t max_states) {
  if (is_deterministic(workshop, automaton)) {
    if ((automaton.sets + std::size_t{1}) * automaton.states() >= max_states) return std::nullopt;
    return complement_deterministic(workshop, automaton);
  }
  if (is_weak(automaton)) return complement_weak(workshop, automaton, max_states);
  return std::nullopt;
}

}  // namespace lariat::automata
