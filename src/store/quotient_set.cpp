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
// buckets that they go to. How full these are is counted aside: reading a bucket just after writing to it takes long.
template <class Word>
void QuotientSet<Word>::grow(unsigned number) {
  Shard& shard = shards_[number];
  std::uint32_t multiple = shard.multiple;
  unsigned doublings = shard.doublings;
  Shard larger;
  std::uint32_t count = 0;
  do {
    enlarge(multiple, doublings);
    prepare(number, larger, multiple, doublings);
  } while (!copy(number, shard, larger, count));
  shard.memory = std::move(larger.memory);
  shard.slots = larger.slots;
  shard.multiple = larger.multiple;
  shard.doublings = larger.doublings;
  shard.reciprocal = larger.reciprocal;
  shard.shift = larger.shift;
  shard.shift_mask = larger.shift_mask;
  shard.remainder_bits = larger.remainder_bits;
  shard.most_displacement = larger.most_displacement;
  shard.buckets = larger.buckets;
  shard.limit = larger.limit;
  shard.count.store(count, std::memory_order_relaxed);
}

// Copies the numbers of a shard into another one. False if that is too small for one of them.
template <class Word>
bool QuotientSet<Word>::copy(unsigned number, const Shard& from, Shard& to, std::uint32_t& count) const {
  std::vector<std::uint8_t> used(to.buckets);
  Slot* const slots = to.slots;
  count = 0;
  for (std::uint32_t bucket = 0; bucket < from.buckets; ++bucket)
    for (unsigned slot = 0; slot < bucket_size; ++slot) {
      const Word word = from.slots[std::size_t{bucket} * bucket_size + slot].load(std::memory_order_relaxed);
      if (word == 0) break;
      const Home home = home_in(to, number_in(number, from, bucket, word));
      std::uint32_t place = home.bucket;
      auto value = static_cast<Word>(home.remainder + 1);
      for (Word displacement = 0; used[place] == bucket_size;) {
        if (++displacement > to.most_displacement) return false;
        value += Word{1} << to.remainder_bits;
        if (++place == to.buckets) place = 0;
      }
      slots[std::size_t{place} * bucket_size + used[place]++].store(value, std::memory_order_relaxed);
      ++count;
    }
  return true;
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
