// SPDX-License-Identifier: Apache-2.0
// reach: reachability of an accepting state, for terminal automata.
//   I. Černá, R. Pelánek. Relating hierarchy of temporal properties to model checking. MFCS 2003; as in S. Schwoon,
//   J. Esparza, TACAS 2005, §5.1.
//
// Needs Büchi acceptance on states and a terminal space: an accepting state has a successor, and only accepting ones. Then
// finds a lasso iff there is one, on entering the first accepting state; calls post once per state. The cycle comes from
// following first successors until a state repeats, which costs one post per step (counted as trace_post_calls).
#pragma once

#include <optional>
#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/space/counting.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class ReachSearch {
 public:
  ReachSearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        seen_(state_bound(space), statistics.auxiliary_bytes),
        stack_(space, statistics) {}

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) {
      if (seen_.get(s0) != 0) continue;
      if (enter(s0)) return run_on();
      while (!stack_.empty()) {
        if (const auto* t = stack_.next()) {
          if (seen_.get(target_of(*t)) == 0 && enter(target_of(*t))) return run_on();
          continue;
        }
        stack_.pop();
      }
    }
    return std::nullopt;
  }

 private:
  // Visits s; true if it is accepting.
  bool enter(StateId s) {
    seen_.set(s, 1);
    ++statistics_.states;
    stack_.push(s);
    return space_.accepting(s);
  }

  // Every path from the accepting state on top of the stack leads to a cycle: follows the first successors.
  Lasso run_on() {
    begin_trace(space_);
    std::vector<Step> path;
    stack_.append_path(path);
    std::unordered_set<StateId> met;
    std::vector<successor_t<S>> successors;
    StateId s = stack_.top();
    while (met.insert(s).second) {
      successors.clear();
      space_.post(s, successors);
      if (successors.empty() || !space_.accepting(s))
        throw std::invalid_argument("reach: the space is not terminal, as was promised");
      path.push_back({s, 0, target_of(successors[0]), marks_of(successors[0])});
      s = target_of(successors[0]);
    }
    return make_lasso(std::move(path), s);
  }

  S& space_;
  Statistics& statistics_;
  PackedArray<1> seen_;
  DfsStack<S> stack_;
};

}  // namespace lariat::search
