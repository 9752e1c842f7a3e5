// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <system_error>

#include "cli/output.hpp"

namespace lariat::cli {

Progress::Progress(std::function<std::string()> describe) : describe_(std::move(describe)) {
  if (::isatty(STDERR_FILENO) != 1) return;
  try {
    thread_ = std::thread([this] { show(); });
  } catch (const std::system_error&) {
    // Without a thread the work goes on in silence.
  }
}

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
  do {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start).count();
    complain(fmt::format("\r\033[K{}, {} s", shorten(describe_(), 60), seconds));
  } while (!done_changed_.wait_for(lock, 250ms, [this] { return done_; }));
  complain("\r\033[K");
}

}  // namespace lariat::cli
