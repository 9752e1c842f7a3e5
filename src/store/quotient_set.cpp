// SPDX-License-Identifier: Apache-2.0
#include "store/quotient_set.hpp"

namespace lariat::store {

template <class Word>
std::vector<unsigned> QuotientSet<Word>::crowded(unsigned least) const {
  std::vector<unsigned> result;
  for (unsigned i = 0; i < shards_.size(); ++i)
    if (wants_to_grow(shards_[i])) result.push_back(i);
  if (result.empty() || result.size() >= least) return result;
  // Threads that would wait otherwise grow shards that are about to be full.
  const auto share = [&](unsigned i) {
    return static_cast<double>(shards_[i].count.load(std::memory_order_relaxed)) / shards_[i].limit;
  };
  std::vector<unsigned> others;
  for (unsigned i = 0; i < shards_.size(); ++i)
    if (constexpr double nearly = 0.95; !wants_to_grow(shards_[i]) && share(i) > nearly) others.push_back(i);
  std::sort(others.begin(), others.end(), [&](unsigned a, unsigned b) { return share(a) > share(b); });
  others.resize(std::min<std::size_t>(others.size(), least - result.size()));
  result.insert(result.end(), others.begin(), others.end());
  return result;
}

// In the order of buckets, numbers are in the order of their scrambled values, but for some that were displaced; so are the
// buckets that they go to.
template <class Word>
void QuotientSet<Word>::grow(unsigned number) {
  Shard& shard = shards_[number];
  std::uint32_t multiple = shard.multiple;
  unsigned doublings = shard.doublings;
  for (;;) {
    multiple += 2;
    if (multiple >= 2 * least_multiple) {
      multiple -= least_multiple;
      ++doublings;
    }
    Shard larger;
    prepare(number, larger, multiple, doublings);
    std::uint32_t count = 0;
    bool is_full = false;
    for (std::uint32_t bucket = 0; bucket < shard.buckets && !is_full; ++bucket)
      for (unsigned slot = 0; slot < bucket_size && !is_full; ++slot) {
        const Word word = (&shard.at(bucket))[slot].load(std::memory_order_relaxed);
        if (word == 0) break;
        const Place home = place(larger, number_in(number, bucket, word));
        std::uint32_t to = home.bucket;
        for (Word displacement = 0;; ++displacement) {
          is_full = displacement > larger.most_displacement;
          if (is_full) break;
          Slot* const slots = &larger.at(to);
          if (const std::uint32_t free = slots_like(slots, Word{0}); free != 0) {
            const auto value = static_cast<Word>((displacement << larger.remainder_bits) | home.remainder);
            slots[std::countr_zero(free)].store(value + 1, std::memory_order_relaxed);
            break;
          }
          if (++to == larger.buckets) to = 0;
        }
        ++count;
      }
    if (is_full) continue;
    shard.memory = std::move(larger.memory);
    shard.multiple = larger.multiple;
    shard.doublings = larger.doublings;
    shard.reciprocal = larger.reciprocal;
    shard.shift = larger.shift;
    shard.remainder_bits = larger.remainder_bits;
    shard.most_displacement = larger.most_displacement;
    shard.buckets = larger.buckets;
    shard.limit = larger.limit;
    shard.count.store(count, std::memory_order_relaxed);
    return;
  }
}

template <class Word>
std::uint64_t QuotientSet<Word>::size() const {
  std::uint64_t size = 0;
  for (const Shard& shard : shards_) size += shard.count.load(std::memory_order_relaxed) & ~marked;
  return size;
}

template <class Word>
std::size_t QuotientSet<Word>::bytes() const {
  std::size_t bytes = shards_.size() * sizeof(Shard);
  for (const Shard& shard : shards_) bytes += std::size_t{shard.buckets} * line_bytes;
  return bytes;
}

template class QuotientSet<std::uint32_t>;
template class QuotientSet<std::uint64_t>;

}  // namespace lariat::store
