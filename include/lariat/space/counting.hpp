// SPDX-License-Identifier: Apache-2.0
// A space that counts the calls of post, and stops a search that reaches a limit.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "lariat/base/limits.hpp"
#include "lariat/space/reducible.hpp"
#include "lariat/space/space.hpp"

namespace lariat {

// Calls of post, and the successors they produced.
struct PostCounts {
  std::uint64_t calls = 0;
  std::uint64_t transitions = 0;
};

// Tells a space that counts that what follows only traces the transitions of a counterexample already found.
template <Space S>
void begin_trace(S& space) {
  if constexpr (requires { space.begin_trace(); }) space.begin_trace();
}

// Behaves as the space it wraps.
template <Space S>
class Counting {
 public:
  // `depth`, if there is one, is where the search keeps the length of its longest stack. `shares_gauge`: other workers of the
  // same search count as well, and the gauge shows the sum.
  Counting(S& space, const Limits& limits, const std::uint64_t* depth = nullptr, bool shares_gauge = false)
      : space_(&space), limits_(limits), depth_(depth), shares_gauge_(shares_gauge) {}
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

  decltype(auto) initial() const { return space_->initial(); }
  bool accepting(StateId s) const requires BuchiSpace<S> { return space_->accepting(s); }
  unsigned sets() const requires GeneralisedSpace<S> { return space_->sets(); }
  Marks marks(StateId s) const requires GeneralisedSpace<S> { return space_->marks(s); }
  std::size_t state_bound() const requires BoundedSpace<S> { return space_->state_bound(); }

  void post(StateId s, std::vector<successor_t<S>>& arena) {
    const std::size_t before = arena.size();
    space_->post(s, arena);
    count(arena.size() - before);
  }

  Reduction* reduction() const requires ReducibleSpace<S> { return space_->reduction(); }
  bool post_reduced(StateId s, std::vector<successor_t<S>>& arena) requires ReducibleSpace<S> {
    const std::size_t before = arena.size();
    const bool partial = space_->post_reduced(s, arena);
    count(arena.size() - before);
    return partial;
  }
  // Continues a call of post_reduced, and is not counted as one of its own.
  void post_rest(StateId s, std::vector<successor_t<S>>& arena) requires ReducibleSpace<S> {
    const std::size_t before = arena.size();
    space_->post_rest(s, arena);
    counts_->transitions += arena.size() - before;
  }
  bool post_candidate(StateId s, unsigned k, std::vector<successor_t<S>>& arena) requires ReducibleSpace<S> {
    const std::size_t before = arena.size();
    const bool exists = space_->post_candidate(s, k, arena);
    if (exists) count(arena.size() - before);
    return exists;
  }

  void begin_trace() {
    counts_ = &trace_counts_;
    shown_ = {};
  }
  const PostCounts& search_counts() const { return search_counts_; }
  const PostCounts& trace_counts() const { return trace_counts_; }

 private:
  // A call produced so many transitions.
  void count(std::size_t transitions) {
    counts_->transitions += transitions;
    if (limits_.max_depth != 0 && depth_ != nullptr && *depth_ >= limits_.max_depth)
      throw Stopped{"the depth limit was reached"};
    if ((++counts_->calls & 0xff) == 0) look_up();
  }
  void look_up() {
    if (limits_.gauge != nullptr && shares_gauge_) {
      limits_.gauge->post_calls.fetch_add(counts_->calls - shown_.calls, std::memory_order_relaxed);
      limits_.gauge->transitions.fetch_add(counts_->transitions - shown_.transitions, std::memory_order_relaxed);
      shown_ = *counts_;
    } else if (limits_.gauge != nullptr) {
      limits_.gauge->post_calls.store(counts_->calls, std::memory_order_relaxed);
      limits_.gauge->transitions.store(counts_->transitions, std::memory_order_relaxed);
      if (depth_ != nullptr) limits_.gauge->depth.store(*depth_, std::memory_order_relaxed);
    }
    stop_at_limit(limits_);
  }

  S* space_;
  Limits limits_;
  const std::uint64_t* depth_;
  bool shares_gauge_;
  PostCounts shown_;  // on a gauge that others count on, too
  PostCounts search_counts_;
  PostCounts trace_counts_;
  PostCounts* counts_ = &search_counts_;
};

}  // namespace lariat
