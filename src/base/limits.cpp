// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/limits.hpp"

#include "lariat/base/memory.hpp"

namespace lariat {

void stop_at_limit(const Limits& limits) {
  if (limits.interrupted != nullptr && limits.interrupted->load(std::memory_order_relaxed)) throw Stopped{"interrupted"};
  if (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline) throw Stopped{"the time limit was reached"};
  if (limits.max_memory != 0 && resident_bytes() >= limits.max_memory) throw Stopped{"the memory limit was reached"};
}

}  // namespace lariat
