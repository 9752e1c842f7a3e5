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
bool overlap(Context& context, const std::vector<Transition>& transitions) {
  LabelId seen = Labels::never;
  for (const Transition& t : transitions) {
    if (context.labels.conjoin(seen, t.label) != Labels::never) return true;
    seen = context.labels.disjoin(seen, t.label);
  }
  return false;
}

constexpr std::uint64_t max_degree = 64;  // transitions of a pair that are looked at, on average

// In the product with itself, a pair of different states from which both accept a common word is reached by two runs over the
// same letters. So are the targets of two transitions of one state that share a letter.
bool is_unambiguous(Context& context, const Tgba& automaton) {
  Origins origin;
  const Tgba pairs = product(context, automaton, automaton, &origin);
  const Components components = find_components(pairs);
  for (StateId n = 0; n < pairs.states(); ++n) {
    if (!components.at(n).useful) continue;
    const auto [s, t] = origin[n];
    if (s != t) return false;
    context.tick(automaton.post[s].size() * automaton.post[s].size());
    for (const Transition& e : automaton.post[s])
      for (const Transition& f : automaton.post[s])
        if (&e < &f && e.target == f.target && context.labels.conjoin(e.label, f.label) != Labels::never) {
          // Runs that differ in a transition only. Both accept if the target does.
          for (const Transition& p : pairs.post[n])
            if (origin[p.target] == std::pair(e.target, e.target) && components.at(p.target).useful) return false;
        }
  }
  return true;
}

// None if finding out takes too long.
std::optional<bool> is_unambiguous(Context& context, const Tgba& automaton, std::size_t max_pairs) {
  if (2 * automaton.sets > max_sets || max_pairs == 0) return std::nullopt;
  context.max_states = max_pairs;
  context.max_steps = context.steps() + max_degree * max_pairs;
  try {
    return is_unambiguous(context, automaton);
  } catch (const Stopped&) {
    return std::nullopt;
  } catch (const Labels::TooLarge&) {
    return std::nullopt;
  }
}

}  // namespace

Analysis analyse(const Automaton& automaton, const AnalyseOptions& options) {
  Analysis result;
  const Structure structure = classify(automaton.graph);
  result.strength = structure.strength;
  Context context;
  context.limits = options.limits;
  context.atoms = static_cast<std::uint32_t>(automaton.atoms.size());
  std::vector<std::uint32_t> numbers(automaton.atoms.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  const Tgba tgba = adopt(context, automaton, numbers);
  const Components components = find_components(tgba);
  result.very_weak = std::ranges::all_of(components.list, [](const auto& component) { return component.states == 1; });
  result.deterministic = automaton.graph.initial().size() <= 1;
  result.complete = !automaton.graph.initial().empty();
  for (StateId s = 0; s < tgba.states(); ++s) {
    if (!components.reachable(s)) continue;
    if (s >= automaton.graph.states()) continue;  // stands for several initial states
    if (overlap(context, tgba.post[s])) result.deterministic = false;
    std::vector<LabelId> labels;
    for (const Transition& t : tgba.post[s]) labels.push_back(t.label);
    if (context.labels.disjoin_all(labels) == Labels::always) continue;
    result.complete = false;
    // Once in an accepting state, any word will do: only then is it enough to reach one.
    if (result.strength == search::Strength::terminal && structure.accepting[s]) result.strength = search::Strength::weak;
  }
  if (result.deterministic || automaton.rejects_all)
    result.unambiguous = true;
  else
    result.unambiguous = is_unambiguous(context, tgba, options.max_pairs);
  return result;
}

}  // namespace lariat::automata
