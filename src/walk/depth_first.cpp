// SPDX-License-Identifier: Apache-2.0
// A walk along one way after the other. If the product reduces, the proviso says which states are expanded.
#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/space/state_array.hpp"
#include "walk/walker.hpp"

namespace lariat::walk {
namespace {

// What the walk sees of the product: to expand a state is to look at what follows it.
class WalkSpace {
 public:
  // `parents` are told of what is met.
  WalkSpace(Walker& walker, Reduction* reduction, std::vector<StateId>& parents)
      : walker_(&walker), reduction_(reduction), parents_(&parents) {}

  const std::vector<StateId>& initial() const { return walker_->product().initial(); }
  bool accepting(StateId) const { return false; }
  void post(StateId s, std::vector<StateId>& arena) {
    if (post_reduced(s, arena)) post_rest(s, arena);
  }
  Reduction* reduction() const { return reduction_; }
  bool post_reduced(StateId s, std::vector<StateId>& arena) {
    const bool is_part = walker_->expand_reduced(s);
    append(s, arena);
    return is_part;
  }
  void post_rest(StateId s, std::vector<StateId>& arena) {
    walker_->expand_rest(s);
    append(s, arena);
  }
  bool post_candidate(StateId /*s*/, unsigned /*k*/, std::vector<StateId>& /*arena*/) { return false; }

 private:
  void append(StateId s, std::vector<StateId>& arena) const {
    const product::Expansion& expansion = walker_->expansion();
    // Those just met were reached from s, until they are entered from elsewhere.
    parents_->resize(std::max(parents_->size(), walker_->product().store().size()), s);
    for (std::size_t i = expansion.numbered_begin(); i < expansion.numbered_end(); ++i) arena.push_back(expansion.id(i));
  }

  Walker* walker_;
  Reduction* reduction_;
  std::vector<StateId>* parents_;
};

class DepthFirst {
 public:
  DepthFirst(product::Product& product, WalkState& walk, Exploration& result)
      : product_(product),
        walk_(walk),
        result_(result),
        walker_(product, walk),
        reduction_(product.reduces() ? reduce::make_reduction(walk.options().reduction) : nullptr),
        space_(walker_, reduction_.get(), result.parents),
        stack_(space_, unused_) {}

  // What was counted until memory ran out is reported, too.
  void run() {
    try {
      walk();
    } catch (const std::bad_alloc&) {
      walk_.stop("out of memory");
    }
    walker_.report(result_);
    if (reduction_ != nullptr) result_.proviso_bytes = reduction_->statistics().bytes;
  }

 private:
  void walk() {
    walker_.begin();
    for (const StateId s : product_.initial()) {
      if (visited_.get(s) != 0) continue;
      enter(s, s);
      while (!stack_.empty() && !walk_.stopped()) {
        if (const StateId* const t = stack_.next()) {
          if (visited_.get(*t) == 0) enter(*t, stack_.top());
        } else {
          stack_.pop();
        }
      }
    }
  }

  void enter(StateId s, StateId from) {
    const std::size_t depth = stack_.size() + 1;
    result_.max_depth = std::max<std::uint64_t>(result_.max_depth, depth);
    if ((turns_++ & 0xff) == 0) walk_.look_up(walker_.expanded(), walker_.transitions(), depth);
    const std::uint64_t max_depth = walk_.options().limits.max_depth;
    if (max_depth != 0 && depth > max_depth) walk_.stop("the depth limit was reached");
    if (walk_.stopped()) return;
    visited_.set(s, 1);
    stack_.push(s);
    result_.parents[s] = from;
  }

  product::Product& product_;
  WalkState& walk_;
  Exploration& result_;
  Walker walker_;
  std::unique_ptr<Reduction> reduction_;
  WalkSpace space_;
  search::Statistics unused_;
  PackedArray<1> visited_;
  search::DfsStack<WalkSpace> stack_;
  std::uint64_t turns_ = 0;
};

}  // namespace

void walk_depth_first(product::Product& product, WalkState& walk, Exploration& result) {
  DepthFirst(product, walk, result).run();
}

}  // namespace lariat::walk
