// SPDX-License-Identifier: Apache-2.0
// The roots of trees: how they become numbers of few bits, and the set of those numbers.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "store/quotient_set.hpp"
#include "store/rebuild_barrier.hpp"

namespace lariat::store {

// The root of the tree of a state: the numbers of its children and of its shape.
struct Root {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::uint32_t middle = 0;  // 0 if there is none
  std::uint32_t shape = 0;
  std::uint64_t hash() const;
  friend bool operator==(const Root&, const Root&) = default;
};

// How many bits each part of a root takes in a number, from the lowest ones upwards.
struct RootLayout {
  std::uint8_t left = 0;
  std::uint8_t right = 0;
  std::uint8_t middle = 0;
  std::uint8_t shape = 0;

  unsigned bits() const { return unsigned{left} + right + middle + shape; }
  bool fits(const Root& root) const {
    return root.left <= low_bits(left) && root.right <= low_bits(right) && root.middle <= low_bits(middle) &&
           root.shape <= low_bits(shape);
  }
  // Both need a layout of at most 63 bits.
  std::uint64_t pack(const Root& root) const {
    return root.left | (std::uint64_t{root.right} << left) | (std::uint64_t{root.middle} << (left + right)) |
           (std::uint64_t{root.shape} << (left + right + middle));
  }
  Root unpack(std::uint64_t value) const {
    return {.left = static_cast<std::uint32_t>(value & low_bits(left)),
            .right = static_cast<std::uint32_t>((value >> left) & low_bits(right)),
            .middle = static_cast<std::uint32_t>((value >> (left + right)) & low_bits(middle)),
            .shape = static_cast<std::uint32_t>(value >> (left + right + middle))};
  }
  // Gives out so many more bits, to the parts that have bits, evenly.
  void widen(unsigned more);
};

// A set of roots, in slots of 4 bytes if their layout allows, otherwise of 8 (QuotientSet).
class RootSet {
 public:
  // For roots of that layout at least, and about so many of them. Layouts of more than QuotientSet::most_bits bits are refused
  // with std::bad_alloc.
  RootSet(RootLayout least, std::uint64_t expected, bool solo, std::atomic<bool>& growth_wanted);

  // True if slots of 4 bytes suffice.
  static bool is_narrow(const RootLayout& layout, std::uint64_t expected) {
    return QuotientSet<std::uint32_t>::fits(layout.bits(), expected);
  }

  const RootLayout& layout() const { return layout_; }
  // Calls f with the set of packed roots that it is. The layout must fit the roots.
  template <class F>
  decltype(auto) with_numbers(const F& f) {
    return narrow_ ? f(*narrow_) : f(*wide_);
  }

  // Adds the jobs that grow shards, if any must grow; several, if there are several threads.
  void add_jobs(std::vector<RebuildBarrier::Job>& jobs, unsigned threads);
  // Calls f with about every step-th root. No thread may insert meanwhile.
  template <class F>
  void for_each(std::uint64_t step, const F& f) const {
    const auto unpacked = [&](std::uint64_t number) { f(layout_.unpack(number)); };
    narrow_ ? narrow_->for_each(step, unpacked) : wide_->for_each(step, unpacked);
  }
  std::uint64_t size() const { return narrow_ ? narrow_->size() : wide_->size(); }
  std::size_t bytes() const { return narrow_ ? narrow_->bytes() : wide_->bytes(); }

 private:
  RootLayout layout_;
  std::unique_ptr<QuotientSet<std::uint32_t>> narrow_;  // one of the two
  std::unique_ptr<QuotientSet<std::uint64_t>> wide_;
};

// Adds roots to a set that nobody else uses. The layout of the set must fit them.
class AddAlone {
 public:
  explicit AddAlone(RootSet& roots) : roots_(roots) {}
  void operator()(const Root& root) {
    numbers_[count_++] = roots_.layout().pack(root);
    if (count_ == numbers_.size()) finish();
  }
  // The last ones.
  void finish();

 private:
  // So many at a time, so that the waits for memory overlap.
  std::array<std::uint64_t, 32> numbers_ = {};
  std::size_t count_ = 0;
  RootSet& roots_;
};

}  // namespace lariat::store
