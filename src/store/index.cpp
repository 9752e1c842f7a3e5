// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/index.hpp"

#include <algorithm>

namespace lariat {
namespace {

constexpr std::uint32_t least_capacity = 16;
constexpr unsigned guesses = 4;  // slots looked at for a guess

}  // namespace

Index::Index(unsigned shard_bits, bool solo, std::atomic<bool>& alarm)
    : shard_bits_(shard_bits), shift_(64 - shard_bits), solo_(solo), alarm_(alarm), shards_(std::size_t{1} << shard_bits) {
  // Between this and a half more, so that they do not all grow at the same time.
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    Shard& shard = shards_[i];
    shard.capacity = least_capacity + static_cast<std::uint32_t>(least_capacity / 2 * i / shards_.size());
    shard.words = std::make_unique<Word[]>(shard.capacity);
    shard.id_mask = mask_for(0);
  }
}

StateId Index::guess(std::uint64_t hash) const {
  const Shard& shard = shard_of(hash);
  std::uint32_t slot = slot_of(hash, shard);
  for (unsigned i = 0; i < guesses; ++i) {
    const std::uint32_t word = shard.words[slot].load(std::memory_order_acquire);
    if (word == 0) return no_state;
    if (may_be(word, hash, shard.id_mask)) return (word & shard.id_mask) - 1;
    if (++slot == shard.capacity) slot = 0;
  }
  return no_state;
}

std::vector<unsigned> Index::crowded() const {
  std::vector<unsigned> result;
  for (unsigned i = 0; i < shards_.size(); ++i)
    if (wants_to_grow(shards_[i])) result.push_back(i);
  return result;
}

// Bits for twice as many numbers: by the time that there are so many, the shard has grown again.
std::uint32_t Index::mask_for(std::uint64_t next) {
  const int bits = std::clamp(static_cast<int>(std::bit_width(2 * next + 1)), 12, 32);
  return static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1);
}

std::size_t Index::bytes() const {
  std::size_t slots = 0;
  for (const Shard& shard : shards_) slots += shard.capacity;
  return slots * sizeof(Word) + shards_.size() * sizeof(Shard);
}

}  // namespace lariat
