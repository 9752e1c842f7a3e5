// SPDX-License-Identifier: Apache-2.0
// ascc: Couvreur's algorithm with the Tarjan stack.
//   A. Gaiser, S. Schwoon. Comparison of algorithms for checking emptiness on Büchi automata. MEMICS 2009, Fig. 2.
//
// Takes generalised acceptance on states and transitions. Finds a lasso iff there is one, with minimal exploration; calls post
// once per state. One integer per state, and the stacks Roots and Active. The cycle is found by a search within the component
// (S. Schwoon, J. Esparza, TACAS 2005, §4.2).
//
// Departs from Fig. 2: marks of transitions are merged too (roots.hpp); `current` is kept as a special number; line 19 is
// evaluated once, when the merge is complete: the answer is the same, because merging only adds marks. Explicit stack instead
// of recursion; several initial states are tried in turn. Numbers are the figure's lines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/roots.hpp"
#include "lariat/search/trace_search.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <Space S>
class AsccSearch {
 public:
  AsccSearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        required_(required_marks(space)),
        dfsnum_(state_bound(space), statistics.auxiliary_bytes),
        stack_(space, statistics),
        roots_(statistics) {}

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) {
      if (dfsnum_.get(s0) != 0) continue;
      enter(s0, 0);  // 4
      while (!stack_.empty()) {
        if (const auto* transition = stack_.next()) {  // 11
          const std::uint32_t number = dfsnum_.get(target_of(*transition));
          if (number == 0) {                                                // 12
            enter(target_of(*transition), marks_of(*transition));           // 13
          } else if (number != removed) {                                   // 14
            const Marks met = roots_.merge(number, marks_of(*transition));  // 15 to 18, 20, 21
            if ((met & required_) == required_) return lasso_at_root();     // 19
          }
          continue;
        }
        const StateId s = stack_.top();
        if (roots_.top() == dfsnum_[s]) {  // 22
          roots_.pop();                    // 23
          remove_component(s);             // 24 to 27
        }
        stack_.pop();
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint32_t removed = std::numeric_limits<std::uint32_t>::max();

  void enter(StateId s, Marks arrival) {
    dfsnum_[s] = ++count_;                                 // 6 to 8
    roots_.push(count_, state_marks(space_, s), arrival);  // 9
    active_.push_back(s);                                  // 10
    ++statistics_.states;
    statistics_.active = std::max<std::uint64_t>(statistics_.active, active_.size());
    stack_.push(s);
    for (const auto& transition : stack_.successors()) dfsnum_.fetch(target_of(transition));
  }

  void remove_component(StateId root) {
    for (StateId u = no_state; u != root;) {
      u = active_.back();
      active_.pop_back();
      dfsnum_[u] = removed;
    }
  }

  Lasso lasso_at_root() {
    return lasso_in_component(space_, stack_, roots_.top(), required_, [this](StateId t) {
      const std::uint32_t number = dfsnum_.get(t);
      return number == removed ? 0 : number;
    });
  }

  S& space_;
  Statistics& statistics_;
  Marks required_;
  std::uint32_t count_ = 0;
  StateArray<std::uint32_t> dfsnum_;
  DfsStack<S> stack_;
  Roots roots_;
  std::vector<StateId> active_;
};

}  // namespace lariat::search
