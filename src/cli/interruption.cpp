// SPDX-License-Identifier: Apache-2.0
#include "cli/interruption.hpp"

#include <chrono>
#include <csignal>

namespace lariat::cli {
namespace {

std::atomic<bool> flag = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch it");

extern "C" void on_signal(int) { flag.store(true, std::memory_order_relaxed); }

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void watch_signals() {
  handle(SIGPIPE, SIG_IGN, 0);
  handle(SIGXFSZ, SIG_IGN, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    // Whoever started us in the background has said that Ctrl-C is not for us, and nohup that a hang-up is not.
    if (before.sa_handler != SIG_IGN) handle(signal, on_signal, static_cast<int>(SA_RESETHAND));
  }
}

void watch_alarm() { handle(SIGALRM, on_signal, static_cast<int>(SA_RESETHAND)); }

const std::atomic<bool>& interrupted() { return flag; }

Limits limits_of(double max_time) {
  Limits limits{.interrupted = &flag};
  if (max_time > 0)
    limits.deadline = std::chrono::steady_clock::now() +
                      std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(max_time));
  return limits;
}

}  // namespace lariat::cli
