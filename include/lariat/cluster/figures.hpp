// SPDX-License-Identifier: Apache-2.0
// What one rank of a search by several processes did.
#pragma once

#include <cstdint>

namespace lariat::cluster {

struct RankFigures {
  std::uint64_t states = 0;          // that it owns
  std::uint64_t expanded = 0;        // whose successors it produced; counted again each time
  std::uint64_t transitions = 0;     // successors produced
  std::uint64_t sent_states = 0;     // successors that belong to other ranks
  std::uint64_t sent_batches = 0;    // messages that they took
  std::uint64_t sent_bytes = 0;      // in these messages
  std::uint64_t store_bytes = 0;     // memory of the states
  std::uint64_t resident_bytes = 0;  // memory of the process, at its largest
};

}  // namespace lariat::cluster
