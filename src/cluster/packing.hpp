// SPDX-License-Identifier: Apache-2.0
// States in a batch of bytes, each as its difference from the one before, with a few numbers for each.
//
// A state is taken in words of 8 bytes, filled up with zeros. It is: its numbers, each with 7 bits a byte, the lowest first; a
// bit for each word, whether it differs from that of the state before, in bytes of which the first begins with a bit that is 0;
// and for each word that differs, a byte whose bits say which bytes do, and these. If that first bit is 1, the byte is 1, the
// length of this and the following states comes next, and then the state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lariat::cluster {

using Bytes = std::span<const std::uint8_t>;

class Packer {
 public:
  void add(Bytes state, std::span<const std::uint64_t> numbers);
  // The batch; clear() begins a new one.
  std::vector<std::uint8_t>& batch() { return batch_; }
  std::size_t states() const { return states_; }
  void clear();

 private:
  void put(std::uint64_t number);
  std::vector<std::uint8_t> batch_;
  std::vector<std::uint64_t> before_;  // words
  std::size_t length_ = 0;             // of the state before
  std::size_t states_ = 0;
};

// A batch taken apart: states one after the other, and `numbers` numbers for each.
struct Unpacked {
  std::vector<std::uint8_t> bytes;
  std::vector<Bytes> states;  // in `bytes`
  std::vector<std::uint64_t> numbers;
};

// Replaces `out`. Throws std::invalid_argument if the batch is not one that a Packer made with so many numbers for a state.
void unpack(Bytes batch, std::size_t numbers, Unpacked& out);

}  // namespace lariat::cluster
