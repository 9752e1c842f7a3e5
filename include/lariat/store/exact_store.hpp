// SPDX-License-Identifier: Apache-2.0
// States as bytes, each stored once and numbered from 0 in the order in which they came. Exact: nothing is ever taken for
// something else.
//
//   bytes_    the states one after the other; if their lengths vary, each behind its length
//   offsets_  if lengths vary: where every 8th state begins; the others are found by going on from there
//   tags_     open addressing, linear probing: 8 bits of the hash, 0 for a free slot
//   ids_      the numbers, slot by slot
//
// The tables double when 7/8 full, so that a slot of 5 bytes costs 5.7 to 11.4 bytes a state; offsets cost 1, a length 1 or 2.
// What is reserved beyond that has not been touched and takes no memory. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "lariat/space/space.hpp"

namespace lariat {

class ExactStore {
 public:
  // States of `length` bytes each; 0: of any length. The first `ignored` bytes are kept but not compared: of states that differ
  // only there the first one stays.
  explicit ExactStore(std::size_t length = 0, std::size_t ignored = 0);
  ExactStore(ExactStore&&) noexcept = default;
  ExactStore& operator=(ExactStore&&) noexcept = default;

  struct Insertion {
    StateId id;
    bool is_new;
  };

  // The steps of an insertion apart, so that those of several states can be interleaved: the hash; a hint that it will be
  // looked for; the insertion. Throws std::length_error when all numbers are used up, std::bad_alloc when there is no memory.
  std::uint64_t hash(std::span<const std::uint8_t> state) const;
  void prefetch(std::uint64_t hash) const;
  Insertion insert(std::span<const std::uint8_t> state, std::uint64_t hash);

  Insertion insert(std::span<const std::uint8_t> state) { return insert(state, hash(state)); }

  // The bytes of a state; valid until the next insertion.
  std::span<const std::uint8_t> operator[](StateId id) const;

  std::size_t size() const { return size_; }
  // Memory that is in use.
  std::size_t bytes() const;

 private:
  static constexpr std::size_t group = 8;  // states that share an offset

  struct Free {
    void operator()(std::uint8_t* memory) const { std::free(memory); }  // NOLINT(cppcoreguidelines-no-malloc)
  };

  void reserve(std::size_t more);
  void append(std::span<const std::uint8_t> state);
  bool equal(StateId id, std::span<const std::uint8_t> state) const;
  void grow_table();
  std::size_t slot_of(std::uint64_t hash) const { return hash >> shift_; }

  std::size_t length_;
  std::size_t ignored_;
  std::size_t size_ = 0;
  std::unique_ptr<std::uint8_t[], Free> bytes_;  // grows by realloc, which moves pages instead of copying them
  std::size_t used_ = 0;
  std::size_t capacity_ = 0;
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint8_t> tags_;
  std::vector<StateId> ids_;
  unsigned shift_ = 0;
};

}  // namespace lariat
