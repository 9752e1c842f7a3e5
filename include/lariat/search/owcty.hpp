// SPDX-License-Identifier: Apache-2.0
// owcty: one way catch them young, an emptiness check without depth-first order.
//   I. Černá, R. Pelánek. Distributed explicit fair cycle detection (set based approach). SPIN 2003.
//
// Takes generalised acceptance on states and transitions, n ≥ 1 sets. Finds a lasso iff there is one, after the whole space has
// been explored. Every step is a search in any order or a sum over all states, hence can be distributed over machines.
//
//   1  S := the reachable states
//   2  repeat
//   3    for each acceptance set F:
//   4      S := the states of S that are in F or behind a transition of F inside S, and what is reachable from them inside S
//   5    while some s ∈ S has no predecessor in S: S := S − {s}
//   6  until S does not change
//   7  report a cycle iff S is not empty
//
// In the end a component of S that no other one of S leads to has a transition by 5 and meets each set by 4: it is accepting.
// The root of the last search that is needed to visit all of S lies in such a component.
//
// A round removes at least each component of S that no other one leads to and that is not accepting. With h components on the
// longest path between components, there are at most h + 1 rounds, and a state is expanded at most n + 1 times in each, or
// 2n + 1 times if sets are on transitions. A weak space needs no rounds: each of its accepting cycles consists of accepting
// transitions, so that line 5 on the accepting transitions decides. A state is then expanded at most twice.
//
// Departs from the paper: several sets, and sets on transitions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lariat/search/algorithms.hpp"
#include "lariat/search/component_lasso.hpp"
#include "lariat/search/reduction.hpp"
#include "lariat/search/statistics.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

// `Wave` is told of each transition when it is explored, and may know an accepting cycle before the rounds begin.
template <Space S, class Wave>
class CatchYoung {
 public:
  // `strength` is what is known of the space.
  CatchYoung(S& space, Statistics& statistics, Strength strength = Strength::general)
      : space_(space),
        statistics_(statistics),
        required_(required_marks(space)),
        is_weak_(strength != Strength::general),
        wave_(space, statistics),
        place_(state_bound(space), statistics.auxiliary_bytes),
        predecessors_(state_bound(space), statistics.auxiliary_bytes) {
    require_unreduced(space, "owcty");
  }

  std::optional<Lasso> run() {
    if (const auto v = explore())  // 1
      return lasso_through(space_, *v, required_, [](StateId) { return true; });
    if (is_weak_) {
      eliminate();
    } else {
      for (std::size_t before = 0; before != kept_.size();) {  // 2, 6
        before = kept_.size();
        for (Marks missing = required_; missing != 0; missing &= missing - 1) {      // 3
          keep_reachable(missing & (~missing + 1), (missing & (missing - 1)) == 0);  // 4
        }
        eliminate();  // 5
      }
    }
    if (kept_.empty()) return std::nullopt;  // 7
    return lasso_through(space_, find_source(), required_, [this](StateId t) { return is_kept(t); });
  }

 private:
  // What is known of a state.
  enum Place : unsigned { unseen, dropped, kept, reached };  // reached: kept, and met by the search at hand

  bool is_kept(StateId s) const { return place_.get(s) >= kept; }
  // In a weak space, only accepting transitions count.
  bool counts(Marks at_source, Marks on_transition) const {
    return !is_weak_ || ((at_source | on_transition) & required_) == required_;
  }

  const std::vector<successor_t<S>>& post(StateId s) {
    successors_.clear();
    space_.post(s, successors_);
    return successors_;
  }

  // Explores the space, breadth first. Returns a state on an accepting cycle if the wave meets one.
  std::optional<StateId> explore() {
    for (const StateId s0 : space_.initial()) meet(s0);
    std::size_t level_end = 0;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      if (i == level_end) {
        ++statistics_.max_depth;
        level_end = kept_.size();
      }
      ++statistics_.states;
      if (expand(kept_[i], true)) return closed_;
      if (const StateId again = wave_.take(); again != no_state && expand(again, false)) return closed_;
    }
    return std::nullopt;
  }

  void meet(StateId s) {
    if (place_.get(s) != unseen) return;
    place_.set(s, kept);
    kept_.push_back(s);
  }

  // True if the wave closes a cycle on a transition of s, which is then in closed_.
  bool expand(StateId s, bool for_the_first_time) {
    const Marks marks = state_marks(space_, s);
    for (const auto& transition : post(s)) {
      const StateId t = target_of(transition);
      if (for_the_first_time) {
        meet(t);
        on_transitions_ |= marks_of(transition);
        if (is_weak_ && counts(marks, marks_of(transition))) ++predecessors_[t];
      }
      closed_ = t;
      if (wave_.carry(s, marks, transition)) return true;
    }
    return false;
  }

  // Line 4 for one set. For the last set of a round, the predecessors of each state in S are counted as well.
  void keep_reachable(Marks set, bool is_last) {
    if (is_last)
      for (const StateId s : kept_) predecessors_[s] = 0;
    queue_.clear();
    std::size_t next = 0;
    const auto close = [&] {
      for (; next < queue_.size(); ++next)
        for (const auto& transition : post(queue_[next])) {
          const StateId t = target_of(transition);
          if (!is_kept(t)) continue;
          reach(t);
          if (is_last) ++predecessors_[t];
        }
    };
    for (const StateId s : kept_)
      if ((state_marks(space_, s) & set) != 0) reach(s);
    close();
    if ((on_transitions_ & set) != 0)
      for (const StateId s : kept_) {
        if (place_.get(s) == reached) continue;  // so is what is behind its transitions
        for (const auto& transition : post(s))
          if ((marks_of(transition) & set) != 0 && is_kept(target_of(transition))) reach(target_of(transition));
        close();
      }
    for (const StateId s : kept_) place_.set(s, place_.get(s) == reached ? kept : dropped);
    kept_.swap(queue_);
  }

  void reach(StateId s) {
    if (place_.get(s) == reached) return;
    place_.set(s, reached);
    queue_.push_back(s);
  }

  // Line 5: the numbers of predecessors in S are known.
  void eliminate() {
    queue_.clear();
    const auto drop = [this](StateId s) {
      place_.set(s, dropped);
      queue_.push_back(s);
    };
    for (const StateId s : kept_)
      if (predecessors_[s] == 0) drop(s);
    for (std::size_t i = 0; i < queue_.size(); ++i) {  // NOLINT(modernize-loop-convert): the queue grows
      const Marks marks = state_marks(space_, queue_[i]);
      if (!counts(marks, on_transitions_)) continue;  // none of its transitions was counted
      for (const auto& transition : post(queue_[i])) {
        const StateId t = target_of(transition);
        if (is_kept(t) && counts(marks, marks_of(transition)) && --predecessors_[t] == 0) drop(t);
      }
    }
    std::erase_if(kept_, [this](StateId s) { return !is_kept(s); });
  }

  // A state of a component that no other component of S leads to: what leads to it was not visited before it, hence is behind
  // it.
  StateId find_source() {
    begin_trace(space_);
    queue_.clear();
    StateId root = no_state;
    std::size_t next = 0;
    for (const StateId s : kept_) {
      if (place_.get(s) == reached) continue;
      root = s;
      reach(s);
      for (; next < queue_.size(); ++next)
        for (const auto& transition : post(queue_[next]))
          if (is_kept(target_of(transition))) reach(target_of(transition));
    }
    return root;
  }

  S& space_;
  Statistics& statistics_;
  Marks required_;
  bool is_weak_;
  Wave wave_;
  StateId closed_ = no_state;
  Marks on_transitions_ = 0;  // sets that some transition belongs to
  PackedArray<2> place_;
  StateArray<std::uint32_t> predecessors_;  // transitions inside S that lead to a state of S
  std::vector<StateId> kept_;               // S
  std::vector<StateId> queue_;
  std::vector<successor_t<S>> successors_;
};

// Knows nothing.
template <Space S>
struct NoWave {
  NoWave(S& /*space*/, Statistics& /*statistics*/) {}
  bool carry(StateId /*s*/, Marks /*marks*/, const successor_t<S>& /*transition*/) { return false; }
  StateId take() { return no_state; }
};

template <Space S>
class OwctySearch : public CatchYoung<S, NoWave<S>> {
 public:
  using CatchYoung<S, NoWave<S>>::CatchYoung;
};

}  // namespace lariat::search
