// SPDX-License-Identifier: Apache-2.0
// owcty-map: owcty that ends early where a bounded wave of map values meets an accepting cycle.
//   J. Barnat, L. Brim, P. Ročkai. A time-optimal on-the-fly parallel algorithm for model checking of weak LTL properties.
//   ICFEM 2009: the values of map are propagated while the space is explored, as far as that is cheap.
//
// Takes and promises what owcty does. While line 1 of owcty explores, each state gets the largest candidate that was seen to
// lead to it, as in map. A state whose value grows after it was expanded is expanded once more, but never more states than are
// expanded for the first time: line 1 costs at most twice as much as in owcty. A candidate that receives itself lies on a
// cycle.
//
// Departs from the paper: the bound is a number of expansions. With several sets the candidates are the states of the first
// set, or those that are left by a transition of it; the sets met on the way from the candidate travel with it, and the cycle
// is one only if they are all sets.
#pragma once

#include <bit>
#include <cstdint>
#include <deque>

#include "lariat/search/owcty.hpp"

namespace lariat::search {

template <Space S>
class MapWave {
 public:
  MapWave(S& space, Statistics& statistics)
      : required_(required_marks(space)),
        first_(required_ & (~required_ + 1)),
        value_(state_bound(space), statistics.auxiliary_bytes),
        met_(0, statistics.auxiliary_bytes),
        states_(state_bound(space), statistics.auxiliary_bytes) {}

  // Propagates along a transition of s, which has these marks. True: its target has received itself, and lies on an accepting
  // cycle.
  bool carry(StateId s, Marks marks, const successor_t<S>& transition) {
    const StateId t = target_of(transition);
    const Marks here = (marks | marks_of(transition)) & required_;
    states_.set(s, expanded);
    std::uint32_t value = value_.get(s);
    Marks met = value == 0 ? 0 : met_.get(s) | here;
    if ((here & first_) != 0 && s + 1 >= value) {
      met = s + 1 == value ? met : here;
      value = s + 1;
    }
    if (value == 0) return false;
    if (required_ == first_) met = required_;  // a candidate is in the only set
    if (value == t + 1 && met == required_) return true;
    if (value < value_.get(t)) return false;
    if (value == value_.get(t) && (required_ == first_ || std::popcount(met) <= std::popcount(met_.get(t)))) return false;
    value_[t] = value;
    if (required_ != first_) met_[t] = met;
    if (states_.get(t) == expanded) {
      states_.set(t, waiting);
      again_.push_back(t);
    }
    return false;
  }

  // A state to be expanded once more, or no_state.
  StateId take() {
    if (again_.empty()) return no_state;
    const StateId s = again_.front();
    again_.pop_front();
    states_.set(s, expanded);
    return s;
  }

 private:
  enum State : unsigned { unexpanded, expanded, waiting };  // waiting: in again_

  Marks required_;
  Marks first_;                      // the set of the candidates
  StateArray<std::uint32_t> value_;  // the largest candidate known to lead to a state, plus one; 0: none
  StateArray<Marks> met_;            // with several sets: what was met on the way from it
  PackedArray<2> states_;
  std::deque<StateId> again_;
};

template <Space S>
class OwctyMapSearch : public CatchYoung<S, MapWave<S>> {
 public:
  using CatchYoung<S, MapWave<S>>::CatchYoung;
};

}  // namespace lariat::search
