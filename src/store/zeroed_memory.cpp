// SPDX-License-Identifier: Apache-2.0
#include "store/zeroed_memory.hpp"

#include <sys/mman.h>

#include <limits>
#include <new>
#include <utility>

namespace lariat::store {

ZeroedMemory::ZeroedMemory(std::size_t words) : size_(words) {
  if (words == 0 || words > std::numeric_limits<std::size_t>::max() / sizeof(std::uint64_t)) throw std::bad_alloc();
  void* const memory = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // Random access to a table of gigabytes misses in the page tables as well, unless pages are large.
  madvise(memory, bytes(), MADV_HUGEPAGE);
  words_ = static_cast<std::uint64_t*>(memory);
}

ZeroedMemory::ZeroedMemory(ZeroedMemory&& other) noexcept
    : words_(std::exchange(other.words_, nullptr)), size_(std::exchange(other.size_, 0)) {}

ZeroedMemory& ZeroedMemory::operator=(ZeroedMemory&& other) noexcept {
  std::swap(words_, other.words_);
  std::swap(size_, other.size_);
  return *this;
}

ZeroedMemory::~ZeroedMemory() {
  if (words_ != nullptr) munmap(words_, bytes());
}

}  // namespace lariat::store
