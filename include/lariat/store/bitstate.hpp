// SPDX-License-Identifier: Apache-2.0
// Bitstate hashing: all that is kept of a state is a few bits that its hash chooses in one large array.
//   G. J. Holzmann. An analysis of bitstate hashing. Formal Methods in System Design 13, 1998.
//   P. C. Dillinger, P. Manolios. Bloom filters in probabilistic verification. FMCAD 2004 (k positions from two hashes).
//
// A state all of whose bits have been set by others is taken for known, so that a search may leave out states; what it finds is
// still real. Each colour of a state has bits of its own in the same array. Threads may insert at the same time: each bit is
// set by an atomic or, and each thread counts in a cache line of its own. Two threads that set different bits of one state at
// the same time may both take it for new; it is never lost.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lariat/store/state_hash.hpp"

namespace lariat::store {

class ZeroedMemory;

class Bitstate {
 public:
  static constexpr unsigned least_bits = 10;
  static constexpr unsigned most_bits = 44;
  static constexpr unsigned most_hashes = 16;

  // An array of 2^bits bits, of which a state has at most `hashes`; the seed chooses which. For threads 0 to `threads` - 1.
  // Throws std::bad_alloc.
  Bitstate(unsigned bits, unsigned hashes, std::uint64_t seed = 0, unsigned threads = 1);
  ~Bitstate();

  // Gives the state the colour. False if the state has the colour already, or seems to.
  bool insert(const StateHash& hash, Colour colour, unsigned thread = 0);
  // True if the state has the colour, or seems to.
  bool contains(const StateHash& hash, Colour colour) const;
  // Fetches what insert and contains will read for this state.
  void prefetch(const StateHash& hash, Colour colour) const;

  std::size_t bytes() const { return (mask_ + 1) / 8; }
  double bits() const { return static_cast<double>(mask_ + 1); }
  unsigned hashes() const { return hashes_; }
  // The share of bits that are set.
  double occupancy() const;

 private:
  struct Positions {
    std::uint64_t at;
    std::uint64_t step;
  };
  struct alignas(64) Count {
    std::atomic<std::uint64_t> bits = 0;
  };
  Positions positions(const StateHash& hash, Colour colour) const;

  std::unique_ptr<ZeroedMemory> memory_;
  std::uint64_t* words_;  // in it
  unsigned hashes_;
  std::uint64_t seed_;
  std::uint64_t mask_;
  std::vector<Count> counts_;  // by thread: bits that it set
};

// How many new states were probably taken for known ones, if the share `occupancy` of the bits was set after `states` of them
// had been entered. States that are reached only through those are not counted.
double expected_omissions(double states, double occupancy, unsigned hashes);

}  // namespace lariat::store
