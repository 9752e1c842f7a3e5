// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/state_hash.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace lariat::store {

std::uint64_t hash_of(std::span<const std::uint8_t> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

StateHash hash_state(std::span<const std::uint8_t> state) {
  const XXH128_hash_t hash = XXH3_128bits(state.data(), state.size());
  return {.low = hash.low64, .high = hash.high64};
}

}  // namespace lariat::store
