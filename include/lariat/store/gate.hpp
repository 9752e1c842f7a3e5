// SPDX-License-Identifier: Apache-2.0
// Lets threads work on something together, and now and then stops all of them, so that it can be rebuilt.
//
// A thread goes in before it touches the thing, and out afterwards; both cost a store. Whoever finds that the thing must be
// rebuilt goes out and closes the gate: once everybody is out, the jobs are done, by all threads that wait meanwhile. With
// only one thread nothing of this costs anything.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace lariat::store {

class Gate {
 public:
  using Job = std::function<void()>;

  // For threads 0 to `threads` - 1.
  explicit Gate(unsigned threads);

  bool solo() const { return threads_ == 1; }

  void enter(unsigned thread) {
    if (solo()) return;
    // In one order for all: either the one who closes the gate sees that we are inside, or we see that it is closed.
    while (inside_[thread].value.store(true), closed_.load()) {
      inside_[thread].value.store(false, std::memory_order_release);
      wait_and_help();
    }
  }
  void leave(unsigned thread) {
    if (!solo()) inside_[thread].value.store(false, std::memory_order_release);
  }

  // Called from outside: does the jobs that `collect` returns while nobody is inside. If another thread is about to do so,
  // waits for that one instead. Throws what a job throws.
  void close(const std::function<std::vector<Job>()>& collect);

 private:
  struct alignas(64) Flag {
    std::atomic<bool> value = false;
  };

  void wait_and_help();
  void work();

  unsigned threads_;
  std::unique_ptr<Flag[]> inside_;
  std::atomic<bool> closed_ = false;
  std::mutex closing_;
  std::vector<Job> jobs_;
  std::atomic<bool> offered_ = false;  // jobs_ may be read
  std::atomic<unsigned> helpers_ = 0;  // threads that may be reading it
  std::atomic<std::size_t> next_ = 0;  // job to be taken
  std::atomic<bool> out_of_memory_ = false;
};

// Inside, for as long as it lives.
class Pass {
 public:
  Pass(Gate& gate, unsigned thread) : gate_(gate), thread_(thread) { gate_.enter(thread_); }
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;
  ~Pass() { gate_.leave(thread_); }

 private:
  Gate& gate_;
  unsigned thread_;
};

}  // namespace lariat::store
