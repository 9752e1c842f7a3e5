// SPDX-License-Identifier: Apache-2.0
// The extra search by which the SCC-based checks find the transitions of a cycle they know to exist.
//   S. Schwoon, J. Esparza, TACAS 2005, §4.2: a search within the states that are explored and not removed.
//
// It is breadth-first, so that each piece of the cycle is as short as possible.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lariat/search/statistics.hpp"
#include "lariat/space/counting.hpp"
#include "lariat/space/lasso.hpp"
#include "lariat/space/reducible.hpp"
#include "lariat/space/space.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <Space S>
class TraceSearch {
 public:
  explicit TraceSearch(S& space) : space_(space), found_(state_bound(space)) { begin_trace(space); }

  // Appends a shortest path of at least one step from `from` that stays within `inside` and whose last step satisfies
  // `is_goal(step)`. There must be one. Returns the state it ends in.
  template <class Inside, class Goal>
  StateId append_path(std::vector<Step>& path, StateId from, Inside inside, Goal is_goal) {
    nodes_.clear();
    begin_at(from);
    return continue_search(path, inside, is_goal);
  }

  // Appends a shortest path from an initial state to `to`, which must be reachable; nothing if `to` is initial.
  void append_stem(std::vector<Step>& path, StateId to) {
    nodes_.clear();
    bool is_initial = false;
    for (const StateId s : space_.initial()) {
      is_initial |= s == to;
      if (found_.get(s) == 0) begin_at(s);
    }
    if (is_initial)
      unwind(path);
    else
      continue_search(
          path, [](StateId) { return true; }, [to](const Step& step) { return step.target == to; });
  }

  // A cycle from `from` back to it, within `inside`, that meets all of `required`. The states of `inside` that can be reached
  // from `from` must all be able to come back, and meet all of `required` between them.
  template <class Inside>
  std::vector<Step> cycle(StateId from, Marks required, Inside inside) {
    std::vector<Step> path;
    const auto met_on = [this](const Step& step) { return state_marks(space_, step.source) | step.marks; };
    StateId at = from;
    for (Marks missing = required; missing != 0;) {
      const std::size_t begin = path.size();
      at = append_path(path, at, inside, [&](const Step& step) { return (met_on(step) & missing) != 0; });
      for (std::size_t i = begin; i < path.size(); ++i) missing &= ~met_on(path[i]);
    }
    if (path.empty() || at != from) append_path(path, at, inside, [from](const Step& step) { return step.target == from; });
    return path;
  }

 private:
  struct Node {
    Step arrival;
    std::uint32_t parent;
  };

  void begin_at(StateId s) {
    nodes_.push_back({{no_state, 0, s, 0}, 0});
    found_[s] = 1;
  }

  // Continues from the nodes that there are.
  template <class Inside, class Goal>
  StateId continue_search(std::vector<Step>& path, Inside inside, Goal is_goal) {
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      const StateId s = nodes_[i].arrival.target;
      successors_.clear();
      post_again(space_, s, successors_);
      for (std::uint32_t choice = 0; choice < successors_.size(); ++choice) {
        const StateId t = target_of(successors_[choice]);
        if (!inside(t)) continue;
        const Step step{s, choice, t, marks_of(successors_[choice])};
        if (is_goal(step)) {
          nodes_.push_back({step, i});
          unwind(path);
          return t;
        }
        if (found_.get(t) != 0) continue;
        found_[t] = 1;
        nodes_.push_back({step, i});
      }
    }
    assert(false && "the path that was promised does not exist");
    return no_state;
  }

  // Appends the path to the last node, and forgets all nodes.
  void unwind(std::vector<Step>& path) {
    const auto begin = static_cast<std::ptrdiff_t>(path.size());
    for (std::size_t i = nodes_.size() - 1; nodes_[i].arrival.source != no_state; i = nodes_[i].parent)
      path.push_back(nodes_[i].arrival);
    std::reverse(path.begin() + begin, path.end());
    for (const Node& node : nodes_) found_[node.arrival.target] = 0;
  }

  S& space_;
  StateArray<std::uint8_t> found_;
  std::vector<Node> nodes_;
  std::vector<successor_t<S>> successors_;
};

// A lasso through a strongly connected component whose root is on the call stack: `number(t)` is the depth-first number of t,
// or 0 where t is unseen or removed; the component consists of the states numbered `first`, which is the root's, and above. It
// must meet all of `required`.
template <Space S, class Stack, class Number>
Lasso lasso_in_component(S& space, const Stack& stack, std::uint32_t first, Marks required, Number number) {
  std::size_t frame = 0;
  while (number(stack.state(frame)) != first) ++frame;
  Lasso lasso;
  stack.append_path(lasso.stem, frame);
  lasso.cycle = TraceSearch<S>(space).cycle(stack.state(frame), required, [&](StateId t) { return number(t) >= first; });
  return lasso;
}

}  // namespace lariat::search
