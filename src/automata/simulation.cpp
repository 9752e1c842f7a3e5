// SPDX-License-Identifier: Apache-2.0
#include "automata/simulation.hpp"

#include <algorithm>
#include <numeric>

#include "automata/components.hpp"
#include "automata/prune.hpp"

namespace lariat::automata {
namespace {

// A relation between states, one bit a pair.
class Relation {
 public:
  Relation(std::size_t states, bool value) : states_(states), bits_(states * states, value) {}
  bool operator()(StateId p, StateId q) const { return bits_[p * states_ + q] != 0; }
  void set(StateId p, StateId q, bool value) { bits_[p * states_ + q] = value; }

 private:
  std::size_t states_;
  std::vector<std::uint8_t> bits_;
};

// True iff each letter of `label` has a transition of q with these marks and a target that simulates `target`.
bool covered(Labels& labels, const Transition& e, const std::vector<Transition>& others, const Relation& simulates) {
  LabelId left = e.label;
  for (const Transition& f : others) {
    if ((e.marks & ~f.marks) != 0 || !simulates(e.target, f.target)) continue;
    left = labels.subtract(left, f.label);
    if (left == Labels::never) return true;
  }
  return false;
}

// simulates(p, q): q simulates p. Refines the relation to the largest simulation in it. The transitions of q that answer those
// of p are taken from `answers`, which differs from `automaton` in marks at most.
void refine(Context& context, const Tgba& automaton, const Tgba& answers, Relation& simulates) {
  const auto n = static_cast<StateId>(automaton.states());
  std::vector<std::vector<StateId>> sources(n);
  for (StateId s = 0; s < n; ++s)
    for (const Transition& t : automaton.post[s])
      if (sources[t.target].empty() || sources[t.target].back() != s) sources[t.target].push_back(s);
  // Only states with a successor that lost a simulator have to be looked at again.
  std::vector<bool> waiting(n, true);
  std::vector<StateId> queue(n);
  std::iota(queue.begin(), queue.end(), 0U);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    context.tick();
    const StateId p = queue[i];
    waiting[p] = false;
    bool lost = false;
    for (StateId q = 0; q < n; ++q) {
      if (p == q || !simulates(p, q)) continue;
      context.tick(automaton.post[p].size());
      for (const Transition& e : automaton.post[p]) {
        if (covered(context.labels, e, answers.post[q], simulates)) continue;
        simulates.set(p, q, false);
        lost = true;
        break;
      }
    }
    if (!lost) continue;
    for (const StateId s : sources[p])
      if (!waiting[s]) {
        waiting[s] = true;
        queue.push_back(s);
      }
  }
}

// The automaton with one state for each class of states that simulate each other, and only the best transitions.
Tgba quotient(Context& context, const Tgba& automaton, const Relation& simulates) {
  const auto n = static_cast<StateId>(automaton.states());
  std::vector<StateId> number(n, no_state);
  std::vector<StateId> representatives;
  for (StateId s = 0; s < n; ++s) {
    if (number[s] != no_state) continue;
    for (StateId t = s; t < n; ++t)
      if (t == s || (simulates(s, t) && simulates(t, s))) number[t] = static_cast<StateId>(representatives.size());
    representatives.push_back(s);
  }
  Tgba result;
  result.sets = automaton.sets;
  result.initial = number[automaton.initial];
  result.post.resize(representatives.size());
  for (StateId c = 0; c < representatives.size(); ++c) {
    auto& transitions = result.post[c];
    for (const Transition& t : automaton.post[representatives[c]]) transitions.push_back({number[t.target], t.label, t.marks});
    merge_transitions(context, transitions);
    // Targets and marks differ now, so that no two transitions are each as good as the other.
    const std::vector<Transition> all = transitions;
    context.tick(1 + all.size() * all.size() / 64);
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = 0; j < all.size(); ++j)
        if (i != j && (all[i].marks & ~all[j].marks) == 0 &&
            simulates(representatives[all[i].target], representatives[all[j].target]))
          transitions[i].label = context.labels.subtract(transitions[i].label, all[j].label);
    std::erase_if(transitions, [](const Transition& t) { return t.label == Labels::never; });
  }
  return result;
}

bool too_large(const Tgba& automaton, const SimulationOptions& options) {
  // About as many comparisons as one pass over all pairs makes.
  const std::size_t edges = automaton.edges();
  return edges * edges > options.max_work || automaton.states() * automaton.states() > options.max_work;
}

}  // namespace

std::optional<std::vector<bool>> simulation(Context& context, const Tgba& automaton, const SimulationOptions& options) {
  if (too_large(automaton, options)) return std::nullopt;
  const auto n = static_cast<StateId>(automaton.states());
  Relation simulates(n, true);
  refine(context, automaton, automaton, simulates);
  std::vector<bool> result(std::size_t{n} * n);
  for (StateId p = 0; p < n; ++p)
    for (StateId q = 0; q < n; ++q) result[std::size_t{p} * n + q] = simulates(p, q);
  return result;
}

Tgba reduce_forward(Context& context, const Tgba& automaton, const SimulationOptions& options) {
  if (too_large(automaton, options)) return merge_bisimilar(context, automaton);
  Relation simulates(automaton.states(), true);
  refine(context, automaton, automaton, simulates);
  return quotient(context, automaton, simulates);
}

Tgba reduce_backward(Context& context, const Tgba& automaton, const SimulationOptions& options) {
  if (too_large(automaton, options)) return automaton;
  const Tgba turned = reversed(automaton);
  Relation simulates(automaton.states(), true);
  for (StateId q = 0; q < automaton.states(); ++q)
    if (q != automaton.initial) simulates.set(automaton.initial, q, false);
  if (options.state_based) {
    const auto marks = [&](StateId s) { return automaton.post[s].empty() ? 0 : automaton.post[s][0].marks; };
    for (StateId p = 0; p < automaton.states(); ++p)
      for (StateId q = 0; q < automaton.states(); ++q)
        if ((marks(p) & ~marks(q)) != 0) simulates.set(p, q, false);
  }
  refine(context, turned, turned, simulates);
  Tgba result = reversed(quotient(context, turned, simulates));
  merge_transitions(context, result);
  return result;
}

Tgba merge_across_components(Context& context, const Tgba& automaton, const SimulationOptions& options) {
  if (too_large(automaton, options)) return automaton;
  const Components components = find_components(automaton);
  if (components.list.size() == 1) return automaton;
  const auto n = static_cast<StateId>(automaton.states());
  const auto leaves = [&](StateId s, const Transition& t) { return !components.inside(s, t); };
  Tgba generous = automaton;
  for (StateId s = 0; s < n; ++s)
    for (Transition& t : generous.post[s])
      if (leaves(s, t)) t.marks = all_sets(automaton.sets);
  Relation simulates(n, true);
  refine(context, automaton, generous, simulates);

  std::vector<StateId> replacement(n);
  std::iota(replacement.begin(), replacement.end(), 0U);
  for (StateId p = 0; p < n; ++p)
    for (StateId q = 0; q < n; ++q)
      if (components.of[q] < components.of[replacement[p]] && simulates(p, q) && simulates(q, p)) replacement[p] = q;
  Tgba result = automaton;
  result.initial = replacement[automaton.initial];
  for (StateId s = 0; s < n; ++s) {
    auto& transitions = result.post[s];
    for (Transition& t : transitions) {
      t.target = replacement[t.target];
      if (leaves(s, t) && !options.state_based) t.marks = 0;
    }
    merge_transitions(context, transitions);
    const std::vector<Transition> all = transitions;
    context.tick(1 + all.size() * all.size() / 64);
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = 0; j < all.size(); ++j) {
        if (i == j || !leaves(s, all[j]) || !simulates(all[i].target, all[j].target)) continue;
        // If two transitions are equally good and both lead out, the first stays.
        if (leaves(s, all[i]) && simulates(all[j].target, all[i].target) && i < j) continue;
        transitions[i].label = context.labels.subtract(transitions[i].label, all[j].label);
      }
    std::erase_if(transitions, [](const Transition& t) { return t.label == Labels::never; });
  }
  return result;
}

Tgba reduce(Context& context, Tgba automaton, const SimulationOptions& options) {
  if (automaton.states() > 16) automaton = merge_bisimilar(context, automaton);
  while (true) {
    const std::size_t states = automaton.states();
    const std::size_t edges = automaton.edges();
    automaton = reduce_forward(context, automaton, options);
    automaton = reduce_backward(context, automaton, options);
    automaton = merge_across_components(context, automaton, options);
    automaton = options.state_based ? prune_state_based(automaton) : prune(context, automaton);
    if (automaton.states() == states && automaton.edges() == edges) return automaton;
  }
}

}  // namespace lariat::automata
