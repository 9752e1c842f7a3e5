// SPDX-License-Identifier: Apache-2.0
// 128 bits that stand for a state where the state itself is not kept.
#pragma once

#include <cstdint>
#include <span>

namespace lariat::store {

struct StateHash {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

// The same bytes have the same hash, on every machine and in every run.
StateHash hash_state(std::span<const std::uint8_t> state);

// What a search notes of a state beside the fact that it was there.
enum class Colour : std::uint8_t {
  visited,
  red  // by the second search of a nested one
};

}  // namespace lariat::store
