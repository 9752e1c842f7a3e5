// SPDX-License-Identifier: Apache-2.0
#include "store/lazy_array.hpp"

#include <sys/mman.h>

#include <algorithm>

#include "lariat/base/memory.hpp"

namespace lariat::store {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t least_reservation = std::size_t{1} << 16;
constexpr std::size_t many = std::size_t{1} << 22;
constexpr std::size_t any_machine = std::size_t{1} << 36;  // where the system does not say

std::size_t whole_pages(std::size_t bytes) { return (bytes + page - 1) / page * page; }

}  // namespace

AddressBudget::AddressBudget() : memory_(usable_bytes()), left_(addressable_bytes()) {
  if (memory_ == 0) memory_ = any_machine;
}

std::size_t AddressBudget::share(double of_all) const {
  if (left_ == no_limit) return memory_;
  const auto part = static_cast<std::size_t>(static_cast<double>(left_) * of_all);
  return std::min(memory_, std::max(part, least_reservation));
}

AddressRange::AddressRange(std::size_t bytes) {
  for (std::size_t size = bytes; size > 0; size = size > least_reservation ? size / 2 : 0) {
    size = whole_pages(size);
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

bool AddressRange::grow(std::size_t bytes) {
  if (begin_ == nullptr) return false;
  // Not more than a part of what is left: others want to grow, too.
  const std::size_t left = addressable_bytes();
  const std::size_t most = std::min(left == no_limit ? bytes : left / 4, bytes > size_ ? bytes - size_ : 0);
  for (std::size_t more = std::min(size_, most) / page * page; more >= page; more = more / 2 / page * page) {
    void* const memory = mremap(begin_, size_, size_ + more, MREMAP_MAYMOVE);
    if (memory == MAP_FAILED) continue;  // NOLINT: the system's macro
    begin_ = memory;
    size_ += more;
    return true;
  }
  return false;
}

AddressRange::~AddressRange() {
  if (begin_ != nullptr) munmap(begin_, size_);
}

}  // namespace lariat::store
