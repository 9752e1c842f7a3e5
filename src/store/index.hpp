// SPDX-License-Identifier: Apache-2.0
// A hash table of numbers: finds which of the things numbered so far is equal to a given one. The things are stored elsewhere.
//
// Slots of 4 bytes, in buckets of 16, each one cache line and compared as a whole. A thing whose bucket is full goes into the
// next bucket:
//
//   | tag: highest bits of the lower half of the hash | number + 1 |      0: a free slot
//
// The tag takes the bits that the number does not need: 7 bits with 20 million numbers, so that only one of 128 different
// things is compared. The table consists of one or more shards, chosen by the hash, which grow one at a time and at different
// moments. Growing by a half keeps slots 58 to 88 % full and computes each hash twice more in all; doubling keeps them 44 to
// 88 % full and computes each hash once more. A shard grows in place: its pages are kept.
//
// Several threads may insert: a thread writes a thing first and then publishes it by exchanging the slot. A slot is written
// once. While a shard grows, no other thread may use it (RebuildBarrier).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "lariat/space/space.hpp"
#include "store/bucket.hpp"

namespace lariat::store {

class Index {
 public:
  // 2 ^ shard_bits shards, each of which grows by so many fourths. `growth_wanted` is set when a shard should grow. `solo`
  // means that there is only one thread.
  Index(unsigned shard_bits, unsigned fourths, bool solo, std::atomic<bool>& growth_wanted);

  enum class Outcome : std::uint8_t {
    found,
    added,
    full  // nothing was inserted: make() returned no_state, or the shard must grow first
  };
  struct Insertion {
    StateId id = no_state;
    Outcome outcome = Outcome::full;
  };

  void prefetch(std::uint64_t hash) const;
  // The number of a thing that probably has that hash, or no_state.
  StateId guess(std::uint64_t hash) const;

  // The slots that are looked at first for a thing.
  using Bucket = const std::atomic<std::uint32_t>*;
  // What finding them takes, valid until a shard grows: for any index, and faster for one of one shard.
  class Tables;
  class OneTable;

  // Finds a thing by its hash, or inserts it. equal(id) compares the thing with the one of that number. make() writes the thing
  // and returns its number, or no_state if it cannot; it is called at most once. If the outcome is not `added`, the caller may
  // use the number again for another thing.
  template <class Equal, class Make>
  Insertion insert(std::uint64_t hash, const Equal& equal, const Make& make);

  // part_of: the bits of a hash that choose the bucket in a shard. rebuilt_hash: a hash that suffices for growing, made of the
  // shard, that part, and the word of the slot.
  std::uint32_t part_of(std::uint64_t hash) const { return static_cast<std::uint32_t>((hash << shard_bits_) >> 32); }
  std::uint64_t rebuilt_hash(unsigned shard, std::uint32_t part, std::uint32_t slot) const {
    const unsigned low = 32 - shard_bits_;
    return ((std::uint64_t{shard} << shift_) << 1) | (std::uint64_t{part} << low) | (slot & ((std::uint64_t{1} << low) - 1));
  }

  // The shards that should grow.
  std::vector<unsigned> crowded() const;
  // Grows one shard. hash_of(id), or hash_of(id, word of the slot), returns the hash of a thing; fetch(id) is called some time
  // before it. `next` is larger than all numbers so far. Throws std::bad_alloc, and the shard is then as before.
  template <class Fetch, class HashOf>
  void grow(unsigned shard, std::uint64_t next, const Fetch& fetch, const HashOf& hash_of);

  // All numbers, in no order. No thread may insert meanwhile.
  std::vector<StateId> ids() const;

  // Memory of the slots.
  std::size_t bytes() const;

 private:
  using Word = std::atomic<std::uint32_t>;
  static constexpr std::uint32_t bucket_size = 16;
  struct Free {
    Free() noexcept {}  // NOLINT(modernize-use-equals-default): would not be known while Index is incomplete
    explicit Free(std::size_t bytes) noexcept : mapped(bytes) {}
    std::size_t mapped = 0;  // bytes, if the system gave them; otherwise they were allocated
    void operator()(Word* words) const;
  };
  using Words = std::unique_ptr<Word[], Free>;
  struct alignas(64) Shard {
    Words words;
    std::uint32_t capacity = 0;
    std::uint32_t id_mask = 0;  // the bits for number + 1
    // Slots in use: in a line of its own, since it is written for every new thing and the rest is read for every question.
    alignas(64) std::atomic<std::uint32_t> count = 0;
  };
  static Words make_words(std::uint32_t count);
  // Makes room for more words, behind those that are there, which may move. All of the new ones are 0.
  static void enlarge(Words& words, std::uint32_t count, std::uint32_t new_count);
  // Things that do not move to the right when a table grows: those of the first few buckets.
  static constexpr std::size_t most_waiting = 4096;
  // By its highest bits, of which there may be none.
  unsigned shard_number(std::uint64_t hash) const { return static_cast<unsigned>((hash >> 1) >> shift_); }
  const Shard& shard_of(std::uint64_t hash) const { return shards_[shard_number(hash)]; }
  std::uint32_t first_slot(std::uint64_t hash, const Shard& shard) const {
    const std::uint64_t fraction = (hash << shard_bits_) >> 32;
    return static_cast<std::uint32_t>((fraction * (shard.capacity / bucket_size)) >> 32) * bucket_size;
  }
  // Without a branch, which would be mispredicted for most new things.
  [[gnu::always_inline]] static StateId guess_in(Bucket bucket, std::uint64_t hash, std::uint32_t mask) {
    const std::uint32_t alike = slots_like(bucket, static_cast<std::uint32_t>(hash), ~mask);
    const auto first = static_cast<unsigned>(std::countr_zero(alike | 1U << (bucket_size - 1)));
    const std::uint32_t word = bucket[first].load(std::memory_order_acquire);
    static_assert(no_state == StateId{0} - 1, "what a free slot and no slot lead to");
    return (alike == 0 ? 0 : word & mask) - 1;
  }
  static std::uint32_t word_of(std::uint64_t hash, StateId id, std::uint32_t mask) {
    return (static_cast<std::uint32_t>(hash) & ~mask) | (id + 1);
  }
  static bool may_be(std::uint32_t word, std::uint64_t hash, std::uint32_t mask) {
    return ((word ^ static_cast<std::uint32_t>(hash)) & ~mask) == 0;
  }
  // A shard with more slots in use than soft_limit should grow; with hard_limit it must grow before the next insertion.
  static std::uint32_t soft_limit(std::uint32_t capacity) { return capacity - capacity / 8; }
  static std::uint32_t hard_limit(std::uint32_t capacity) { return capacity - capacity / 32; }
  static std::uint32_t mask_for(std::uint64_t next);
  Insertion must_grow(Shard& shard);
  // Set in `count` if the shard must grow: because it is full, or because numbers have become too large for its slots.
  static constexpr std::uint32_t marked = 0x80000000U;
  bool is_crowded(const Shard& shard) const {
    return (shard.count.load(std::memory_order_relaxed) & ~marked) > soft_limit(shard.capacity) - shard.capacity / 16;
  }
  static void widen_numbers(Shard& shard, std::uint32_t mask);
  std::uint32_t next_capacity(unsigned number) const;
  bool wants_to_grow(const Shard& shard) const {
    return shard.count.load(std::memory_order_relaxed) > soft_limit(shard.capacity);
  }

  unsigned shard_bits_;
  unsigned shift_;  // of half of a hash, which leaves the number of the shard
  unsigned fourths_;
  bool solo_;
  std::atomic<bool>& growth_wanted_;
  std::vector<Shard> shards_;
};

class Index::Tables {
 public:
  explicit Tables(const Index& index) : index_(index) {}
  Bucket bucket_of(std::uint64_t hash) const {
    const Shard& shard = index_.shard_of(hash);
    return shard.words.get() + index_.first_slot(hash, shard);
  }
  // The number of a thing that probably has that hash, or no_state.
  StateId guess(std::uint64_t hash, Bucket bucket) const { return guess_in(bucket, hash, index_.shard_of(hash).id_mask); }

 private:
  const Index& index_;
};

inline void Index::prefetch(std::uint64_t hash) const { __builtin_prefetch(Tables(*this).bucket_of(hash)); }

inline StateId Index::guess(std::uint64_t hash) const {
  const Tables tables(*this);
  return tables.guess(hash, tables.bucket_of(hash));
}

class Index::OneTable {
 public:
  explicit OneTable(const Index& index)
      : words_(index.shards_.front().words.get()),
        buckets_(index.shards_.front().capacity / bucket_size),
        mask_(index.shards_.front().id_mask) {}
  Bucket bucket_of(std::uint64_t hash) const { return words_ + (((hash >> 32) * buckets_) >> 32) * bucket_size; }
  StateId guess(std::uint64_t hash, Bucket bucket) const { return guess_in(bucket, hash, mask_); }

 private:
  Bucket words_;
  std::uint64_t buckets_;
  std::uint32_t mask_;
};

template <class Equal, class Make>
Index::Insertion Index::insert(std::uint64_t hash, const Equal& equal, const Make& make) {
  Shard& shard = shards_[shard_number(hash)];
  const std::uint32_t mask = shard.id_mask;
  StateId own = no_state;
  std::uint32_t slot = first_slot(hash, shard);
  for (std::uint32_t left = shard.capacity / bucket_size; left > 0; --left) {
    Word* const bucket = shard.words.get() + slot;
    const auto compare = [&](std::uint32_t slots) {
      for (; slots != 0; slots &= slots - 1) {
        const std::uint32_t word = bucket[std::countr_zero(slots)].load(std::memory_order_acquire);
        if (word != 0 && equal((word & mask) - 1)) return (word & mask) - 1;
      }
      return no_state;
    };
    const std::uint32_t alike = slots_like(bucket, static_cast<std::uint32_t>(hash), ~mask);
    if (const StateId id = compare(alike); id != no_state) return {.id = id, .outcome = Outcome::found};
    std::uint32_t free = slots_like(bucket, 0, ~0U);
    if (!solo_) {
      // Another thread may have put this very thing into a slot that was free when we compared. If the tag is 0, free slots
      // looked alike too, and must be compared again.
      const bool is_blank = (static_cast<std::uint32_t>(hash) & ~mask) == 0;
      const std::uint32_t now_alike = slots_like(bucket, static_cast<std::uint32_t>(hash), ~mask) & (is_blank ? ~0U : ~alike);
      if (const StateId id = compare(now_alike); id != no_state) return {.id = id, .outcome = Outcome::found};
    }
    // Free slots are taken in order, so that nothing can lie behind one that is still free.
    for (; free != 0; free &= free - 1) {
      Word& place = bucket[std::countr_zero(free)];
      if (own == no_state) {
        if (shard.count.load(std::memory_order_relaxed) >= hard_limit(shard.capacity)) return must_grow(shard);
        own = make();
        if (own == no_state) return {};
        if (own >= mask) return must_grow(shard);
      }
      const std::uint32_t mine = word_of(hash, own, mask);
      std::uint32_t word = 0;
      if (solo_) {
        place.store(mine, std::memory_order_relaxed);
        shard.count.store(shard.count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      } else if (place.compare_exchange_strong(word, mine, std::memory_order_acq_rel, std::memory_order_acquire)) {
        shard.count.fetch_add(1, std::memory_order_relaxed);
      } else {
        // Another thread took the slot first; `word` is what it wrote.
        if (may_be(word, hash, mask) && equal((word & mask) - 1)) return {.id = (word & mask) - 1, .outcome = Outcome::found};
        continue;
      }
      if (wants_to_grow(shard)) growth_wanted_.store(true, std::memory_order_relaxed);
      return {.id = own, .outcome = Outcome::added};
    }
    slot += bucket_size;
    if (slot == shard.capacity) slot = 0;
  }
  return must_grow(shard);
}

inline Index::Insertion Index::must_grow(Shard& shard) {
  shard.count.fetch_or(marked, std::memory_order_relaxed);
  growth_wanted_.store(true, std::memory_order_relaxed);
  return {};
}

// Slots are moved within the larger table, from the last bucket to the first. Buckets keep their order when a table grows, so
// that a thing moves to the right, to where no slot of old is left, but for a few at the beginning: those wait for the end.
template <class Fetch, class HashOf>
void Index::grow(unsigned number, std::uint64_t next, const Fetch& fetch, const HashOf& hash_of) {
  constexpr std::size_t ahead = 64;
  Shard& shard = shards_[number];
  const std::uint32_t mask = mask_for(next);
  if (!is_crowded(shard)) {
    widen_numbers(shard, mask);
    return;
  }
  const std::uint32_t old_mask = shard.id_mask;
  const std::uint32_t old_capacity = shard.capacity;
  const std::uint32_t capacity = next_capacity(number);
  std::vector<std::pair<std::uint64_t, StateId>> waiting;
  waiting.reserve(most_waiting);
  enlarge(shard.words, old_capacity, capacity);
  shard.capacity = capacity;
  shard.id_mask = mask;
  std::uint32_t count = 0;
  // False if there is no free slot from the bucket on to the end.
  const auto put = [&](std::uint32_t slot, std::uint64_t hash, StateId id) {
    for (; slot != capacity; slot += bucket_size)
      if (const std::uint32_t free = slots_like(shard.words.get() + slot, 0); free != 0) {
        const auto first = static_cast<unsigned>(std::countr_zero(free));
        shard.words[slot + first].store(word_of(hash, id, mask), std::memory_order_relaxed);
        return true;
      }
    return false;
  };
  for (std::uint32_t bucket = old_capacity; bucket != 0;) {
    bucket -= bucket_size;
    std::array<std::uint32_t, bucket_size> old;  // NOLINT(cppcoreguidelines-pro-type-member-init): written below
    for (std::uint32_t i = 0; i < bucket_size; ++i) {
      Word& word = shard.words[bucket + i];
      old[i] = word.load(std::memory_order_relaxed);
      word.store(0, std::memory_order_relaxed);
      if (bucket + i < ahead) continue;
      if (const std::uint32_t later = shard.words[bucket + i - ahead].load(std::memory_order_relaxed); later != 0)
        fetch((later & old_mask) - 1);
    }
    for (const std::uint32_t word : old) {
      if (word == 0) continue;
      const StateId id = (word & old_mask) - 1;
      std::uint64_t hash = 0;
      if constexpr (std::is_invocable_v<HashOf, StateId, std::uint32_t>)
        hash = hash_of(id, word);
      else
        hash = hash_of(id);
      const std::uint32_t slot = first_slot(hash, shard);
      if (slot < bucket || !put(slot, hash, id)) waiting.emplace_back(hash, id);
      ++count;
    }
  }
  for (const auto& [hash, id] : waiting)
    if (!put(first_slot(hash, shard), hash, id)) put(0, hash, id);
  shard.count.store(count, std::memory_order_relaxed);
}

}  // namespace lariat::store
