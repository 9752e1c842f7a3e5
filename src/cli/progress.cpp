// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <system_error>

#include "cli/output.hpp"
#include "lariat/base/printable.hpp"

namespace lariat::cli {

std::size_t progress_width() {
  winsize size = {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40 ? size.ws_col - std::size_t{1} : 79;
}

Progress::Progress(ProgressMode mode, Describe describe) : mode_(mode), describe_(std::move(describe)) {
  if (mode_ == ProgressMode::none || (mode_ == ProgressMode::line && ::isatty(STDERR_FILENO) != 1)) return;
  try {
    thread_ = std::thread([this] { show(); });
  } catch (const std::system_error&) {
    // Without a thread the work goes on in silence.
  }
}

Progress::Progress(std::function<std::string()> describe)
    : Progress(ProgressMode::line, [describe = std::move(describe)](double seconds) {
        return fmt::format("{}, {:.0f} s", shorten(describe(), 60), seconds);
      }) {}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  done_changed_.notify_one();
  thread_.join();
}

void Progress::show() {
  using namespace std::chrono_literals;
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  if (done_changed_.wait_for(lock, 1s, [this] { return done_; })) return;
  const bool is_line = mode_ == ProgressMode::line;
  do {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (is_line)
      redraw_line(shorten(printable(describe_(seconds)), progress_width()));
    else
      complain(describe_(seconds) + "\n");
  } while (!done_changed_.wait_for(lock, is_line ? 250ms : 1000ms, [this] { return done_; }));
  if (is_line) redraw_line("");
}

}  // namespace lariat::cli
