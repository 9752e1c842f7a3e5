// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/hash_compaction.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "store/rebuild_barrier.hpp"
#include "store/zeroed_memory.hpp"

namespace lariat::store {
namespace {

constexpr unsigned initial_bits = 12;
constexpr std::uint64_t colours = 3;  // the lowest bits of a word; one of them is set unless the slot is free
constexpr std::size_t job_slots = std::size_t{1} << 16;  // that are moved in one piece when the table grows

std::uint64_t bit_of(Colour colour) { return colour == Colour::visited ? 1 : 2; }

}  // namespace

HashCompaction::HashCompaction(unsigned threads)
    : barrier_(std::make_unique<RebuildBarrier>(threads)),
      memory_(std::make_unique<ZeroedMemory>(std::size_t{1} << initial_bits)),
      words_(memory_->words()),
      slots_(memory_->size()),
      shift_(64 - initial_bits),
      accounts_(threads == 0 ? 1 : threads) {
  promise_rest();
}

HashCompaction::~HashCompaction() = default;

// Takes back all promises. Not while a thread uses the table.
void HashCompaction::promise_rest() {
  for (Account& account : accounts_) account.promised = 0;
  unpromised_.store(slots_ / 8 * 7 - size(), std::memory_order_relaxed);
}

bool HashCompaction::begin_use(std::size_t more, unsigned thread) {
  barrier_->begin_use(thread);
  std::size_t& promised = accounts_[thread].promised;
  if (promised >= more) return true;
  const std::size_t batch = std::max(more - promised, slots_ / (64 * accounts_.size()));
  std::size_t left = unpromised_.load(std::memory_order_relaxed);
  while (left >= more - promised)
    if (const std::size_t taken = std::min(left, batch);
        unpromised_.compare_exchange_weak(left, left - taken, std::memory_order_relaxed)) {
      promised += taken;
      return true;
    }
  barrier_->end_use(thread);
  return false;
}

void HashCompaction::end_use(unsigned thread) { barrier_->end_use(thread); }

bool HashCompaction::insert(const StateHash& hash, Colour colour, unsigned thread) {
  const std::uint64_t kept = hash.high & ~colours;
  const std::uint64_t bit = bit_of(colour);
  for (std::size_t slot = slot_of(hash.high);; slot = (slot + 1) & (slots_ - 1)) {
    const std::atomic_ref<std::uint64_t> word(words_[slot]);
    std::uint64_t found = word.load(std::memory_order_acquire);
    if (found == 0 && word.compare_exchange_strong(found, kept | bit, std::memory_order_acq_rel)) {
      Account& account = accounts_[thread];
      account.used.store(account.used.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      --account.promised;
      return true;
    }
    // Here `found` is the content of the slot, which another thread may have just written.
    if ((found & ~colours) != kept) continue;
    return (found & bit) == 0 && (word.fetch_or(bit, std::memory_order_acq_rel) & bit) == 0;
  }
}

bool HashCompaction::contains(const StateHash& hash, Colour colour) const {
  const std::uint64_t kept = hash.high & ~colours;
  for (std::size_t slot = slot_of(hash.high);; slot = (slot + 1) & (slots_ - 1)) {
    const std::uint64_t found = std::atomic_ref<std::uint64_t>(words_[slot]).load(std::memory_order_acquire);
    if (found == 0) return false;
    if ((found & ~colours) == kept) return (found & bit_of(colour)) != 0;
  }
}

std::size_t HashCompaction::size() const {
  std::size_t entries = 0;
  for (const Account& account : accounts_) entries += account.used.load(std::memory_order_relaxed);
  return entries;
}

void HashCompaction::grow(std::size_t more) {
  barrier_->rebuild([this, more] {
    std::vector<RebuildBarrier::Job> jobs;
    promise_rest();
    if (unpromised_.load(std::memory_order_relaxed) >= more && size() <= slots_ / 4 * 3) return jobs;
    std::size_t slots = slots_ * 2;
    while (slots / 8 * 7 - size() < more) slots *= 2;
    auto memory = std::make_unique<ZeroedMemory>(slots);
    const std::shared_ptr<ZeroedMemory> old = std::exchange(memory_, std::move(memory));
    words_ = memory_->words();
    slots_ = slots;
    shift_ = 64;
    for (std::size_t n = slots; n > 1; n /= 2) --shift_;
    promise_rest();
    for (std::size_t begin = 0; begin < old->size(); begin += job_slots)
      jobs.emplace_back([this, old, begin] {
        const std::size_t end = std::min(begin + job_slots, old->size());
        for (std::size_t i = begin; i < end; ++i) {
          const std::uint64_t word = old->words()[i];
          if (word == 0) continue;
          std::uint64_t expected = 0;
          for (std::size_t slot = slot_of(word);
               !std::atomic_ref(words_[slot]).compare_exchange_strong(expected, word, std::memory_order_relaxed); expected = 0)
            slot = (slot + 1) & (slots_ - 1);
        }
      });
    return jobs;
  });
}

double expected_omissions(double states) { return states * states / std::ldexp(1.0, HashCompaction::kept_bits + 1); }

}  // namespace lariat::store
