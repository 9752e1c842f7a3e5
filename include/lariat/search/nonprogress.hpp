// SPDX-License-Identifier: Apache-2.0
// nonprogress: a cycle that avoids all progress states.
//   G. Holzmann, D. Peled, M. Yannakakis. On nested depth first search. SPIN 1996, Fig. 5.
//
// Takes the accepting states of the space for its progress states. Finds a lasso whose cycle has none of them iff there is
// one; calls post at most twice per state. The same question can be put to any emptiness check through the automaton of
// Fig. 6 (space/nonprogress_product.hpp).
//
// Departs from Fig. 5: explicit stacks instead of recursion; several initial states are tried in turn.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/reduction.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class NonprogressSearch {
 public:
  NonprogressSearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        colour_(state_bound(space), statistics.auxiliary_bytes),
        outer_(space, statistics),
        inner_(space, statistics) {
    require_unreduced(space, "nonprogress");
  }

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) {
      if (colour_.get(s0) != unseen) continue;
      enter(s0);
      while (!outer_.empty()) {
        if (const auto* t = outer_.next()) {  // for each successor t of s
          if (colour_.get(target_of(*t)) == unseen) enter(target_of(*t));
          continue;
        }
        if (auto lasso = nested_search(outer_.top())) return lasso;  // ndfs(s)
        outer_.pop();
      }
    }
    return std::nullopt;
  }

 private:
  // first: {s,0} in Statespace; on_stack: {s,1} too, and in Stack; second: {s,1} too, not in Stack any more
  enum Colour : unsigned { unseen, first, on_stack, second };

  void enter(StateId s) {
    colour_.set(s, first);  // add {s,0} to Statespace
    ++statistics_.states;
    outer_.push(s);
  }

  std::optional<Lasso> nested_search(StateId start) {
    inner_.stand_on(outer_.size());
    visit(start);
    while (!inner_.empty()) {
      if (const auto* transition = inner_.next()) {  // for each successor t of s
        const StateId t = target_of(*transition);
        if (colour_.get(t) == on_stack) {  // else if t is in Stack: report cycle
          std::vector<Step> path;
          outer_.append_path(path);
          const std::size_t stem = path.size();
          inner_.append_path(path);
          path.push_back(inner_.last_step());
          return split(std::move(path), stem, t);
        }
        visit(t);  // if {t,1} not in Statespace: ndfs(t)
        continue;
      }
      colour_.set(inner_.top(), second);  // delete s from Stack
      inner_.pop();
    }
    return std::nullopt;
  }

  void visit(StateId s) {
    const unsigned colour = colour_.get(s);
    if (colour == second || space_.accepting(s)) return;  // if s is Progress State: return
    colour_.set(s, on_stack);                             // add {s,1} to Statespace; add s to Stack
    inner_.push(s);
  }

  // The cycle begins where the second search was at `entry`: the first stack may have been there before.
  static Lasso split(std::vector<Step> path, std::size_t stem, StateId entry) {
    std::size_t begin = stem;
    while (path[begin].source != entry) ++begin;
    Lasso lasso;
    lasso.cycle.assign(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
    path.resize(begin);
    lasso.stem = std::move(path);
    return lasso;
  }

  S& space_;
  Statistics& statistics_;
  PackedArray<2> colour_;
  DfsStack<S> outer_;
  DfsStack<S> inner_;
};

}  // namespace lariat::search
