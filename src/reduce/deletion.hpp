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
// Most states are decided without that:
//   - A seed without another enabled node in conflict is tried alone: if what it brings in can be closed by adding disabled
//     nodes, there is no smaller set.
//   - What a seed *forces* in by rules 1 and 3, and by rule 2 where there is one reason only, is in every closed set with the
//     seed: a lower bound. Seeds that force in too much are not tried. If it can be closed by adding disabled nodes, no set
//     with that seed has fewer steps.
//   - Otherwise nodes are deleted, but only from the first seed for which it takes that, and if that may halve the set.
//
// Unlike the search for components in Reducer, this needs no choice between the reasons of a disabled node: it stays as long as
// one of them is left. It also sees that a process cannot pass a location where it has to wait.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
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

  // Finds a closed set with fewer than `bound` steps, if it can. is_false(condition) evaluates a condition in the state. The
  // set has an invisible step if the state has one.
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
    for (std::size_t w = 0; w < words; ++w)
      if ((row[w] & ~members_[w]) != 0) return false;
    return true;
  }
  static constexpr std::size_t max_tries = 1;  // seeds from which nodes are deleted; more find hardly any smaller set
  static constexpr std::uint32_t unknown = model::none;
  static constexpr std::uint32_t several = model::none - 1;

  template <class IsFalse>
  bool is_valid(const NodeRelations& relations, const NodeRelations::Node& about, const NodeRelations::Cause& cause,
                const IsFalse& is_false);
  template <class IsFalse>
  bool is_kept(const NodeRelations& relations, std::uint32_t node, const IsFalse& is_false);
  template <class IsFalse>
  std::uint32_t only_reason(const NodeRelations& relations, std::uint32_t node, const IsFalse& is_false);
  bool begin_alone(const NodeRelations& relations, std::uint32_t candidate);
  template <class IsFalse>
  std::size_t force(const NodeRelations& relations, std::uint32_t candidate, std::size_t bound, const IsFalse& is_false);
  template <class IsFalse>
  bool close(const NodeRelations& relations, std::uint32_t candidate, const IsFalse& is_false);
  template <class IsFalse>
  bool shrink(const NodeRelations& relations, std::uint32_t candidate, std::size_t least, const IsFalse& is_false);
  template <class IsFalse>
  bool remove(const NodeRelations& relations, std::span<const std::uint32_t> nodes, std::uint32_t seed,
              const IsFalse& is_false);

  enum class Progress : std::uint8_t { open, complete, excessive };
  struct Seed {
    std::uint32_t candidate;  // its position
    std::size_t least;        // steps that it forces in
  };
  std::vector<Seed> seeds_;
  std::vector<std::uint32_t> position_;  // by node, of candidates
  std::vector<Progress> progress_;       // by candidate: is it known what it forces in, or that it is too much?
  std::vector<std::uint64_t> forced_;    // by candidate, rows: what it forces in
  std::vector<std::uint32_t> order_;     // of candidates that are tried alone
  std::vector<std::uint32_t> unforced_;
  std::vector<std::uint32_t> only_;  // by node, disabled: the row of its only reason; `several`; `unknown`
  std::vector<std::uint64_t> members_;
  std::vector<std::uint64_t> avoided_;  // by close
  std::vector<std::uint64_t> closed_;   // by close: nodes that have a reason as long as no node is avoided
  std::vector<std::uint64_t> saved_;
  std::vector<std::uint64_t> dirty_;  // to be looked at again
  std::vector<std::uint64_t> base_;   // the largest closed set without candidates that force in too much
  bool has_base_ = false;
  std::vector<std::uint64_t> best_;
  std::size_t best_steps_ = 0;
  std::uint32_t best_seed_ = 0;
  std::vector<std::uint32_t> todo_;
  std::vector<std::uint32_t> chosen_;  // by node: the reason that was found last
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
    case NodeRelations::Cause::Kind::condition:
      return is_false(cause.condition);
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

// Computes into its row of forced_ what a candidate forces in. Returns the number of its steps; gives up when they reach the
// bound.
template <class IsFalse>
std::size_t Deletion::force(const NodeRelations& relations, std::uint32_t candidate, std::size_t bound,
                            const IsFalse& is_false) {
  const std::size_t words = relations.words();
  std::uint64_t* const forced = forced_.data() + candidate * words;
  std::size_t steps = 0;
  // False: it is too much.
  const auto add = [&](const std::uint64_t* row, bool follow) {
    for (std::size_t w = 0; w < words; ++w) {
      const std::uint64_t fresh = row[w] & ~forced[w];
      if (fresh == 0) continue;
      forced[w] |= fresh;
      for (std::uint64_t rest = fresh & question.enabled[w]; rest != 0; rest &= rest - 1) {
        const auto node = static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest)));
        steps += question.steps[node];
        if (steps >= bound || progress_[position_[node]] == Progress::excessive) return false;
      }
      for (std::uint64_t rest = follow ? fresh : 0; rest != 0; rest &= rest - 1)
        todo_.push_back(static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest))));
    }
    return true;
  };
  const std::uint32_t seed = question.candidates[candidate];
  forced[seed / 64] |= std::uint64_t{1} << (seed % 64);
  steps = question.steps[seed];
  if (steps >= bound) return bound;
  todo_.assign(1, seed);
  while (!todo_.empty()) {
    const std::uint32_t node = todo_.back();
    todo_.pop_back();
    if (!has(question.enabled, node)) {
      const std::uint32_t row = only_reason(relations, node, is_false);
      if (row != several && !add(relations.row(row), true)) return bound;
    } else if (progress_[position_[node]] == Progress::complete) {
      if (!add(forced_.data() + position_[node] * words, false)) return bound;
    } else {
      if (!add(relations.row(relations[node].conflicts), true)) return bound;
      if (has(question.visible, node) && !add(relations.visible(), true)) return bound;
    }
  }
  return steps;
}

// Computes into its row of forced_ what the candidate brings in at once. False: that includes another enabled node.
inline bool Deletion::begin_alone(const NodeRelations& relations, std::uint32_t candidate) {
  const std::size_t words = relations.words();
  std::uint64_t* const forced = forced_.data() + candidate * words;
  const std::uint32_t seed = question.candidates[candidate];
  const NodeRelations::Row conflicts = relations.row(relations[seed].conflicts);
  const NodeRelations::Row visible = has(question.visible, seed) ? relations.visible() : nullptr;
  for (std::size_t w = 0; w < words; ++w) {
    const std::uint64_t self = w == seed / 64 ? std::uint64_t{1} << (seed % 64) : 0;
    forced[w] = conflicts[w] | self | (visible == nullptr ? 0 : visible[w]);
    if ((forced[w] & question.enabled[w] & ~self) != 0) return false;
  }
  return true;
}

// Adds disabled nodes to what the candidate forces in until the set is closed; the result is in members_. A node for which
// there is no reason but those that bring in another enabled node, or a node like that, has to be avoided: whoever has brought
// it in needs another reason. False: such a node is forced in, so there is no closed set with just these steps.
template <class IsFalse>
bool Deletion::close(const NodeRelations& relations, std::uint32_t candidate, const IsFalse& is_false) {
  const std::size_t words = relations.words();
  const std::uint64_t* const forced = forced_.data() + candidate * words;
  members_.assign(forced, forced + words);
  avoided_.resize(words);
  closed_.assign(words, 0);
  todo_.clear();
  const auto note = [&](std::size_t w, std::uint64_t nodes) {
    for (nodes &= ~(question.enabled[w] | closed_[w]); nodes != 0; nodes &= nodes - 1)
      todo_.push_back(static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(nodes))));
  };
  for (std::size_t w = 0; w < words; ++w) {
    avoided_[w] = question.enabled[w] & ~forced[w];
    note(w, forced[w]);
  }
  while (!todo_.empty()) {
    const std::uint32_t node = todo_.back();
    todo_.pop_back();
    if (!has(members_, node) || has(closed_, node)) continue;
    const NodeRelations::Node& about = relations[node];
    // Any reason will do: which one is chosen makes no difference to whether there is a closed set.
    const auto causes = relations.causes(about);
    const auto why = std::find_if(causes.begin(), causes.end(), [&](const NodeRelations::Cause& cause) {
      const bool is_place = cause.kind == NodeRelations::Cause::Kind::location;  // known without looking at a variable
      if (is_place && !is_valid(relations, about, cause, is_false)) return false;
      const NodeRelations::Row row = relations.row(cause.row);
      for (std::size_t w = 0; w < words; ++w)
        if ((row[w] & avoided_[w]) != 0) return false;
      return is_place || is_valid(relations, about, cause, is_false);
    });
    if (why == causes.end()) {
      const std::uint64_t bit = std::uint64_t{1} << (node % 64);
      if ((forced[node / 64] & bit) != 0) return false;
      avoided_[node / 64] |= bit;
      members_[node / 64] &= ~bit;
      closed_.assign(words, 0);
      for (std::size_t w = 0; w < words; ++w) note(w, relations.dependents(node)[w] & members_[w]);
      continue;
    }
    // Other nodes have the same reason: steps from one location, or with one condition.
    if (why->group != model::none)
      for (std::size_t w = 0; w < words; ++w) closed_[w] |= relations.row(why->group)[w];
    const NodeRelations::Row chosen = relations.row(why->row);
    for (std::size_t w = 0; w < words; ++w) {
      const std::uint64_t fresh = chosen[w] & ~members_[w];
      members_[w] |= fresh;
      note(w, fresh);
    }
  }
  return true;
}

// Deletes the nodes and all that has to go with them. False, and nothing is deleted, if that includes the seed.
template <class IsFalse>
bool Deletion::remove(const NodeRelations& relations, std::span<const std::uint32_t> nodes, std::uint32_t seed,
                      const IsFalse& is_false) {
  const std::size_t words = relations.words();
  const auto erase = [&](std::uint32_t gone) {
    members_[gone / 64] &= ~(std::uint64_t{1} << (gone % 64));
    const NodeRelations::Row dependents = relations.dependents(gone);
    const bool is_visible = (relations.visible()[gone / 64] >> (gone % 64) & 1) != 0;
    for (std::size_t w = 0; w < words; ++w) dirty_[w] |= dependents[w] | (is_visible ? question.visible[w] : 0);
  };
  saved_ = members_;
  dirty_.assign(words, 0);
  for (const std::uint32_t node : nodes) erase(node);
  for (bool is_done = false; !is_done;) {
    is_done = true;
    for (std::size_t w = 0; w < words; ++w)
      for (std::uint64_t rest = std::exchange(dirty_[w], 0) & members_[w]; rest != 0; rest &= rest - 1) {
        const auto node = static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest)));
        if (is_kept(relations, node, is_false)) continue;
        if (node == seed) {
          members_.swap(saved_);
          return false;
        }
        erase(node);
        is_done = false;
      }
  }
  return true;
}

// Looks for a set with the candidate that has fewer than best_steps_ steps by deletion; the result is in members_. At least
// that many steps are forced in.
template <class IsFalse>
bool Deletion::shrink(const NodeRelations& relations, std::uint32_t candidate, std::size_t least, const IsFalse& is_false) {
  const std::size_t words = relations.words();
  const std::uint32_t seed = question.candidates[candidate];
  if (!has_base_) {
    has_base_ = true;
    chosen_.assign(relations.size(), 0);
    members_.assign(relations.all(), relations.all() + words);
    unforced_.clear();
    for (std::size_t c = 0; c < question.candidates.size(); ++c)
      if (progress_[c] == Progress::excessive) unforced_.push_back(question.candidates[c]);
    remove(relations, unforced_, model::none, is_false);
    base_ = members_;
  }
  if (!has(base_, seed)) return false;
  members_ = base_;
  unforced_.clear();
  const std::uint64_t* const forced = forced_.data() + candidate * words;
  for (const bool visible_ones : {true, false})
    for (const std::uint32_t node : question.candidates)
      if (has(members_, node) && has(question.visible, node) == visible_ones && (forced[node / 64] >> (node % 64) & 1) == 0)
        unforced_.push_back(node);
  for (const std::uint32_t node : unforced_) {
    if (!has(members_, node) || remove(relations, std::span(&node, 1), seed, is_false)) continue;
    // The node is in every closed set with the seed that is left.
    least += question.steps[node];
    if (least >= best_steps_) return false;
  }
  return true;
}

template <class IsFalse>
bool Deletion::find(const NodeRelations& relations, std::size_t bound, const IsFalse& is_false) {
  const std::size_t words = relations.words();
  const std::size_t candidates = question.candidates.size();
  only_.assign(relations.size(), unknown);
  position_.resize(relations.size());
  progress_.assign(candidates, Progress::open);
  forced_.assign(candidates * words, 0);
  has_base_ = false;
  best_steps_ = bound;
  bool has_invisible = false;
  for (std::uint32_t c = 0; c < candidates; ++c) {
    position_[question.candidates[c]] = c;
    has_invisible |= !has(question.visible, question.candidates[c]);
  }
  const auto take = [&](std::uint32_t c) {
    std::size_t steps = 0;
    for (const std::uint32_t node : question.candidates)
      if (has(members_, node)) steps += question.steps[node];
    if (steps >= best_steps_) return;
    best_steps_ = steps;
    best_ = members_;
    best_seed_ = question.candidates[c];
  };
  order_.clear();
  for (auto c = static_cast<std::uint32_t>(candidates); c-- > 0;)
    if (question.steps[question.candidates[c]] == 1 && !(has_invisible && has(question.visible, question.candidates[c])))
      order_.push_back(c);
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t rank = relations[question.candidates[a]].rank;
    const std::uint32_t other = relations[question.candidates[b]].rank;
    return rank != other ? rank < other : a > b;
  });
  for (const std::uint32_t c : order_)
    if (begin_alone(relations, c) && close(relations, c, is_false)) {
      take(c);
      return true;
    }
  if (bound <= 2) return false;
  forced_.assign(candidates * words, 0);
  seeds_.clear();
  for (auto c = static_cast<std::uint32_t>(candidates); c-- > 0;) {
    if (has_invisible && has(question.visible, question.candidates[c])) continue;
    const std::size_t least = force(relations, c, bound, is_false);
    progress_[c] = least < bound ? Progress::complete : Progress::excessive;
    if (least < bound) seeds_.push_back({.candidate = c, .least = least});
  }
  std::stable_sort(seeds_.begin(), seeds_.end(), [](const Seed& a, const Seed& b) { return a.least < b.least; });
  std::size_t tries = 0;
  for (const Seed& seed : seeds_) {
    if (seed.least >= best_steps_) break;
    if (seed.least > 1 && close(relations, seed.candidate, is_false)) {
      take(seed.candidate);
    } else if (tries < max_tries && 2 * seed.least < best_steps_) {
      ++tries;
      if (shrink(relations, seed.candidate, seed.least, is_false)) take(seed.candidate);
    }
  }
  return best_steps_ < bound;
}

template <class IsFalse>
const NodeRelations::Cause& Deletion::reason(const NodeRelations& relations, std::uint32_t node, const IsFalse& is_false) {
  members_ = best_;
  chosen_.assign(relations.size(), 0);
  is_kept(relations, node, is_false);
  return relations.causes(relations[node])[chosen_[node]];
}

}  // namespace lariat::reduce
