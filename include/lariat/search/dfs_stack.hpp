// SPDX-License-Identifier: Apache-2.0
// The call stack of a depth-first search, without recursion.
//
// A frame is a state, the position where its successors begin in one common arena, and how many of them were taken. post is
// called once per frame, when it is pushed. Successors are taken from the top frame only, so its successors are always the end
// of the arena.
//
//   frames_   s0,1 │ s1,2 │ s2,0          state, number of successors taken
//   arena_    a b c │ d e │ f g h         successors of s0, s1, s2
//
// If the space is reduced (space/reducible.hpp), a frame of the first search begins with the reduced set, and the Reduction may
// request the remaining successors at three moments: when the state is entered, when one of its transitions leads to a known
// state, and when all are taken. The remaining ones then follow in the arena. A transition led to a known state if its target
// has not been pushed when the next transition is taken, or when none is left.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lariat/search/statistics.hpp"
#include "lariat/space/lasso.hpp"
#include "lariat/space/reducible.hpp"
#include "lariat/space/space.hpp"

namespace lariat::search {

// A call without local variables besides its state.
struct NoLocals {};

// Which successors of a reduced space a stack contains.
enum class Role : std::uint8_t {
  first,  // the search that explores the space: the reduced set, and what the Reduction requests
  again,  // a later search: the successors that the first search explored
};

// `Locals` are the local variables of one call of the recursive procedure.
template <Space S, class Locals = NoLocals>
class DfsStack {
 public:
  using Transition = successor_t<S>;

  explicit DfsStack(S& space, Statistics& statistics, Role role = Role::first)
      : space_(&space), statistics_(&statistics), role_(role), reduction_(reduction_for(space, role)) {}
  DfsStack(const DfsStack&) = delete;
  DfsStack& operator=(const DfsStack&) = delete;
  ~DfsStack() { statistics_->stack_bytes += frames_.capacity() * sizeof(Frame) + arena_.capacity() * sizeof(Transition); }

  // Calls the procedure for s.
  void push(StateId s, Locals locals = {}) {
    if (is_reduced()) {
      push_reduced(s, locals);
    } else {
      frames_.push_back({arena_.size(), s, 0, locals});
      if (role_ == Role::first)
        space_->post(s, arena_);
      else
        post_again(*space_, s, arena_);
    }
    statistics_->max_depth = std::max<std::uint64_t>(statistics_->max_depth, base_ + frames_.size());
  }
  // Returns from the call on top.
  void pop() {
    if (is_reduced()) reduction_->leave();
    arena_.resize(frames_.back().begin);
    frames_.pop_back();
  }
  // Counts `depth` frames of another stack below this one, for max_depth.
  void stand_on(std::size_t depth) { base_ = depth; }

  bool empty() const { return frames_.empty(); }
  std::size_t size() const { return frames_.size(); }
  StateId top() const { return frames_.back().state; }
  Locals& locals() { return frames_.back().locals; }
  // The state of a frame; 0 is the bottom.
  StateId state(std::size_t frame) const { return frames_[frame].state; }

  // Takes the next successor of the state on top; null when all were taken. Valid until the next push.
  const Transition* next() {
    if (is_reduced()) settle();
    Frame& frame = frames_.back();
    const std::size_t at = frame.begin + frame.taken;
    if (at == arena_.size()) return nullptr;
    ++frame.taken;
    handed_out_ = true;
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
  static Reduction* reduction_for(S& space, Role role) {
    Reduction* const reduction = reduction_of(space);
    return role == Role::first || reduction == nullptr ? reduction : reduction->anew();
  }
  // For spaces that cannot be reduced this is a constant.
  bool is_reduced() const { return ReducibleSpace<S> && reduction_ != nullptr; }
  Targets targets() const { return Targets(successors()); }

  void push_reduced(StateId s, Locals locals) {
    if constexpr (ReducibleSpace<S>) {
      handed_out_ = false;
      const std::uint32_t taken = frames_.empty() ? 0 : frames_.back().taken;
      frames_.push_back({arena_.size(), s, 0, locals});
      const bool partial = space_->post_reduced(s, arena_);
      if (reduction_->chooses_candidates())
        reduction_->enter_candidate(s, partial ? choose_candidate(s) : 0, partial);
      else if (reduction_->enter(s, partial, targets(), taken))
        space_->post_rest(s, arena_);
    }
  }

  // The number of the first candidate set that is accepted, from 1, or 0, of the state on top; the successors are then those of
  // that set, or all. They are those of the first set when it is called.
  unsigned choose_candidate(StateId s) {
    constexpr unsigned limit = 255;
    if constexpr (ReducibleSpace<S>) {
      for (unsigned number = 1; number <= limit; ++number) {
        if (reduction_->accepts(s, targets())) return number;
        arena_.resize(frames_.back().begin);
        if (!space_->post_candidate(s, number, arena_)) break;
      }
      arena_.resize(frames_.back().begin);
      space_->post(s, arena_);
    }
    return 0;
  }

  // Tells the reduction what the last transition turned out to be, and, if there are no more, that there are none.
  void settle() {
    if constexpr (ReducibleSpace<S>) {
      const StateId s = top();
      if (handed_out_) {
        handed_out_ = false;
        if (reduction_->meet(target_of(last()))) space_->post_rest(s, arena_);
      }
      if (frames_.back().begin + frames_.back().taken == arena_.size() && reduction_->finish()) space_->post_rest(s, arena_);
    }
  }

  Step taken_step(std::size_t frame) const {
    const Frame& from = frames_[frame];
    const Transition& transition = arena_[from.begin + from.taken - 1];
    return {from.state, from.taken - 1, target_of(transition), marks_of(transition)};
  }

  S* space_;
  Statistics* statistics_;
  Role role_;
  bool handed_out_ = false;  // the last transition of the state on top, and it was not pushed
  Reduction* reduction_;     // null: none, or not this stack's concern
  std::size_t base_ = 0;
  std::vector<Frame> frames_;
  std::vector<Transition> arena_;
};

}  // namespace lariat::search
