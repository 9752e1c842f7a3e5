// SPDX-License-Identifier: Apache-2.0
// cvwy-gen: nested depth-first search for generalised acceptance, with a counter of the sets already met.
//   C. Courcoubetis, M. Vardi, P. Wolper, M. Yannakakis. Memory-efficient algorithms for the verification of temporal
//   properties. FMSD 1992; at most 2n traversals of a state for n sets (S. Schwoon, J. Esparza, TACAS 2005, §5.2).
//
// Takes generalised acceptance on states and transitions, n ≥ 1 sets. Finds a lasso iff there is one, and reads it off the
// stacks; calls post at most 2n times per state. Two bits for each of the n copies of a state.
//
// A copy (s, i) waits for set i. A transition from (s, i) that meets set i, at s or on itself, leads to the copy i+1, else to
// copy i; the transitions that lead from copy n-1 back to copy 0 are the accepting ones. Acceptance is therefore on
// transitions, and the nested search of Fig. 1 runs on the graph in which each accepting transition is split by an accepting
// state in its middle: when the first search has finished what lies behind such a transition, the second search starts from
// there and looks for the transition's source.
#pragma once

#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/reduction.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <GeneralisedSpace S>
class CvwyGenSearch {
 public:
  CvwyGenSearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        sets_(space.sets()),
        colour_(state_bound(space) * sets_, statistics.auxiliary_bytes),
        seen_(state_bound(space), statistics.auxiliary_bytes),
        blue_(space, statistics),
        red_(space, statistics) {
    require_unreduced(space, "cvwy-gen");
  }

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) {
      if (colour_.get(copy(s0, 0)) != white) continue;
      enter(s0, 0);
      while (!blue_.empty()) {
        if (const auto* transition = blue_.next()) {
          const StateId t = transition->target;
          const unsigned level = next_level(blue_, *transition);
          if (colour_.get(copy(t, level)) == white)
            enter(t, level);
          else if (auto lasso = finished(t))
            return lasso;
          continue;
        }
        const StateId s = blue_.top();
        blue_.pop();
        if (!blue_.empty())
          if (auto lasso = finished(s)) return lasso;
      }
    }
    return std::nullopt;
  }

 private:
  enum Colour : unsigned { white, blue, red };
  struct Locals {
    unsigned level = 0;
  };
  using Stack = DfsStack<S, Locals>;

  StateId copy(StateId s, unsigned level) const {
    const std::uint64_t id = std::uint64_t{s} * sets_ + level;
    if (id >= no_state) throw std::length_error("too many states for the copies that cvwy-gen makes of them");
    return static_cast<StateId>(id);
  }

  unsigned next_level(Stack& stack, const Successor& transition) {
    const unsigned level = stack.locals().level;
    const Marks marks = space_.marks(stack.top()) | transition.marks;
    return (marks >> level & 1) == 0 ? level : (level + 1) % sets_;
  }

  // True if a transition from the copy on top to copy `level` is accepting.
  bool is_accepting(Stack& stack, const Successor& transition) {
    return stack.locals().level == sets_ - 1 && (space_.marks(stack.top()) | transition.marks) >> (sets_ - 1) & 1;
  }

  void enter(StateId s, unsigned level) {
    colour_.set(copy(s, level), blue);
    count(s);
    blue_.push(s, {level});
  }

  void count(StateId s) {
    if (seen_.get(s) != 0) return;
    seen_.set(s, 1);
    ++statistics_.states;
  }

  // The first search is done with what lies behind the last transition of the state on top, to t.
  std::optional<Lasso> finished(StateId t) {
    if (!is_accepting(blue_, blue_.last())) return std::nullopt;
    const StateId seed = blue_.top();  // in copy n-1
    if (t == seed && sets_ == 1) return close();
    if (colour_.get(copy(t, 0)) == red) return std::nullopt;
    red_.stand_on(blue_.size());
    enter_red(t, 0);
    while (!red_.empty()) {
      const auto* transition = red_.next();
      if (transition == nullptr) {
        red_.pop();
        continue;
      }
      const StateId u = transition->target;
      const unsigned level = next_level(red_, *transition);
      if (u == seed && level == sets_ - 1) return close();
      if (colour_.get(copy(u, level)) != red) enter_red(u, level);
    }
    return std::nullopt;
  }

  void enter_red(StateId s, unsigned level) {
    colour_.set(copy(s, level), red);
    count(s);  // beyond the blue stack this may be the first visit
    red_.push(s, {level});
  }

  // The path of the first stack leads to the seed and over its last transition; the path of the second continues from there
  // back to the seed.
  Lasso close() {
    Lasso lasso;
    blue_.append_path(lasso.stem);
    lasso.cycle.push_back(blue_.last_step());
    if (!red_.empty()) {
      red_.append_path(lasso.cycle);
      lasso.cycle.push_back(red_.last_step());
    }
    return lasso;
  }

  S& space_;
  Statistics& statistics_;
  unsigned sets_;
  PackedArray<2> colour_;  // of copies
  PackedArray<1> seen_;    // of states: only to count them
  Stack blue_;
  Stack red_;
};

}  // namespace lariat::search
