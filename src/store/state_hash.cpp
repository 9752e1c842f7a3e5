// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/state_hash.hpp"

#include "store/state_words.hpp"

namespace lariat::store {

std::uint64_t hash_of(std::span<const std::uint8_t> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

void hash_states(const std::uint8_t* states, std::size_t length, std::size_t ignored, std::span<std::uint64_t> out) {
  with_words(length - ignored, [&](const auto words) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = words.hash(states + i * length + ignored);
  });
}

StateHash hash_state(std::span<const std::uint8_t> state) {
  const XXH128_hash_t hash = XXH3_128bits(state.data(), state.size());
  return {.low = hash.low64, .high = hash.high64};
}

}  // namespace lariat::store
