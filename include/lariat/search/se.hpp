// SPDX-License-Identifier: Apache-2.0
// se: nested depth-first search with two bits per state.
//   S. Schwoon, J. Esparza. A note on on-the-fly verification algorithms. TACAS 2005, Fig. 3.
//
// Needs Büchi acceptance on states. Finds a lasso iff there is one, and reads it off the stacks; calls post at most twice per
// state. The colours are explained at the red search (red_search.hpp), which is lines 16 to 22.
//
// Departs from Fig. 3: explicit stacks instead of recursion; several initial states are tried in turn. Numbers on the right
// are the figure's lines.
#pragma once

#include <optional>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/red_search.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class SeSearch {
 public:
  SeSearch(S& space, Statistics& statistics)
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
        if (const auto* transition = blue_.next()) {  // 5
          const StateId t = target_of(*transition);
          const unsigned colour = colour_.get(t);
          if (colour == cyan && (space_.accepting(s) || space_.accepting(t)))  // 6, 7
            return close_blue_stack(blue_, t);                                 // 8
          if (colour == white) enter(t);                                       // 9, 10
          continue;
        }
        const bool accepting = space_.accepting(s);
        if (accepting)                                     // 11
          if (auto lasso = red_.run(blue_)) return lasso;  // 12
        colour_.set(s, accepting ? red : blue);            // 13, 15
        blue_.pop();
      }
    }
    return std::nullopt;
  }

 private:
  void enter(StateId s) {
    colour_.set(s, cyan);  // 4
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
