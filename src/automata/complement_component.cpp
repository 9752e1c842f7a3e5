// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <compare>
#include <map>
#include <utility>
#include <vector>

#include "automata/closure.hpp"
#include "automata/complement.hpp"

namespace lariat::automata {

bool is_deterministic_inside(Context& context, const Tgba& automaton, const Components& components, std::uint32_t component) {
  for (StateId s = 0; s < automaton.states(); ++s) {
    if (components.of[s] != component) continue;
    LabelId seen = Labels::never;
    for (const Transition& t : automaton.post[s]) {
      if (!components.inside(s, t)) continue;
      if (context.labels.conjoin(seen, t.label) != Labels::never) return false;
      seen = context.labels.disjoin(seen, t.label);
    }
  }
  return true;
}

namespace {

constexpr std::size_t max_degree = 64;  // on average

// Sets of states, sorted.
using Subset = std::vector<StateId>;

void insert(Subset& subset, StateId s) {
  const auto at = std::lower_bound(subset.begin(), subset.end(), s);
  if (at == subset.end() || *at != s) subset.insert(at, s);
}

bool contains(const Subset& subset, StateId s) { return std::binary_search(subset.begin(), subset.end(), s); }

// An automaton whose states are sets of states of another, made as they are met.
template <class Node>
class Builder {
 public:
  Builder(Context& context, const Tgba& given, const Components& components, std::uint32_t component)
      : context_(context), given_(given), components_(components), component_(component), letters_(context, labels_of(given)) {}

 protected:
  bool is_inside(StateId s) const { return components_.of[s] == component_; }
  bool reads(const Transition& t, std::size_t letter) const { return letters_.reads(t.label, letter); }

  StateId node(const Node& n) {
    const auto [at, is_new] = number_.emplace(n, static_cast<StateId>(nodes_.size()));
    if (is_new) nodes_.push_back(n);
    return at->second;
  }

  template <class Expand>
  std::optional<Tgba> build(const Node& first, std::size_t max_states, Expand expand) {
    max_states_ = max_states;
    result_.sets = 1;
    result_.initial = node(first);
    std::size_t edges = 0;
    for (StateId n = 0; n < nodes_.size(); ++n) {
      context_.check_states(n + 1);
      result_.post.emplace_back();
      for (std::size_t letter = 0; letter < letters_.size(); ++letter) {
        context_.tick();
        expand(n, letter);
        if (nodes_.size() > max_states || edges + result_.post[n].size() > max_degree * max_states) return std::nullopt;
      }
      merge_transitions(context_, result_.post[n]);
      edges += result_.post[n].size();
    }
    return std::move(result_);
  }

  Context& context_;
  const Tgba& given_;
  const Components& components_;
  const std::uint32_t component_;
  const LetterTable letters_;
  std::size_t max_states_ = 0;
  std::map<Node, StateId> number_;
  std::vector<Node> nodes_;
  Tgba result_;
};

struct SafeStates {
  Subset outside = {};
  Subset waiting = {};
  Subset due = {};           // of these
  std::vector<Subset> safe;  // by set
  // NOLINTNEXTLINE(modernize-use-nullptr): the check takes the 0 of the comparison for a pointer
  friend auto operator<=>(const SafeStates&, const SafeStates&) = default;
};

struct RankedStates {
  Subset outside = {};
  Subset due = {};
  std::map<StateId, unsigned> ranks = {};  // of those inside
  // NOLINTNEXTLINE(modernize-use-nullptr): the check takes the 0 of the comparison for a pointer
  friend auto operator<=>(const RankedStates&, const RankedStates&) = default;
};

// A state is the set of all runs' states. Runs in the component wait to leave it or to be safe, or are safe: they meet a
// certain set no more. What is safe goes on as long as it is, by the only run from there. `due` are those that wait since the
// last time that all that were due had left or become safe; that this happens infinitely often says that no run waits for ever.
class Safety : public Builder<SafeStates> {
 public:
  using Builder::Builder;

  std::optional<Tgba> run(std::size_t max_states) {
    SafeStates first{.safe = std::vector<Subset>(given_.sets)};
    (is_inside(given_.initial) ? first.waiting : first.outside).push_back(given_.initial);
    return build(first, max_states, [this](StateId n, std::size_t letter) { expand(n, letter); });
  }

 private:
  void expand(StateId n, std::size_t letter) {
    const SafeStates from = nodes_[n];
    SafeStates to{.safe = std::vector<Subset>(given_.sets)};
    for (const StateId s : from.outside)
      for (const Transition& t : given_.post[s])
        if (reads(t, letter)) insert(is_inside(t.target) ? to.waiting : to.outside, t.target);
    for (unsigned set = 0; set < given_.sets; ++set)
      for (const StateId s : from.safe[set])
        for (const Transition& t : given_.post[s]) {
          if (!is_inside(t.target) || !reads(t, letter)) continue;
          if ((t.marks >> set & 1) != 0) return;  // it was not safe
          insert(to.safe[set], t.target);
        }
    for (const StateId s : from.waiting)
      for (const Transition& t : given_.post[s])
        if (is_inside(t.target) && reads(t, letter)) {
          insert(to.waiting, t.target);
          if (contains(from.due, s)) insert(to.due, t.target);
        }
    std::erase_if(to.waiting, [&](StateId s) {
      return std::any_of(to.safe.begin(), to.safe.end(), [&](const Subset& safe) { return contains(safe, s); });
    });
    choose(n, letter, std::move(to));
  }

  // Each that waits may be safe from now on, in any set: all combinations.
  void choose(StateId n, std::size_t letter, SafeStates to) {
    const Subset waiting = std::exchange(to.waiting, {});
    std::vector<unsigned> choice(waiting.size(), 0);  // 0: waits; otherwise a set, from 1
    while (true) {
      SafeStates next = to;
      for (std::size_t i = 0; i < waiting.size(); ++i)
        insert(choice[i] == 0 ? next.waiting : next.safe[choice[i] - 1], waiting[i]);
      std::erase_if(next.due, [&](StateId s) { return !contains(next.waiting, s); });
      const bool all_done = next.due.empty();
      if (all_done) next.due = next.waiting;
      context_.tick(1 + waiting.size());
      result_.post[n].push_back({node(next), letters_[letter], all_done ? Marks{1} : 0});
      if (nodes_.size() > max_states_ || result_.post[n].size() > max_degree * max_states_) return;
      std::size_t i = 0;
      while (i < choice.size() && choice[i] == given_.sets) choice[i++] = 0;
      if (i == choice.size()) return;
      ++choice[i];
    }
  }
};

// A state is the set of all runs' states; runs in the component have ranks that never grow, and go down where a run in an odd
// rank meets the set. So runs that stay in an odd rank meet it finitely often. `due` are runs in even ranks, as above: that
// they are done again and again says that no run stays in an even rank for ever. Runs outside have a rank above all others.
class Ranks : public Builder<RankedStates> {
 public:
  Ranks(Context& context, const Tgba& given, const Components& components, std::uint32_t component)
      : Builder(context, given, components, component), highest_(2 * components.list[component].states) {}

  std::optional<Tgba> run(std::size_t max_states) {
    RankedStates first;
    if (is_inside(given_.initial))
      first.ranks.emplace(given_.initial, highest_), first.due.push_back(given_.initial);
    else
      first.outside.push_back(given_.initial);
    return build(first, max_states, [this](StateId n, std::size_t letter) { expand(n, letter); });
  }

 private:
  void expand(StateId n, std::size_t letter) {
    const RankedStates from = nodes_[n];
    RankedStates to;
    Subset due;
    std::map<StateId, unsigned> bounds;
    const auto bound = [&](StateId s, unsigned rank) {
      const auto [at, is_new] = bounds.emplace(s, rank);
      if (!is_new) at->second = std::min(at->second, rank);
    };
    for (const StateId s : from.outside)
      for (const Transition& t : given_.post[s]) {
        if (!reads(t, letter)) continue;
        if (is_inside(t.target))
          bound(t.target, highest_);
        else
          insert(to.outside, t.target);
      }
    for (const auto& [s, rank] : from.ranks)
      for (const Transition& t : given_.post[s]) {
        if (!is_inside(t.target) || !reads(t, letter)) continue;
        bound(t.target, rank % 2 == 1 && t.marks != 0 ? rank - 1 : rank);
        if (contains(from.due, s)) insert(due, t.target);
      }
    // All ranks within the bounds.
    to.ranks = bounds;
    for (auto& [s, rank] : to.ranks) rank = 0;
    while (true) {
      RankedStates next = to;
      for (const StateId s : due)
        if (next.ranks.at(s) % 2 == 0) next.due.push_back(s);
      const bool all_done = next.due.empty();
      if (all_done)
        for (const auto& [s, rank] : next.ranks)
          if (rank % 2 == 0) next.due.push_back(s);
      result_.post[n].push_back({node(next), letters_[letter], all_done ? Marks{1} : 0});
      context_.tick(1 + to.ranks.size());
      if (nodes_.size() > max_states_ || result_.post[n].size() > max_degree * max_states_) return;
      auto i = to.ranks.begin();
      while (i != to.ranks.end() && i->second == bounds.at(i->first)) (i++)->second = 0;
      if (i == to.ranks.end()) return;
      ++i->second;
    }
  }

  const unsigned highest_;
};

}  // namespace

std::optional<Tgba> complement_safe(Context& context, const Tgba& automaton, const Components& components,
                                    std::uint32_t component, std::size_t max_states) {
  return Safety(context, automaton, components, component).run(max_states);
}

std::optional<Tgba> complement_ranks(Context& context, const Tgba& automaton, const Components& components,
                                     std::uint32_t component, std::size_t max_states) {
  return Ranks(context, automaton, components, component).run(max_states);
}

}  // namespace lariat::automata
