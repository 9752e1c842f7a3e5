// SPDX-License-Identifier: Apache-2.0
// tau: nested depth-first search for generalised acceptance that propagates the sets met so far.
//   H. Tauriainen. Nested emptiness search for generalized Büchi automata. Fundamenta Informaticae 70, 2006 (report of 2003).
//
// Takes generalised acceptance on states and transitions, n ≥ 1 sets. Finds a lasso iff there is one; calls post at most n+1
// times per state: once in the first search, and once each time that a second search adds to the sets known of the state. One
// bit and one word per state.
//
// The second search from the finished state s propagates `acc`, the sets known at s and on the transition out of it, over all
// states that were visited and do not know all of acc. A set known at a state on the first stack is met on a cycle through that
// state: the second search came from a state that it had reached itself.
//
//   dfs_blue(s)                                             dfs_red(s, acc)
//   1  s.blue := true                                       1  s.acc := s.acc ∪ acc
//   2  for all t ∈ post(s): if ¬t.blue then dfs_blue(t)     2  for all t ∈ post(s)
//   3  for all transitions (s, a, t)                        3    if t.blue ∧ acc ⊈ t.acc then dfs_red(t, acc)
//   4    if s.acc ∪ a ⊈ t.acc then dfs_red(t, s.acc ∪ a)
//   5  if s.acc = all then report cycle
//
// Line 3 of dfs_blue looks again at the successors that the frame still holds. The cycle is found by a search within the
// component of s, as for the SCC-based checks.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/trace_search.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <GeneralisedSpace S>
class TauSearch {
 public:
  TauSearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        required_(all_sets(space.sets())),
        seen_(state_bound(space), statistics.auxiliary_bytes),
        acc_(state_bound(space), statistics.auxiliary_bytes),
        blue_(space, statistics),
        red_(space, statistics, Role::again) {}

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) {
      if (is_blue(s0)) continue;
      enter(s0);
      while (!blue_.empty()) {
        if (const auto* t = blue_.next()) {  // 2
          if (!is_blue(t->target)) enter(t->target);
          continue;
        }
        const StateId s = blue_.top();
        for (const Successor& t : blue_.successors()) {  // 3
          const Marks acc = acc_[s] | space_.marks(s) | t.marks;
          if ((acc & ~acc_[t.target]) != 0) red_search(t.target, acc);  // 4
        }
        if ((acc_[s] & required_) == required_) return lasso_through(s);  // 5
        blue_.pop();
      }
    }
    return std::nullopt;
  }

 private:
  bool is_blue(StateId s) const { return seen_.get(s) != 0; }

  void enter(StateId s) {
    seen_.set(s, 1);  // 1
    ++statistics_.states;
    blue_.push(s);
  }

  void red_search(StateId start, Marks acc) {
    red_.stand_on(blue_.size());
    acc_[start] |= acc;
    for (red_.push(start); !red_.empty();) {
      if (const auto* t = red_.next()) {
        if (!is_blue(t->target) || (acc & ~acc_[t->target]) == 0) continue;
        acc_[t->target] |= acc;
        red_.push(t->target);
        continue;
      }
      red_.pop();
    }
  }

  // s is on top of the first stack, and lies on a cycle of visited states that meets all sets.
  Lasso lasso_through(StateId s) {
    Lasso lasso;
    blue_.append_path(lasso.stem);
    const std::vector<bool> component = component_of(s);
    lasso.cycle = TraceSearch<S>(space_).cycle(s, required_, [&](StateId t) { return t < component.size() && component[t]; });
    return lasso;
  }

  // The visited states that s reaches and that reach s, through visited states.
  std::vector<bool> component_of(StateId s) {
    begin_trace(space_);
    struct Edge {
      StateId source;
      StateId target;
    };
    std::vector<Edge> edges;
    std::vector<StateId> queue{s};
    std::vector<bool> reached(std::size_t{s} + 1);
    reached[s] = true;
    std::vector<Successor> successors;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      successors.clear();
      post_again(space_, queue[i], successors);
      for (const Successor& t : successors) {
        if (!is_blue(t.target)) continue;
        edges.push_back({queue[i], t.target});
        if (t.target >= reached.size()) reached.resize(std::size_t{t.target} + 1);
        if (reached[t.target]) continue;
        reached[t.target] = true;
        queue.push_back(t.target);
      }
    }
    const auto by_target = [](const Edge& a, const Edge& b) { return a.target < b.target; };
    std::sort(edges.begin(), edges.end(), by_target);
    std::vector<bool> component(reached.size());
    component[s] = true;
    queue.assign(1, s);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      auto edge = std::lower_bound(edges.begin(), edges.end(), Edge{0, queue[i]}, by_target);
      for (; edge != edges.end() && edge->target == queue[i]; ++edge) {
        if (component[edge->source]) continue;
        component[edge->source] = true;
        queue.push_back(edge->source);
      }
    }
    return component;
  }

  S& space_;
  Statistics& statistics_;
  Marks required_;
  PackedArray<1> seen_;
  StateArray<Marks> acc_;
  DfsStack<S> blue_;
  DfsStack<S> red_;
};

}  // namespace lariat::search
