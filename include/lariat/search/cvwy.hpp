// SPDX-License-Identifier: Apache-2.0
// cvwy: nested depth-first search as it was first proposed.
//   C. Courcoubetis, M. Vardi, P. Wolper, M. Yannakakis. Memory-efficient algorithms for the verification of temporal
//   properties. FMSD 1992; as in S. Schwoon, J. Esparza. A note on on-the-fly verification algorithms. TACAS 2005, Fig. 1.
//
// Needs Büchi acceptance on states. Finds a lasso iff there is one, and reads it off the stacks; calls post at most twice per
// state. Two bits per state. A red search that reaches the blue stack may continue from there to states that are not blue; the
// path along the stack leads to the seed, so that a cycle is reported before a blue search would visit those states.
//
// Departs from Fig. 1: explicit stacks instead of recursion; several initial states are tried in turn.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/reduction.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class CvwySearch {
 public:
  CvwySearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        colour_(state_bound(space), statistics.auxiliary_bytes),
        blue_(space, statistics),
        red_(space, statistics, Role::again) {
    // It does not go with a reduction, and is run with one only to show that.
    if (const Reduction* reduction = reduction_of(space); reduction == nullptr || !reduction->decides_anew())
      require_unreduced(space, "cvwy");
  }

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) {
      if (colour_.get(s0) != white) continue;
      enter(s0);  // nested_dfs: call dfs_blue(s0)
      while (!blue_.empty()) {
        if (const auto* t = blue_.next()) {                               // for all t in post(s)
          if (colour_.get(target_of(*t)) == white) enter(target_of(*t));  //   if not t.blue: call dfs_blue(t)
          continue;
        }
        const StateId s = blue_.top();
        if (space_.accepting(s))                         // if s in A
          if (auto lasso = red_search(s)) return lasso;  //   seed := s; call dfs_red(s)
        blue_.pop();
      }
    }
    return std::nullopt;
  }

 private:
  enum Colour : unsigned { white, blue, red };

  void enter(StateId s) {
    colour_.set(s, blue);  // s.blue := true
    ++statistics_.states;
    blue_.push(s);
  }

  std::optional<Lasso> red_search(StateId seed) {
    red_.stand_on(blue_.size());
    colour_.set(seed, red);  // s.red := true
    red_.push(seed);
    while (!red_.empty()) {
      const auto* transition = red_.next();  // for all t in post(s)
      if (transition == nullptr) {
        red_.pop();
        continue;
      }
      const StateId t = target_of(*transition);
      if (colour_.get(t) != red) {  // if not t.red: call dfs_red(t)
        if (colour_.get(t) == white) ++statistics_.states;
        colour_.set(t, red);
        red_.push(t);
      } else if (t == seed) {  // else if t = seed: report cycle
        std::vector<Step> path;
        blue_.append_path(path);
        red_.append_path(path);
        path.push_back(red_.last_step());
        return make_lasso(std::move(path), seed);
      }
    }
    return std::nullopt;
  }

  S& space_;
  Statistics& statistics_;
  PackedArray<2> colour_;
  DfsStack<S> blue_;
  DfsStack<S> red_;
};

}  // namespace lariat::search
