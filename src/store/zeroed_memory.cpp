// SPDX-License-Identifier: Apache-2.0
#include "store/zeroed_memory.hpp"

#include <sys/mman.h>

#include <limits>
#include <new>
#include <utility>

namespace lariat::store {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t large_page = std::size_t{1} << 21;

}  // namespace

ZeroedMemory::ZeroedMemory(std::size_t words) : size_(words) {
  if (words == 0 || words > std::numeric_limits<std::size_t>::max() / sizeof(std::uint64_t)) throw std::bad_alloc();
  // A large page begins at a multiple of its size: what lies before the first one is given back.
  const std::size_t spare = bytes() < large_page ? 0 : large_page;
  void* memory = mmap(nullptr, bytes() + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  if (spare != 0) {
    auto* const begin = static_cast<char*>(memory);
    const std::size_t before = (large_page - reinterpret_cast<std::uintptr_t>(begin) % large_page) % large_page;
    const std::size_t end = (before + bytes() + page - 1) / page * page;
    if (before != 0) munmap(begin, before);
    if (end < bytes() + spare) munmap(begin + end, bytes() + spare - end);
    memory = begin + before;
  }
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
