// SPDX-License-Identifier: Apache-2.0
// Bitstate hashing: of a state nothing is kept but a few bits that its hash chooses in one large array.
//   G. J. Holzmann. An analysis of bitstate hashing. Formal Methods in System Design 13, 1998.
//   P. C. Dillinger, P. Manolios. Bloom filters in probabilistic verification. FMCAD 2004 (k positions from two hashes).
//
// A state all of whose bits have been set by others is taken for known, so that a search leaves out a part of the states; but
// what it does find is there. Each colour of a state has bits of its own in the same array. Threads may insert at the same
// time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "lariat/store/state_hash.hpp"
#include "lariat/store/zeroed_memory.hpp"

namespace lariat::store {

class Bitstate {
 public:
  static constexpr unsigned least_bits = 10;
  static constexpr unsigned most_bits = 44;
  static constexpr unsigned most_hashes = 16;

  // An array of 2^bits bits, of which a state has at most `hashes`. Throws std::bad_alloc.
  Bitstate(unsigned bits, unsigned hashes);

  // Gives the state the colour. False if it has it already, or seems to.
  bool insert(const StateHash& hash, Colour colour);
  // Whether the state has the colour, or seems to.
  bool contains(const StateHash& hash, Colour colour) const;
  // A hint that the state will be asked for.
  void prefetch(const StateHash& hash, Colour colour) const;

  std::size_t bytes() const { return memory_.bytes(); }
  double bits() const { return static_cast<double>(memory_.size()) * 64; }
  unsigned hashes() const { return hashes_; }
  // The share of bits that are set.
  double occupancy() const;

 private:
  struct Positions {
    std::uint64_t at;
    std::uint64_t step;
  };
  static Positions positions(const StateHash& hash, Colour colour);

  ZeroedMemory memory_;
  unsigned hashes_;
  std::uint64_t mask_;
  std::atomic<std::uint64_t> set_bits_ = 0;
};

// How many new states were probably taken for known ones, if the share `occupancy` of the bits was set after `states` of them
// had been entered. States that are reached only through those are not counted.
double expected_omissions(double states, double occupancy, unsigned hashes);

}  // namespace lariat::store
