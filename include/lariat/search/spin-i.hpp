// SPDX-License-Identifier: Apache-2.0
// spin-i: the heuristic by which Spin shortens counterexamples (its option -i).
//   As described in P. Gastin, P. Moro, M. Zeitoun. Minimization of counterexamples in SPIN. SPIN 2004, §3.1.
//
// Needs Büchi acceptance on states. Nested depth-first search that visits a state again when it meets it at a smaller depth
// than ever before, and never goes as deep as the best lasso found. It may miss the shortest lasso (Figs. 3 and 4 there): a
// longer way to a state can be the better one. It is the baseline that min-dfs is compared with.
//
// The first lasso comes from hpy, so a lasso is found iff there is one; then the search starts from the beginning.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/hpy.hpp"
#include "lariat/search/minimize.hpp"
#include "lariat/search/reduction.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class SpinISearch {
 public:
  SpinISearch(S& space, Statistics& statistics, BestLasso& best)
      : space_(space),
        statistics_(statistics),
        best_(best),
        visit_(state_bound(space), statistics.auxiliary_bytes),
        outer_(space, statistics),
        inner_(space, statistics) {
    require_unreduced(space, "spin-i");
  }

  // Leaves the shortest lasso that it finds in `best`; nothing if there is no accepting run.
  void run() {
    {
      HpySearch<S> first(space_, statistics_);
      auto lasso = first.run();
      if (!lasso) return;
      best_.improve(std::move(*lasso));
    }
    for (const StateId s0 : space_.initial()) {
      enter(s0);
      while (!outer_.empty()) {
        if (const auto* transition = outer_.next()) {
          const StateId t = target_of(*transition);
          const Visit visit = visit_.get(t);
          if (!visit.on_stack && worth_a_visit(visit.first, visit, outer_.size() + 1)) enter(t);
          continue;
        }
        if (space_.accepting(outer_.top())) nested_search();
        visit_[outer_.top()].on_stack = false;
        outer_.pop();
      }
    }
  }

 private:
  struct Visit {
    std::uint32_t depth = 0;  // least depth at which the state was met, from 1; one number for both searches
    bool first = false;       // the first search was here
    bool second = false;      // the second search was here
    bool on_stack = false;    // on the stack of the first search
  };

  bool worth_a_visit(bool visited, const Visit& visit, std::size_t depth) const {
    return depth <= best_.limit() && (!visited || depth < visit.depth);
  }

  static void meet(Visit& visit, std::size_t depth) {
    if (visit.depth == 0 || depth < visit.depth) visit.depth = static_cast<std::uint32_t>(depth);
  }

  void enter(StateId s) {
    Visit& visit = visit_[s];
    meet(visit, outer_.size() + 1);
    visit.first = visit.on_stack = true;
    outer_.push(s);
  }

  // Looks for ways from the state on top of the first stack back to that stack.
  void nested_search() {
    inner_.stand_on(outer_.size());
    visit_[outer_.top()].second = true;
    for (inner_.push(outer_.top()); !inner_.empty();) {
      const auto* transition = inner_.next();
      if (transition == nullptr) {
        inner_.pop();
        continue;
      }
      const std::size_t length = outer_.size() - 1 + inner_.size();  // transitions of the path that ends with this one
      if (length >= best_.limit()) continue;
      const StateId t = target_of(*transition);
      const Visit visit = visit_.get(t);
      if (visit.on_stack) {
        std::vector<Step> path;
        outer_.append_path(path);
        inner_.append_path(path);
        path.push_back(inner_.last_step());
        best_.improve(make_lasso(std::move(path), t));
      } else if (worth_a_visit(visit.second, visit, length + 1)) {
        meet(visit_[t], length + 1);
        visit_[t].second = true;
        inner_.push(t);
      }
    }
  }

  S& space_;
  Statistics& statistics_;
  BestLasso& best_;
  StateArray<Visit> visit_;
  DfsStack<S> outer_;
  DfsStack<S> inner_;
};

}  // namespace lariat::search
