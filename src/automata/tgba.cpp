// SPDX-License-Identifier: Apache-2.0
#include "automata/tgba.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace lariat::automata {
namespace {

// Copies functions from one Labels to another, with other numbers for the atoms if asked.
class LabelCopier {
 public:
  LabelCopier(const Labels& from, Labels& to) : from_(from), to_(to) {}

  LabelId copy(LabelId label, const std::vector<std::uint32_t>* numbers) {
    std::vector<LabelId> open = {label};
    std::vector<LabelId> order;
    while (!open.empty()) {
      const LabelId a = open.back();
      open.pop_back();
      if (a <= Labels::always || copies_.contains(a)) continue;
      copies_.emplace(a, Labels::never);
      order.push_back(a);
      open.push_back(from_.low(a));
      open.push_back(from_.high(a));
    }
    std::ranges::sort(order);  // children before parents
    for (const LabelId a : order) {
      const std::uint32_t number = numbers != nullptr ? (*numbers)[from_.top_atom(a)] : from_.top_atom(a);
      const LabelId atom = to_.atom(number);
      copies_[a] = to_.disjoin(to_.conjoin(atom, copied(from_.high(a))), to_.subtract(copied(from_.low(a)), atom));
    }
    return copied(label);
  }

 private:
  LabelId copied(LabelId a) const { return a <= Labels::always ? a : copies_.at(a); }

  const Labels& from_;
  Labels& to_;
  std::unordered_map<LabelId, LabelId> copies_;
};

}  // namespace

std::size_t Tgba::edges() const {
  std::size_t count = 0;
  for (const auto& transitions : post) count += transitions.size();
  return count;
}

void Context::check_states(std::size_t states) const {
  if (max_states != 0 && states > max_states) throw Stopped{too_many_states};
  if (states % 64 == 0) stop_at_limit(limits);
}

void Context::look_at_limits() {
  constexpr std::uint64_t interval = 4096;
  next_look_ = steps_ + interval;
  if (steps_ > max_steps) throw Stopped{"the limit of steps was reached"};
  stop_at_limit(limits);
}

bool smaller(const Tgba& a, const Tgba& b) { return std::tuple(a.states(), a.edges()) < std::tuple(b.states(), b.edges()); }

Tgba empty_automaton() {
  Tgba result;
  result.post.resize(1);
  result.sets = 1;
  return result;
}

void merge_transitions(Context& context, std::vector<Transition>& transitions) {
  if (transitions.size() < 2) {
    if (!transitions.empty() && transitions[0].label == Labels::never) transitions.clear();
    return;
  }
  std::ranges::sort(transitions, {}, [](const Transition& t) { return std::tuple(t.target, t.marks, t.label); });
  std::size_t to = 0;
  for (std::size_t from = 0; from < transitions.size(); ++from) {
    const Transition& t = transitions[from];
    if (t.label == Labels::never) continue;
    if (to > 0 && transitions[to - 1].target == t.target && transitions[to - 1].marks == t.marks)
      transitions[to - 1].label = context.labels.disjoin(transitions[to - 1].label, t.label);
    else
      transitions[to++] = t;
  }
  transitions.resize(to);
}

void merge_transitions(Context& context, Tgba& automaton) {
  for (auto& transitions : automaton.post) merge_transitions(context, transitions);
}

std::size_t states_with_choice(Context& context, const Tgba& automaton) {
  std::size_t count = 0;
  for (const auto& transitions : automaton.post) {
    LabelId seen = Labels::never;
    for (const Transition& t : transitions) {
      if (context.labels.conjoin(seen, t.label) != Labels::never) {
        ++count;
        break;
      }
      seen = context.labels.disjoin(seen, t.label);
    }
  }
  return count;
}

bool is_deterministic(Context& context, const Tgba& automaton) { return states_with_choice(context, automaton) == 0; }

bool is_complete(Context& context, const Tgba& automaton) {
  for (const auto& transitions : automaton.post) {
    LabelId seen = Labels::never;
    for (const Transition& t : transitions) seen = context.labels.disjoin(seen, t.label);
    if (seen != Labels::always) return false;
  }
  return true;
}

Tgba restrict_states(const Tgba& automaton, const std::vector<bool>& kept) {
  std::vector<StateId> number(automaton.states(), no_state);
  StateId count = 0;
  for (StateId s = 0; s < automaton.states(); ++s)
    if (kept[s]) number[s] = count++;
  Tgba result;
  result.sets = automaton.sets;
  result.initial = number[automaton.initial];
  result.post.resize(count);
  for (StateId s = 0; s < automaton.states(); ++s) {
    if (!kept[s]) continue;
    auto& transitions = result.post[number[s]];
    transitions.reserve(automaton.post[s].size());
    for (const Transition& t : automaton.post[s])
      if (kept[t.target]) transitions.push_back({number[t.target], t.label, t.marks});
  }
  return result;
}

Tgba reversed(const Tgba& automaton) {
  Tgba result;
  result.sets = automaton.sets;
  result.initial = automaton.initial;
  result.post.resize(automaton.states());
  for (StateId s = 0; s < automaton.states(); ++s)
    for (const Transition& t : automaton.post[s]) result.post[t.target].push_back({s, t.label, t.marks});
  return result;
}

Automaton publish(const Context& context, const Tgba& automaton, std::vector<std::string> atoms, bool state_based) {
  std::vector<StateId> number(automaton.states(), no_state);
  std::vector<StateId> order = {automaton.initial};
  number[automaton.initial] = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const Transition& t : automaton.post[order[i]])
      if (number[t.target] == no_state) {
        number[t.target] = static_cast<StateId>(order.size());
        order.push_back(t.target);
      }
  Automaton result;
  result.atoms = std::move(atoms);
  GraphBuilder builder(automaton.sets);
  builder.ensure_states(order.size());
  builder.add_initial(0);
  LabelCopier copier(context.labels, result.labels);
  for (StateId s = 0; s < order.size(); ++s) {
    const auto& transitions = automaton.post[order[s]];
    if (state_based && !transitions.empty()) builder.mark_state(s, transitions[0].marks);
    for (const Transition& t : transitions) {
      builder.add_edge(s, number[t.target], state_based ? 0 : t.marks);
      result.edge_labels.push_back(copier.copy(t.label, nullptr));
    }
  }
  result.graph = std::move(builder).build();
  return result;
}

Tgba adopt(Context& context, const Automaton& automaton, const std::vector<std::uint32_t>& atom_numbers) {
  const Graph& graph = automaton.graph;
  Tgba result;
  result.sets = graph.sets();
  result.post.resize(graph.states());
  LabelCopier copier(automaton.labels, context.labels);
  for (StateId s = 0; s < graph.states(); ++s) {
    const auto targets = graph.targets(s);
    for (std::uint32_t i = 0; i < targets.size(); ++i) {
      const std::uint32_t edge = graph.first_edge(s) + i;
      result.post[s].push_back(
          {targets[i], copier.copy(automaton.edge_labels[edge], &atom_numbers), graph.edge_marks(edge) | graph.state_marks(s)});
    }
  }
  if (graph.initial().size() == 1) {
    result.initial = graph.initial()[0];
    return result;
  }
  std::vector<Transition> all;
  for (const StateId s : graph.initial()) all.insert(all.end(), result.post[s].begin(), result.post[s].end());
  result.initial = static_cast<StateId>(result.states());
  result.post.push_back(std::move(all));
  return result;
}

}  // namespace lariat::automata
