// SPDX-License-Identifier: Apache-2.0
// Hashing and comparing states of one length, by words of 8 bytes whose number is known when the code is compiled: no loop and
// no call is left. The last word ends where the state ends, and overlaps the one before if the length is no multiple of 8.
//
// The hash is made as XXH3 makes it for short inputs: products of pairs of words, folded to 64 bits, and a final mix.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lariat::store {

inline constexpr std::size_t word_bytes = 8;
inline constexpr std::size_t most_words = 16;
inline constexpr std::size_t line = 64;  // of memory

// States of 8 * (Words - 1) + 1 to 8 * Words bytes, but at least 8.
template <std::size_t Words>
class StateWords {
 public:
  explicit StateWords(std::size_t length) : last_(length - word_bytes) {}

  std::uint64_t hash(const std::uint8_t* state) const {
    std::uint64_t sum = 0x9E3779B185EBCA87U * (last_ + word_bytes);
    for (std::size_t i = 0; i + 1 < Words; i += 2) sum += fold(word(state, i) ^ secret[i], word(state, i + 1) ^ secret[i + 1]);
    if constexpr (Words % 2 == 1) sum += fold(word(state, Words - 1) ^ secret[Words - 1], secret[Words]);
    sum ^= sum >> 37;
    sum *= 0x165667919E3779F9U;
    return sum ^ (sum >> 32);
  }

  bool equal(const std::uint8_t* a, const std::uint8_t* b) const {
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < Words; ++i) difference |= word(a, i) ^ word(b, i);
    return difference == 0;
  }

  void prefetch(const std::uint8_t* state) const {
    for (std::size_t i = 0; i < Words * word_bytes; i += line) __builtin_prefetch(state + i);
    __builtin_prefetch(state + last_ + word_bytes - 1);
  }
  // The two do not overlap.
  void copy(std::uint8_t* to, const std::uint8_t* from) const {
    for (std::size_t i = 0; i < Words; ++i) {
      const std::uint64_t value = word(from, i);
      std::memcpy(to + at(i), &value, word_bytes);
    }
  }

 private:
  static constexpr std::array<std::uint64_t, most_words + 1> secret = {
      0xbe4ba423396cfeb8U, 0x1cad21f72c81017cU, 0xdb979083e96dd4deU, 0x1f67b3b7a4a44072U, 0x78e5c0cc4ee679cbU,
      0x2172ffcc7dd05a82U, 0x8e2443f7744608b8U, 0x4c263a81e69035e0U, 0xcb00c391bb52283cU, 0xa32e531b8b65d088U,
      0x4ef90da297486471U, 0xd8acdea946ef1938U, 0x3f349ce33f76faa8U, 0x1d4f0bc7c7bbdcf9U, 0x3159b4cd4be0518aU,
      0x647378d9c97e9fc8U, 0xc3ebd33483acc5eaU};

  std::uint64_t word(const std::uint8_t* state, std::size_t i) const {
    std::uint64_t value = 0;
    std::memcpy(&value, state + at(i), word_bytes);
    return value;
  }
  std::size_t at(std::size_t i) const { return i + 1 < Words ? i * word_bytes : last_; }
  static std::uint64_t fold(std::uint64_t a, std::uint64_t b) { return XXH3_mul128_fold64(a, b); }

  std::size_t last_;  // where the last word begins
};

// States of any length.
template <>
class StateWords<0> {
 public:
  explicit StateWords(std::size_t length) : length_(length) {}
  std::uint64_t hash(const std::uint8_t* state) const { return XXH3_64bits(state, length_); }
  bool equal(const std::uint8_t* a, const std::uint8_t* b) const { return length_ == 0 || std::memcmp(a, b, length_) == 0; }
  void prefetch(const std::uint8_t* state) const {
    constexpr std::size_t enough = 4 * line;  // from there on the processor sees that we go on
    for (std::size_t i = 0; i < std::min(length_, enough); i += line) __builtin_prefetch(state + i);
  }
  void copy(std::uint8_t* to, const std::uint8_t* from) const {
    if (length_ != 0) std::memcpy(to, from, length_);
  }

 private:
  std::size_t length_;
};

// Calls `use` with the StateWords for states of that length.
template <class Use, std::size_t Words = most_words>
decltype(auto) with_words(std::size_t length, const Use& use) {
  if constexpr (Words == 0) {
    return use(StateWords<0>(length));
  } else {
    if (length >= word_bytes && (length + word_bytes - 1) / word_bytes == Words) return use(StateWords<Words>(length));
    return with_words<Use, Words - 1>(length, use);
  }
}

}  // namespace lariat::store
