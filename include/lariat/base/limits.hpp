// SPDX-License-Identifier: Apache-2.0
// Limits of time and memory, interruption from outside, and the progress of a long computation.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lariat {

// How far a search has come, for a reader in another thread.
struct Gauge {
  std::atomic<std::uint64_t> states = 0;      // known so far, where the space says
  std::atomic<std::uint64_t> post_calls = 0;  // states expanded, counted again each time post is called again
  std::atomic<std::uint64_t> transitions = 0;
  std::atomic<std::uint64_t> depth = 0;  // longest stack so far
  // Of a search by several processes, which the others are sums of; 0 processes: it is none.
  std::atomic<std::uint64_t> ranks = 0;
  std::atomic<std::uint64_t> least_of_rank = 0;  // states
  std::atomic<std::uint64_t> most_of_rank = 0;
  std::atomic<std::uint64_t> under_way = 0;     // bytes that were sent and have not arrived
  std::atomic<std::uint64_t> fullest_rank = 0;  // bytes in memory of the process that has most
};

// When a computation gives up. The default never does.
struct Limits {
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  const std::atomic<bool>* interrupted = nullptr;  // set from outside, as by a signal handler
  std::size_t max_memory = 0;                      // bytes that the whole program may have in memory; 0: no limit
  std::uint64_t max_depth = 0;                     // of the depth-first stack; 0: no limit
  Gauge* gauge = nullptr;                          // updated now and then
};

// Thrown out of a computation that reached a limit; the function that started it turns it into "unknown".
struct Stopped {
  std::string reason;
};

// The reason of a computation that met more states than it was allowed to.
inline constexpr const char* too_many_states = "the limit of states was reached";

// Throws Stopped if a limit is reached.
void stop_at_limit(const Limits& limits);

// Checks limits inside a loop at little cost: the clock is read once in `period` calls, which must be a power of two.
class LimitCheck {
 public:
  // The limits must outlive this object; null: there are none.
  explicit LimitCheck(const Limits* limits, std::uint32_t period = 1024) : limits_(limits), mask_(period - 1) {}

  // Call once in each round of the loop. Throws Stopped.
  void operator()() {
    if ((++calls_ & mask_) == 0 && limits_ != nullptr) stop_at_limit(*limits_);
  }

 private:
  const Limits* limits_;
  std::uint32_t mask_;
  std::uint32_t calls_ = 0;
};

}  // namespace lariat
