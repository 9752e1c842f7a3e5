// SPDX-License-Identifier: Apache-2.0
// min-dfs: a shortest lasso by depth-first search.
//   P. Gastin, P. Moro, M. Zeitoun. Minimization of counterexamples in SPIN. SPIN 2004, Algorithm 2.
//
// Needs Büchi acceptance on states. Starts from a first lasso, found by color-DFS (Algorithm 1, gmz) or by hpy; gmz's black
// states, which are part of no accepting path, prune the search (§3.4). Ends with a lasso of the fewest transitions. Time is
// exponential in the worst case; each better lasso is reported when it is found, and the search may be stopped at any time.
//
// Departs from Algorithm 2: the length of the first lasso, or the bound that the user gives, counts as the length of mce from
// the start, and mce ≠ ε at line 11 is then true. With the bound of §3.4 as printed (mce = ε until a lasso is found) a state
// first reached too deep to be explored would never be explored again, and lassos would be missed. The search starts from the
// beginning instead of popping the first search's stack down to its first accepting state. Explicit stack; several initial
// states are tried in turn, as if they were the successors of one. Numbers are the algorithm's lines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/gmz.hpp"
#include "lariat/search/hpy.hpp"
#include "lariat/search/minimize.hpp"
#include "lariat/search/reduction.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

// The search that finds the first lasso.
enum class FirstSearch { colour, nested };

template <BuchiSpace S>
class MinDfsSearch {
 public:
  MinDfsSearch(S& space, Statistics& statistics, BestLasso& best)
      : space_(space),
        statistics_(statistics),
        best_(best),
        visit_(state_bound(space), statistics.auxiliary_bytes),
        stack_(space, statistics) {
    require_unreduced(space, "min-dfs");
  }

  // Leaves the shortest lasso in `best`; nothing if there is no accepting run.
  template <FirstSearch first = FirstSearch::colour>
  void run() {
    if constexpr (first == FirstSearch::colour) {
      GmzSearch<S> search(space_, statistics_);
      if (auto lasso = search.run()) minimize(std::move(*lasso), [&](StateId s) { return search.is_black(s); });
    } else {
      HpySearch<S> search(space_, statistics_);
      if (auto lasso = search.run()) minimize(std::move(*lasso), [](StateId) { return false; });
    }
  }

 private:
  enum class Mode : std::uint8_t { normal, careful };
  struct Locals {
    std::uint32_t last_accepting = 0;  // depth of the last accepting state of the path, from 1; 0: there is none
    Mode mode = Mode::normal;
  };
  struct Visit {
    std::uint32_t depth = 0;  // least depth at which the state was on the path, from 1; 0 is the algorithm's ∞
    std::uint32_t place = 0;  // depth of the state on the current path, from 1; 0: it is not on it
  };

  template <class IsBlack>
  void minimize(Lasso first, IsBlack is_black) {
    best_.improve(std::move(first));
    for (const StateId s0 : space_.initial()) {
      const std::uint32_t depth = visit_.get(s0).depth;
      if (is_black(s0) || depth == 1) continue;
      enter(s0, depth > 1 ? Mode::careful : Mode::normal);  // as 7 to 12 for a successor
      while (!stack_.empty()) {
        const auto* transition = stack_.next();  // 3
        if (transition == nullptr) {
          visit_[stack_.top()].place = 0;  // 16
          stack_.pop();
          continue;
        }
        if (stack_.size() >= best_.limit()) continue;  // 4: length(cp) + 1 < length(mce), which count states
        const StateId t = target_of(*transition);
        if (is_black(t)) continue;
        const Visit visit = visit_.get(t);
        const Mode mode = stack_.locals().mode;
        if (visit.place != 0) {                                                     // 5
          if (stack_.locals().last_accepting >= visit.place) improve(visit.place);  // 6
        } else if (mode == Mode::careful || space_.accepting(t)) {                  // NOLINT(bugprone-branch-clone) 7
          enter(t, Mode::careful);                                                  // 8
        } else if (visit.depth == 0) {                                              // 9
          enter(t, mode);                                                           // 10
        } else if (visit.depth > stack_.size() + 1) {                               // 11
          enter(t, Mode::careful);                                                  // 12
        }
      }
    }
  }

  void enter(StateId s, Mode mode) {
    const std::uint32_t below = stack_.empty() ? 0 : stack_.locals().last_accepting;
    const auto depth = static_cast<std::uint32_t>(stack_.size() + 1);
    Visit& visit = visit_[s];
    visit.place = depth;                                                    // 1
    visit.depth = visit.depth == 0 ? depth : std::min(visit.depth, depth);  // 2
    stack_.push(s, {space_.accepting(s) ? depth : below, mode});
  }

  // The last step of the path leads back to its state at depth `place`.
  void improve(std::uint32_t place) {
    Lasso lasso;
    stack_.append_path(lasso.stem);
    lasso.stem.push_back(stack_.last_step());
    lasso.cycle.assign(lasso.stem.begin() + (place - 1), lasso.stem.end());
    lasso.stem.resize(place - 1);
    best_.improve(std::move(lasso));
  }

  S& space_;
  Statistics& statistics_;
  BestLasso& best_;
  StateArray<Visit> visit_;
  DfsStack<S, Locals> stack_;
};

}  // namespace lariat::search
