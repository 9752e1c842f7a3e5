// SPDX-License-Identifier: Apache-2.0
// What the threads of a depth-first walk hand to each other: states that wait on the stack of one and are entered by another.
//
// A thread that has nothing to do waits here. The others see that, and give away what waits lowest on their stacks: much is
// likely to lie behind it. The way to a state is handed on as choices, from which the run is found again if one is wanted.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "lariat/system/batch.hpp"

namespace lariat::walk {

// A path from an initial state, in parts that several paths share.
struct SharedPath {
  std::shared_ptr<const SharedPath> before;  // null: the path begins here
  system::State initial;                     // where it begins, if it does
  std::vector<std::uint32_t> choices;        // the transitions taken from there
  std::size_t length = 0;                    // states on the whole path
};

// States that wait, all of them successors of the state at the end of the way; initial states if there is no way.
struct WalkPart {
  struct Waiting {
    system::State state;
    std::uint32_t choice;
  };
  std::shared_ptr<const SharedPath> way;
  std::vector<Waiting> states;
};

class WorkExchange {
 public:
  // One thread has something to do at the beginning.
  WorkExchange() = default;

  // True if a thread waits for which there is no part.
  bool wants_work() const { return wanted_.load(std::memory_order_relaxed) > 0; }
  void give(WalkPart part) {
    const std::lock_guard lock(mutex_);
    parts_.push_back(std::move(part));
    update();
    changed_.notify_one();
  }
  // The thread has nothing left to do.
  void finish() {
    const std::lock_guard lock(mutex_);
    if (--busy_ == 0) changed_.notify_all();
  }
  // Waits for a part. Nothing if all threads have nothing to do, or the walk is over.
  std::optional<WalkPart> take() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    update();
    changed_.wait(lock, [this] { return !parts_.empty() || busy_ == 0 || is_over_; });
    --waiting_;
    std::optional<WalkPart> part;
    if (!is_over_ && !parts_.empty()) {
      part = std::move(parts_.front());
      parts_.pop_front();
      ++busy_;
    }
    update();
    return part;
  }
  // Nobody gets a part any more.
  void stop() {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    changed_.notify_all();
  }

 private:
  void update() {
    const auto parts = static_cast<unsigned>(parts_.size());
    wanted_.store(waiting_ > parts ? waiting_ - parts : 0, std::memory_order_relaxed);
  }

  alignas(64) std::atomic<unsigned> wanted_ = 0;  // read for every state, and seldom written
  alignas(64) std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<WalkPart> parts_;
  unsigned busy_ = 1;
  unsigned waiting_ = 0;
  bool is_over_ = false;
};

}  // namespace lariat::walk
