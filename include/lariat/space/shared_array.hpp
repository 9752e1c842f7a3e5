// SPDX-License-Identifier: Apache-2.0
// Arrays indexed by state id that several threads use at once: what the workers of a parallel search know of each state.
//
//   chunks_   chunk k holds 2^(k+12) elements, zeroed, and is allocated by whoever needs it first
//
// Elements never move, so that one thread may use an element while another makes the array longer. Large chunks are fresh pages
// of the operating system, large ones where it has them: they take memory only where they are written to, and on a NUMA machine
// near the thread that writes first. Threads that share an element must access it through std::atomic_ref.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <new>
#include <type_traits>

#include "lariat/base/memory.hpp"

namespace lariat {

template <class T>
class SharedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>, "elements are born as zeros");

 public:
  SharedArray() = default;
  SharedArray(const SharedArray&) = delete;
  SharedArray& operator=(const SharedArray&) = delete;
  ~SharedArray() {
    for (std::size_t k = 0; k < chunks_.size(); ++k) free_zeroed(chunks_[k].load(), chunk_bytes(k));
  }

  // The element of that index, zero if it was never written. Throws std::bad_alloc.
  [[gnu::always_inline]] T& operator[](std::size_t i) {
    const std::size_t at = i + first_size;
    const auto width = static_cast<unsigned>(std::bit_width(at)) - 1;
    T* chunk = chunks_[width - first_bits].load(std::memory_order_acquire);
    if (chunk == nullptr) chunk = allocate(width - first_bits);
    return chunk[at - (std::size_t{1} << width)];
  }

  // Memory that the chunks would take if all their elements were written.
  std::size_t bytes() const {
    std::size_t bytes = 0;
    for (std::size_t k = 0; k < chunks_.size(); ++k)
      if (chunks_[k].load(std::memory_order_relaxed) != nullptr) bytes += chunk_bytes(k);
    return bytes;
  }

 private:
  static constexpr unsigned first_bits = 12;
  static constexpr std::size_t first_size = std::size_t{1} << first_bits;

  static std::size_t chunk_bytes(std::size_t k) { return (first_size << k) * sizeof(T); }

  [[gnu::noinline]] T* allocate(unsigned k) {
    auto* const fresh = static_cast<T*>(allocate_zeroed(chunk_bytes(k)));
    if (fresh == nullptr) throw std::bad_alloc();
    T* there = nullptr;
    if (chunks_[k].compare_exchange_strong(there, fresh, std::memory_order_acq_rel)) return fresh;
    free_zeroed(fresh, chunk_bytes(k));  // another thread was faster
    return there;
  }

  std::array<std::atomic<T*>, 40> chunks_ = {};
};

}  // namespace lariat
