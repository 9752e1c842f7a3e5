// SPDX-License-Identifier: Apache-2.0
// gmz: color-DFS, nested depth-first search that marks states black that lie on no accepting path.
//   P. Gastin, P. Moro, M. Zeitoun. Minimization of counterexamples in SPIN. SPIN 2004, Algorithm 1.
//
// Needs Büchi acceptance on states. Finds a lasso iff there is one, and reads it off the stacks. Visits a state, and calls post
// for it, at most three times: blue, red, black. Three bits per state. No black state is part of an accepting path, which
// min-dfs uses.
//
// Departs from Algorithm 1: line 7 of DFS_blue looks again at the successors that the frame still holds, without a call of post
// (Schwoon and Esparza's Table 1 counts that look as a second visit); explicit stacks instead of recursion; several initial
// states are tried in turn. Numbers are the algorithm's lines: B blue, R red, K black.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class GmzSearch {
 public:
  GmzSearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        colour_(state_bound(space), statistics.auxiliary_bytes),
        on_path_(state_bound(space), statistics.auxiliary_bytes),
        blue_(space, statistics),
        inner_(space, statistics, Role::again) {}

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) {
      if (colour_.get(s0) != white) continue;
      enter(s0);
      while (!blue_.empty()) {
        if (const auto* transition = blue_.next()) {  // B2
          const StateId t = target_of(*transition);
          if (on_path(t) && space_.accepting(t)) return close(t);  // B3
          if (colour_.get(t) == white) enter(t);                   // B4
          continue;
        }
        const StateId s = blue_.top();
        on_path_.set(s, 0);                                                                                       // B6
        if (std::ranges::all_of(blue_.successors(), [this](const auto& t) { return is_black(target_of(t)); })) {  // B7
          colour_.set(s, black);                                                                                  // B8
        } else if (space_.accepting(s)) {                                                                         // B9
          if (auto lasso = red_search(s)) return lasso;                                                           // B10
          black_search(s);                                                                                        // B11
        }
        blue_.pop();
      }
    }
    return std::nullopt;
  }

  // True if s is known to lie on no accepting path.
  bool is_black(StateId s) const { return colour_.get(s) == black; }

 private:
  enum Colour : unsigned { white, blue, red, black };

  bool on_path(StateId s) const { return on_path_.get(s) != 0; }

  void enter(StateId s) {
    on_path_.set(s, 1);  // B1
    colour_.set(s, blue);
    ++statistics_.states;
    blue_.push(s);
  }

  std::optional<Lasso> red_search(StateId seed) {
    inner_.stand_on(blue_.size());
    enter_red(seed);
    while (!inner_.empty()) {
      if (const auto* transition = inner_.next()) {  // R2
        const StateId t = target_of(*transition);
        const unsigned colour = colour_.get(t);
        if (on_path(t) && (space_.accepting(t) || colour == blue)) {  // R3
          std::vector<Step> path;                                     // R4
          blue_.append_path(path);
          inner_.append_path(path);
          path.push_back(inner_.last_step());
          return make_lasso(std::move(path), t);
        }
        if (colour == blue) enter_red(t);  // R5, R6
        continue;
      }
      on_path_.set(inner_.top(), 0);  // R9
      inner_.pop();
    }
    return std::nullopt;
  }

  void enter_red(StateId s) {
    on_path_.set(s, 1);  // R1
    colour_.set(s, red);
    inner_.push(s);
  }

  void black_search(StateId seed) {
    colour_.set(seed, black);  // K1
    for (inner_.push(seed); !inner_.empty();) {
      if (const auto* t = inner_.next()) {  // K2
        if (is_black(target_of(*t))) continue;
        colour_.set(target_of(*t), black);  // K3
        inner_.push(target_of(*t));
        continue;
      }
      inner_.pop();
    }
  }

  Lasso close(StateId t) {
    std::vector<Step> path;
    blue_.append_path(path);
    path.push_back(blue_.last_step());
    return make_lasso(std::move(path), t);
  }

  S& space_;
  Statistics& statistics_;
  PackedArray<2> colour_;
  PackedArray<1> on_path_;
  DfsStack<S> blue_;
  DfsStack<S> inner_;  // red or black: never both at once
};

}  // namespace lariat::search
