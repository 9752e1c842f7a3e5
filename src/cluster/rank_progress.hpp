// SPDX-License-Identifier: Apache-2.0
// How far all ranks have come: each tells rank 0 twice a second, which shows the sums.
#pragma once

#include <chrono>
#include <cstdint>

#include "cluster/exchange.hpp"
#include "lariat/base/limits.hpp"

namespace lariat::cluster {

class RankProgress {
 public:
  RankProgress(Exchange& exchange, const Limits& limits) : exchange_(exchange), limits_(limits) {}

  // What this rank did so far, and the level at which all are. Throws Stopped if a limit is reached.
  void show(std::uint64_t states, std::uint64_t expanded, std::uint64_t transitions, std::uint64_t level);
  // States of all ranks, as far as this one knows: rank 0 knows most.
  std::uint64_t known_states() const { return known_states_; }

 private:
  void publish(const RankStatus& mine, std::uint64_t level);

  Exchange& exchange_;
  const Limits& limits_;
  std::chrono::steady_clock::time_point told_ = {};
  std::uint64_t known_states_ = 0;
};

}  // namespace lariat::cluster
