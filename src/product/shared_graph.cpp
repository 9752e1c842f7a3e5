// SPDX-License-Identifier: Apache-2.0
#include "product/shared_graph.hpp"

#include <new>
#include <stdexcept>

namespace lariat::product {

store::Stored SharedGraph::number(StateId system, std::uint32_t property, Spare& spare, unsigned thread) {
  const std::atomic_ref<std::uint32_t> slot(ids_[std::size_t{system} * property_states_ + property]);
  std::uint32_t id = slot.load(std::memory_order_acquire);
  if (id != 0) return {.id = id - 1, .is_new = false};
  if (spare.next == spare.end) {
    constexpr std::uint64_t block = 64;
    const std::uint64_t first = next_number_.fetch_add(block, std::memory_order_relaxed);
    if (first + block >= no_state) throw std::length_error("more states than there are numbers for them");
    spare = {.next = static_cast<StateId>(first), .end = static_cast<StateId>(first + block)};
  }
  std::atomic_ref(systems_[spare.next]).store(system, std::memory_order_relaxed);
  std::atomic_ref(properties_[spare.next]).store(static_cast<std::uint8_t>(property), std::memory_order_relaxed);
  if (!slot.compare_exchange_strong(id, spare.next + 1, std::memory_order_acq_rel)) return {.id = id - 1, .is_new = false};
  std::atomic<std::uint32_t>& count = counts_[thread].states;
  count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  return {.id = spare.next++, .is_new = true};
}

std::uint32_t* SharedGraph::new_chunk() {
  const std::lock_guard lock(mutex_);
  if ((chunks_.size() + 1) * chunk_words * sizeof(std::uint32_t) > max_bytes_) return nullptr;
  try {
    chunks_.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(chunk_words));
  } catch (const std::bad_alloc&) {
    return nullptr;  // there may be enough memory without the graph
  }
  return chunks_.back().get();
}

std::uint16_t SharedGraph::letter_of(std::uint64_t atoms) {
  const std::lock_guard lock(mutex_);
  if (const auto known = numbers_.find(atoms); known != numbers_.end()) return known->second;
  if (valuations_.size() == no_letter) return no_letter;
  const auto letter = static_cast<std::uint16_t>(valuations_.size());
  valuations_.push_back(atoms);
  numbers_.emplace(atoms, letter);
  return letter;
}

void SharedGraph::copy_valuations(std::vector<std::uint64_t>& out) {
  const std::lock_guard lock(mutex_);
  out = valuations_;
}

std::size_t SharedGraph::size() const {
  std::size_t states = 0;
  for (const Count& count : counts_) states += count.states.load(std::memory_order_relaxed);
  return states;
}

std::size_t SharedGraph::bytes() const {
  const std::lock_guard lock(mutex_);
  return ids_.bytes() + systems_.bytes() + properties_.bytes() + records_.bytes() + letters_.bytes() + claimed_.bytes() +
         chunks_.size() * chunk_words * sizeof(std::uint32_t);
}

}  // namespace lariat::product
