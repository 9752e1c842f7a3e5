// SPDX-License-Identifier: Apache-2.0
// A barrier that lets threads use a data structure together, and stops all of them when it must be rebuilt.
//
// A thread announces each use, and its end; both cost one write. A thread that finds that the structure must be rebuilt ends
// its use and calls rebuild(): once no thread uses the structure, the jobs are done, by all threads that wait meanwhile. With
// only one thread nothing of this costs anything.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace lariat::store {

class RebuildBarrier {
 public:
  using Job = std::function<void()>;

  // For threads 0 to `threads` - 1.
  explicit RebuildBarrier(unsigned threads);

  bool solo() const { return threads_ == 1; }

  void begin_use(unsigned thread) {
    if (solo()) return;
    // Both threads write first and read then, in one order for all: either the one that rebuilds sees that this thread uses the
    // structure, or this thread sees that it is being rebuilt.
    while (uses_[thread].value.store(true), rebuilding_.load()) {
      uses_[thread].value.store(false, std::memory_order_release);
      wait_and_help();
    }
  }
  void end_use(unsigned thread) {
    if (!solo()) uses_[thread].value.store(false, std::memory_order_release);
  }

  // Does the jobs that `collect` returns while no thread uses the structure; the caller must not use it either. If another
  // thread is about to rebuild, waits for that one instead. Throws what `collect` or a job throws.
  void rebuild(const std::function<std::vector<Job>()>& collect);

 private:
  struct alignas(64) Flag {
    std::atomic<bool> value = false;
  };

  void wait_and_help();
  void work();

  unsigned threads_;
  std::unique_ptr<Flag[]> uses_;  // by thread
  std::atomic<bool> rebuilding_ = false;
  std::mutex rebuilder_;  // held by the thread that rebuilds
  std::vector<Job> jobs_;
  std::atomic<bool> offered_ = false;  // jobs_ may be read
  std::atomic<unsigned> helpers_ = 0;  // threads that may be reading it
  std::atomic<std::size_t> next_ = 0;  // job to be taken
  std::mutex failing_;
  std::exception_ptr failure_;  // of a job; under failing_
};

// Announces a use for as long as it lives.
class SharedUse {
 public:
  SharedUse(RebuildBarrier& barrier, unsigned thread) : barrier_(barrier), thread_(thread) { barrier_.begin_use(thread_); }
  SharedUse(const SharedUse&) = delete;
  SharedUse& operator=(const SharedUse&) = delete;
  ~SharedUse() { barrier_.end_use(thread_); }

 private:
  RebuildBarrier& barrier_;
  unsigned thread_;
};

}  // namespace lariat::store
