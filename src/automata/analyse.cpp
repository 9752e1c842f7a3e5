// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/analyse.hpp"

#include <algorithm>
#include <numeric>

#include "automata/components.hpp"
#include "automata/product.hpp"
#include "automata/tgba.hpp"

namespace lariat::automata {
namespace {

// Two transitions of a state share a letter.
bool overlap(Workshop& workshop, const std::vector<Transition>& transitions) {
  LabelId seen = Labels::never;
  for (const Transition& t : transitions) {
    if (workshop.labels.conjoin(seen, t.label) != Labels::never) return true;
    seen = workshop.labels.disjoin(seen, t.label);
  }
  return false;
}

// In the product with itself, a pair of different states from which both accept a common word is reached by two runs over the
// same letters. So are the targets of two transitions of one state that share a letter.
std::optional<bool> is_unambiguous(Workshop& workshop, const Tgba& automaton, std::size_t max_pairs) {
  if (2 * automaton.sets > max_sets) return std::nullopt;
  std::vector<std::pair<StateId, StateId>> origin;
  Tgba pairs;
  try {
    workshop.max_states = max_pairs;
    pairs = product(workshop, automaton, automaton, &origin);
  } catch (const Stopped&) {
    return std::nullopt;
  }
  const Components components = find_components(pairs);
  for (StateId n = 0; n < pairs.states(); ++n) {
    if (!components.at(n).useful) continue;
    const auto [s, t] = origin[n];
    if (s != t) return false;
    for (const Transition& e : automaton.post[s])
      for (const Transition& f : automaton.post[s])
        if (&e < &f && e.target == f.target && workshop.labels.conjoin(e.label, f.label) != Labels::never) {
          // Runs that differ in a transition only. Both accept if the target does.
          for (const Transition& p : pairs.post[n])
            if (origin[p.target] == std::pair(e.target, e.target) && components.at(p.target).useful) return false;
        }
  }
  return true;
}

}  // namespace

Analysis analyse(const Automaton& automaton, const AnalyseOptions& options) {
  Analysis result;
  const Structure structure = classify(automaton.graph);
  result.strength = structure.strength;
  Workshop workshop;
  workshop.atoms = static_cast<std::uint32_t>(automaton.atoms.size());
  std::vector<std::uint32_t> numbers(automaton.atoms.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  const Tgba tgba = adopt(workshop, automaton, numbers);
  const Components components = find_components(tgba);
  result.very_weak = std::ranges::all_of(components.list, [](const auto& component) { return component.states == 1; });
  result.deterministic = automaton.graph.initial().size() <= 1;
  result.complete = !automaton.graph.initial().empty();
  for (StateId s = 0; s < tgba.states(); ++s) {
    if (!components.reachable(s)) continue;
    if (s >= automaton.graph.states()) continue;  // stands for several initial states
    if (overlap(workshop, tgba.post[s])) result.deterministic = false;
    std::vector<LabelId> labels;
    for (const Transition& t : tgba.post[s]) labels.push_back(t.label);
    if (workshop.labels.disjoin_all(labels) == Labels::always) continue;
    result.complete = false;
    // Once in an accepting state, any word will do: only then is it enough to reach one.
    if (result.strength == search::Strength::terminal && structure.accepting[s]) result.strength = search::Strength::weak;
  }
  if (result.deterministic || automaton.rejects_all)
    result.unambiguous = true;
  else
    result.unambiguous = is_unambiguous(workshop, tgba, options.max_pairs);
  return result;
}

}  // namespace lariat::automata
