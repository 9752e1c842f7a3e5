// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/lazy_array.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace lariat::store {
namespace {

constexpr std::size_t least_reservation = std::size_t{1} << 16;
constexpr std::size_t many = std::size_t{1} << 22;

std::size_t machine_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) : std::size_t{1} << 36;
}

}  // namespace

AddressRange::AddressRange(std::size_t bytes) {
  for (std::size_t size = std::min(bytes, machine_bytes()); size > 0; size = size > least_reservation ? size / 2 : 0) {
    void* const memory =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);  // NOLINT
    if (memory == MAP_FAILED) continue;  // NOLINT: the system's macro
    begin_ = memory;
    size_ = size;
    // Whatever gets so long is better off with large pages; a hint, and no harm done if it is not taken.
    if (size > 2 * many) madvise(static_cast<char*>(memory) + many, size - many, MADV_HUGEPAGE);
    return;
  }
}

AddressRange::~AddressRange() {
  if (begin_ != nullptr) munmap(begin_, size_);
}

}  // namespace lariat::store
