// SPDX-License-Identifier: Apache-2.0
// The call stack of a depth-first search, without recursion.
//
// A frame is a state, the place where its successors begin in one common arena, and how many of them were taken. post is
// called once a frame, when it is pushed. Only the top frame is ever asked for its next successor, so its successors are
// always the end of the arena.
//
//   frames_   s0,1 │ s1,2 │ s2,0          state, number of successors taken
//   arena_    a b c │ d e │ f g h         successors of s0, s1, s2
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lariat/search/statistics.hpp"
#include "lariat/space/space.hpp"
#include "lariat/trace/lasso.hpp"

namespace lariat {

// No variables of a call but its state.
struct NoLocals {};

// `Locals` are the local variables of one call of the recursive procedure.
template <Space S, class Locals = NoLocals>
class DfsStack {
 public:
  using Transition = successor_t<S>;

  DfsStack(S& space, Statistics& statistics) : space_(&space), statistics_(&statistics) {}
  DfsStack(const DfsStack&) = delete;
  DfsStack& operator=(const DfsStack&) = delete;
  ~DfsStack() { statistics_->stack_bytes += frames_.capacity() * sizeof(Frame) + arena_.capacity() * sizeof(Transition); }

  // Calls the procedure for s.
  void push(StateId s, Locals locals = {}) {
    frames_.push_back({arena_.size(), s, 0, locals});
    space_->post(s, arena_);
    statistics_->max_depth = std::max<std::uint64_t>(statistics_->max_depth, base_ + frames_.size());
  }
  // Returns from the call on top.
  void pop() {
    arena_.resize(frames_.back().begin);
    frames_.pop_back();
  }
  // From now on this stack stands on top of `depth` frames of another one.
  void stand_on(std::size_t depth) { base_ = depth; }

  bool empty() const { return frames_.empty(); }
  std::size_t size() const { return frames_.size(); }
  StateId top() const { return frames_.back().state; }
  Locals& locals() { return frames_.back().locals; }
  // The state of a frame; 0 is the bottom.
  StateId state(std::size_t frame) const { return frames_[frame].state; }

  // Takes the next successor of the state on top; null when all were taken. Valid until the next push.
  const Transition* next() {
    Frame& frame = frames_.back();
    const std::size_t at = frame.begin + frame.taken;
    if (at == arena_.size()) return nullptr;
    ++frame.taken;
    return &arena_[at];
  }
  // The successor of the state on top that was taken last. One must have been.
  const Transition& last() const { return arena_[frames_.back().begin + frames_.back().taken - 1]; }
  // All successors of the state on top.
  std::span<const Transition> successors() const { return std::span(arena_).subspan(frames_.back().begin); }

  // Appends the steps that lead from the bottom frame to frame `to`.
  void append_path(std::vector<Step>& path, std::size_t to) const {
    for (std::size_t i = 0; i < to; ++i) path.push_back(taken_step(i));
  }
  // Appends the steps that lead from the bottom frame to the one on top.
  void append_path(std::vector<Step>& path) const { append_path(path, frames_.size() - 1); }
  // The step taken last from the state on top. One must have been.
  Step last_step() const { return taken_step(frames_.size() - 1); }

 private:
  struct Frame {
    std::size_t begin;
    StateId state;
    std::uint32_t taken;
    [[no_unique_address]] Locals locals;
  };
  Step taken_step(std::size_t frame) const {
    const Frame& from = frames_[frame];
    const Transition& transition = arena_[from.begin + from.taken - 1];
    return {from.state, from.taken - 1, target_of(transition), marks_of(transition)};
  }

  S* space_;
  Statistics* statistics_;
  std::size_t base_ = 0;
  std::vector<Frame> frames_;
  std::vector<Transition> arena_;
};

}  // namespace lariat
