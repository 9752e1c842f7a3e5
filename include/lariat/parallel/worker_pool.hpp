// SPDX-License-Identifier: Apache-2.0
// A pool of worker threads that run the same task together, again and again, and wait in between.
#pragma once

#include <atomic>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

namespace lariat::parallel {

class WorkerPool {
 public:
  // The calling thread and size - 1 others, or as many as the operating system grants.
  explicit WorkerPool(unsigned size) {
    try {
      for (unsigned i = 1; i < size; ++i) threads_.emplace_back([this, i] { serve(i); });
    } catch (const std::system_error&) {
    }
  }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  ~WorkerPool() {
    task_ = nullptr;
    wake();
    for (std::thread& thread : threads_) thread.join();
  }

  // Calls task(i) in each thread, 0 being the caller, and returns when all calls have returned. The task must not throw.
  void run(const std::function<void(unsigned)>& task) {
    task_ = &task;
    busy_.store(static_cast<unsigned>(threads_.size()));
    wake();
    task(0);
    for (unsigned busy = busy_.load(); busy != 0; busy = busy_.load()) busy_.wait(busy);
  }

 private:
  void wake() {
    rounds_.fetch_add(1);
    rounds_.notify_all();
  }

  void serve(unsigned number) {
    for (unsigned seen = 0;; ++seen) {
      rounds_.wait(seen);
      if (task_ == nullptr) return;
      (*task_)(number);
      if (busy_.fetch_sub(1) == 1) busy_.notify_one();
    }
  }

  const std::function<void(unsigned)>* task_ = nullptr;
  std::atomic<unsigned> rounds_ = 0;  // tasks given out so far
  std::atomic<unsigned> busy_ = 0;    // threads that have not finished the task
  std::vector<std::thread> threads_;
};

}  // namespace lariat::parallel
