// SPDX-License-Identifier: Apache-2.0
// Threads that do a task together, again and again, and wait in between.
#pragma once

#include <atomic>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

namespace lariat::parallel {

class Crew {
 public:
  // The caller and size - 1 others, or as many as the system lets us have.
  explicit Crew(unsigned size) {
    try {
      for (unsigned i = 1; i < size; ++i) threads_.emplace_back([this, i] { serve(i); });
    } catch (const std::system_error&) {
    }
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() {
    task_ = nullptr;
    call();
    for (std::thread& thread : threads_) thread.join();
  }

  // Calls task(i) in each thread, 0 being the caller, and returns when all are done. The task must not throw.
  void run(const std::function<void(unsigned)>& task) {
    task_ = &task;
    busy_.store(static_cast<unsigned>(threads_.size()));
    call();
    task(0);
    for (unsigned busy = busy_.load(); busy != 0; busy = busy_.load()) busy_.wait(busy);
  }

 private:
  void call() {
    calls_.fetch_add(1);
    calls_.notify_all();
  }

  void serve(unsigned number) {
    for (unsigned seen = 0;; ++seen) {
      calls_.wait(seen);
      if (task_ == nullptr) return;
      (*task_)(number);
      if (busy_.fetch_sub(1) == 1) busy_.notify_one();
    }
  }

  const std::function<void(unsigned)>* task_ = nullptr;
  std::atomic<unsigned> calls_ = 0;
  std::atomic<unsigned> busy_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace lariat::parallel
