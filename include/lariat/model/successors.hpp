// SPDX-License-Identifier: Apache-2.0
// The successors of a state, as a batch: their bytes one after the other, and how each was reached.
//
// The tables are plain arrays with room at their end, so that compiled code can write into them without asking.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "lariat/model/fault.hpp"
#include "lariat/model/layout.hpp"

namespace lariat::model {

// An array that grows at its end and does not initialise what it makes room for.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }

  void clear() { size_ = 0; }
  // The first `size` elements count; there must be room for them.
  void set_size(std::size_t size) { size_ = size; }
  // Makes room for so many more.
  void reserve_more(std::size_t more) {
    if (capacity_ - size_ >= more) return;
    const std::size_t wanted = size_ + more + capacity_ / 2 + 64;
    auto* const memory = static_cast<T*>(std::realloc(data_.get(), wanted * sizeof(T)));  // NOLINT(cppcoreguidelines-no-malloc)
    if (memory == nullptr) throw std::bad_alloc();
    static_cast<void>(data_.release());
    data_.reset(memory);
    capacity_ = wanted;
  }
  void push_back(const T& value) {
    reserve_more(1);
    new (data_.get() + size_++) T(value);
  }
  void append(std::span<const T> values) {
    reserve_more(values.size());
    std::uninitialized_copy(values.begin(), values.end(), data_.get() + size_);
    size_ += values.size();
  }

 private:
  struct Free {
    void operator()(T* memory) const { std::free(memory); }  // NOLINT(cppcoreguidelines-no-malloc)
  };
  std::unique_ptr<T[], Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// A transition taken by a process.
struct Action {
  std::uint32_t process = 0;  // its number, or observer_number
  ProcessTypeId type = 0;
  TransitionId transition = 0;

  friend bool operator==(const Action&, const Action&) = default;
};

class Successors {
 public:
  struct Entry {
    std::uint64_t offset = 0;  // of its bytes
    std::uint32_t length = 0;
    std::uint32_t first_action = 0;
    std::uint32_t action_count = 0;
    std::uint32_t fault = none;  // into the faults
  };

  void clear() {
    bytes_.clear();
    actions_.clear();
    entries_.clear();
    faults_.clear();
  }
  std::size_t size() const { return entries_.size(); }
  StateView state(std::size_t i) const { return {bytes_.data() + entries_[i].offset, entries_[i].length}; }
  // The transitions that make up the step: one, two for a rendezvous (the sender first), more for atomic sequences.
  std::span<const Action> actions(std::size_t i) const {
    return {actions_.data() + entries_[i].first_action, entries_[i].action_count};
  }
  // What went wrong on the way; the state is then the error state, except after a failed assertion.
  const Fault& fault(std::size_t i) const {
    static constexpr Fault no_fault{};
    return entries_[i].fault == none ? no_fault : faults_[entries_[i].fault];
  }
  // Whether anything went wrong on the way to any of them.
  bool has_faults() const { return !faults_.empty(); }

  void append(StateView state, std::span<const Action> actions, const Fault& fault);

  // For those who write into the tables themselves.
  Buffer<std::uint8_t>& raw_bytes() { return bytes_; }
  Buffer<Action>& raw_actions() { return actions_; }
  Buffer<Entry>& raw_entries() { return entries_; }

 private:
  Buffer<std::uint8_t> bytes_;
  Buffer<Action> actions_;
  Buffer<Entry> entries_;
  std::vector<Fault> faults_;
};

}  // namespace lariat::model
