// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/exact_store.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>

namespace lariat {
namespace {

constexpr unsigned initial_bits = 10;
// Lengths below these take one byte, two bytes; others four.
constexpr std::size_t short_length = 128;
constexpr std::size_t medium_length = std::size_t{1} << 14;

// Never 0, which marks a free slot.
std::uint8_t tag_of(std::uint64_t hash) { return static_cast<std::uint8_t>((hash & 0xff) | 1); }

std::size_t length_bytes(std::size_t length) { return length < short_length ? 1 : length < medium_length ? 2 : 4; }

std::size_t read_length(const std::uint8_t* at) {
  if (at[0] < 0x80) return at[0];
  const std::size_t two = (static_cast<std::size_t>(at[0] & 0x3f) << 8) | at[1];
  return at[0] < 0xc0 ? two : (two << 16) | (static_cast<std::size_t>(at[2]) << 8) | at[3];
}

void write_length(std::uint8_t* at, std::size_t length) {
  if (length < short_length) {
    at[0] = static_cast<std::uint8_t>(length);
    return;
  }
  const bool is_long = length >= medium_length;
  const std::size_t two = is_long ? length >> 16 : length;
  at[0] = static_cast<std::uint8_t>((is_long ? 0xc0 : 0x80) | (two >> 8));
  at[1] = static_cast<std::uint8_t>(two);
  if (!is_long) return;
  at[2] = static_cast<std::uint8_t>(length >> 8);
  at[3] = static_cast<std::uint8_t>(length);
}

}  // namespace

ExactStore::ExactStore(std::size_t length, std::size_t ignored)
    : length_(length),
      ignored_(ignored),
      tags_(std::size_t{1} << initial_bits, 0),
      ids_(std::size_t{1} << initial_bits),
      shift_(64 - initial_bits) {}

std::uint64_t ExactStore::hash(std::span<const std::uint8_t> state) const {
  return XXH3_64bits(state.data() + ignored_, state.size() - ignored_);
}

void ExactStore::prefetch(std::uint64_t hash) const {
  __builtin_prefetch(tags_.data() + slot_of(hash));
  __builtin_prefetch(ids_.data() + slot_of(hash));
}

ExactStore::Insertion ExactStore::insert(std::span<const std::uint8_t> state, std::uint64_t hash) {
  const std::size_t mask = tags_.size() - 1;
  const std::uint8_t tag = tag_of(hash);
  std::size_t slot = slot_of(hash);
  for (; tags_[slot] != 0; slot = (slot + 1) & mask)
    if (tags_[slot] == tag && equal(ids_[slot], state)) return {.id = ids_[slot], .is_new = false};
  if (size_ >= std::numeric_limits<StateId>::max() - 1) throw std::length_error("more states than there are numbers for them");
  append(state);
  tags_[slot] = tag;
  ids_[slot] = static_cast<StateId>(size_);
  ++size_;
  const auto id = static_cast<StateId>(size_ - 1);
  if (size_ > tags_.size() / 8 * 7) grow_table();
  return {.id = id, .is_new = true};
}

std::span<const std::uint8_t> ExactStore::operator[](StateId id) const {
  if (length_ != 0) return {bytes_.get() + std::size_t{id} * length_, length_};
  const std::uint8_t* at = bytes_.get() + offsets_[id / group];
  for (std::size_t skip = id % group; skip > 0; --skip) {
    const std::size_t length = read_length(at);
    at += length_bytes(length) + length;
  }
  const std::size_t length = read_length(at);
  return {at + length_bytes(length), length};
}

bool ExactStore::equal(StateId id, std::span<const std::uint8_t> state) const {
  const std::span<const std::uint8_t> known = (*this)[id];
  if (known.size() != state.size()) return false;
  // memcmp may not be handed the null pointer of an empty span.
  return known.size() == ignored_ ||
         std::memcmp(known.data() + ignored_, state.data() + ignored_, state.size() - ignored_) == 0;
}

void ExactStore::reserve(std::size_t more) {
  if (used_ + more <= capacity_) return;
  const std::size_t wanted = std::max({used_ + more, capacity_ + capacity_ / 2, std::size_t{1} << 16});
  auto* const memory = static_cast<std::uint8_t*>(std::realloc(bytes_.get(), wanted));  // NOLINT(cppcoreguidelines-no-malloc)
  if (memory == nullptr) throw std::bad_alloc();
  static_cast<void>(bytes_.release());
  bytes_.reset(memory);
  capacity_ = wanted;
}

void ExactStore::append(std::span<const std::uint8_t> state) {
  if (length_ != 0) {
    if (state.size() != length_) throw std::invalid_argument("a state of another length");
    reserve(length_);
  } else {
    const std::size_t header = length_bytes(state.size());
    reserve(header + state.size());
    if (size_ % group == 0) offsets_.push_back(used_);
    write_length(bytes_.get() + used_, state.size());
    used_ += header;
  }
  std::copy(state.begin(), state.end(), bytes_.get() + used_);
  used_ += state.size();
}

void ExactStore::grow_table() {
  std::vector<std::uint8_t> tags(tags_.size() * 2, 0);
  std::vector<StateId> ids(tags.size());
  --shift_;
  const std::size_t mask = tags.size() - 1;
  for (std::size_t id = 0; id < size_; ++id) {
    const std::uint64_t h = hash((*this)[static_cast<StateId>(id)]);
    std::size_t slot = slot_of(h);
    while (tags[slot] != 0) slot = (slot + 1) & mask;
    tags[slot] = tag_of(h);
    ids[slot] = static_cast<StateId>(id);
  }
  tags_ = std::move(tags);
  ids_ = std::move(ids);
}

std::size_t ExactStore::bytes() const {
  return used_ + offsets_.size() * sizeof(std::uint64_t) + tags_.size() * (sizeof(std::uint8_t) + sizeof(StateId));
}

}  // namespace lariat
