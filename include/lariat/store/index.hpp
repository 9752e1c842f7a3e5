// SPDX-License-Identifier: Apache-2.0
// A hash table of numbers: which of the things numbered so far is equal to this one? The things themselves are kept elsewhere.
//
// Open addressing, linear probing, 4 bytes a slot:
//
//   | tag: highest bits of the lower half of the hash | number + 1 |      0: a free slot
//
// The tag takes the bits that the number does not need: 7 with 20 million numbers, so that of 128 things that are different,
// only one is compared. The table consists of shards, chosen by the hash, which grow one at a time and at different moments, by
// a half each time: there is never a pause to speak of, and slots are 57 to 85 % full whatever the size.
//
// Several threads may insert: a thing is written first, and then published by exchanging the slot. A shard that grows must be
// left alone by all others (Gate).
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lariat/space/space.hpp"

namespace lariat {

class Index {
 public:
  // 2 ^ shard_bits shards. `alarm` is set when one of them should grow; `solo`: there is only one thread.
  Index(unsigned shard_bits, bool solo, std::atomic<bool>& alarm);

  enum class Outcome : std::uint8_t {
    found,
    added,
    full  // nothing was inserted: make() could not, or the shards that want to grow must do so first
  };
  struct Insertion {
    StateId id = no_state;
    Outcome outcome = Outcome::full;
  };

  void prefetch(std::uint64_t hash) const {
    const Shard& shard = shard_of(hash);
    __builtin_prefetch(shard.words.get() + slot_of(hash, shard));
  }

  // A number that probably is the one of that hash, or no_state.
  StateId guess(std::uint64_t hash) const;

  // equal(id) says whether the thing is the one with that number. make() writes the thing and returns its number, which is the
  // caller's for good only if the outcome is `added`; it returns no_state if it cannot. It is called at most once.
  template <class Equal, class Make>
  Insertion insert(std::uint64_t hash, const Equal& equal, const Make& make);

  // The shards that want to grow; and the growing of one. fetch(id) hints that hash_of(id) will be asked for. `next` is larger
  // than all numbers so far.
  std::vector<unsigned> crowded() const;
  template <class Fetch, class HashOf>
  void grow(unsigned shard, std::uint64_t next, const Fetch& fetch, const HashOf& hash_of);

  // Memory of the slots.
  std::size_t bytes() const;

 private:
  using Word = std::atomic<std::uint32_t>;
  struct alignas(64) Shard {
    std::unique_ptr<Word[]> words;
    std::uint32_t capacity = 0;
    std::uint32_t id_mask = 0;             // the bits for number + 1
    std::atomic<std::uint32_t> count = 0;  // slots in use
  };

  const Shard& shard_of(std::uint64_t hash) const { return shards_[hash >> shift_]; }
  std::uint32_t slot_of(std::uint64_t hash, const Shard& shard) const {
    const std::uint64_t fraction = (hash << shard_bits_) >> 32;
    return static_cast<std::uint32_t>((fraction * shard.capacity) >> 32);
  }
  static std::uint32_t word_of(std::uint64_t hash, StateId id, std::uint32_t mask) {
    return (static_cast<std::uint32_t>(hash) & ~mask) | (id + 1);
  }
  static bool may_be(std::uint32_t word, std::uint64_t hash, std::uint32_t mask) {
    return ((word ^ static_cast<std::uint32_t>(hash)) & ~mask) == 0;
  }
  // Beyond the first it should grow; beyond the second it must.
  static std::uint32_t wish(std::uint32_t capacity) { return capacity - capacity / 8 - capacity / 32; }
  static std::uint32_t limit(std::uint32_t capacity) { return capacity - capacity / 16; }
  static std::uint32_t mask_for(std::uint64_t next);
  bool wants_to_grow(const Shard& shard) const { return shard.count.load(std::memory_order_relaxed) > wish(shard.capacity); }

  unsigned shard_bits_;
  unsigned shift_;
  bool solo_;
  std::atomic<bool>& alarm_;
  std::vector<Shard> shards_;
};

template <class Equal, class Make>
Index::Insertion Index::insert(std::uint64_t hash, const Equal& equal, const Make& make) {
  Shard& shard = shards_[hash >> shift_];
  Word* const words = shard.words.get();
  const std::uint32_t mask = shard.id_mask;
  StateId own = no_state;
  for (std::uint32_t slot = slot_of(hash, shard), left = shard.capacity; left > 0; --left) {
    std::uint32_t word = words[slot].load(std::memory_order_acquire);
    if (word == 0) {
      if (own == no_state) {
        if (shard.count.load(std::memory_order_relaxed) >= limit(shard.capacity)) break;
        own = make();
        if (own == no_state) return {};
        if (own >= mask) break;
      }
      const std::uint32_t mine = word_of(hash, own, mask);
      if (solo_) {
        words[slot].store(mine, std::memory_order_relaxed);
        shard.count.store(shard.count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      } else if (words[slot].compare_exchange_strong(word, mine, std::memory_order_acq_rel, std::memory_order_acquire)) {
        shard.count.fetch_add(1, std::memory_order_relaxed);
      } else {
        // Somebody was faster; the word is theirs.
        if (may_be(word, hash, mask) && equal((word & mask) - 1)) return {.id = (word & mask) - 1, .outcome = Outcome::found};
        if (++slot == shard.capacity) slot = 0;
        continue;
      }
      if (wants_to_grow(shard)) alarm_.store(true, std::memory_order_relaxed);
      return {.id = own, .outcome = Outcome::added};
    }
    if (may_be(word, hash, mask) && equal((word & mask) - 1)) return {.id = (word & mask) - 1, .outcome = Outcome::found};
    if (++slot == shard.capacity) slot = 0;
  }
  shard.count.fetch_or(0x80000000U, std::memory_order_relaxed);  // crowded, whatever the count
  alarm_.store(true, std::memory_order_relaxed);
  return {};
}

template <class Fetch, class HashOf>
void Index::grow(unsigned number, std::uint64_t next, const Fetch& fetch, const HashOf& hash_of) {
  constexpr std::size_t ahead = 16;
  Shard& shard = shards_[number];
  std::vector<StateId> ids;
  ids.reserve(shard.capacity);
  for (std::uint32_t slot = 0; slot < shard.capacity; ++slot)
    if (const std::uint32_t word = shard.words[slot].load(std::memory_order_relaxed); word != 0)
      ids.push_back((word & shard.id_mask) - 1);
  const auto count = static_cast<std::uint32_t>(ids.size());
  std::uint32_t capacity = shard.capacity;
  // A shard may be here only because its numbers have become too large.
  while (count > wish(capacity) - capacity / 16) capacity += capacity / 2;
  auto words = std::make_unique<Word[]>(capacity);
  shard.words = std::move(words);
  shard.capacity = capacity;
  shard.id_mask = mask_for(next);
  shard.count.store(count, std::memory_order_relaxed);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i + ahead < ids.size()) fetch(ids[i + ahead]);
    const std::uint64_t hash = hash_of(ids[i]);
    std::uint32_t slot = slot_of(hash, shard);
    while (shard.words[slot].load(std::memory_order_relaxed) != 0)
      if (++slot == capacity) slot = 0;
    shard.words[slot].store(word_of(hash, ids[i], shard.id_mask), std::memory_order_relaxed);
  }
}

}  // namespace lariat
