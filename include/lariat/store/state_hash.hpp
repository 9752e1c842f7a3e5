// SPDX-License-Identifier: Apache-2.0
// Hashes of states.
#pragma once

#include <cstdint>
#include <span>

namespace lariat::store {

// 64 bits. The same bytes have the same hash, on every machine and in every run.
std::uint64_t hash_of(std::span<const std::uint8_t> bytes);

// 128 bits that stand for a state where the state itself is not kept.
struct StateHash {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

// Like hash_of, the same on every machine and in every run.
StateHash hash_state(std::span<const std::uint8_t> state);

// The colours that an approximate search gives to a state.
enum class Colour : std::uint8_t {
  visited,
  red  // visited by the second search of a nested depth-first search
};

}  // namespace lariat::store
