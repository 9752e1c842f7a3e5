// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/hash_compaction.hpp"

#include <cmath>
#include <utility>

#include "store/zeroed_memory.hpp"

namespace lariat::store {
namespace {

constexpr unsigned initial_bits = 12;
constexpr std::uint64_t colours = 3;  // the lowest bits of a word; one of them is set unless the slot is free

std::uint64_t bit_of(Colour colour) { return colour == Colour::visited ? 1 : 2; }

}  // namespace

HashCompaction::HashCompaction()
    : memory_(std::make_unique<ZeroedMemory>(std::size_t{1} << initial_bits)),
      words_(memory_->words()),
      slots_(memory_->size()),
      shift_(64 - initial_bits) {}

HashCompaction::~HashCompaction() = default;

bool HashCompaction::insert(const StateHash& hash, Colour colour) {
  const std::uint64_t kept = hash.high & ~colours;
  const std::uint64_t bit = bit_of(colour);
  for (std::size_t slot = slot_of(hash.high);; slot = (slot + 1) & (slots_ - 1)) {
    const std::atomic_ref<std::uint64_t> word(words_[slot]);
    std::uint64_t found = word.load(std::memory_order_relaxed);
    if (found == 0 && word.compare_exchange_strong(found, kept | bit, std::memory_order_relaxed)) {
      size_.fetch_add(1, std::memory_order_relaxed);
      return true;
    }
    // Here `found` is the content of the slot, which another thread may have just written.
    if ((found & ~colours) != kept) continue;
    return (found & bit) == 0 && (word.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
  }
}

bool HashCompaction::contains(const StateHash& hash, Colour colour) const {
  const std::uint64_t kept = hash.high & ~colours;
  for (std::size_t slot = slot_of(hash.high);; slot = (slot + 1) & (slots_ - 1)) {
    const std::uint64_t found = std::atomic_ref<std::uint64_t>(words_[slot]).load(std::memory_order_relaxed);
    if (found == 0) return false;
    if ((found & ~colours) == kept) return (found & bit_of(colour)) != 0;
  }
}

void HashCompaction::grow() {
  auto memory = std::make_unique<ZeroedMemory>(slots_ * 2);
  std::uint64_t* const larger = memory->words();
  --shift_;
  const std::size_t mask = memory->size() - 1;
  for (std::size_t i = 0; i < slots_; ++i) {
    const std::uint64_t word = words_[i];
    if (word == 0) continue;
    std::size_t slot = slot_of(word);
    while (larger[slot] != 0) slot = (slot + 1) & mask;
    larger[slot] = word;
  }
  memory_ = std::move(memory);
  words_ = memory_->words();
  slots_ = memory_->size();
}

double expected_omissions(double states) { return states * states / std::ldexp(1.0, HashCompaction::kept_bits + 1); }

}  // namespace lariat::store
