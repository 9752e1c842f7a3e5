// SPDX-License-Identifier: Apache-2.0
#include "automata/breakpoint.hpp"

#include <unordered_map>

#include "automata/components.hpp"
#include "automata/letters.hpp"

namespace lariat::automata {
namespace {

class Breakpoints {
 public:
  Breakpoints(Context& context, const Tgba& given)
      : context_(context),
        labels_(context.labels),
        components_(find_components(given)),
        states_(static_cast<std::uint32_t>(given.states())) {
    // Variable atoms + s stands for the state s in S, and that number of states further on for s in O.
    for (StateId s = 0; s < states_; ++s) {
      std::vector<LabelId> all, staying;
      if (components_.reachable(s))
        for (const Transition& t : given.post[s]) {
          all.push_back(labels_.conjoin(t.label, labels_.atom(context.atoms + t.target)));
          if (components_.at(s).accepting && components_.inside(s, t))
            staying.push_back(labels_.conjoin(t.label, labels_.atom(context.atoms + states_ + t.target)));
        }
      all_.push_back(labels_.disjoin_all(all));
      staying_.push_back(labels_.disjoin_all(staying));
    }
    result_.sets = 1;
    result_.initial = node(reset(labels_.atom(context.atoms + given.initial)));
  }

  std::optional<Tgba> run(std::size_t max_states) {
    for (StateId n = 0; n < sets_.size(); ++n) {
      context_.check_states(n + 1);
      if (n >= max_states) return std::nullopt;
      std::vector<LabelId> parts;
      for (LabelId a = sets_[n]; a > Labels::always; a = labels_.low(a)) {
        const std::uint32_t variable = labels_.top_atom(a) - context_.atoms;
        parts.push_back(variable < states_ ? all_[variable] : staying_[variable - states_]);
      }
      std::vector<Transition> transitions;
      LabelId seen = Labels::never;
      for (const Rest& rest : split_by_letters(labels_, labels_.disjoin_all(parts), context_.atoms)) {
        context_.tick();
        const bool breakpoint = !has_obligations(rest.function);
        const StateId target = node(breakpoint ? reset(rest.function) : rest.function);
        transitions.push_back({target, rest.letters, breakpoint ? Marks{1} : 0});
        seen = labels_.disjoin(seen, rest.letters);
      }
      // No run is left: whatever follows is not accepted.
      if (seen != Labels::always) transitions.push_back({node(Labels::never), labels_.negate(seen), 1});
      merge_transitions(context_, transitions);
      result_.post.push_back(std::move(transitions));
    }
    return std::move(result_);
  }

 private:
  // A pair (S, O) is a disjunction of variables.
  StateId node(LabelId sets) {
    const auto [at, is_new] = number_.emplace(sets, static_cast<StateId>(sets_.size()));
    if (is_new) sets_.push_back(sets);
    return at->second;
  }

  bool has_obligations(LabelId sets) const {
    while (sets > Labels::always) {
      if (labels_.top_atom(sets) >= context_.atoms + states_) return true;
      sets = labels_.low(sets);
    }
    return false;
  }

  // S with all of it that lies in accepting components in O.
  LabelId reset(LabelId all) {
    std::vector<LabelId> parts;
    for (LabelId a = all; a > Labels::always; a = labels_.low(a)) {
      const StateId s = labels_.top_atom(a) - context_.atoms;
      parts.push_back(labels_.atom(context_.atoms + s));
      if (components_.at(s).accepting) parts.push_back(labels_.atom(context_.atoms + states_ + s));
    }
    return labels_.disjoin_all(parts);
  }

  Context& context_;
  Labels& labels_;
  const Components components_;
  const std::uint32_t states_;
  std::vector<LabelId> all_, staying_;  // by state: its transitions as functions
  std::unordered_map<LabelId, StateId> number_;
  std::vector<LabelId> sets_;  // by state of the result
  Tgba result_;
};

}  // namespace

std::optional<Tgba> complement_weak(Context& context, const Tgba& automaton, std::size_t max_states) {
  return Breakpoints(context, automaton).run(max_states);
}

}  // namespace lariat::automata
