// SPDX-License-Identifier: Apache-2.0
// The stack of a depth-first search that keeps the states themselves, for stores that cannot give one back.
//
//   entries_  s0* │ a │ s1* │ c │ b* │      * entered: their successors stand above them, first on top
//   bytes_    the states one after the other
//
// What is not entered waits for its turn, or has been given to another thread. The entered ones, from the bottom up, are a
// path.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "lariat/store/state_hash.hpp"
#include "lariat/system/batch.hpp"

namespace lariat::walk {

class StateStack {
 public:
  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  std::size_t top() const { return entries_.size() - 1; }

  // The state waits on top. `choice`: which transition leads to it from the entered one below. The bytes must not be those of
  // this stack.
  void push(system::Bytes state, std::uint32_t choice);
  void enter_top() {
    entries_.back().mark = Mark::entered;
    ++depth_;
  }
  void pop() {
    if (entries_.back().mark == Mark::entered) --depth_;
    used_ = entries_.back().begin;
    entries_.pop_back();
    scanned_ = std::min(scanned_, entries_.size());
  }
  // The lowest entry that waits, or size().
  std::size_t lowest_waiting() {
    while (scanned_ < entries_.size() && entries_[scanned_].mark != Mark::waiting) ++scanned_;
    return scanned_;
  }
  // Somebody else takes care of the entry, which waits: it will not be entered.
  void give_away(std::size_t entry) { entries_[entry].mark = Mark::given; }

  // Valid until the next push.
  system::Bytes state(std::size_t entry) const {
    const std::size_t begin = entries_[entry].begin;
    return {bytes_.get() + begin, (entry + 1 < entries_.size() ? entries_[entry + 1].begin : used_) - begin};
  }
  std::uint32_t choice(std::size_t entry) const { return entries_[entry].choice; }
  bool entered(std::size_t entry) const { return entries_[entry].mark == Mark::entered; }
  bool waits(std::size_t entry) const { return entries_[entry].mark == Mark::waiting; }
  // How many are entered.
  std::size_t depth() const { return depth_; }
  // Memory reserved.
  std::size_t bytes() const { return capacity_ + entries_.capacity() * sizeof(Entry); }

 private:
  enum class Mark : std::uint8_t { waiting, entered, given };
  struct Entry {
    std::size_t begin;
    std::uint32_t choice;
    Mark mark;
  };
  struct Free {
    void operator()(std::uint8_t* memory) const { std::free(memory); }  // NOLINT(cppcoreguidelines-no-malloc)
  };

  std::vector<Entry> entries_;
  std::unique_ptr<std::uint8_t[], Free> bytes_;  // grows by realloc, which moves pages instead of copying them
  std::size_t used_ = 0;
  std::size_t capacity_ = 0;
  std::size_t depth_ = 0;
  std::size_t scanned_ = 0;  // no entry below this one waits
};

// Where on a stack a state is entered. Open addressing; only the entry that came last may be removed, so that its slot is
// simply freed.
class StackIndex {
 public:
  // The first `ignored` bytes of states are not compared.
  StackIndex(const StateStack& stack, std::size_t ignored)
      : stack_(stack), ignored_(ignored), slots_(std::size_t{1} << 10, 0) {}

  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
  std::size_t find(system::Bytes state, const store::StateHash& hash) const;
  // The entry on top, which was not there yet.
  void add_top(const store::StateHash& hash);
  void remove_top(const store::StateHash& hash);
  std::size_t bytes() const { return slots_.capacity() * sizeof(std::uint32_t); }

 private:
  std::size_t slot_of(const store::StateHash& hash) const { return hash.high & (slots_.size() - 1); }
  void grow();

  const StateStack& stack_;
  std::size_t ignored_;
  std::vector<std::uint32_t> slots_;  // entry + 1, or 0
};

}  // namespace lariat::walk
