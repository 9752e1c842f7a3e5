// SPDX-License-Identifier: Apache-2.0
// What all parallel searches have in common: workers that start together, stop as soon as one of them has an answer or fails,
// and wait for each other without keeping a core busy.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "lariat/parallel/worker_pool.hpp"

namespace lariat::parallel {

class JointSearch {
 public:
  static constexpr unsigned nobody = ~0U;

  // Everybody is to return soon: a worker has found something, or failed.
  bool is_over() const { return is_over_.load(std::memory_order_relaxed); }
  // Called by a worker that has found a counterexample. The first one to call it is the finder.
  void report(unsigned worker) {
    unsigned expected = nobody;
    finder_.compare_exchange_strong(expected, worker);
    is_over_.store(true);
  }
  unsigned finder() const { return finder_.load(); }

  // Calls work(i) for each i below `workers`, in threads of their own, and returns when all calls have returned. Workers for
  // which the operating system grants no thread are left out. Throws the first exception of a worker, unless another worker has
  // found something.
  template <class Work>
  void run(unsigned workers, const Work& work) {
    const auto guarded = [&](unsigned i) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        is_over_.store(true);
      }
    };
    if (workers == 1)
      guarded(0);
    else
      WorkerPool(workers).run(guarded);
    if (failure_ && finder() == nobody) std::rethrow_exception(failure_);
  }

 private:
  std::atomic<bool> is_over_ = false;
  std::atomic<unsigned> finder_ = nobody;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

// Waits a little, and longer each time: first it gives the core to others, then it sleeps.
class Backoff {
 public:
  void operator()() {
    if (++rounds_ < yields)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(rounds_ < 10 * yields ? 20 : 200));
  }

 private:
  static constexpr unsigned yields = 20;
  unsigned rounds_ = 0;
};

// A point between two accesses to what workers share. Spaces of tests have a function pause() that lets other threads run
// there.
template <class S>
void pause_point(S& space) {
  if constexpr (requires { space.pause(); }) space.pause();
}

}  // namespace lariat::parallel
