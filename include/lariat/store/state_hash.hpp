// SPDX-License-Identifier: Apache-2.0
// Hashes of states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lariat::store {

// 64 bits. The same bytes have the same hash, on every machine and in every run.
std::uint64_t hash_of(std::span<const std::uint8_t> bytes);

// 64 bits for each of out.size() states of one length that lie one behind the other, without their first `ignored` bytes.
// Faster than hash_of, of which it is no part: the same bytes have another hash there.
void hash_states(const std::uint8_t* states, std::size_t length, std::size_t ignored, std::span<std::uint64_t> out);

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
