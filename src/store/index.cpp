// SPDX-License-Identifier: Apache-2.0
#include "store/index.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <new>

namespace lariat::store {
namespace {

constexpr std::size_t large_page = std::size_t{1} << 21;
constexpr std::uint32_t least_buckets = 2;
constexpr std::uint32_t small_capacity = 128;

// Addresses for so many bytes, at a multiple of the size of large pages.
char* reserve_addresses(std::size_t size, int protection) {
  void* const memory = mmap(nullptr, size + large_page, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();  // NOLINT: the system's macro
  auto* const begin = static_cast<char*>(memory);
  const std::size_t before = (large_page - reinterpret_cast<std::uintptr_t>(begin) % large_page) % large_page;
  if (before != 0) munmap(begin, before);
  if (before != large_page) munmap(begin + before + size, large_page - before);
  return begin + before;
}

std::size_t in_large_pages(std::size_t bytes) { return (bytes + large_page - 1) / large_page * large_page; }

}  // namespace

Index::Index(unsigned shard_bits, unsigned fourths, bool solo, std::atomic<bool>& growth_wanted)
    : shard_bits_(shard_bits),
      shift_(63 - shard_bits),
      fourths_(fourths),
      solo_(solo),
      growth_wanted_(growth_wanted),
      shards_(std::size_t{1} << shard_bits) {
  for (Shard& shard : shards_) {
    shard.capacity = least_buckets * bucket_size;
    shard.words = make_words(shard.capacity);
    shard.id_mask = mask_for(0);
  }
}

Index::Words Index::make_words(std::uint32_t count) {
  const std::size_t bytes = count * sizeof(Word);
  if (bytes < large_page) {
    void* const memory = std::aligned_alloc(line_bytes, (bytes + line_bytes - 1) / line_bytes * line_bytes);
    if (memory == nullptr) throw std::bad_alloc();
    auto* const words = static_cast<Word*>(memory);
    std::uninitialized_value_construct_n(words, count);
    return Words(words);
  }
  // Large tables in large pages: random access misses in the tables of small pages as well. The system gives zeroed memory.
  const std::size_t size = in_large_pages(bytes);
  char* const begin = reserve_addresses(size, PROT_READ | PROT_WRITE);
  madvise(begin, size, MADV_HUGEPAGE);
  return Words(reinterpret_cast<Word*>(begin), Free(size));
}

void Index::enlarge(Words& words, std::uint32_t count, std::uint32_t new_count) {
  const std::size_t old_size = words.get_deleter().mapped;
  if (old_size == 0) {
    Words more = make_words(new_count);
    for (std::uint32_t i = 0; i < count; ++i)
      more[i].store(words[i].load(std::memory_order_relaxed), std::memory_order_relaxed);
    words.swap(more);
    return;
  }
  const std::size_t size = in_large_pages(new_count * sizeof(Word));
  if (size == old_size) return;
  // The pages move to other addresses, and nothing is copied.
  char* const begin = reserve_addresses(size, PROT_NONE);
  if (mremap(words.get(), old_size, size, MREMAP_MAYMOVE | MREMAP_FIXED, begin) == MAP_FAILED) {  // NOLINT
    munmap(begin, size);
    throw std::bad_alloc();
  }
  static_cast<void>(words.release());
  madvise(begin, size, MADV_HUGEPAGE);
  words = Words(reinterpret_cast<Word*>(begin), Free(size));
}

void Index::Free::operator()(Word* words) const {
  if (mapped != 0)
    munmap(words, mapped);
  else
    std::free(words);  // NOLINT(cppcoreguidelines-no-malloc)
}

// Beyond a small size, shards are given different capacities, so that they do not all grow at the same time.
std::uint32_t Index::next_capacity(unsigned number) const {
  const std::uint32_t capacity = shards_[number].capacity;
  if (capacity < small_capacity) return 2 * capacity;
  const std::uint32_t more = capacity == small_capacity
                                 ? capacity * number / static_cast<std::uint32_t>(shards_.size()) + capacity
                                 : capacity / 4 * fourths_;
  return capacity + std::max(more / bucket_size, 1U) * bucket_size;
}

// Numbers take over bits of the tags.
void Index::widen_numbers(Shard& shard, std::uint32_t mask) {
  for (std::uint32_t slot = 0; slot < shard.capacity; ++slot) {
    const std::uint32_t word = shard.words[slot].load(std::memory_order_relaxed);
    shard.words[slot].store((word & ~mask) | (word & shard.id_mask), std::memory_order_relaxed);
  }
  shard.id_mask = mask;
  shard.count.fetch_and(~marked, std::memory_order_relaxed);
}

std::vector<unsigned> Index::crowded() const {
  std::vector<unsigned> result;
  for (unsigned i = 0; i < shards_.size(); ++i)
    if (wants_to_grow(shards_[i])) result.push_back(i);
  return result;
}

// Bits for twice as many numbers: before there are so many, the shard has grown again.
std::uint32_t Index::mask_for(std::uint64_t next) {
  const int bits = std::clamp(static_cast<int>(std::bit_width(2 * next + 1)), 12, 32);
  return static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1);
}

std::vector<StateId> Index::ids() const {
  std::vector<StateId> result;
  for (const Shard& shard : shards_)
    for (std::uint32_t slot = 0; slot < shard.capacity; ++slot)
      if (const std::uint32_t word = shard.words[slot].load(std::memory_order_relaxed); word != 0)
        result.push_back((word & shard.id_mask) - 1);
  return result;
}

std::size_t Index::bytes() const {
  std::size_t slots = 0;
  for (const Shard& shard : shards_) slots += shard.capacity;
  return slots * sizeof(Word) + shards_.size() * sizeof(Shard);
}

}  // namespace lariat::store
