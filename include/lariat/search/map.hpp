// SPDX-License-Identifier: Apache-2.0
// map: maximal accepting predecessors, an emptiness check without depth-first order.
//   L. Brim, I. Černá, P. Moravec, J. Šimša. Accepting predecessors are better than back edges in distributed LTL model
//   checking. FMCAD 2004.
//
// Needs Büchi acceptance on states. Finds a lasso iff there is one, often before the whole space is explored. States are
// ordered by their numbers. map(s) is the largest candidate that leads to s by at least one transition.
//
//   1  C := the accepting states
//   2  repeat
//   3    map(s) := none for all s; W := the initial states, in later rounds C
//   4    while W is not empty: take some s out of W
//   5      v := s if s ∈ C and s > map(s), else map(s)
//   6      for t in post(s):
//   7        if v = t: report a cycle through t
//   8        if v > map(t), or t is new: map(t) := v; W := W + {t}
//   9    C := {v ∈ C | map(v) > v}
//  10  until C is empty
//
// A candidate v on a cycle leads to itself, hence map(v) ≥ v in the end; line 7 catches map(v) = v, so that line 9 keeps all
// candidates on cycles. It drops at least the largest candidate: there are at most as many rounds as accepting states.
//
// Departs from the paper: line 9 drops all candidates that cannot be on a cycle, not only those that are a value of map; later
// rounds begin at the candidates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "lariat/search/component_lasso.hpp"
#include "lariat/search/reduction.hpp"
#include "lariat/search/statistics.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class MapSearch {
 public:
  MapSearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        map_(state_bound(space), statistics.auxiliary_bytes),
        bits_(state_bound(space), statistics.auxiliary_bytes) {
    require_unreduced(space, "map");
  }

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) add_work(s0);  // 3
    for (;;) {                                               // 2
      while (!work_.empty())                                 // 4
        if (const auto v = propagate(take_work())) return lasso_through(space_, *v, 1, [](StateId) { return true; });
      std::vector<StateId> remaining;
      for (const StateId v : candidates_) {  // 9
        if (map_.get(v) > v + 1)
          remaining.push_back(v);
        else
          set(v, candidate, false);
      }
      candidates_.swap(remaining);
      if (candidates_.empty()) return std::nullopt;  // 10
      for (const StateId s : states_) map_[s] = 0;   // 3
      for (const StateId v : candidates_) add_work(v);
    }
  }

 private:
  enum Bits : unsigned { seen = 1, candidate = 2, waiting = 4, expanded = 8 };  // waiting: in W

  bool has(StateId s, Bits bit) const { return (bits_.get(s) & bit) != 0; }
  void set(StateId s, Bits bit, bool value) { bits_.set(s, value ? bits_.get(s) | bit : bits_.get(s) & ~bit); }

  void add_work(StateId s) {
    if (has(s, waiting)) return;
    if (!has(s, seen)) {
      states_.push_back(s);
      set(s, seen, true);
      if (space_.accepting(s)) {  // 1
        set(s, candidate, true);
        candidates_.push_back(s);
      }
    }
    set(s, waiting, true);
    work_.push_back(s);
  }

  StateId take_work() {
    const StateId s = work_.front();
    work_.pop_front();
    set(s, waiting, false);
    if (!has(s, expanded)) ++statistics_.states;
    set(s, expanded, true);
    return s;
  }

  // A state on an accepting cycle, if s shows that there is one.
  std::optional<StateId> propagate(StateId s) {
    std::uint32_t v = map_.get(s);  // 5
    if (has(s, candidate) && s + 1 > v) v = s + 1;
    successors_.clear();
    space_.post(s, successors_);
    for (const StateId t : successors_) {  // 6
      if (v == t + 1) return t;            // 7
      if (v > map_.get(t)) {               // 8
        map_[t] = v;
        add_work(t);
      } else if (!has(t, seen)) {
        add_work(t);
      }
    }
    return std::nullopt;
  }

  S& space_;
  Statistics& statistics_;
  StateArray<std::uint32_t> map_;  // plus one; 0: none
  PackedArray<4> bits_;
  std::vector<StateId> states_;
  std::vector<StateId> candidates_;  // C
  std::deque<StateId> work_;         // W
  std::vector<successor_t<S>> successors_;
};

}  // namespace lariat::search
