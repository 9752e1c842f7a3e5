// SPDX-License-Identifier: Apache-2.0
// nonprogress: a cycle that avoids all progress states.
//   G. Holzmann, D. Peled, M. Yannakakis. On nested depth first search. SPIN 1996, Fig. 5.
//
// The accepting states of the space are its progress states. Finds a lasso whose cycle has none of them iff there is one;
// calls post at most twice per state. Any emptiness check decides the same question on the product with the automaton of
// Fig. 6 (space/nonprogress_product.hpp).
//
// The second search may run through states on the stack of the first one to states that the first one has not visited yet. The
// first search must still visit those: they may lead through a progress state to a cycle. Hence both are recorded separately.
//
// Departs from Fig. 5: explicit stacks instead of recursion; several initial states are tried in turn.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/search/reduction.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

template <BuchiSpace S>
class NonprogressSearch {
 public:
  NonprogressSearch(S& space, Statistics& statistics)
      : space_(space),
        statistics_(statistics),
        bits_(state_bound(space), statistics.auxiliary_bytes),
        outer_(space, statistics),
        inner_(space, statistics) {
    require_unreduced(space, "nonprogress");
  }

  std::optional<Lasso> run() {
    for (const StateId s0 : space_.initial()) {
      if (is_first(s0)) continue;
      enter(s0);
      while (!outer_.empty()) {
        if (const auto* t = outer_.next()) {  // for each successor t of s
          if (!is_first(target_of(*t))) enter(target_of(*t));
          continue;
        }
        if (auto lasso = nested_search(outer_.top())) return lasso;  // ndfs(s)
        outer_.pop();
      }
    }
    return std::nullopt;
  }

 private:
  // Bits of a state. first: {s,0} is in Statespace; second: {s,1} is in Statespace; on_stack: s is in Stack.
  enum Bits : unsigned { first = 1, second = 2, on_stack = 4 };

  bool is_first(StateId s) const { return (bits_.get(s) & first) != 0; }

  // Sets bits of s, and counts it if it is new.
  void add(StateId s, unsigned bits) {
    const unsigned before = bits_.get(s);
    if (before == 0) ++statistics_.states;
    bits_.set(s, before | bits);
  }

  void enter(StateId s) {
    add(s, first);  // add {s,0} to Statespace
    outer_.push(s);
  }

  std::optional<Lasso> nested_search(StateId start) {
    inner_.stand_on(outer_.size());
    visit(start);
    while (!inner_.empty()) {
      if (const auto* transition = inner_.next()) {  // for each successor t of s
        const StateId t = target_of(*transition);
        if ((bits_.get(t) & on_stack) != 0) {  // else if t is in Stack: report cycle
          std::vector<Step> path;
          outer_.append_path(path);
          const std::size_t stem = path.size();
          inner_.append_path(path);
          path.push_back(inner_.last_step());
          return split(std::move(path), stem, t);
        }
        visit(t);  // if {t,1} not in Statespace: ndfs(t)
        continue;
      }
      bits_.set(inner_.top(), bits_.get(inner_.top()) & ~on_stack);  // delete s from Stack
      inner_.pop();
    }
    return std::nullopt;
  }

  void visit(StateId s) {
    if ((bits_.get(s) & second) != 0 || space_.accepting(s)) return;  // if s is Progress State: return
    add(s, second | on_stack);                                        // add {s,1} to Statespace; add s to Stack
    inner_.push(s);
  }

  // The cycle begins at the last visit of `entry` on the path, which was by the second search: the first may have visited it
  // before.
  static Lasso split(std::vector<Step> path, std::size_t stem, StateId entry) {
    std::size_t begin = stem;
    while (path[begin].source != entry) ++begin;
    Lasso lasso;
    lasso.cycle.assign(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
    path.resize(begin);
    lasso.stem = std::move(path);
    return lasso;
  }

  S& space_;
  Statistics& statistics_;
  PackedArray<4> bits_;
  DfsStack<S> outer_;
  DfsStack<S> inner_;
};

}  // namespace lariat::search
