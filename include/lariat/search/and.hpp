// SPDX-License-Identifier: Apache-2.0
// and: nested depth-first search with two bits per state that starts fewer red searches.
//   A. Gaiser, S. Schwoon. Comparison of algorithms for checking emptiness on Büchi automata. MEMICS 2009, Fig. 1.
//
// Needs Büchi acceptance on states. Finds a lasso iff there is one, and reads it off the stacks; calls post at most twice per
// state, and a second time for fewer states than se: a state whose successors are all red is red itself.
//
// Departs from Fig. 1: explicit stacks instead of recursion; several initial states are tried in turn. Numbers on the right
// are the figure's lines; 21 to 27 are the common red search (red_search.hpp).
#pragma once

#include <optional>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/red_search.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class AndSearch {
 public:
  AndSearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        colour_(state_bound(space), statistics.auxiliary_bytes),
        blue_(space, statistics),
        red_(space, statistics, colour_) {}

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) {
      if (colour_.get(s0) != white) continue;
      enter(s0);  // 2
      while (!blue_.empty()) {
        const StateId s = blue_.top();
        if (const auto* transition = blue_.next()) {  // 6
          const StateId t = target_of(*transition);
          const unsigned colour = colour_.get(t);
          if (colour == cyan && (space_.accepting(s) || space_.accepting(t)))  // 7, 8
            return close_blue_stack(blue_, t);                                 // 9
          if (colour == white)                                                 // 10
            enter(t);                                                          // 11
          else if (colour != red)                                              // 12
            blue_.locals().all_red = false;                                    // 13
          continue;
        }
        if (blue_.locals().all_red) {                      // 14
          colour_.set(s, red);                             // 15
        } else if (space_.accepting(s)) {                  // 16
          if (auto lasso = red_.run(blue_)) return lasso;  // 17
          colour_.set(s, red);                             // 18
        } else {
          colour_.set(s, blue);  // 20
        }
        blue_.pop();
        if (!blue_.empty() && colour_.get(s) != red) blue_.locals().all_red = false;  // 12, 13, after the call at 11
      }
    }
    return std::nullopt;
  }

 private:
  struct Locals {
    bool all_red = true;  // 4
  };

  void enter(StateId s) {
    colour_.set(s, cyan);  // 5
    ++statistics_.states;
    blue_.push(s);
  }

  S& space_;
  Statistics& statistics_;
  PackedArray<2> colour_;
  DfsStack<S, Locals> blue_;
  RedSearch<S> red_;
};

}  // namespace lariat::search
