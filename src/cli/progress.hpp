// SPDX-License-Identifier: Apache-2.0
// A line on the standard error that says what takes so long.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace lariat::cli {

enum class ProgressMode {
  none,
  line,  // one line that changes, if somebody looks: the standard error is a terminal. It is gone at the end
  json   // a line of JSON a second, for programs
};

// While it lives: after a second, shows now and then what `describe` says, which is told the seconds so far and called from
// another thread.
class Progress {
 public:
  using Describe = std::function<std::string(double seconds)>;
  Progress(ProgressMode mode, Describe describe);
  // A line that ends with the seconds so far.
  explicit Progress(std::function<std::string()> describe);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

 private:
  void show();

  ProgressMode mode_;
  Describe describe_;
  std::mutex mutex_;
  std::condition_variable done_changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace lariat::cli
