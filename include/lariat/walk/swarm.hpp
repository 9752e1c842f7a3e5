// SPDX-License-Identifier: Apache-2.0
// A swarm: many approximate searches of the same space that differ in the order of successors, the hash function and how deep
// they go, under one budget of time and memory. Together they see what none of them sees alone.
//   G. J. Holzmann, R. Joshi, A. Groce. Swarm verification techniques. IEEE TSE 37(6), 2011.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace lariat::walk {

struct SwarmOptions {
  unsigned members = 0;    // 0: no swarm
  unsigned threads = 1;    // members that search at the same time
  std::uint64_t seed = 1;  // of the orders
};

// One search of the swarm.
struct SwarmMember {
  std::uint64_t order = 0;      // the seed of its order of successors; the member number 0 takes them as they come
  std::uint64_t max_depth = 0;  // steps that its paths have at most; 0: any number
  std::uint64_t states = 0;     // that it saw
  double seconds = 0;
  bool finished = false;  // it was not stopped
};

struct SwarmReport {
  std::vector<SwarmMember> members = {};  // those that were started
  unsigned wanted = 0;                    // how many were asked for
  std::optional<unsigned> finder = {};    // the number of the member that was the first to find something
  double finder_seconds = 0;              // after so many seconds
  // Estimates from a sample of the states, chosen by their hashes:
  double seen = 0;       // by any member
  double seen_once = 0;  // by exactly one
  // By none, as far as chance is concerned: the lower bound of A. Chao. Estimating the population size for capture-recapture
  // data with unequal catchability. Biometrics 43(4), 1987. What all members would miss for the same reason is not counted.
  double unseen = 0;
};

}  // namespace lariat::walk
