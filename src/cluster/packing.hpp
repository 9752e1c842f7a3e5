// SPDX-License-Identifier: Apache-2.0
// States in a batch of bytes, each as its difference from the one before, with a few numbers for each.
//
// A batch begins with the length of all its states, or with 0: then each state has its length before it. Lengths and numbers
// are written with 7 bits a byte, the lowest first. Behind its numbers, a state is taken in groups of 64 bytes, each filled up
// with zeros, and these in words of 8:
//
//   | a bit for each word: it has changed | for each of these words, a bit for each byte: it has changed | these bytes |
//
// The first byte is left out if states have one length of at most 32 bytes: then each word counts as one that has changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lariat::cluster {

using Bytes = std::span<const std::uint8_t>;

class Packer {
 public:
  // `length`: of all states in bytes; 0: it varies.
  explicit Packer(std::size_t length = 0) : length_(length) { clear(); }
  void add(Bytes state, std::span<const std::uint64_t> numbers);
  // The size of the batch in bytes.
  std::size_t size() const { return end_; }
  std::size_t states() const { return states_; }
  // The batch, complete; clear() begins a new one.
  std::vector<std::uint8_t>& batch() {
    batch_.resize(end_);
    return batch_;
  }
  void clear();

 private:
  std::uint8_t* make_room(std::size_t bytes);
  std::size_t length_;
  std::vector<std::uint8_t> batch_;   // with room at its end
  std::size_t end_ = 0;               // of what has been written
  std::vector<std::uint8_t> before_;  // the last state, in whole groups
  std::size_t states_ = 0;
};

// Some states of a batch, one after the other, and `numbers` numbers for each.
struct Unpacked {
  std::vector<std::uint8_t> bytes;  // with room behind the states
  std::vector<Bytes> states;        // in `bytes`
  std::vector<std::uint64_t> numbers;
};

// Takes a batch apart.
class Unpacker {
 public:
  // A batch of at least one state that a Packer made with so many numbers for each. It must outlive this object, and gets some
  // bytes more at its end. The functions throw std::invalid_argument if it is not such a batch.
  Unpacker(std::vector<std::uint8_t>& batch, std::size_t numbers);
  // Replaces `out` by the next states, not more than `most` of them. False: there are none.
  bool next(std::size_t most, Unpacked& out);

 private:
  [[noreturn]] static void damaged();
  std::uint64_t number();
  void change(std::size_t length);
  std::size_t numbers_;
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  std::size_t length_ = 0;           // of all states; 0: it varies
  std::vector<std::uint8_t> state_;  // the last one, in whole groups
  std::vector<std::size_t> lengths_;
};

}  // namespace lariat::cluster
