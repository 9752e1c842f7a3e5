// SPDX-License-Identifier: Apache-2.0
// The depth-first stack of one worker of a parallel search, without recursion. Like search/dfs_stack.hpp, but each worker takes
// the successors of a state in an order of its own, so that workers spread over the space: worker 0 takes them as they come,
// the others begin somewhere in between and go up or down, by a hash of the state and the worker's number.
//
//   frames_   s0,1 │ s1,2 │ s2,0          state, number of successors taken
//   arena_    a b c │ d e │ f g h         successors of s0, s1, s2, always in the order of post
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lariat/space/lasso.hpp"
#include "lariat/space/space.hpp"

namespace lariat::parallel {

// The order in which a worker takes the successors of a state: a rotation, up or down.
class Order {
 public:
  Order(StateId s, unsigned worker) {
    if (worker == 0) return;
    std::uint64_t z = (std::uint64_t{worker} << 32 | s) * 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 29)) * 0xBF58476D1CE4E5B9U;
    start_ = static_cast<std::uint32_t>(z >> 33);
    is_down_ = (z >> 32 & 1) != 0;
  }
  // The number of the successor that is taken as the k-th, among `count`.
  std::uint32_t choice(std::uint32_t k, std::uint32_t count) const {
    std::uint32_t at = start_ == 0 ? k : start_ % count + k;
    if (at >= count) at -= count;
    return is_down_ ? count - 1 - at : at;
  }

 private:
  std::uint32_t start_ = 0;
  bool is_down_ = false;
};

// `Locals` are the local variables of one call of the recursive procedure.
template <Space S, class Locals>
class WorkerStack {
 public:
  using Transition = successor_t<S>;

  WorkerStack(S& space, unsigned worker, std::uint64_t& max_depth) : space_(&space), worker_(worker), max_depth_(&max_depth) {}
  WorkerStack(const WorkerStack&) = delete;
  WorkerStack& operator=(const WorkerStack&) = delete;

  void push(StateId s, Locals locals = {}) {
    frames_.push_back({arena_.size(), s, 0, Order(s, worker_), locals});
    space_->post(s, arena_);
    *max_depth_ = std::max<std::uint64_t>(*max_depth_, base_ + frames_.size());
  }
  void pop() {
    arena_.resize(frames_.back().begin);
    frames_.pop_back();
  }
  // Forgets all frames.
  void clear() {
    arena_.clear();
    frames_.clear();
  }
  // Counts `depth` frames of another stack below this one, for max_depth.
  void stand_on(std::size_t depth) { base_ = depth; }

  bool empty() const { return frames_.empty(); }
  std::size_t size() const { return frames_.size(); }
  StateId top() const { return frames_.back().state; }
  Locals& locals() { return frames_.back().locals; }

  // Takes the next successor of the state on top, in the worker's order; null when all were taken. Valid until the next push.
  const Transition* next() {
    Frame& frame = frames_.back();
    const auto count = static_cast<std::uint32_t>(arena_.size() - frame.begin);
    if (frame.taken == count) return nullptr;
    return &arena_[frame.begin + frame.order.choice(frame.taken++, count)];
  }

  template <class Visit>
  void for_each_state(const Visit& visit) const {
    for (const Frame& frame : frames_) visit(frame.state);
  }

  // Appends the steps from the bottom frame to the one on top.
  void append_path(std::vector<Step>& path) const {
    for (std::size_t i = 0; i + 1 < frames_.size(); ++i) path.push_back(taken_step(i));
  }
  // The step taken last from the state on top. One must have been.
  Step last_step() const { return taken_step(frames_.size() - 1); }

  std::size_t bytes() const { return frames_.capacity() * sizeof(Frame) + arena_.capacity() * sizeof(Transition); }

 private:
  struct Frame {
    std::size_t begin;
    StateId state;
    std::uint32_t taken;
    Order order;
    [[no_unique_address]] Locals locals;
  };

  Step taken_step(std::size_t i) const {
    const Frame& from = frames_[i];
    const std::size_t end = i + 1 < frames_.size() ? frames_[i + 1].begin : arena_.size();
    const std::uint32_t choice = from.order.choice(from.taken - 1, static_cast<std::uint32_t>(end - from.begin));
    const Transition& transition = arena_[from.begin + choice];
    return {from.state, choice, target_of(transition), marks_of(transition)};
  }

  S* space_;
  unsigned worker_;
  std::uint64_t* max_depth_;
  std::size_t base_ = 0;
  std::vector<Frame> frames_;
  std::vector<Transition> arena_;
};

}  // namespace lariat::parallel
