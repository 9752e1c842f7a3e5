// SPDX-License-Identifier: Apache-2.0
// c99: Couvreur's algorithm, without the Tarjan stack; a second search removes a component that is complete.
//   J.-M. Couvreur. On-the-fly verification of linear temporal logic. FM 1999; as in S. Schwoon, J. Esparza. A note on
//   on-the-fly verification algorithms. TACAS 2005, Fig. 5, and §5.2 for several acceptance sets.
//
// Takes generalised acceptance on states and transitions. Finds a lasso iff there is one, with minimal exploration; calls post
// at most twice per state. One integer per state. The cycle is found by a search within the component (§4.2).
//
// Without the report of line 18 and with an output in remove(), it enumerates the components (§4.4): that is ComponentSearch,
// the command `scc`. Both are CouvreurSearch with other hooks.
//
// Departs from Fig. 5: tuples as in §5.2 (roots.hpp); `current` is kept as a special number; line 18 is evaluated once, when
// the merge is complete: the answer is the same, because merging only adds marks. Explicit stacks instead of recursion; several
// initial states are tried in turn. Numbers are the figure's lines.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/roots.hpp"
#include "lariat/search/trace_search.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

// What the search of Fig. 5 does beyond exploring. `Hooks` has
//   bool merged(Marks met)                   a cycle was closed in a component with these marks; true ends the search
//   void begin(Marks marks, bool cyclic)     a component is complete: its marks, and whether it has a cycle
//   void remove(StateId s)                   a state of that component, the root first
//   void end()                               the component has no more states
template <Space S, class Hooks>
class CouvreurSearch {
 public:
  CouvreurSearch(S& space, Statistics& statistics, Hooks hooks)
      : space_(space),
        statistics_(statistics),
        hooks_(std::move(hooks)),
        dfsnum_(state_bound(space), statistics.auxiliary_bytes),
        stack_(space, statistics),
        removing_(space, statistics, Role::again),
        roots_(statistics) {}

  // True if hooks.merged ended the search.
  bool run() {
    for (const StateId s0 : space_.initial()) {
      if (dfsnum_.get(s0) != 0) continue;
      enter(s0, 0);  // 3
      while (!stack_.empty()) {
        if (const auto* transition = stack_.next()) {  // 12
          const std::uint32_t number = dfsnum_.get(target_of(*transition));
          if (number == 0) {                                                              // 13
            enter(target_of(*transition), marks_of(*transition));                         // 14
          } else if (number != removed) {                                                 // 15
            if (hooks_.merged(roots_.merge(number, marks_of(*transition)))) return true;  // 16 to 20
          }
          continue;
        }
        const StateId s = stack_.top();
        if (roots_.top() == dfsnum_[s]) {               // 21
          const Roots::Entry component = roots_.pop();  // 22
          hooks_.begin(component.inner, component.cyclic);
          remove_component(s);  // 23
          hooks_.end();
        }
        stack_.pop();
      }
    }
    return false;
  }

  // After the search has ended at line 18: a lasso through the component on top of Roots that meets `required`.
  Lasso lasso(Marks required) {
    return lasso_in_component(space_, stack_, roots_.top(), required, [this](StateId t) {
      const std::uint32_t number = dfsnum_.get(t);
      return number == removed ? 0 : number;
    });
  }

 private:
  static constexpr std::uint32_t removed = std::numeric_limits<std::uint32_t>::max();

  void enter(StateId s, Marks arrival) {
    dfsnum_[s] = ++count_;                                 // 9, 10
    roots_.push(count_, state_marks(space_, s), arrival);  // 11
    ++statistics_.states;
    stack_.push(s);
  }

  void remove_component(StateId root) {  // procedure remove, 4 to 7
    removing_.stand_on(stack_.size());
    const std::uint32_t first = dfsnum_[root];
    remove(root);
    while (!removing_.empty()) {
      if (const auto* t = removing_.next()) {
        // Only states numbered after the root: with a reduction of kind `visited`, post_again may lead to components that are
        // not complete.
        const std::uint32_t number = dfsnum_.get(target_of(*t));
        if (number != removed && number >= first) remove(target_of(*t));
        continue;
      }
      removing_.pop();
    }
  }

  void remove(StateId s) {
    dfsnum_[s] = removed;
    hooks_.remove(s);
    removing_.push(s);
  }

  S& space_;
  Statistics& statistics_;
  Hooks hooks_;
  std::uint32_t count_ = 0;
  StateArray<std::uint32_t> dfsnum_;
  DfsStack<S> stack_;
  DfsStack<S> removing_;
  Roots roots_;
};

template <Space S>
class C99Search {
 public:
  C99Search(S& space, Statistics& statistics) : required_(required_marks(space)), search_(space, statistics, {required_}) {}

  std::optional<Lasso> run() {
    if (!search_.run()) return std::nullopt;
    return search_.lasso(required_);
  }

 private:
  struct Hooks {
    Marks required;
    bool merged(Marks met) const { return (met & required) == required; }
    void begin(Marks /*marks*/, bool /*cyclic*/) const {}
    void remove(StateId /*s*/) const {}
    void end() const {}
  };
  Marks required_;
  CouvreurSearch<S, Hooks> search_;
};

}  // namespace lariat::search
