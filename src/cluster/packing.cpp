// SPDX-License-Identifier: Apache-2.0
#include "cluster/packing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace lariat::cluster {
namespace {

constexpr std::uint64_t longest_state = std::uint64_t{1} << 32;
constexpr std::size_t group = 64;         // bytes
constexpr std::size_t short_length = 32;  // of states whose groups have no first byte
constexpr std::size_t most_of_group = 1 + 8 + group;
constexpr std::size_t most_of_number = 10;

constexpr auto bits_of_byte = [] {
  std::array<std::uint8_t, 256> bits{};
  for (unsigned i = 0; i < bits.size(); ++i) bits[i] = static_cast<std::uint8_t>(std::popcount(i));
  return bits;
}();

std::size_t groups_of(std::size_t length) { return (length + group - 1) / group; }
std::size_t words_of(std::size_t length) { return (length + 7) / 8; }
bool is_short(std::size_t length) { return length <= short_length; }

// A bit for each byte of the word that is not 0.
std::uint64_t nonzero_bytes(std::uint64_t word) {
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
  const std::uint64_t tops = (((word & low) + low) | word) & ~low;
  return ((tops >> 7) * 0x0102040810204080U) >> 56;
}

// Makes some bytes equal to others, and says which of them were not: a bit for each.
template <class Word>
std::uint64_t replace_word(const std::uint8_t* now, std::uint8_t* before) {
  Word a = 0;
  Word b = 0;
  std::memcpy(&a, now, sizeof(Word));
  std::memcpy(&b, before, sizeof(Word));
  std::memcpy(before, &a, sizeof(Word));
  return nonzero_bytes(a ^ b);
}

#ifdef __SSE2__
std::uint64_t replace_sixteen(const std::uint8_t* now, std::uint8_t* before) {
  const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(now));
  const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(before));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(before), a);
  return static_cast<std::uint64_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(a, b))) ^ 0xffffU;
}
#else
std::uint64_t replace_sixteen(const std::uint8_t* now, std::uint8_t* before) {
  const std::uint64_t first = replace_word<std::uint64_t>(now, before);
  return first | replace_word<std::uint64_t>(now + 8, before + 8) << 8;
}
#endif

// Like replace_word, for up to 64 bytes.
std::uint64_t replace(const std::uint8_t* now, std::uint8_t* before, std::size_t count) {
  std::uint64_t changed = 0;
  std::size_t i = 0;
  for (; i + 16 <= count; i += 16) changed |= replace_sixteen(now + i, before + i) << i;
  if ((count & 8) != 0) changed |= replace_word<std::uint64_t>(now + i, before + i) << i, i += 8;
  if ((count & 4) != 0) changed |= replace_word<std::uint32_t>(now + i, before + i) << i, i += 4;
  for (; i < count; ++i) changed |= replace_word<std::uint8_t>(now + i, before + i) << i;
  return changed;
}

std::uint8_t* put_number(std::uint8_t* out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) *out++ = static_cast<std::uint8_t>(number | 0x80);
  *out++ = static_cast<std::uint8_t>(number);
  return out;
}

}  // namespace

// Room for so many bytes behind the end.
std::uint8_t* Packer::make_room(std::size_t bytes) {
  if (batch_.size() < end_ + bytes) batch_.resize(std::max(batch_.capacity(), 2 * (end_ + bytes)));
  return batch_.data() + end_;
}

void Packer::clear() {
  end_ = 0;
  states_ = 0;
  before_.assign(group * groups_of(length_), 0);
  end_ = static_cast<std::size_t>(put_number(make_room(most_of_number), length_) - batch_.data());
}

void Packer::add(Bytes state, std::span<const std::uint64_t> numbers) {
  ++states_;
  const std::size_t length = state.size();
  std::uint8_t* out = make_room(most_of_number * (numbers.size() + 1) + most_of_group * groups_of(length));
  for (const std::uint64_t number : numbers) out = put_number(out, number);
  if (length_ == 0) {
    out = put_number(out, length);
    before_.resize(group * groups_of(length));
  }
  for (std::size_t begin = 0; begin < length; begin += group) {
    const std::uint8_t* const now = state.data() + begin;
    std::uint64_t changed = replace(now, before_.data() + begin, std::min(group, length - begin));
    if (length_ != 0 && is_short(length)) {
      std::memcpy(out, &changed, 8);
      out += words_of(length);
    } else {
      const std::uint64_t words = nonzero_bytes(changed);
      *out++ = static_cast<std::uint8_t>(words);
      for (std::uint64_t left = words; left != 0; left &= left - 1)
        *out++ = static_cast<std::uint8_t>(changed >> 8 * std::countr_zero(left));
    }
    for (; changed != 0; changed &= changed - 1) *out++ = now[std::countr_zero(changed)];
  }
  end_ = static_cast<std::size_t>(out - batch_.data());
}

// Reading what is behind the end of a damaged batch is noticed afterwards: zeros for one group are there.
Unpacker::Unpacker(std::vector<std::uint8_t>& batch, std::size_t numbers) : numbers_(numbers) {
  const std::size_t size = batch.size();
  batch.resize(size + most_of_group + most_of_number);
  at_ = batch.data();
  end_ = at_ + size;
  if (size == 0) damaged();
  length_ = number();
  if (length_ > longest_state || groups_of(length_) > size) damaged();
  state_.resize(group * groups_of(length_));
}

void Unpacker::damaged() { throw std::invalid_argument("a batch of states is damaged"); }

std::uint64_t Unpacker::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint8_t byte = *at_++;
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if ((byte & 0x80U) != 0) continue;
    if (at_ > end_) break;
    return value;
  }
  damaged();
}

// Reads what has changed in the state.
void Unpacker::change(std::size_t length) {
  for (std::size_t begin = 0; begin < length; begin += group) {
    std::uint8_t* const state = state_.data() + begin;
    const std::size_t words = std::min(group / 8, words_of(length - begin));
    std::uint64_t changed = 0;
    if (length_ != 0 && is_short(length)) {
      std::memcpy(&changed, at_, 8);
      changed &= ~std::uint64_t{0} >> (64 - 8 * words);
      at_ += words;
    } else {
      const unsigned which = *at_++;
      if (which >> words != 0) damaged();
      for (unsigned left = which; left != 0; left &= left - 1) changed |= std::uint64_t{*at_++} << 8 * std::countr_zero(left);
    }
    for (; changed != 0; changed &= changed - 1) state[std::countr_zero(changed)] = *at_++;
    if (at_ > end_) damaged();
  }
}

bool Unpacker::next(std::size_t most, Unpacked& out) {
  out.states.clear();
  out.numbers.clear();
  lengths_.clear();
  std::size_t end = 0;
  while (lengths_.size() < most && at_ != end_) {
    for (std::size_t i = 0; i < numbers_; ++i) out.numbers.push_back(number());
    std::size_t length = length_;
    if (length == 0) {
      length = number();
      if (length > longest_state || groups_of(length) > static_cast<std::size_t>(end_ - at_)) damaged();
      state_.resize(group * groups_of(length));
    }
    change(length);
    if (out.bytes.size() < end + state_.size()) out.bytes.resize(2 * (end + state_.size()));
    for (std::size_t i = 0; i < length; i += 16) std::memcpy(out.bytes.data() + end + i, state_.data() + i, 16);
    end += length;
    lengths_.push_back(length);
  }
  std::size_t begin = 0;
  for (const std::size_t length : lengths_) {
    out.states.emplace_back(out.bytes.data() + begin, length);
    begin += length;
  }
  return !lengths_.empty();
}

}  // namespace lariat::cluster
