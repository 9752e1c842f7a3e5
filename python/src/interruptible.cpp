// SPDX-License-Identifier: Apache-2.0
#include "interruptible.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace lariat::python {

namespace py = pybind11;

void run_interruptible(std::atomic<bool>& interrupted, const std::function<void()>& work) {
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::exception_ptr problem;
  std::thread worker([&] {
    try {
      work();
    } catch (...) {
      problem = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    done = true;
    ended.notify_one();
  });
  std::optional<py::error_already_set> signal;
  for (bool waits = true; waits;) {
    {
      const py::gil_scoped_release release;
      std::unique_lock lock(mutex);
      waits = !ended.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; });
    }
    if (waits && !signal && PyErr_CheckSignals() != 0) {
      interrupted = true;
      signal.emplace();
    }
  }
  worker.join();
  if (signal) throw py::error_already_set(*std::move(signal));
  if (problem) std::rethrow_exception(problem);
}

}  // namespace lariat::python
