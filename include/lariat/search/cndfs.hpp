// SPDX-License-Identifier: Apache-2.0
// cndfs: nested depth-first search by several workers.
//   S. Evangelista, A. Laarman, L. Petrucci, J. van de Pol. Improved multi-core nested depth-first search. ATVA 2012, Fig. 2.
//
// Needs Büchi acceptance on states. Finds a lasso iff there is one, and reads it off the stacks of the worker that found it.
// Each worker calls post at most twice per state. Workers share two bits per state, blue and red, which are never cleared; each
// has two of its own: cyan, the state is on its blue stack; pink, it is in R, the set of states of its red search.
//
//   1  blue(s):  s.cyan := true
//   2            for t in post(s), in the worker's own order:
//   3              if t.cyan and s or t is accepting: report a cycle
//   4              if not t.cyan and not t.blue: blue(t)
//   5            s.blue := true
//   6            if all t in post(s) are red: s.red := true
//   7            else if s is accepting and not red:
//   8              R := {}; red(s)
//   9              wait until all accepting states of R but s are red
//  10              for t in R: t.red := true
//  11            s.cyan := false
//  12  red(s):   R := R + {s}
//  13            for t in post(s):
//  14              if t.cyan: report a cycle
//  15              if t is not in R and not t.red: red(t)
//
// The states that line 9 waits for are made red by the workers that have them on their stacks. docs/algorithms.md proves that
// the wait ends, and that no accepting cycle is missed. A worker is done when its own search is; all of them have to be: a
// worker may be done early because others have states on their stacks that it never saw.
//
// Departs from the paper: explicit stacks; lines 3, as in se, and 6, as in `and`; line 7 skips states that are red.
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
class alignas(64) CndfsWorker {
  using Colours = parallel::SharedColours;

 public:
  CndfsWorker(S& space, Statistics& statistics, unsigned number, parallel::JointSearch& search, Colours& colours)
      : space_(space),
        statistics_(statistics),
        number_(number),
        search_(search),
        colours_(colours),
        own_(0, statistics.auxiliary_bytes),
        blue_(space, number, statistics.max_depth),
        red_(space, number, statistics.max_depth) {}
  ~CndfsWorker() { statistics_.stack_bytes += blue_.bytes() + red_.bytes() + in_r_.capacity() * sizeof(Met); }

  void run() {
    for (const StateId s0 : space_.initial()) {
      if (search_.is_over()) return;
      if (!colours_.has(s0, Colours::blue)) enter(s0);
      while (!blue_.empty() && !search_.is_over()) step();
    }
  }

  Lasso lasso() { return *std::move(lasso_); }
  // States that are still on the stack when the search is over have been visited, too.
  void count_unfinished() {
    blue_.for_each_state([this](StateId s) {
      if (colours_.set(s, Colours::blue)) ++statistics_.states;
    });
  }

 private:
  enum Own : unsigned { none, cyan, pink };  // a state of R that is cyan closes a cycle, so that no state is both for long
  struct Locals {
    bool is_accepting = false;
    bool are_all_red = true;  // all successors taken so far
  };
  struct Met {
    StateId state;
    bool is_accepting;
  };

  void enter(StateId s) {
    own_.set(s, cyan);  // 1
    blue_.push(s, {.is_accepting = space_.accepting(s)});
  }

  void step() {
    const StateId s = blue_.top();
    const auto* const transition = blue_.next();  // 2
    if (transition == nullptr) {
      leave(s);
      return;
    }
    const StateId t = target_of(*transition);
    parallel::pause_point(space_);
    if (own_.get(t) == cyan) {
      blue_.locals().are_all_red = false;
      if (blue_.locals().is_accepting || space_.accepting(t)) report(blue_.last_step(), {}, t);  // 3
    } else if (!colours_.has(t, Colours::blue)) {                                                // 4
      enter(t);
    } else if (!colours_.has(t, Colours::red)) {
      blue_.locals().are_all_red = false;
    }
  }

  void leave(StateId s) {
    if (colours_.set(s, Colours::blue)) ++statistics_.states;  // 5
    parallel::pause_point(space_);
    if (blue_.locals().are_all_red)
      colours_.set(s, Colours::red);                                         // 6
    else if (blue_.locals().is_accepting && !colours_.has(s, Colours::red))  // 7
      search_red(s);
    if (search_.is_over()) return;
    own_.set(s, none);  // 11
    blue_.pop();
    if (!blue_.empty() && !colours_.has(s, Colours::red)) blue_.locals().are_all_red = false;
  }

  void search_red(StateId seed) {
    in_r_.clear();  // 8
    red_.stand_on(blue_.size());
    enter_red(seed, false);
    while (!red_.empty()) {
      if (search_.is_over()) return;
      const auto* const transition = red_.next();  // 13
      if (transition == nullptr) {
        red_.pop();
        continue;
      }
      const StateId t = target_of(*transition);
      parallel::pause_point(space_);
      if (own_.get(t) == cyan || t == seed) return report(red_.last_step(), red_path(), t);          // 14
      if (own_.get(t) != pink && !colours_.has(t, Colours::red)) enter_red(t, space_.accepting(t));  // 15
    }
    for (const Met& met : in_r_)
      if (met.is_accepting && !await_red(met.state)) return;  // 9
    for (const Met& met : in_r_) {                            // 10
      parallel::pause_point(space_);
      colours_.set(met.state, Colours::red);
      own_.set(met.state, none);
    }
    own_.set(seed, cyan);
  }

  // The seed is cyan and in R at once; it is not waited for.
  void enter_red(StateId s, bool is_accepting) {
    own_.set(s, pink);  // 12
    in_r_.push_back({s, is_accepting});
    red_.push(s);
  }

  // False if the search is over before the state is red.
  bool await_red(StateId s) {
    for (parallel::Backoff wait; !colours_.has(s, Colours::red); wait())
      if (search_.is_over()) return false;
    return true;
  }

  std::vector<Step> red_path() const {
    std::vector<Step> path;
    red_.append_path(path);
    return path;
  }

  // The blue stack, a path of the red search behind it, and a last step back to t on the blue stack.
  void report(const Step& last, const std::vector<Step>& red, StateId t) {
    std::vector<Step> path;
    blue_.append_path(path);
    path.insert(path.end(), red.begin(), red.end());
    path.push_back(last);
    lasso_ = make_lasso(std::move(path), t);
    search_.report(number_);
  }

  S& space_;
  Statistics& statistics_;
  unsigned number_;
  parallel::JointSearch& search_;
  Colours& colours_;
  PackedArray<2> own_;
  parallel::WorkerStack<S, Locals> blue_;
  struct NoLocals {};
  parallel::WorkerStack<S, NoLocals> red_;
  std::vector<Met> in_r_;
  std::optional<Lasso> lasso_;
};

template <BuchiSpace S>
class CndfsSearch : public Team<S, CndfsWorker<S>, parallel::SharedColours> {
 public:
  using Team<S, CndfsWorker<S>, parallel::SharedColours>::Team;
};

}  // namespace lariat::search
