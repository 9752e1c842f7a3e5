// SPDX-License-Identifier: Apache-2.0
// An array that grows and whose elements are zero at first.
//
// Beyond a megabyte it reserves addresses for several times its size. The operating system puts memory behind them where they
// are written to, in large pages if it has them: so growing rarely copies, and what is not used takes no memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include "lariat/base/memory.hpp"

namespace lariat {

template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T>, "elements begin as zero bytes and are moved as bytes");

 public:
  ZeroedArray() = default;
  ZeroedArray(ZeroedArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        room_(std::exchange(other.room_, 0)) {}
  ZeroedArray& operator=(ZeroedArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
    return *this;
  }
  ~ZeroedArray() { free_zeroed(data_, room_ * sizeof(T)); }

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

  // Makes the array so long; a shorter one stays as it is. Throws std::bad_alloc, and changes nothing then.
  void grow(std::size_t size) {
    if (size > room_) move_to(size);
    size_ = std::max(size_, size);
  }

 private:
  static constexpr std::size_t large = std::size_t{1} << 20;  // bytes
  static constexpr std::size_t ahead = 8;                     // times as many addresses as are needed

  static std::size_t room_for(std::size_t size) {
    if (size * sizeof(T) < large) return size;
    // Where addresses are limited, a small part of them.
    const std::size_t left = addressable_bytes();
    const std::size_t most = left == no_limit ? no_limit : left / 32;
    return std::max(size, std::min(size * ahead, most / sizeof(T)));
  }

  void move_to(std::size_t size) {
    if (size > std::numeric_limits<std::size_t>::max() / sizeof(T) / (4 * ahead)) throw std::bad_alloc();
    std::size_t room = room_for(size);
    void* memory = allocate_zeroed(room * sizeof(T));
    if (memory == nullptr && room > size) memory = allocate_zeroed((room = size) * sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    if (size_ != 0) std::memcpy(memory, data_, bytes());
    free_zeroed(data_, room_ * sizeof(T));
    data_ = static_cast<T*>(memory);
    room_ = room;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace lariat
