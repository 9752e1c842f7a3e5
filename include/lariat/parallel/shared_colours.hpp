// SPDX-License-Identifier: Apache-2.0
// Two bits for each state that all workers of a search share. A bit is set once and never cleared.
//
// Four states share a byte. Setting a bit is one atomic instruction, and none if it is set already; whoever sees a bit also
// sees everything that was written before it was set.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "lariat/space/shared_array.hpp"
#include "lariat/space/space.hpp"

namespace lariat::parallel {

class SharedColours {
 public:
  enum Colour : std::uint8_t { blue = 1, red = 2 };

  bool has(StateId s, Colour colour) { return (byte(s).load(std::memory_order_acquire) & bit(s, colour)) != 0; }
  // Sets the bit; true if this call was the first to do so.
  bool set(StateId s, Colour colour) {
    const std::atomic_ref<std::uint8_t> at = byte(s);
    if ((at.load(std::memory_order_acquire) & bit(s, colour)) != 0) return false;
    return (at.fetch_or(bit(s, colour), std::memory_order_acq_rel) & bit(s, colour)) == 0;
  }
  std::size_t bytes() const { return bytes_.bytes(); }

 private:
  static std::uint8_t bit(StateId s, Colour colour) { return static_cast<std::uint8_t>(colour << (s % 4 * 2)); }
  std::atomic_ref<std::uint8_t> byte(StateId s) { return std::atomic_ref(bytes_[s / 4]); }

  SharedArray<std::uint8_t> bytes_;
};

}  // namespace lariat::parallel
