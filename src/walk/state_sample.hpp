// SPDX-License-Identifier: Apache-2.0
// A sample of the states that a search sees, chosen by their hashes: two searches that see the same state both have it in their
// samples, or neither has.
//   P. Flajolet. On adaptive sampling. Computing 43(4), 1990 (the idea is M. Wegman's).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>

namespace lariat::walk {

class StateSample {
 public:
  static constexpr std::size_t most = std::size_t{1} << 14;

  // Notes a state, given by 64 bits of its hash.
  void add(std::uint64_t hash) {
    if (!is_in(hash, level_) || !hashes_.insert(hash).second) return;
    while (hashes_.size() > most) raise_level();
  }

  struct Counts {
    double seen = 0;        // by any of the searches
    double seen_once = 0;   // by exactly one
    double seen_twice = 0;  // by exactly two
  };
  // Estimates for the states of all these searches.
  static Counts count(std::span<const StateSample> samples);

 private:
  // A state is in the sample of level k if the first k bits of its hash are 0.
  static bool is_in(std::uint64_t hash, unsigned level) { return level == 0 || hash >> (64 - level) == 0; }
  void raise_level();

  unsigned level_ = 0;
  std::unordered_set<std::uint64_t> hashes_;
};

}  // namespace lariat::walk
