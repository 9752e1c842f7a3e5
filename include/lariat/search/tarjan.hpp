// SPDX-License-Identifier: Apache-2.0
// tarjan: Tarjan's algorithm as in textbooks; decides when a component is complete.
//   R. Tarjan. Depth-first search and linear graph algorithms. SIAM J. Comput. 1972; as in S. Schwoon, J. Esparza, TACAS
//   2005, §4.
//
// Takes generalised acceptance on states and transitions. Finds a lasso iff there is one, but only after the whole component
// and all that it reaches are explored; calls post once per state. Two integers per state.
//
// The marks of a transition are added to its source on the stack Current if the target is in Current, too: then both are in one
// component.
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

template <Space S>
class TarjanSearch {
 public:
  TarjanSearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        required_(required_marks(space)),
        number_(state_bound(space), statistics.auxiliary_bytes),
        stack_(space, statistics) {}

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) {
      if (number_.get(s0).dfsnum != 0) continue;
      enter(s0);
      while (!stack_.empty()) {
        if (const auto* transition = stack_.next()) {
          const StateId t = target_of(*transition);
          if (number_.get(t).dfsnum == 0)
            enter(t);
          else
            explored(t, marks_of(*transition));
          continue;
        }
        const StateId s = stack_.top();
        if (number_[s].lowlink == number_[s].dfsnum && close_component()) return lasso_at(s);
        stack_.pop();
        if (!stack_.empty()) explored(s, marks_of(stack_.last()));
      }
    }
    return std::nullopt;
  }

 private:
  struct Number {
    std::uint32_t dfsnum = 0;   // 0: unseen
    std::uint32_t lowlink = 0;  // `removed` once the component is complete
  };
  static constexpr std::uint32_t removed = std::numeric_limits<std::uint32_t>::max();
  struct Member {
    StateId state;
    Marks marks;  // of the state, and of its transitions inside the component
  };
  struct Locals {
    std::size_t place = 0;  // in current_
    bool on_cycle = false;  // a transition of the state stays inside the component
  };

  void enter(StateId s) {
    ++count_;
    number_[s] = {count_, count_};
    ++statistics_.states;
    stack_.push(s, {current_.size()});
    current_.push_back({s, state_marks(space_, s)});
    statistics_.active = std::max<std::uint64_t>(statistics_.active, current_.size());
  }

  // A transition from the state on top to t was explored, and t after it.
  void explored(StateId t, Marks marks) {
    const Number& reached = number_[t];
    if (reached.lowlink == removed) return;
    Number& own = number_[stack_.top()];
    own.lowlink = std::min(own.lowlink, reached.lowlink);
    current_[stack_.locals().place].marks |= marks;
    stack_.locals().on_cycle = true;
  }

  // Removes the component of the state on top, its root, from Current; true, and removes nothing, if it has an accepting cycle.
  bool close_component() {
    const std::size_t place = stack_.locals().place;
    const bool trivial = place + 1 == current_.size() && !stack_.locals().on_cycle;
    Marks met = 0;
    for (std::size_t i = place; i < current_.size(); ++i) met |= current_[i].marks;
    if (!trivial && (met & required_) == required_) return true;
    for (std::size_t i = place; i < current_.size(); ++i) number_[current_[i].state].lowlink = removed;
    current_.resize(place);
    return false;
  }

  Lasso lasso_at(StateId root) {
    return lasso_in_component(space_, stack_, number_[root].dfsnum, required_, [this](StateId t) {
      const Number number = number_.get(t);
      return number.lowlink == removed ? 0 : number.dfsnum;
    });
  }

  S& space_;
  Statistics& statistics_;
  Marks required_;
  std::uint32_t count_ = 0;
  StateArray<Number> number_;
  DfsStack<S, Locals> stack_;
  std::vector<Member> current_;
};

}  // namespace lariat::search
