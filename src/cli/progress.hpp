// SPDX-License-Identifier: Apache-2.0
// Progress of a long search, on the standard error.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "lariat/base/named.hpp"

namespace lariat::cli {

enum class ProgressMode {
  none,
  line,  // one line that changes, if somebody looks: the standard error is a terminal. It is gone at the end
  json   // a line of JSON a second, for programs
};
inline constexpr std::array progress_modes = {
    Named{ProgressMode::none, "none"},
    Named{ProgressMode::line, "line", "one line that changes, on a terminal"},
    Named{ProgressMode::json, "json", "an object a second"},
};
static_assert(lists_all(progress_modes, ProgressMode::json));

// The columns that a line of progress may take: those of the terminal, but for the last.
std::size_t progress_width();

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
