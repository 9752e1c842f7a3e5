// SPDX-License-Identifier: Apache-2.0
// What is done with each state of a walk, whatever the order: its successors are produced and counted, and the new ones looked
// at. Each thread has a walker of its own; what has been found, and that it is time to stop, all of them know.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "lariat/product/reducible_product.hpp"
#include "lariat/walk/explore.hpp"
#include "lariat/walk/goals.hpp"

namespace lariat::walk {

// What the walkers of a walk share.
class WalkState {
 public:
  WalkState(const std::vector<Goal>& goals, const ExploreOptions& options);

  const std::vector<Goal>& goals() const { return goals_; }
  const ExploreOptions& options() const { return options_; }

  bool is_found(std::size_t goal) const { return found_[goal].load(std::memory_order_relaxed); }
  void note_found(std::size_t goal);
  bool all_found() const { return missing_.load() == 0; }

  // Breadth first: the level that is expanded from now on.
  void begin_level(std::uint64_t level) { level_ = level; }
  std::uint64_t level() const { return level_; }

  // Everybody stops soon after the first of these calls; its reason counts.
  void stop(const std::string& reason);
  // Shows how far the walk has come, and stops it at a limit.
  void look_up(std::uint64_t expanded, std::uint64_t transitions, std::uint64_t depth);
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  const std::string& reason() const { return reason_; }

 private:
  const std::vector<Goal>& goals_;
  const ExploreOptions& options_;
  std::unique_ptr<std::atomic<bool>[]> found_;
  std::atomic<std::size_t> missing_;
  std::uint64_t level_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::string reason_;
};

class alignas(64) Walker {
 public:
  Walker(product::Product& product, WalkState& walk);

  // The initial states.
  void begin();

  // Expands s and looks at the new states. Never throws for want of time or memory: stops the walk instead. If the product
  // reduces, all transitions are explored if the reduced set leads to nothing new, unless that is not wanted.
  void expand(StateId s);
  // Expands s in two parts: the reduced set, which returns whether there are other transitions, and those others. expansion()
  // then tells of the part.
  bool expand_reduced(StateId s);
  void expand_rest(StateId s);
  // Expands all states of the range, in their order, and faster than one by one. The product must be one that posts groups.
  void expand_group(store::IdRange states);

  product::Product& product() const { return space_.product(); }
  const product::Expansion& expansion() const { return expansion_; }
  // Adds what was counted and found here to the result.
  void report(Exploration& result) const;
  // So far, for others to read.
  std::uint64_t expanded() const { return expanded_.load(std::memory_order_relaxed); }
  std::uint64_t transitions() const { return transitions_.load(std::memory_order_relaxed); }

 private:
  template <class Post>
  bool attempt(const Post& post);
  template <class Post>
  void take_in(StateId s, const Post& post);
  template <class Transitions>
  void count(StateId s, const Transitions& transitions);
  template <class Transitions>
  void look_at_new(StateId parent, const Transitions& transitions);
  void look_at(system::Bytes state, StateId s, StateId parent);
  void found(Goal::Kind kind, const Witness& witness);
  static void add(std::atomic<std::uint64_t>& count, std::uint64_t more) {
    count.store(count.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
  }

  product::ReducibleProduct space_;
  WalkState& walk_;
  GoalEvaluator evaluator_;
  product::Expansion expansion_;
  product::Group group_;
  bool met_new_ = false;     // the transitions counted last led to a new state
  bool leaves_out_ = false;  // transitions are left out for good
  std::atomic<std::uint64_t> expanded_ = 0;
  std::atomic<std::uint64_t> transitions_ = 0;
  std::uint64_t deadlocks_ = 0;
  std::uint64_t stuck_ = 0;
  std::uint64_t max_out_degree_ = 0;
  std::uint64_t faults_ = 0;
  std::uint64_t partial_ = 0;
  std::uint64_t fully_expanded_ = 0;
  std::vector<std::optional<Witness>> witnesses_;
};

// Walks breadth first.
void walk_breadth_first(product::Product& product, WalkState& walk, Exploration& result);
// Walks depth first.
void walk_depth_first(product::Product& product, WalkState& walk, Exploration& result);

}  // namespace lariat::walk
