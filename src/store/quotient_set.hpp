// SPDX-License-Identifier: Apache-2.0
// A set of numbers of a fixed width, in less memory than the numbers themselves take.
//   J. G. Cleary. Compact hash tables using bidirectional linear probing. IEEE Transactions on Computers 33, 1984.
//
// A number is first scrambled by a bijection. Where it lies in the table then says a part of it (the quotient), and only the
// rest is stored. Slots in buckets of one cache line, compared as a whole; a number whose bucket is full goes into the next one
// that is not, and its slot says how many buckets it was moved by:
//
//   | displacement | remainder | + 1         0: a free slot
//
// Slots have 4 bytes (8 if numbers are wide). The fewer bits the remainder needs, the more are left for displacements, and the
// fuller the table may become. It consists of shards, chosen by the highest bits, which grow at different moments, by about
// a quarter. Growing keeps the order of numbers, so that it reads and writes memory from left to right.
//
// A shard has multiple * 2 ^ doublings buckets, with a multiple from 8 to 15. Of x, the number without the bits that choose the
// shard, x * multiple has the bucket in its highest bits; what remains is divided by the multiple, since the rest of that
// division follows from the bucket.
//
// Several threads may insert: slots are written once, by exchanging them. While a shard grows, no other thread may use it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "store/bucket.hpp"
#include "store/zeroed_memory.hpp"

namespace lariat::store {

constexpr std::uint64_t low_bits(unsigned bits) { return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }

// A bijection of the numbers of so many bits that makes those alike differ in their highest bits.
class Scrambler {
 public:
  explicit Scrambler(unsigned bits) : mask_(low_bits(bits)), shift_((bits + 1) / 2) {}
  std::uint64_t scramble(std::uint64_t x) const {
    x = (x * odd_a) & mask_;
    x ^= x >> shift_;
    x = (x * odd_b) & mask_;
    return x ^ (x >> shift_);
  }
  std::uint64_t restore(std::uint64_t x) const {
    x ^= x >> shift_;
    x = (x * inverse(odd_b)) & mask_;
    x ^= x >> shift_;
    return (x * inverse(odd_a)) & mask_;
  }

 private:
  static constexpr std::uint64_t odd_a = 0x9E3779B97F4A7C15U;
  static constexpr std::uint64_t odd_b = 0xBF58476D1CE4E5B9U;
  // Newton's method: each round doubles the bits that are right.
  static constexpr std::uint64_t inverse(std::uint64_t odd) {
    std::uint64_t result = odd;
    for (int i = 0; i < 5; ++i) result *= 2 - odd * result;
    return result;
  }

  std::uint64_t mask_;
  unsigned shift_;
};

enum class SetOutcome : std::uint8_t {
  found,
  added,
  full  // nothing was inserted: make() returned false, or the shard must grow first
};

// Where a number is looked for, until the shard grows.
struct PlaceInSet {
  void* bucket = nullptr;
  std::uint64_t word = 0;  // how it looks there
  std::uint32_t shard = 0;
};

template <class Word>
class QuotientSet {
 public:
  static constexpr unsigned most_bits = 56;

  // For numbers of `bits` bits, with room for `expected` of them; fits() must be true. `growth_wanted` is set when a shard
  // should grow. `solo` means that there is only one thread. Throws std::bad_alloc.
  QuotientSet(unsigned bits, std::uint64_t expected, bool solo, std::atomic<bool>& growth_wanted);

  // True if numbers of so many bits can be stored, where there are about so many of them.
  static bool fits(unsigned bits, std::uint64_t expected);

  // Finds the place of a number, and fetches it. Always inline: g++ drops calls of functions that do nothing but prefetch.
  [[gnu::always_inline]] PlaceInSet find(std::uint64_t number) const {
    const std::uint64_t scrambled = scrambler_.scramble(number);
    const auto in = static_cast<std::uint32_t>(scrambled >> rest_bits_);
    const Shard& shard = shards_[in];
    const Home home = home_in(shard, scrambled);
    Slot* const bucket = shard.slots + std::size_t{home.bucket} * bucket_size;
    __builtin_prefetch(bucket);
    return {.bucket = bucket, .word = home.remainder + 1, .shard = in};
  }

  // True if the number is found where it is looked for first. If it may lie in the next bucket, that is fetched.
  [[gnu::always_inline]] bool is_at_home(const PlaceInSet& place) const {
    const auto* const bucket = static_cast<const Slot*>(place.bucket);
    const Seen seen(bucket);
    if (seen.like(static_cast<Word>(place.word)) != 0) return true;
    if (seen.like(0) == 0) __builtin_prefetch(bucket + bucket_size);
    return false;
  }

  // Inserts the number of that place. make() is called before a number is added, at most once, and may refuse.
  template <class Make>
  SetOutcome insert(const PlaceInSet& place, const Make& make);

  // The shards that should grow; if there are any, then at least `least` together with the fullest of the others.
  std::vector<unsigned> crowded(unsigned least) const;
  // Grows one shard. Throws std::bad_alloc, and the shard is then as before.
  void grow(unsigned shard);

  // Calls f with about every step-th number. No thread may insert meanwhile.
  template <class F>
  void for_each(std::uint64_t step, const F& f) const;

  std::uint64_t size() const;
  std::size_t bytes() const;

 private:
  using Slot = std::atomic<Word>;
  using Seen = std::conditional_t<sizeof(Word) == sizeof(std::uint32_t), SeenBucket, SeenWideBucket>;
  static constexpr unsigned shard_bits = 3;
  static constexpr unsigned bucket_size = line_bytes / sizeof(Word);
  static constexpr unsigned least_multiple = 8;
  static constexpr unsigned least_doublings = 3;
  static constexpr Word least_displacement = 6;  // that a slot must have room for
  static constexpr std::uint32_t marked = 0x80000000U;

  struct alignas(line_bytes) Shard {
    ZeroedMemory memory;
    Slot* slots = nullptr;  // in it
    std::uint32_t multiple = 0;
    unsigned doublings = 0;
    std::uint64_t reciprocal = 0;  // of the multiple: 2 ^ 64 / multiple, rounded up
    unsigned shift = 0;            // the bits of x * multiple below the bucket
    std::uint64_t shift_mask = 0;  // these bits
    unsigned remainder_bits = 0;
    Word most_displacement = 0;
    std::uint32_t buckets = 0;
    std::uint32_t limit = 0;               // a shard with more numbers should grow
    std::atomic<std::uint32_t> count = 0;  // numbers; `marked` if the shard must grow
  };
  // n / multiple, for n below 2 ^ 60.
  static std::uint64_t divide(std::uint64_t n, const Shard& shard) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(n) * shard.reciprocal) >> 64);
  }
  // The bucket that a number belongs to, and what is stored of it.
  struct Home {
    std::uint32_t bucket;
    std::uint64_t remainder;
  };
  [[gnu::always_inline]] Home home_in(const Shard& shard, std::uint64_t scrambled) const {
    const std::uint64_t product = (scrambled & rest_mask_) * shard.multiple;
    return {.bucket = static_cast<std::uint32_t>(product >> shard.shift),
            .remainder = divide(product & shard.shift_mask, shard)};
  }
  // The number, still scrambled, that a slot of that bucket stands for.
  std::uint64_t number_in(unsigned number, const Shard& shard, std::uint32_t bucket, Word word) const;
  bool copy(unsigned number, const Shard& from, Shard& to, std::uint32_t& count) const;
  // An empty shard of that size.
  void prepare(unsigned number, Shard& shard, std::uint32_t multiple, unsigned doublings) const;
  // The next larger size: a quarter to a third more.
  static void enlarge(std::uint32_t& multiple, unsigned& doublings) {
    multiple += (multiple + 3) / 4;
    if (multiple < 2 * least_multiple) return;
    multiple /= 2;
    ++doublings;
  }
  static bool has_room(unsigned rest_bits, unsigned doublings);
  SetOutcome must_grow(Shard& shard);
  bool wants_to_grow(const Shard& shard) const { return shard.count.load(std::memory_order_relaxed) > shard.limit; }

  unsigned rest_bits_;
  std::uint64_t rest_mask_;
  Scrambler scrambler_;
  bool solo_;
  std::atomic<bool>& growth_wanted_;
  std::vector<Shard> shards_;
};

// The bits of a number that is not stored are known by its place; those of the multiple are at least 3.
template <class Word>
bool QuotientSet<Word>::has_room(unsigned rest_bits, unsigned doublings) {
  if (rest_bits < doublings + 4) return true;
  const unsigned remainder_bits = rest_bits - doublings - 3;
  return remainder_bits < 8 * sizeof(Word) - 1 && (static_cast<Word>(~Word{0}) >> remainder_bits) > least_displacement;
}

template <class Word>
bool QuotientSet<Word>::fits(unsigned bits, std::uint64_t expected) {
  if (bits > most_bits) return false;
  const std::uint64_t least = expected >> shard_bits;
  unsigned doublings = least_doublings;
  while ((std::uint64_t{bucket_size} * least_multiple << (doublings + 1)) <= least) ++doublings;
  return has_room(std::max(bits, shard_bits + least_doublings + 4) - shard_bits, doublings);
}

template <class Word>
QuotientSet<Word>::QuotientSet(unsigned bits, std::uint64_t expected, bool solo, std::atomic<bool>& growth_wanted)
    : rest_bits_(bits - shard_bits),
      rest_mask_(low_bits(rest_bits_)),
      scrambler_(bits),
      solo_(solo),
      growth_wanted_(growth_wanted),
      shards_(1U << shard_bits) {
  for (unsigned i = 0; i < shards_.size(); ++i) {
    std::uint32_t multiple = least_multiple + i;
    unsigned doublings = least_doublings;
    const std::uint64_t least = (expected >> shard_bits) + (expected >> (shard_bits + 3));
    while (!has_room(rest_bits_, doublings)) ++doublings;
    while ((std::uint64_t{bucket_size} * multiple << doublings) <= least) enlarge(multiple, doublings);
    prepare(i, shards_[i], multiple, doublings);
  }
}

template <class Word>
void QuotientSet<Word>::prepare(unsigned number, Shard& shard, std::uint32_t multiple, unsigned doublings) const {
  shard.buckets = multiple << doublings;
  shard.memory = ZeroedMemory(std::size_t{shard.buckets} * line_bytes / sizeof(std::uint64_t));
  shard.slots = reinterpret_cast<Slot*>(shard.memory.words());
  shard.multiple = multiple;
  shard.doublings = doublings;
  shard.reciprocal = ~std::uint64_t{0} / multiple + 1;
  shard.shift = rest_bits_ > doublings ? rest_bits_ - doublings : 0;
  shard.shift_mask = low_bits(shard.shift);
  shard.remainder_bits = shard.shift > 3 ? shard.shift - 3 : 1;
  const auto most = static_cast<Word>((static_cast<Word>(~Word{0}) >> shard.remainder_bits) - 1);
  shard.most_displacement = std::min<Word>(most, std::min<Word>(shard.buckets - 1, 0xff));
  // Between 7/8 and 15/16 full, so that shards grow at different moments.
  const std::uint32_t slots = shard.buckets * bucket_size;
  shard.limit = slots - slots / 8 + slots / 128 * number;
}

template <class Word>
std::uint64_t QuotientSet<Word>::number_in(unsigned number, const Shard& shard, std::uint32_t bucket, Word word) const {
  const Word value = word - 1;
  const auto displacement = static_cast<std::uint32_t>(value >> shard.remainder_bits);
  const std::uint64_t remainder = value & static_cast<Word>(low_bits(shard.remainder_bits));
  const std::uint64_t home = bucket >= displacement ? bucket - displacement : bucket + shard.buckets - displacement;
  const std::uint64_t product = (home << shard.shift) + remainder * shard.multiple;
  return (std::uint64_t{number} << rest_bits_) | divide(product + shard.multiple - 1, shard);
}

template <class Word>
template <class Make>
SetOutcome QuotientSet<Word>::insert(const PlaceInSet& place, const Make& make) {
  auto* bucket = static_cast<Slot*>(place.bucket);
  auto word = static_cast<Word>(place.word);
  const Seen first(bucket);
  if (first.like(word) != 0) return SetOutcome::found;
  Shard& shard = shards_[place.shard];
  Slot* const end = shard.slots + std::size_t{shard.buckets} * bucket_size;
  std::uint32_t free = first.like(0);
  bool is_made = false;
  for (Word displacement = 0;;) {
    // Free slots are taken in order, so that nothing can lie behind one that is still free. A number that another thread adds
    // meanwhile lies in a slot that seemed to be free.
    for (; free != 0; free &= free - 1) {
      Slot& slot = bucket[std::countr_zero(free)];
      if (!is_made) {
        if (!make()) return SetOutcome::full;
        is_made = true;
      }
      Word other = 0;
      if (solo_) {
        slot.store(word, std::memory_order_relaxed);
        shard.count.store(shard.count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      } else if (slot.compare_exchange_strong(other, word, std::memory_order_acq_rel, std::memory_order_acquire)) {
        shard.count.fetch_add(1, std::memory_order_relaxed);
      } else {
        if (other == word) return SetOutcome::found;
        continue;
      }
      if (wants_to_grow(shard)) growth_wanted_.store(true, std::memory_order_relaxed);
      return SetOutcome::added;
    }
    if (++displacement > shard.most_displacement) return must_grow(shard);
    word += Word{1} << shard.remainder_bits;
    bucket += bucket_size;
    if (bucket == end) bucket = shard.slots;
    const Seen next(bucket);
    if (next.like(word) != 0) return SetOutcome::found;
    free = next.like(0);
  }
}

template <class Word>
SetOutcome QuotientSet<Word>::must_grow(Shard& shard) {
  shard.count.fetch_or(marked, std::memory_order_relaxed);
  growth_wanted_.store(true, std::memory_order_relaxed);
  return SetOutcome::full;
}

template <class Word>
template <class F>
void QuotientSet<Word>::for_each(std::uint64_t step, const F& f) const {
  std::uint64_t next = 0;
  for (unsigned i = 0; i < shards_.size(); ++i) {
    const Shard& shard = shards_[i];
    for (std::uint32_t bucket = 0; bucket < shard.buckets; ++bucket)
      for (unsigned slot = 0; slot < bucket_size; ++slot) {
        const Word word = shard.slots[std::size_t{bucket} * bucket_size + slot].load(std::memory_order_relaxed);
        if (word == 0) break;  // buckets are filled in order
        if (next++ % step == 0) f(scrambler_.restore(number_in(i, shard, bucket, word)));
      }
  }
}

extern template class QuotientSet<std::uint32_t>;
extern template class QuotientSet<std::uint64_t>;

}  // namespace lariat::store
