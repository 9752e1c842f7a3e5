// SPDX-License-Identifier: Apache-2.0
// cdfs: one depth-first search by several workers, for weak automata: the blue search of cndfs (S. Evangelista, A. Laarman,
// L. Petrucci, J. van de Pol, ATVA 2012) without a second phase, as sd is the blue search of se.
//
// Needs Büchi acceptance on states and a weak space: on each strongly connected component the states are all accepting or all
// not. Then finds a lasso iff there is one, and reads it off the stack of the worker that found it. Each worker calls post at
// most once per state. Workers share one bit per state, blue; each has one of its own, cyan: the state is on its stack.
//
//   1  search(s):  s.cyan := true
//   2              for t in post(s), in the worker's own order:
//   3                if t.cyan and s or t is accepting: report a cycle
//   4                if not t.cyan and not t.blue: search(t)
//   5              s.blue := true; s.cyan := false
//
// No cycle of accepting states is missed: of its states, let s be the first to become blue, and t its successor on the cycle.
// The worker that makes s blue did not find t blue at line 4, and did not make it blue by a search there; hence t was cyan,
// line 3. On a space that is not weak it may miss a lasso, but never invents one.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lariat/parallel/joint_search.hpp"
#include "lariat/parallel/shared_colours.hpp"
#include "lariat/parallel/worker_stack.hpp"
#include "lariat/search/statistics.hpp"
#include "lariat/search/team.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class alignas(64) CdfsWorker {
  using Colours = parallel::SharedColours;

 public:
  CdfsWorker(S& space, Statistics& statistics, unsigned number, parallel::JointSearch& search, Colours& colours)
      : space_(space),
        statistics_(statistics),
        number_(number),
        search_(search),
        colours_(colours),
        cyan_(0, statistics.auxiliary_bytes),
        stack_(space, number, statistics.max_depth) {}
  ~CdfsWorker() { statistics_.stack_bytes += stack_.bytes(); }

  void run() {
    for (const StateId s0 : space_.initial()) {
      if (search_.is_over()) return;
      if (!colours_.has(s0, Colours::blue)) enter(s0);
      while (!stack_.empty() && !search_.is_over()) step();
    }
  }

  Lasso lasso() { return *std::move(lasso_); }
  // States that are still on the stack when the search is over have been visited, too.
  void count_unfinished() {
    stack_.for_each_state([this](StateId s) {
      if (colours_.set(s, Colours::blue)) ++statistics_.states;
    });
  }

 private:
  struct Locals {
    bool is_accepting = false;
  };

  void enter(StateId s) {
    cyan_.set(s, 1);  // 1
    stack_.push(s, {.is_accepting = space_.accepting(s)});
  }

  void step() {
    const StateId s = stack_.top();
    const auto* const transition = stack_.next();  // 2
    parallel::pause_point(space_);
    if (transition == nullptr) {
      if (colours_.set(s, Colours::blue)) ++statistics_.states;  // 5
      cyan_.set(s, 0);
      stack_.pop();
      return;
    }
    const StateId t = target_of(*transition);
    if (cyan_.get(t) != 0) {
      if (stack_.locals().is_accepting || space_.accepting(t)) report(t);  // 3
    } else if (!colours_.has(t, Colours::blue)) {
      enter(t);  // 4
    }
  }

  void report(StateId t) {
    std::vector<Step> path;
    stack_.append_path(path);
    path.push_back(stack_.last_step());
    lasso_ = make_lasso(std::move(path), t);
    search_.report(number_);
  }

  S& space_;
  Statistics& statistics_;
  unsigned number_;
  parallel::JointSearch& search_;
  Colours& colours_;
  PackedArray<1> cyan_;
  parallel::WorkerStack<S, Locals> stack_;
  std::optional<Lasso> lasso_;
};

template <BuchiSpace S>
class CdfsSearch : public Team<S, CdfsWorker<S>, parallel::SharedColours> {
 public:
  using Team<S, CdfsWorker<S>, parallel::SharedColours>::Team;
};

}  // namespace lariat::search
