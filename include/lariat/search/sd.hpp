// SPDX-License-Identifier: Apache-2.0
// sd: one plain depth-first search, for weak automata.
//   S. Schwoon, J. Esparza, TACAS 2005, §5.1: the blue search of Fig. 3 alone; SD in A. Gaiser, S. Schwoon, MEMICS 2009.
//
// Needs Büchi acceptance on states and a weak space: on each strongly connected component the states are all accepting or all
// not. Then finds a lasso iff there is one, as soon as all its transitions are explored; calls post once per state. On a space
// that is not weak it may miss a lasso, but never invents one.
//
// Departs from Fig. 3: no red search, so only the colours cyan and "done" are needed. Numbers are the figure's lines.
#pragma once

#include <optional>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/red_search.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class SdSearch {
 public:
  SdSearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        colour_(state_bound(space), statistics.auxiliary_bytes),
        blue_(space, statistics) {}

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
        colour_.set(s, blue);  // 13, 15
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
};

}  // namespace lariat::search
