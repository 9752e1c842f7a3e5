// SPDX-License-Identifier: Apache-2.0
#include "automata/degeneralise.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "automata/components.hpp"

namespace lariat::automata {
namespace {

class Degeneraliser {
 public:
  Degeneraliser(Context& context, const Tgba& automaton, std::vector<unsigned> order)
      : context_(context),
        automaton_(automaton),
        components_(find_components(automaton)),
        order_(std::move(order)),
        common_(automaton.states(), all_sets(automaton.sets)),
        entry_(automaton.states(), no_state) {
    if (order_.empty()) {
      order_.resize(automaton.sets);
      std::iota(order_.begin(), order_.end(), 0U);
    }
    for (StateId s = 0; s < automaton.states(); ++s)
      for (const Transition& t : automaton.post[s])
        if (components_.inside(s, t)) common_[s] &= t.marks;
  }

  Tgba run() {
    build();
    keep_last_copies();
    return std::move(result_);
  }

 private:
  unsigned last() const { return static_cast<unsigned>(order_.size()); }

  unsigned advance(unsigned level, Marks marks) const {
    while (level < last() && (marks >> order_[level] & 1) != 0) ++level;
    return level;
  }

  // The node at which a run enters the component of s from outside.
  StateId enter(StateId s) {
    if (entry_[s] == no_state) {
      const auto& component = components_.at(s);
      entry_[s] = node(s, component.accepting ? advance(0, common_[s]) : 0);
    }
    return entry_[s];
  }

  StateId node(StateId s, unsigned level) {
    const auto [at, is_new] = nodes_.emplace(std::uint64_t{s} * (last() + 1) + level, static_cast<StateId>(origin_.size()));
    if (is_new) {
      origin_.emplace_back(s, level);
      if (entry_[s] == no_state) entry_[s] = at->second;
    }
    return at->second;
  }

  void build() {
    result_.sets = 1;
    result_.initial = enter(automaton_.initial);
    for (StateId n = 0; n < origin_.size(); ++n) {
      context_.check_states(n + 1);
      const auto [s, level] = origin_[n];
      context_.tick(automaton_.post[s].size());
      const bool accepts = components_.at(s).accepting && level == last();
      std::vector<Transition> transitions;
      for (const Transition& t : automaton_.post[s]) {
        StateId target = no_state;
        if (!components_.inside(s, t))
          target = enter(t.target);
        else if (!components_.at(s).accepting)
          target = node(t.target, 0);
        else
          target = node(t.target, advance(level == last() ? 0 : level, t.marks | common_[t.target]));
        transitions.push_back({target, t.label, accepts ? Marks{1} : 0});
      }
      merge_transitions(context_, transitions);
      result_.post.push_back(std::move(transitions));
    }
  }

  void keep_last_copies() {
    const Components parts = find_components(result_);
    // The part of each component with the smallest number: it comes first in the order, hence leads to no other copy.
    std::vector<std::uint32_t> chosen(components_.list.size(), Components::none);
    for (StateId n = 0; n < result_.states(); ++n) {
      if (!parts.reachable(n)) continue;
      auto& part = chosen[components_.of[origin_[n].first]];
      part = std::min(part, parts.of[n]);
    }
    const auto is_kept = [&](StateId n) { return parts.of[n] == chosen[components_.of[origin_[n].first]]; };
    std::vector<StateId> copy(automaton_.states(), no_state);
    for (StateId n = 0; n < result_.states(); ++n)
      if (parts.reachable(n) && is_kept(n) && copy[origin_[n].first] == no_state) copy[origin_[n].first] = n;
    const auto redirect = [&](StateId n) { return is_kept(n) ? n : copy[origin_[n].first]; };
    result_.initial = redirect(result_.initial);
    for (auto& transitions : result_.post) {
      for (Transition& t : transitions) t.target = redirect(t.target);
      merge_transitions(context_, transitions);
    }
    const Components reachable = find_components(result_);
    std::vector<bool> kept(result_.states());
    for (StateId n = 0; n < result_.states(); ++n) kept[n] = reachable.reachable(n);
    result_ = restrict_states(result_, kept);
  }

  Context& context_;
  const Tgba& automaton_;
  const Components components_;
  std::vector<unsigned> order_;
  std::vector<Marks> common_;                         // by state: on all its transitions inside the component
  std::vector<StateId> entry_;                        // by state: where transitions from other components lead
  std::vector<std::pair<StateId, unsigned>> origin_;  // by node: state and level
  std::unordered_map<std::uint64_t, StateId> nodes_;
  Tgba result_;
};

}  // namespace

Tgba degeneralise(Context& context, const Tgba& automaton, const std::vector<unsigned>& order) {
  return Degeneraliser(context, automaton, order).run();
}

Tgba marks_to_states(Context& context, const Tgba& automaton) {
  const Components components = find_components(automaton);
  std::vector<Marks> common(automaton.states(), all_sets(automaton.sets));
  for (StateId s = 0; s < automaton.states(); ++s)
    for (const Transition& t : automaton.post[s])
      if (components.inside(s, t)) common[s] &= t.marks;
  Tgba result;
  result.sets = automaton.sets;
  std::vector<std::pair<StateId, Marks>> origin;
  std::vector<StateId> entry(automaton.states(), no_state);
  std::vector<std::unordered_map<Marks, StateId>> nodes(automaton.states());
  const auto node = [&](StateId s, Marks marks) {
    const auto [at, is_new] = nodes[s].emplace(marks, static_cast<StateId>(origin.size()));
    if (is_new) {
      origin.emplace_back(s, marks);
      if (entry[s] == no_state) entry[s] = at->second;
    }
    return at->second;
  };
  const auto enter = [&](StateId s) {
    if (entry[s] == no_state) node(s, components.at(s).accepting ? common[s] : 0);
    return entry[s];
  };
  result.initial = enter(automaton.initial);
  for (StateId n = 0; n < origin.size(); ++n) {
    context.check_states(n + 1);
    const auto [s, marks] = origin[n];
    context.tick(automaton.post[s].size());
    std::vector<Transition> transitions;
    for (const Transition& t : automaton.post[s]) {
      StateId target = no_state;
      if (!components.inside(s, t))
        target = enter(t.target);
      else
        target = node(t.target, components.at(s).accepting ? t.marks | common[t.target] : 0);
      transitions.push_back({target, t.label, marks});
    }
    merge_transitions(context, transitions);
    result.post.push_back(std::move(transitions));
  }
  return result;
}

bool is_state_based(const Tgba& automaton) {
  return std::ranges::all_of(automaton.post, [](const auto& transitions) {
    return std::ranges::all_of(transitions, [&](const Transition& t) { return t.marks == transitions[0].marks; });
  });
}

}  // namespace lariat::automata
