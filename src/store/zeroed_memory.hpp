// SPDX-License-Identifier: Apache-2.0
// A large block of memory, initially zero, of which only pages that have been written to take up memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lariat::store {

class ZeroedMemory {
 public:
  ZeroedMemory() = default;
  // `words` words of 8 bytes. Throws std::bad_alloc.
  explicit ZeroedMemory(std::size_t words);
  ZeroedMemory(ZeroedMemory&& other) noexcept;
  ZeroedMemory& operator=(ZeroedMemory&& other) noexcept;
  ~ZeroedMemory();

  std::uint64_t* words() const { return words_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(std::uint64_t); }

 private:
  std::uint64_t* words_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace lariat::store
