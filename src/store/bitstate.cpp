// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/bitstate.hpp"

#include <cmath>
#include <stdexcept>

#include "store/zeroed_memory.hpp"

namespace lariat::store {
namespace {

constexpr unsigned word_bits = 6;  // of a position: which bit of a word

std::size_t words_for(unsigned bits) {
  if (bits < Bitstate::least_bits || bits > Bitstate::most_bits)
    throw std::invalid_argument("a bit array has 2^10 to 2^44 bits");
  return std::size_t{1} << (bits - word_bits);
}

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

std::uint64_t bit_of(std::uint64_t position) { return std::uint64_t{1} << (position & 63); }

}  // namespace

Bitstate::Bitstate(unsigned bits, unsigned hashes, std::uint64_t seed, unsigned threads)
    : memory_(std::make_unique<ZeroedMemory>(words_for(bits))),
      words_(memory_->words()),
      hashes_(hashes),
      seed_(seed),
      mask_((std::uint64_t{1} << bits) - 1),
      counts_(threads) {
  if (hashes == 0 || hashes > most_hashes) throw std::invalid_argument("a state has 1 to 16 hashes");
}

Bitstate::~Bitstate() = default;

Bitstate::Positions Bitstate::positions(const StateHash& hash, Colour colour) const {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
  StateHash seeded = hash;
  if (seed_ != 0) seeded = {.low = mixed(hash.low + seed_ * odd), .high = mixed(hash.high ^ (seed_ * odd))};
  // Two states that share all bits of one colour should not share those of the other.
  if (colour == Colour::visited) return {.at = seeded.low, .step = seeded.high | 1};
  return {.at = mixed(seeded.low + odd), .step = mixed(seeded.high) | 1};
}

bool Bitstate::insert(const StateHash& hash, Colour colour, unsigned thread) {
  auto [at, step] = positions(hash, colour);
  unsigned set = 0;
  for (unsigned i = 0; i < hashes_; ++i, at += step) {
    const std::uint64_t position = at & mask_;
    const std::uint64_t bit = bit_of(position);
    const std::atomic_ref<std::uint64_t> word(words_[position >> word_bits]);
    // Most bits of known states are set, and looking is cheaper than writing.
    if ((word.load(std::memory_order_acquire) & bit) == 0 && (word.fetch_or(bit, std::memory_order_acq_rel) & bit) == 0) ++set;
  }
  if (set == 0) return false;
  std::atomic<std::uint64_t>& count = counts_[thread].bits;
  count.store(count.load(std::memory_order_relaxed) + set, std::memory_order_relaxed);
  return true;
}

bool Bitstate::contains(const StateHash& hash, Colour colour) const {
  auto [at, step] = positions(hash, colour);
  for (unsigned i = 0; i < hashes_; ++i, at += step) {
    const std::uint64_t position = at & mask_;
    const std::atomic_ref<std::uint64_t> word(words_[position >> word_bits]);
    if ((word.load(std::memory_order_acquire) & bit_of(position)) == 0) return false;
  }
  return true;
}

void Bitstate::prefetch(const StateHash& hash, Colour colour) const {
  auto [at, step] = positions(hash, colour);
  for (unsigned i = 0; i < hashes_; ++i, at += step) __builtin_prefetch(words_ + ((at & mask_) >> word_bits));
}

double Bitstate::occupancy() const {
  std::uint64_t set = 0;
  for (const Count& count : counts_) set += count.bits.load(std::memory_order_relaxed);
  return static_cast<double>(set) / bits();
}

// When the share x of the bits is set, a new state is missed with probability x^k. Each new state, missed or not, is as good as
// k random bits, so that x after the fraction f of them is 1 - (1 - occupancy)^f.
double expected_omissions(double states, double occupancy, unsigned hashes) {
  if (occupancy >= 1) return INFINITY;
  constexpr int steps = 1000;
  double sum = 0;
  for (int i = 0; i < steps; ++i) sum += std::pow(1 - std::pow(1 - occupancy, (i + 0.5) / steps), hashes);
  const double missed = sum / steps;
  return states * missed / (1 - missed);
}

}  // namespace lariat::store
