// SPDX-License-Identifier: Apache-2.0
// A line on the standard error that says what takes so long.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace lariat::cli {

// While it lives: after a second, and if somebody looks (the standard error is a terminal), shows what `describe` says and the
// seconds so far. `describe` is called from another thread. The line is gone when this is.
class Progress {
 public:
  explicit Progress(std::function<std::string()> describe);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

 private:
  void show();

  std::function<std::string()> describe_;
  std::mutex mutex_;
  std::condition_variable done_changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace lariat::cli
