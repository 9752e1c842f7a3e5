// SPDX-License-Identifier: Apache-2.0
// The values that models compute with, and the types they are stored in.
#pragma once

#include <cstdint>

namespace lariat::model {

// Expressions are computed in 32 bits and wrap around, as in C with -fwrapv.
using Value = std::int32_t;

// How a value is stored: 1 to 32 bits, with or without sign, in 1, 2 or 4 bytes of the state.
struct Type {
  std::uint8_t bits = 32;
  bool is_signed = true;

  // Bytes that a value takes in a state.
  constexpr unsigned bytes() const { return bits <= 8 ? 1 : bits <= 16 ? 2 : 4; }

  constexpr std::int64_t min() const { return is_signed ? -(std::int64_t{1} << (bits - 1)) : 0; }
  constexpr std::int64_t max() const { return (std::int64_t{1} << (is_signed ? bits - 1 : bits)) - 1; }
  constexpr bool holds(std::int64_t value) const { return min() <= value && value <= max(); }

  // The value that is left when only the lower bits are kept, as an assignment in C does.
  constexpr Value wrap(std::int64_t value) const {
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    std::uint64_t low = static_cast<std::uint64_t>(value) & mask;
    if (is_signed && (low >> (bits - 1)) != 0) low |= ~mask;
    return static_cast<Value>(static_cast<std::int64_t>(low));
  }

  friend constexpr bool operator==(Type, Type) = default;
};

inline constexpr Type bit_type{1, false};
inline constexpr Type byte_type{8, false};
inline constexpr Type short_type{16, true};
inline constexpr Type int_type{32, true};

}  // namespace lariat::model
