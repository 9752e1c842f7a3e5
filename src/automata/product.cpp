// SPDX-License-Identifier: Apache-2.0
#include "automata/product.hpp"

#include <unordered_map>

#include "automata/components.hpp"

namespace lariat::automata {
namespace {

// The product, each pair of transitions with the marks that `join` makes of theirs. For transitions of a that are `suspended`,
// b does not move but returns to its initial state. Pairs of states that are not `allowed` are left out.
template <class Join, class Suspended, class Allowed = bool (*)(StateId, StateId)>
Tgba pairs(
    Context& context, const Tgba& a, const Tgba& b, unsigned sets, Join join, Suspended suspended, Origins* origins,
    Allowed allowed = [](StateId, StateId) { return true; }) {
  Tgba result;
  result.sets = sets;
  Origins origin;
  std::unordered_map<std::uint64_t, StateId> number;
  const auto node = [&](StateId s, StateId t) {
    const auto [at, is_new] = number.emplace((std::uint64_t{s} << 32) | t, static_cast<StateId>(origin.size()));
    if (is_new) origin.emplace_back(s, t);
    return at->second;
  };
  result.initial = node(a.initial, b.initial);
  for (StateId n = 0; n < origin.size(); ++n) {
    context.check_states(n + 1);
    const auto [s, t] = origin[n];
    std::vector<Transition> transitions;
    for (const Transition& e : a.post[s]) {
      if (suspended(s, e)) {
        transitions.push_back({node(e.target, b.initial), e.label, 0});
        continue;
      }
      context.tick(b.post[t].size());
      for (const Transition& f : b.post[t]) {
        if (!allowed(e.target, f.target)) continue;
        const LabelId label = context.labels.conjoin(e.label, f.label);
        if (label != Labels::never) transitions.push_back({node(e.target, f.target), label, join(s, e, t, f)});
      }
    }
    merge_transitions(context, transitions);
    result.post.push_back(std::move(transitions));
  }
  if (origins != nullptr) *origins = std::move(origin);
  return result;
}

// The marks of the second automaton behind the sets of the first.
Marks shifted(Marks marks, unsigned sets) { return sets < max_sets ? marks << sets : 0; }

constexpr auto never_suspended = [](StateId, const Transition&) { return false; };

// The product with a weak automaton b, whose rejecting components take all marks away.
Tgba product_with_weak(Context& context, const Tgba& a, const Tgba& b, Origins* origins) {
  const Components components = find_components(b);
  return pairs(
      context, a, b, a.sets,
      [&](StateId, const Transition& e, StateId t, const Transition& f) {
        return components.inside(t, f) && components.at(t).accepting ? e.marks : 0;
      },
      never_suspended, origins);
}

}  // namespace

Tgba product(Context& context, const Tgba& a, const Tgba& b, Origins* origins) {
  if (a.sets > 0 && is_weak(b)) return product_with_weak(context, a, b, origins);
  if (b.sets > 0 && is_weak(a)) {
    Tgba result = product_with_weak(context, b, a, origins);
    if (origins != nullptr)
      for (auto& [s, t] : *origins) std::swap(s, t);
    return result;
  }
  if (a.sets + b.sets > max_sets) throw Stopped{"the automaton needs more than 64 acceptance sets"};
  return pair_transitions(context, a, b, origins);
}

Tgba pair_transitions(Context& context, const Tgba& a, const Tgba& b, Origins* origins) {
  return pairs(
      context, a, b, a.sets + b.sets,
      [&](StateId, const Transition& e, StateId, const Transition& f) { return e.marks | shifted(f.marks, a.sets); },
      never_suspended, origins);
}

Tgba pair_in_step(Context& context, const Tgba& a, const Tgba& b) {
  return pairs(
      context, a, b, a.sets + b.sets,
      [&](StateId, const Transition& e, StateId, const Transition& f) { return e.marks | shifted(f.marks, a.sets); },
      never_suspended, nullptr, [&](StateId s, StateId t) { return (s == a.initial) == (t == b.initial); });
}

Tgba suspended_product(Context& context, const Tgba& automaton, const Tgba& later) {
  if (automaton.sets + later.sets > max_sets) throw Stopped{"the automaton needs more than 64 acceptance sets"};
  const Components components = find_components(automaton);
  return pairs(
      context, automaton, later, automaton.sets + later.sets,
      [&](StateId, const Transition& e, StateId, const Transition& f) { return e.marks | shifted(f.marks, automaton.sets); },
      [&](StateId s, const Transition& e) { return !components.inside(s, e) || !components.at(s).accepting; }, nullptr);
}

bool are_disjoint(Context& context, const Tgba& a, const Tgba& b) { return is_empty(product(context, a, b)); }

}  // namespace lariat::automata
