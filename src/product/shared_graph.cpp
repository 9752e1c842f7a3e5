// SPDX-License-Identifier: Apache-2.0
#include "product/shared_graph.hpp"

#include <stdexcept>

#include "lariat/base/memory.hpp"

namespace lariat::product {
namespace {

// Chunks are parts of regions, each a large page of the operating system.
constexpr std::size_t region_chunks = 8;
constexpr std::size_t region_bytes = region_chunks * SharedGraph::chunk_words * sizeof(std::uint32_t);

}  // namespace

SharedGraph::SharedGraph(std::size_t property_states, unsigned threads, std::size_t max_bytes)
    : property_states_(property_states),
      stride_(stride_for(property_states)),
      counts_(threads),
      max_bytes_(max_bytes),
      chunks_(std::make_unique<std::atomic<std::uint32_t*>[]>(most_chunks)) {}

SharedGraph::~SharedGraph() {
  for (std::uint32_t* const region : regions_) free_zeroed(region, region_bytes);
}

store::Stored SharedGraph::number(StateId system, std::uint32_t property, Spare& spare, unsigned thread) {
  const std::atomic_ref<std::uint32_t> slot = word(system, first_id + property);
  std::uint32_t id = slot.load(std::memory_order_acquire);
  if (id != 0) return {.id = id - 1, .is_new = false};
  if (spare.next == spare.end) {
    constexpr std::uint64_t block = 64;
    const std::uint64_t first = next_number_.fetch_add(block, std::memory_order_relaxed);
    if (first + block >= no_state) throw std::length_error("more states than there are numbers for them");
    spare = {.next = static_cast<StateId>(first), .end = static_cast<StateId>(first + block)};
  }
  const std::uint64_t pair = std::uint64_t{system} << property_bits | property;
  std::atomic_ref(pairs_[spare.next]).store(pair, std::memory_order_relaxed);
  if (!slot.compare_exchange_strong(id, spare.next + 1, std::memory_order_acq_rel)) return {.id = id - 1, .is_new = false};
  std::atomic<std::uint32_t>& count = counts_[thread].states;
  count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  return {.id = spare.next++, .is_new = true};
}

SharedGraph::Chunk SharedGraph::new_chunk() {
  const std::lock_guard lock(mutex_);
  if (chunk_count_ == most_chunks || (chunk_count_ + 1) * chunk_words * sizeof(std::uint32_t) > max_bytes_) return {};
  if (chunk_count_ % region_chunks == 0) {
    regions_.reserve(regions_.size() + 1);
    void* const region = allocate_zeroed(region_bytes);
    if (region == nullptr) return {};  // there may be enough memory without the graph
    regions_.push_back(static_cast<std::uint32_t*>(region));
  }
  std::uint32_t* const words = regions_.back() + chunk_count_ % region_chunks * chunk_words;
  chunks_[chunk_count_].store(words, std::memory_order_relaxed);  // seen by whoever sees a record in it
  return {.words = words, .position = static_cast<std::uint32_t>(chunk_count_++ * chunk_words)};
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
  return nodes_.bytes() + pairs_.bytes() + regions_.size() * region_bytes;
}

}  // namespace lariat::product
