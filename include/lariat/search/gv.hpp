// SPDX-License-Identifier: Apache-2.0
// gv: Tarjan's algorithm, reporting a cycle as soon as all its transitions are explored.
//   J. Geldenhuys, A. Valmari. Tarjan's algorithm makes on-the-fly LTL verification more efficient. TACAS 2004; as in
//   S. Schwoon, J. Esparza. A note on on-the-fly verification algorithms, long version, Fig. 7.
//
// Needs Büchi acceptance on states. Finds a lasso iff there is one, with minimal exploration; calls post once per state. Two
// integers per state. The cycle is closed by the search of §4.2.
//
// Departs from Fig. 7: explicit stack instead of recursion; `current` is kept as a special lowlink; several initial states are
// tried in turn. Numbers are the figure's lines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/trace_search.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class GvSearch {
 public:
  GvSearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        number_(state_bound(space), statistics.auxiliary_bytes),
        stack_(space, statistics) {}

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) {
      if (number_.get(s0).dfsnum != 0) continue;
      enter(s0, no_state);  // 4, 5
      while (!stack_.empty()) {
        if (const auto* transition = stack_.next()) {  // 11
          const StateId t = target_of(*transition);
          if (number_.get(t).dfsnum == 0)    // 12
            enter(t, stack_.locals().goal);  // 13, 14
          else if (explored(t))
            return close_at(t);  // 18
          continue;
        }
        const StateId s = stack_.top();
        if (number_[s].lowlink == number_[s].dfsnum) remove_component(s);  // 19
        stack_.pop();
        if (!stack_.empty() && explored(s)) return close_at(s);  // after the call at 13, 14
      }
    }
    return std::nullopt;
  }

 private:
  struct Number {
    std::uint32_t dfsnum = 0;   // 0: unseen
    std::uint32_t lowlink = 0;  // `removed`: not in Current
  };
  static constexpr std::uint32_t removed = std::numeric_limits<std::uint32_t>::max();
  struct Locals {
    StateId goal = no_state;  // the accepting state of the call stack that is nearest to its top; no_state is the figure's ⊥
  };

  void enter(StateId s, StateId goal) {
    ++count_;                       // 7
    number_[s] = {count_, count_};  // 8, 9
    current_.push_back(s);          // 10
    ++statistics_.states;
    statistics_.active = std::max<std::uint64_t>(statistics_.active, current_.size());
    stack_.push(s, {space_.accepting(s) ? s : goal});
  }

  // 15 to 17 for the state on top; true if there is a cycle to report.
  bool explored(StateId t) {
    const std::uint32_t lowlink = number_[t].lowlink;
    if (lowlink == removed) return false;  // 15
    Number& own = number_[stack_.top()];
    own.lowlink = std::min(own.lowlink, lowlink);  // 16
    const StateId goal = stack_.locals().goal;
    return goal != no_state && own.lowlink <= number_[goal].dfsnum;  // 17
  }

  void remove_component(StateId root) {
    for (StateId t = no_state; t != root;) {  // 20 to 22
      t = current_.back();
      current_.pop_back();
      number_[t].lowlink = removed;
    }
  }

  // The call stack leads to the goal and on to the state on top, whose last step leads to t; from t a path within Current
  // leads back to the goal.
  Lasso close_at(StateId t) {
    const StateId goal = stack_.locals().goal;
    std::vector<Step> path;
    stack_.append_path(path);
    path.push_back(stack_.last_step());
    if (t != goal)
      TraceSearch<S>(space_).append_path(
          path, t, [this](StateId u) { return number_.get(u).dfsnum != 0 && number_.get(u).lowlink != removed; },
          [goal](const Step& step) { return step.target == goal; });
    return make_lasso(std::move(path), goal);
  }

  S& space_;
  Statistics& statistics_;
  std::uint32_t count_ = 0;
  StateArray<Number> number_;
  DfsStack<S, Locals> stack_;
  std::vector<StateId> current_;
};

}  // namespace lariat::search
