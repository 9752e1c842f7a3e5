// SPDX-License-Identifier: Apache-2.0
// A walk along one way after the other.
#include <algorithm>

#include "check/walker.hpp"

namespace lariat::check {
namespace {

class DepthFirst {
 public:
  DepthFirst(Product& product, WalkState& walk, Exploration& result)
      : product_(product), walk_(walk), result_(result), walker_(product, walk) {}

  void run() {
    walker_.begin();
    for (const StateId s : product_.initial()) {
      if (is_visited(s)) continue;
      enter(s, s);
      while (!stack_.empty() && !walk_.stopped()) {
        if (arena_.size() == stack_.back().begin) {
          stack_.pop_back();
          continue;
        }
        const StateId t = arena_.back();
        arena_.pop_back();
        if (!is_visited(t)) enter(t, stack_.back().state);
      }
    }
    walker_.report(result_);
  }

 private:
  struct Frame {
    StateId state;
    std::size_t begin;  // of its successors that are left to visit, in arena_
  };

  bool is_visited(StateId s) const { return s < visited_.size() && visited_[s]; }

  void enter(StateId s, StateId from) {
    stack_.push_back({.state = s, .begin = arena_.size()});
    result_.max_depth = std::max<std::uint64_t>(result_.max_depth, stack_.size());
    if ((turns_++ & 0xff) == 0) walk_.look_up(walker_.expanded(), walker_.transitions(), stack_.size());
    const std::uint64_t max_depth = walk_.options().limits.max_depth;
    if (max_depth != 0 && stack_.size() > max_depth) walk_.stop("the depth limit was reached");
    if (walk_.stopped()) return;
    walker_.expand(s);
    const std::size_t states = product_.store().size();
    visited_.resize(std::max(visited_.size(), states), false);
    // Those just met were reached from s, until they are entered from elsewhere.
    result_.parents.resize(std::max(result_.parents.size(), states), s);
    visited_[s] = true;
    result_.parents[s] = from;
    for (std::size_t choice = product_.numbered(); choice > 0; --choice) arena_.push_back(product_.number(choice - 1));
  }

  Product& product_;
  WalkState& walk_;
  Exploration& result_;
  Walker walker_;
  std::vector<Frame> stack_;
  std::vector<StateId> arena_;
  std::vector<bool> visited_;
  std::uint64_t turns_ = 0;
};

}  // namespace

void walk_depth_first(Product& product, WalkState& walk, Exploration& result) { DepthFirst(product, walk, result).run(); }

}  // namespace lariat::check
