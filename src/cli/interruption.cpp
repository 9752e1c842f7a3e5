// SPDX-License-Identifier: Apache-2.0
#include "cli/interruption.hpp"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace lariat::cli {
namespace {

constexpr std::int64_t twice_within = 2000;  // milliseconds
constexpr std::int64_t once_within = 200;    // milliseconds; timeout(1) sends its signal to the process, and to its group

std::atomic<bool> flag = false;
std::atomic<bool> by_parts = false;  // Ctrl-C ends a part of the work
std::atomic<bool> ends_all = false;  // no part is to begin any more
std::atomic<int> presses = 0;        // of Ctrl-C, in quick succession
std::atomic<std::int64_t> last_press = 0;
std::atomic<std::int64_t> first_request = 0;  // when the end of everything was asked for
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler may touch them");

std::int64_t milliseconds() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);  // may be called by a signal handler
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

void end_at_next(int signal) {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
}

// The first signal asks for an end in order. The next one ends the process, unless it belongs to the first.
void on_request(int signal) {
  const std::int64_t now = milliseconds();
  std::int64_t first = 0;
  ends_all = true;
  if (first_request.compare_exchange_strong(first, now) || now - first < once_within) return;
  end_at_next(signal);
  ::raise(signal);  // comes when the handler returns
}

extern "C" void on_signal(int signal) {
  if (signal == SIGINT && by_parts.load(std::memory_order_relaxed)) {
    const std::int64_t now = milliseconds();
    const bool follows = flag.load(std::memory_order_relaxed) || now - last_press.load() < twice_within;
    presses = follows ? presses.load() + 1 : 1;
    last_press = now;
    if (presses.load() > 1) {
      ends_all = true;
      end_at_next(signal);
    }
  } else {
    on_request(signal);
  }
  flag.store(true, std::memory_order_relaxed);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void watch_signals() {
  handle(SIGPIPE, SIG_IGN);
  handle(SIGXFSZ, SIG_IGN);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    // Whoever started us in the background has said that Ctrl-C is not for us, and nohup that a hang-up is not.
    if (before.sa_handler != SIG_IGN) handle(signal, on_signal);
  }
}

void watch_alarm() { handle(SIGALRM, on_signal); }

const std::atomic<bool>& interrupted() { return flag; }

InterruptibleParts::InterruptibleParts() { by_parts = true; }
InterruptibleParts::~InterruptibleParts() { by_parts = false; }

void InterruptibleParts::next() {
  if (!ends_all.load()) flag.store(false);
  if (ends_all.load()) flag.store(true);  // a signal that came between the two
}

Limits limits_of(double max_time, std::chrono::steady_clock::time_point start) {
  Limits limits{.interrupted = &flag};
  if (max_time > 0)
    limits.deadline =
        start + std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(max_time));
  return limits;
}

}  // namespace lariat::cli
