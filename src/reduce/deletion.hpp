// SPDX-License-Identifier: Apache-2.0
// The deletion algorithm: closed sets from which no enabled step can be taken away.
//   A. Valmari. State space generation: efficiency and practicality. PhD thesis, Tampere, 1988; A. Valmari, H. Hansen. Can
//   stubborn sets be optimal? Petri Nets 2010; guards and the choice of a false condition are those of A. Laarman, E. Pater,
//   J. van de Pol, H. Hansen. Guard-based partial-order reduction. STTT 2016.
//
// A node is a transition of a process, enabled or not, wherever it starts, or a rendezvous of two (node_relations.hpp). T is
// closed if
//   1. for each enabled node of T, the nodes in conflict with it and its alternatives are in T;
//   2. for each disabled node of T there is a reason that keeps it disabled, and all nodes that may end that reason are in T.
//      Reasons are that one of its processes is elsewhere (ended by arriving), a condition that is false, or, with all its
//      processes where they should be, everything that decides if it is enabled;
//   3. if an enabled node of T is visible, all visible nodes are in T.
// The set of all nodes is closed, and the union of closed sets is. So each set has a largest closed subset, which is found by
// deleting what violates a rule until nothing does. From a seed, an enabled step that has to stay, the algorithm deletes one
// enabled node after the other together with what that entails, and takes a deletion back if the seed is entailed.
//
// What a seed *forces* in by rules 1 and 3, and by rule 2 where there is one reason only, is in every closed set with the seed.
// It is cheap to find, and a lower bound: seeds that force in too much are not tried, and if all that is not forced in can be
// deleted at once, no set with that seed is smaller.
//
// Unlike the search for components in Reducer, this needs no choice between the reasons of a disabled node: it stays as long as
// one of them is left. It also sees that a process cannot pass a location where it has to wait.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reduce/node_relations.hpp"

namespace lariat::reduce {

class Deletion {
 public:
  // What the algorithm is told about a state. Rows have a bit for each node.
  struct Question {
    std::vector<model::LocationId> locations;  // by process
    std::vector<std::uint64_t> enabled;        // a row
    std::vector<std::uint64_t> visible;        // enabled ones that are visible: a row
    std::vector<std::uint32_t> candidates;     // enabled nodes
    std::vector<std::uint32_t> steps;          // by node: number of successors that it begins
  };

  Question question;

  // Finds a closed set with fewer than `bound` steps, if it can. is_false(process, transition, condition) evaluates a
  // condition in the state. The set has an invisible step if the state has one.
  template <class IsFalse>
  bool find(const NodeRelations& relations, std::size_t bound, const IsFalse& is_false);

  // The result of find: its nodes, and its number of steps.
  bool contains(std::uint32_t node) const { return (best_[node / 64] >> (node % 64) & 1) != 0; }
  std::size_t steps() const { return best_steps_; }
  std::uint32_t seed() const { return best_seed_; }

  // The reason why a disabled node of the best set stays disabled; the row of that is in the set.
  template <class IsFalse>
  const NodeRelations::Cause& reason(const NodeRelations& relations, std::uint32_t node, const IsFalse& is_false);

 private:
  static bool has(const std::vector<std::uint64_t>& row, std::uint32_t node) {
    return (row[node / 64] >> (node % 64) & 1) != 0;
  }
  bool includes(NodeRelations::Row row, std::size_t words) const {
    std::uint64_t missing = 0;
    for (std::size_t w = 0; w < words; ++w) missing |= row[w] & ~members_[w];
    return missing == 0;
  }
  static constexpr std::uint32_t unknown = model::none;
  static constexpr std::uint32_t several = model::none - 1;

  template <class IsFalse>
  bool is_valid(const NodeRelations& relations, const NodeRelations::Node& about, const NodeRelations::Cause& cause,
                const IsFalse& is_false);
  template <class IsFalse>
  bool is_kept(const NodeRelations& relations, std::uint32_t node, const IsFalse& is_false);
  template <class IsFalse>
  std::uint32_t only_reason(const NodeRelations& relations, std::uint32_t node, const IsFalse& is_false);
  template <class IsFalse>
  std::size_t force(const NodeRelations& relations, std::uint32_t seed, std::size_t bound, const IsFalse& is_false);
  template <class IsFalse>
  bool remove(const NodeRelations& relations, std::span<const std::uint32_t> nodes, std::uint32_t seed,
              const IsFalse& is_false);
  std::size_t count_steps(const std::vector<std::uint64_t>& row) const;

  struct Seed {
    std::uint32_t node;
    std::size_t least;  // steps that it forces in
  };
  std::vector<Seed> seeds_;
  std::vector<std::uint64_t> forced_;
  std::vector<std::uint32_t> unforced_;
  std::vector<std::uint32_t> only_;  // by node, disabled: the row of its only reason; `several`; `unknown`
  std::vector<std::uint64_t> members_;
  std::vector<std::uint64_t> saved_;
  std::vector<std::uint64_t> best_;
  std::size_t best_steps_ = 0;
  std::uint32_t best_seed_ = 0;
  std::vector<std::uint32_t> todo_;
  std::vector<std::uint32_t> chosen_;  // by node: the reason that was found last
  std::vector<signed char> is_false_;  // by row of a condition; less than 0: not evaluated yet
};

// True if the node is disabled for that reason.
template <class IsFalse>
bool Deletion::is_valid(const NodeRelations& relations, const NodeRelations::Node& about, const NodeRelations::Cause& cause,
                        const IsFalse& is_false) {
  const auto is_here = [&](std::uint32_t half) {
    return half == model::none || question.locations[relations.half(half).process] == relations.half(half).source;
  };
  switch (cause.kind) {
    case NodeRelations::Cause::Kind::location:
      return !is_here(cause.half);
    case NodeRelations::Cause::Kind::condition: {
      signed char& known = is_false_[cause.row];
      const NodeRelations::Half& half = relations.half(cause.half);
      if (known < 0) known = is_false(half.process, half.transition, cause.condition) ? 1 : 0;
      return known == 1;
    }
    case NodeRelations::Cause::Kind::partner:
      return true;
    case NodeRelations::Cause::Kind::rest:
      return is_here(about.halves[0]) && is_here(about.halves[1]);
  }
  return false;
}

// True if no rule is violated for the node.
template <class IsFalse>
bool Deletion::is_kept(const NodeRelations& relations, std::uint32_t node, const IsFalse& is_false) {
  const NodeRelations::Node& about = relations[node];
  const std::size_t words = relations.words();
  if (has(question.enabled, node))
    return includes(relations.row(about.conflicts), words) &&
           (!has(question.visible, node) || includes(relations.visible(), words));
  const auto causes = relations.causes(about);
  for (std::uint32_t i = 0, at = chosen_[node]; i < causes.size(); ++i, at = at + 1 == causes.size() ? 0 : at + 1) {
    if (!includes(relations.row(causes[at].row), words) || !is_valid(relations, about, causes[at], is_false)) continue;
    chosen_[node] = at;
    return true;
  }
  return false;
}

// The row of the only reason of a disabled node; `several` if there is more than one. All that decides about a node is no
// further reason where there is another one: its row includes those of the conditions.
template <class IsFalse>
std::uint32_t Deletion::only_reason(const NodeRelations& relations, std::uint32_t node, const IsFalse& is_false) {
  if (only_[node] != unknown) return only_[node];
  const NodeRelations::Node& about = relations[node];
  std::uint32_t only = unknown;
  for (const NodeRelations::Cause& cause : relations.causes(about)) {
    if (only == several || (cause.kind == NodeRelations::Cause::Kind::rest && only != unknown)) break;
    if (is_valid(relations, about, cause, is_false)) only = only == unknown ? cause.row : several;
  }
  return only_[node] = only;
}

// Computes into forced_ what the seed forces in. Returns the number of its steps; gives up when they reach the bound.
template <class IsFalse>
std::size_t Deletion::force(const NodeRelations& relations, std::uint32_t seed, std::size_t bound, const IsFalse& is_false) {
  const std::size_t words = relations.words();
  forced_.assign(words, 0);
  forced_[seed / 64] |= std::uint64_t{1} << (seed % 64);
  todo_.assign(1, seed);
  std::size_t steps = 0;
  while (!todo_.empty()) {
    const std::uint32_t node = todo_.back();
    todo_.pop_back();
    const auto add = [&](NodeRelations::Row row) {
      for (std::size_t w = 0; w < words; ++w) {
        for (std::uint64_t fresh = row[w] & ~forced_[w]; fresh != 0; fresh &= fresh - 1)
          todo_.push_back(static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(fresh))));
        forced_[w] |= row[w];
      }
    };
    if (has(question.enabled, node)) {
      steps += question.steps[node];
      if (steps >= bound) return bound;
      add(relations.row(relations[node].conflicts));
      if (has(question.visible, node)) add(relations.visible());
    } else if (const std::uint32_t row = only_reason(relations, node, is_false); row != several) {
      add(relations.row(row));
    }
  }
  return steps;
}

inline std::size_t Deletion::count_steps(const std::vector<std::uint64_t>& row) const {
  std::size_t steps = 0;
  for (const std::uint32_t node : question.candidates)
    if (has(row, node)) steps += question.steps[node];
  return steps;
}

// Deletes the nodes and all that has to go with them. False, and nothing is deleted, if that includes the seed.
template <class IsFalse>
bool Deletion::remove(const NodeRelations& relations, std::span<const std::uint32_t> nodes, std::uint32_t seed,
                      const IsFalse& is_false) {
  const auto erase = [&](std::uint32_t gone) {
    members_[gone / 64] &= ~(std::uint64_t{1} << (gone % 64));
    todo_.push_back(gone);
  };
  saved_ = members_;
  todo_.clear();
  for (const std::uint32_t node : nodes) erase(node);
  for (std::size_t next = 0; next < todo_.size(); ++next) {
    const NodeRelations::Row dependents = relations.dependents(todo_[next]);
    const bool is_visible = (relations.visible()[todo_[next] / 64] >> (todo_[next] % 64) & 1) != 0;
    for (std::size_t w = 0; w < relations.words(); ++w)
      for (std::uint64_t rest = (dependents[w] | (is_visible ? question.visible[w] : 0)) & members_[w]; rest != 0;
           rest &= rest - 1) {
        const auto other = static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest)));
        if (is_kept(relations, other, is_false)) continue;
        if (other == seed) {
          members_.swap(saved_);
          return false;
        }
        erase(other);
      }
  }
  return true;
}

template <class IsFalse>
bool Deletion::find(const NodeRelations& relations, std::size_t bound, const IsFalse& is_false) {
  const std::size_t words = relations.words();
  chosen_.assign(relations.size(), 0);
  only_.assign(relations.size(), unknown);
  is_false_.assign(relations.rows(), -1);
  best_steps_ = bound;
  const auto is_visible = [&](std::uint32_t node) { return has(question.visible, node); };
  const bool has_invisible = !std::all_of(question.candidates.begin(), question.candidates.end(), is_visible);
  seeds_.clear();
  for (const std::uint32_t node : question.candidates) {
    if (question.steps[node] == 0 || (has_invisible && is_visible(node))) continue;
    const std::size_t least = force(relations, node, bound, is_false);
    if (least < bound) seeds_.push_back({.node = node, .least = least});
  }
  std::stable_sort(seeds_.begin(), seeds_.end(), [](const Seed& a, const Seed& b) { return a.least < b.least; });
  for (const Seed& seed : seeds_) {
    if (seed.least >= best_steps_) break;
    force(relations, seed.node, bound, is_false);
    unforced_.clear();
    for (const bool visible_ones : {true, false})
      for (const std::uint32_t node : question.candidates)
        if (is_visible(node) == visible_ones && !has(forced_, node)) unforced_.push_back(node);
    members_.assign(relations.all(), relations.all() + words);
    if (!remove(relations, unforced_, seed.node, is_false))
      for (const std::uint32_t node : unforced_)
        if (has(members_, node)) remove(relations, std::span(&node, 1), seed.node, is_false);
    const std::size_t steps = count_steps(members_);
    if (steps >= best_steps_) continue;
    best_steps_ = steps;
    best_ = members_;
    best_seed_ = seed.node;
  }
  return best_steps_ < bound;
}

template <class IsFalse>
const NodeRelations::Cause& Deletion::reason(const NodeRelations& relations, std::uint32_t node, const IsFalse& is_false) {
  members_ = best_;
  is_kept(relations, node, is_false);
  return relations.causes(relations[node])[chosen_[node]];
}

}  // namespace lariat::reduce
