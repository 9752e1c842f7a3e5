// SPDX-License-Identifier: Apache-2.0
// States in a batch of bytes, each as its difference from the one before, with a few numbers for each.
//
// A state is: its numbers; 0 if it is as long as the one before, else its length plus 1; and pieces, each of which says how
// many bytes are as before, how many follow that are not, and these. It ends with the piece after which all bytes are known, of
// which only the first number is written. All numbers take 7 bits a byte, the lowest first.
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
  std::vector<std::uint8_t> before_;
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
