// SPDX-License-Identifier: Apache-2.0
// What every walk does now and then: show how far it has come, and stop at a limit.
#pragma once

#include <cstdint>

#include "lariat/base/limits.hpp"

namespace lariat::walk {

// Throws Stopped if a limit is reached.
inline void show_progress(const Limits& limits, std::uint64_t expanded, std::uint64_t transitions, std::uint64_t depth) {
  if (Gauge* const gauge = limits.gauge; gauge != nullptr) {
    gauge->post_calls.store(expanded, std::memory_order_relaxed);
    gauge->transitions.store(transitions, std::memory_order_relaxed);
    gauge->depth.store(depth, std::memory_order_relaxed);
  }
  stop_at_limit(limits);
}

}  // namespace lariat::walk
