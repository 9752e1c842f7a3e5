// SPDX-License-Identifier: Apache-2.0
// A walk in a file.
//
//   "lariat walk 2\n" │ key │ what was counted │ a witness for each goal, or none │ levels │ states, level by level │ checksum
//
// Numbers are 8 bytes, a text is its length and its bytes, a state is 4 bytes of length and its bytes. States are numbered from
// 0 in their order in the file, whatever their numbers were. The checksum is of everything before it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lariat/product/product.hpp"
#include "lariat/walk/explore.hpp"

namespace lariat::walk {

// What a walk has counted and found at the beginning of a level; `figures` has neither a queue nor levels.
struct Snapshot {
  Exploration figures = {};
  std::vector<std::uint64_t> level_sizes = {};  // states of each level; the last one is not expanded
};

// The checksum of a file is made of blocks of so many bytes, one after the other; the last one may be shorter.
inline constexpr std::size_t snapshot_block = std::size_t{1} << 20;

// The checksum of everything so far, of which `sum` is 0 at first, and one more block.
std::uint64_t add_to_checksum(std::uint64_t sum, std::span<const std::uint8_t> block);

// Writes the walk: the states of the product with these numbers, in this order. Says what went wrong, if anything did.
std::optional<std::string> write_snapshot(const CheckpointOptions& options, const Snapshot& snapshot,
                                          std::span<const store::IdRange> states, product::Product& product);

// Reads the walk. Its states but those of the last level are stored in the product first, which must be empty; then those of
// the last level. `between` is called in between. A diagnostic if there is no walk of that key.
Result<Snapshot> read_snapshot(const CheckpointOptions& options, product::Product& product,
                               const std::function<void()>& between);

}  // namespace lariat::walk
