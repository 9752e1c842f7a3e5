// SPDX-License-Identifier: Apache-2.0
#include "store/tree_roots.hpp"

#include <algorithm>
#include <array>
#include <new>

namespace lariat::store {
namespace {

constexpr unsigned least_bits = 16;
// Bits of a narrow slot that displacements should have: with these, shards get 15/16 full.
constexpr unsigned displacement_bits = 7;

}  // namespace

void RootLayout::widen(unsigned more) {
  const std::array<std::uint8_t*, 3> parts = {&left, &right, &middle};
  for (std::size_t i = 0; more > 0 && std::min({left, right, middle == 0 ? std::uint8_t{32} : middle}) < 32; ++i) {
    std::uint8_t& part = *parts[i % parts.size()];
    if (part == 0 || part >= 32) continue;
    ++part;
    --more;
  }
}

// Bits that slots have to spare are given to the parts, so that numbers of nodes may grow for some time.
RootSet::RootSet(RootLayout least, std::uint64_t expected, bool solo, std::atomic<bool>& growth_wanted) : layout_(least) {
  if (layout_.bits() < least_bits) layout_.widen(least_bits - layout_.bits());
  if (is_narrow(layout_, expected)) {
    unsigned spare = 0;
    while (QuotientSet<std::uint32_t>::fits(layout_.bits() + spare + 1 + displacement_bits - 3, expected)) ++spare;
    layout_.widen(spare);
    narrow_ = std::make_unique<QuotientSet<std::uint32_t>>(layout_.bits(), expected, solo, growth_wanted);
    return;
  }
  constexpr unsigned most = QuotientSet<std::uint64_t>::most_bits;
  if (layout_.bits() > most) throw std::bad_alloc();
  layout_.widen(most - layout_.bits());
  wide_ = std::make_unique<QuotientSet<std::uint64_t>>(layout_.bits(), expected, solo, growth_wanted);
}

void RootSet::add_jobs(std::vector<RebuildBarrier::Job>& jobs, unsigned threads) {
  const auto add = [&](auto& set) {
    for (const unsigned shard : set.crowded(threads)) jobs.emplace_back([&set, shard] { set.grow(shard); });
  };
  if (narrow_)
    add(*narrow_);
  else
    add(*wide_);
}

void AddAlone::finish() {
  roots_.with_numbers([&](auto& set) {
    for (std::size_t i = 0; i < count_; ++i) set.find(numbers_[i]);
    for (std::size_t i = 0; i < count_; ++i)
      while (set.insert(set.find(numbers_[i]), [] { return true; }) == SetOutcome::full)
        for (const unsigned shard : set.crowded(1)) set.grow(shard);
  });
  count_ = 0;
}

}  // namespace lariat::store
