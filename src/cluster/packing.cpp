// SPDX-License-Identifier: Apache-2.0
#include "cluster/packing.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace lariat::cluster {
namespace {

constexpr std::uint8_t new_length = 1;
constexpr std::uint64_t longest_state = std::uint64_t{1} << 32;

std::size_t words_of(std::size_t length) { return (length + 7) / 8; }
std::size_t mask_bytes_of(std::size_t words) { return (words + 1 + 7) / 8; }

// The word at the beginning of the bytes, of which there may be fewer than 8.
std::uint64_t load_word(const std::uint8_t* bytes, std::size_t count) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, std::min<std::size_t>(count, 8));
  return word;
}

// A bit for each byte of the word that is not 0.
std::uint8_t nonzero_bytes(std::uint64_t word) {
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
  const std::uint64_t tops = (((word & low) + low) | word) & ~low;
  return static_cast<std::uint8_t>(((tops >> 7) * 0x0102040810204080U) >> 56);
}

class BatchReader {
 public:
  explicit BatchReader(Bytes batch) : batch_(batch) {}
  bool at_end() const { return at_ == batch_.size(); }
  [[noreturn]] static void damaged() { throw std::invalid_argument("a batch of states is damaged"); }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (at_end()) break;
      const std::uint8_t byte = batch_[at_++];
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    damaged();
  }
  Bytes bytes(std::uint64_t count) {
    if (count > batch_.size() - at_) damaged();
    at_ += count;
    return batch_.subspan(at_ - count, count);
  }

 private:
  Bytes batch_;
  std::size_t at_ = 0;
};

}  // namespace

void Packer::put(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) batch_.push_back(static_cast<std::uint8_t>(number | 0x80));
  batch_.push_back(static_cast<std::uint8_t>(number));
}

void Packer::clear() {
  batch_.clear();
  before_.clear();
  length_ = 0;
  states_ = 0;
}

void Packer::add(Bytes state, std::span<const std::uint64_t> numbers) {
  ++states_;
  for (const std::uint64_t number : numbers) put(number);
  const std::size_t words = words_of(state.size());
  if (state.size() != length_) {
    batch_.push_back(new_length);
    put(state.size());
    length_ = state.size();
    before_.resize(words);
  }
  const std::size_t mask = batch_.size();
  batch_.resize(mask + mask_bytes_of(words) + 9 * words);
  std::uint8_t* out = batch_.data() + mask + mask_bytes_of(words);
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t word = load_word(state.data() + 8 * i, state.size() - 8 * i);
    const std::uint64_t change = word ^ before_[i];
    if (change == 0) continue;
    before_[i] = word;
    batch_[mask + (i + 1) / 8] |= static_cast<std::uint8_t>(1U << (i + 1) % 8);
    std::uint8_t which = nonzero_bytes(change);
    *out++ = which;
    for (; which != 0; which &= which - 1) *out++ = static_cast<std::uint8_t>(word >> 8 * std::countr_zero(which));
  }
  batch_.resize(static_cast<std::size_t>(out - batch_.data()));
}

void unpack(Bytes batch, std::size_t numbers, Unpacked& out) {
  out.bytes.clear();
  out.states.clear();
  out.numbers.clear();
  std::vector<std::size_t> ends;
  std::vector<std::uint64_t> state;
  std::size_t length = 0;
  BatchReader reader(batch);
  while (!reader.at_end()) {
    for (std::size_t i = 0; i < numbers; ++i) out.numbers.push_back(reader.number());
    Bytes mask = reader.bytes(1);
    if (mask[0] == new_length) {
      length = reader.number();
      if (length > longest_state || mask_bytes_of(words_of(length)) > batch.size()) reader.damaged();
      state.resize(words_of(length));
      mask = reader.bytes(1);
    }
    if ((mask[0] & 1U) != 0) reader.damaged();
    if (mask_bytes_of(state.size()) > 1) {
      reader.bytes(mask_bytes_of(state.size()) - 1);
      mask = {mask.data(), mask_bytes_of(state.size())};
    }
    for (std::size_t k = 0; k < mask.size(); ++k)
      for (std::uint8_t left = mask[k]; left != 0; left &= left - 1) {
        const std::size_t i = 8 * k + static_cast<std::size_t>(std::countr_zero(left)) - 1;
        if (i >= state.size()) reader.damaged();
        std::uint8_t which = reader.bytes(1)[0];
        const Bytes changed = reader.bytes(static_cast<std::size_t>(std::popcount(which)));
        for (std::size_t n = 0; which != 0; which &= which - 1, ++n) {
          const int shift = 8 * std::countr_zero(which);
          state[i] = (state[i] & ~(std::uint64_t{0xff} << shift)) | std::uint64_t{changed[n]} << shift;
        }
      }
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(state.data());
    out.bytes.insert(out.bytes.end(), bytes, bytes + length);
    ends.push_back(out.bytes.size());
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    out.states.emplace_back(out.bytes.data() + begin, end - begin);
    begin = end;
  }
}

}  // namespace lariat::cluster
