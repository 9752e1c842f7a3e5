// SPDX-License-Identifier: Apache-2.0
#include "automata/wdba.hpp"

#include <algorithm>
#include <unordered_map>

#include "automata/components.hpp"
#include "automata/letters.hpp"
#include "automata/product.hpp"
#include "automata/prune.hpp"
#include "automata/simulation.hpp"

namespace lariat::automata {
namespace {

using Subset = std::vector<StateId>;

struct Powerset {
  Tgba automaton;               // deterministic; no sets
  std::vector<Subset> subsets;  // by state
};

std::optional<Powerset> powerset(Context& context, const Tgba& given, std::size_t max_states) {
  Labels& labels = context.labels;
  // Variable atoms + s stands for the state s as a target.
  std::vector<LabelId> functions(given.states());
  for (StateId s = 0; s < given.states(); ++s) {
    std::vector<LabelId> parts;
    for (const Transition& t : given.post[s]) parts.push_back(labels.conjoin(t.label, labels.atom(context.atoms + t.target)));
    functions[s] = labels.disjoin_all(parts);
  }
  Powerset result;
  std::unordered_map<LabelId, StateId> number;  // by the disjunction of the variables of the subset
  const auto node = [&](LabelId disjunction) {
    const auto [at, is_new] = number.emplace(disjunction, static_cast<StateId>(result.subsets.size()));
    if (is_new) {
      Subset subset;
      for (LabelId a = disjunction; a > Labels::always; a = labels.low(a)) subset.push_back(labels.top_atom(a) - context.atoms);
      result.subsets.push_back(std::move(subset));
    }
    return at->second;
  };
  result.automaton.initial = node(labels.atom(context.atoms + given.initial));
  std::vector<LabelId> parts;
  for (StateId n = 0; n < result.subsets.size(); ++n) {
    context.check_states(n + 1);
    if (n >= max_states) return std::nullopt;
    parts.clear();
    for (const StateId s : result.subsets[n]) parts.push_back(functions[s]);
    std::vector<Transition> transitions;
    context.tick(parts.size());
    for (const Rest& rest : split_by_letters(labels, labels.disjoin_all(parts), context.atoms))
      transitions.push_back({node(rest.function), rest.letters, 0});
    result.automaton.post.push_back(std::move(transitions));
  }
  return result;
}

// A shortest cycle through s inside its component, as letters.
std::vector<std::vector<bool>> some_cycle(const Context& context, const Tgba& automaton, const Components& components,
                                          StateId s) {
  struct Arrival {
    StateId source;
    LabelId label;
  };
  std::unordered_map<StateId, Arrival> reached_by;
  std::vector<StateId> queue = {s};
  for (std::size_t i = 0; i < queue.size() && !reached_by.contains(s); ++i)
    for (const Transition& t : automaton.post[queue[i]])
      if (components.inside(s, t) && reached_by.emplace(t.target, Arrival{queue[i], t.label}).second) queue.push_back(t.target);
  std::vector<std::vector<bool>> letters;
  StateId t = s;
  do {
    const Arrival& arrival = reached_by.at(t);
    std::vector<bool> letter(context.atoms);
    const std::optional<Conjunction> cube = context.labels.some_cube(arrival.label);
    for (const auto& [atom, positive] : *cube) letter[atom] = positive;
    letters.push_back(std::move(letter));
    t = arrival.source;
  } while (t != s);
  std::ranges::reverse(letters);
  return letters;
}

// True iff the automaton accepts the word that repeats `cycle`, from one of the states.
bool accepts(const Context& context, const Tgba& automaton, const Subset& states, const std::vector<std::vector<bool>>& cycle) {
  Tgba runs;  // nodes are pairs of a state and a position, and one to begin with
  runs.sets = automaton.sets;
  const auto length = static_cast<StateId>(cycle.size());
  std::unordered_map<std::uint64_t, StateId> number;
  std::vector<std::pair<StateId, StateId>> origin = {{no_state, 0}};
  const auto node = [&](StateId s, StateId position) {
    const auto [at, is_new] = number.emplace(std::uint64_t{s} * length + position, static_cast<StateId>(origin.size()));
    if (is_new) origin.emplace_back(s, position);
    return at->second;
  };
  runs.post.emplace_back();
  for (const StateId s : states) runs.post[0].push_back({node(s, 0), Labels::always, 0});
  for (std::size_t n = 1; n < origin.size(); ++n) {
    const auto [s, position] = origin[n];
    std::vector<Transition> transitions;
    for (const Transition& t : automaton.post[s])
      if (context.labels.holds(t.label, cycle[position]))
        transitions.push_back({node(t.target, position + 1 == length ? 0 : position + 1), Labels::always, t.marks});
    runs.post.push_back(std::move(transitions));
  }
  return !is_empty(runs);
}

}  // namespace

std::optional<Tgba> minimal_wdba(Context& context, const Tgba& given, std::size_t max_states) {
  std::optional<Powerset> deterministic = powerset(context, given, max_states);
  if (!deterministic) return std::nullopt;
  Tgba& automaton = deterministic->automaton;
  Components components = find_components(automaton);
  std::vector<StateId> some_state(components.list.size(), no_state);
  for (StateId s = 0; s < automaton.states(); ++s) some_state[components.of[s]] = s;
  for (std::uint32_t c = 0; c < components.list.size(); ++c) {
    auto& component = components.list[c];
    if (!component.has_cycle) continue;
    stop_at_limit(context.limits);
    const StateId s = some_state[c];
    component.accepting = accepts(context, given, deterministic->subsets[s], some_cycle(context, automaton, components, s));
  }
  // Useful are the states from which an accepting component can be reached; components come with successors first.
  std::vector<std::vector<StateId>> members(components.list.size());
  for (StateId s = 0; s < automaton.states(); ++s) members[components.of[s]].push_back(s);
  for (std::uint32_t c = 0; c < components.list.size(); ++c) {
    components.list[c].useful = components.list[c].accepting;
    for (const StateId s : members[c])
      for (const Transition& t : automaton.post[s]) components.list[c].useful |= components.at(t.target).useful;
  }
  if (!components.at(automaton.initial).useful) return empty_automaton();

  // Löding's colours: even for accepting. What is missing or useless leads to a rejecting sink.
  const std::uint32_t highest = (static_cast<std::uint32_t>(components.list.size()) + 2) * 2;
  const std::uint32_t sink = highest - 1;
  std::vector<std::uint32_t> colour(components.list.size(), sink);
  for (std::uint32_t c = 0; c < components.list.size(); ++c) {
    const auto& component = components.list[c];
    if (!component.useful) continue;
    std::uint32_t lowest = highest;
    for (const StateId s : members[c]) {
      std::vector<LabelId> seen;
      for (const Transition& t : automaton.post[s]) {
        seen.push_back(t.label);
        if (!components.inside(s, t)) lowest = std::min(lowest, colour[components.of[t.target]]);
      }
      if (context.labels.disjoin_all(seen) != Labels::always) lowest = std::min(lowest, sink);
    }
    if (!component.has_cycle)
      colour[c] = lowest;
    else
      colour[c] = component.accepting ? lowest & ~1U : (lowest - 1) | 1U;
  }
  std::vector<bool> kept(automaton.states());
  for (StateId s = 0; s < automaton.states(); ++s) {
    kept[s] = components.at(s).useful;
    const Marks marks = colour[components.of[s]] % 2 == 0 ? 1 : 0;
    for (Transition& t : automaton.post[s]) t.marks = marks;
  }
  automaton.sets = 1;
  return prune_state_based(merge_bisimilar(context, restrict_states(automaton, kept)));
}

// A counterexample is a cycle that the weak automaton accepts and on which the other misses a set, or is not there any more.
bool accepts_all_of(Context& context, const Tgba& deterministic, const Tgba& wdba) {
  Tgba completed = deterministic;
  const auto sink = static_cast<StateId>(deterministic.states());
  completed.sets = deterministic.sets + 1;  // one more for not being in the sink
  if (2 * completed.sets > max_sets) return false;
  for (auto& transitions : completed.post) {
    std::vector<LabelId> seen;
    for (Transition& t : transitions) {
      seen.push_back(t.label);
      t.marks |= Marks{1} << deterministic.sets;
    }
    const LabelId missing = context.labels.negate(context.labels.disjoin_all(seen));
    if (missing != Labels::never) transitions.push_back({sink, missing, 0});
  }
  completed.post.push_back({{sink, Labels::always, 0}});
  const Tgba both = pair_transitions(context, completed, wdba);
  const Marks accepted = Marks{1} << completed.sets;  // by the weak automaton
  for (unsigned set = 0; set < completed.sets; ++set) {
    // All states of the product, and the transitions that miss the set.
    Tgba missing;
    missing.sets = 1;
    missing.post.resize(both.states() + 1);
    missing.initial = static_cast<StateId>(both.states());
    for (StateId s = 0; s < both.states(); ++s) {
      missing.post.back().push_back({s, Labels::always, 0});
      for (const Transition& t : both.post[s])
        if ((t.marks >> set & 1) == 0) missing.post[s].push_back({t.target, t.label, (t.marks & accepted) != 0 ? Marks{1} : 0});
    }
    if (!is_empty(missing)) return false;
  }
  return true;
}

Tgba complement_wdba(Context& context, const Tgba& automaton) {
  Tgba result = automaton;
  result.sets = 1;
  const auto sink = static_cast<StateId>(automaton.states());
  for (auto& transitions : result.post) {
    std::vector<LabelId> seen;
    const Marks marks = transitions.empty() || transitions[0].marks == 0 ? 1 : 0;
    for (Transition& t : transitions) {
      seen.push_back(t.label);
      t.marks = marks;
    }
    const LabelId missing = context.labels.negate(context.labels.disjoin_all(seen));
    if (missing != Labels::never) transitions.push_back({sink, missing, 1});
  }
  result.post.push_back({{sink, Labels::always, 1}});
  return result;
}

}  // namespace lariat::automata
