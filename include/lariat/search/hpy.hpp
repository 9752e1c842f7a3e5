// SPDX-License-Identifier: Apache-2.0
// hpy: nested depth-first search that stops when the second search reaches the stack of the first. Spin's algorithm.
//   G. Holzmann, D. Peled, M. Yannakakis. On nested depth first search. SPIN 1996, Fig. 4.
//
// Needs Büchi acceptance on states. Finds a lasso iff there is one, and reads it off the stacks; calls post at most twice per
// state. Two bits per state: {s,0} in Statespace is "not white", {s,1} is "red", Stack is "cyan". A state on the stack need not
// be recorded as red as well, because the second search ends when it reaches one.
//
// Departs from Fig. 4: there `t in Stack` is tested only for states that are in {t,1} already, so that the search would run
// through the stack once before it stops; the text of §5.1 (and every later account) ends the search on first reaching the
// stack, and so does this one. Explicit stacks instead of recursion; several initial states are tried in turn.
#pragma once

#include <optional>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/red_search.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class HpySearch {
 public:
  HpySearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        colour_(state_bound(space), statistics.auxiliary_bytes),
        blue_(space, statistics),
        red_(space, statistics, colour_) {}

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) {
      if (colour_.get(s0) != white) continue;
      enter(s0);  // dfs(s0)
      while (!blue_.empty()) {
        if (const auto* t = blue_.next()) {                               // for each successor t of s
          if (colour_.get(target_of(*t)) == white) enter(target_of(*t));  // if {t,0} not in Statespace: dfs(t)
          continue;
        }
        const StateId s = blue_.top();
        const bool accepting = space_.accepting(s);
        if (accepting)                                     // if accepting(s)
          if (auto lasso = red_.run(blue_)) return lasso;  //   ndfs(s)
        colour_.set(s, accepting ? red : blue);            // delete s from Stack
        blue_.pop();
      }
    }
    return std::nullopt;
  }

 private:
  void enter(StateId s) {
    colour_.set(s, cyan);  // add {s,0} to Statespace; add s to Stack
    ++statistics_.states;
    blue_.push(s);
  }

  S& space_;
  Statistics& statistics_;
  PackedArray<2> colour_;
  DfsStack<S> blue_;
  RedSearch<S> red_;
};

}  // namespace lariat::search
