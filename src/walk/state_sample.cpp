// SPDX-License-Identifier: Apache-2.0
#include "walk/state_sample.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace lariat::walk {

void StateSample::raise_level() {
  ++level_;
  std::erase_if(hashes_, [this](std::uint64_t hash) { return !is_in(hash, level_); });
}

StateSample::Counts StateSample::count(std::span<const StateSample> samples) {
  unsigned level = 0;
  for (const StateSample& sample : samples) level = std::max(level, sample.level_);
  std::unordered_map<std::uint64_t, unsigned> searches;  // by hash: how many saw it
  for (const StateSample& sample : samples)
    for (const std::uint64_t hash : sample.hashes_)
      if (is_in(hash, level)) ++searches[hash];
  Counts counts;
  const double weight = std::ldexp(1.0, static_cast<int>(level));
  for (const auto& [hash, number] : searches) {
    counts.seen += weight;
    counts.seen_once += number == 1 ? weight : 0;
    counts.seen_twice += number == 2 ? weight : 0;
  }
  return counts;
}

}  // namespace lariat::walk
