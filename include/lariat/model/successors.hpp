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

class Coverage;

// What is written down for each successor beside its state and what goes wrong on the way to it.
struct SuccessorForm {
  std::size_t length = 0;        // of every state in bytes; 0: lengths vary
  bool steps = true;             // the transitions taken
  Coverage* coverage = nullptr;  // is told of every transition taken
};

class Successors {
 public:
  struct Entry {
    std::uint64_t offset = 0;  // of its bytes
    std::uint32_t length = 0;
    std::uint32_t first_action = 0;
    std::uint32_t action_count = 0;
  };

  // Empties the tables. A form stays until another one is set.
  void clear() {
    bytes_.clear();
    actions_.clear();
    entries_.clear();
    faults_.clear();
    size_ = 0;
  }
  // Sets the form of what will be appended; the tables must be empty.
  void set_form(const SuccessorForm& form) { form_ = form; }
  const SuccessorForm& form() const { return form_; }
  // True if each successor has an entry: without one there are only its bytes, behind those of the successor before it.
  bool has_entries() const { return form_.length == 0 || form_.steps; }

  std::size_t size() const { return size_; }
  StateView state(std::size_t i) const {
    if (form_.length != 0) return {bytes_.data() + i * form_.length, form_.length};
    return {bytes_.data() + entries_[i].offset, entries_[i].length};
  }
  // The transitions that make up the step: one, two for a rendezvous (the sender first), more for atomic sequences. Throws
  // std::logic_error if the form is one without steps.
  std::span<const Action> actions(std::size_t i) const {
    if (!form_.steps) no_steps();
    return {actions_.data() + entries_[i].first_action, entries_[i].action_count};
  }
  // What went wrong on the way; the state is then the error state, except after a failed assertion.
  const Fault& fault(std::size_t i) const;
  // True if anything went wrong on the way to any of them.
  bool has_faults() const { return !faults_.empty(); }

  // Throws std::logic_error if the state has not the length of the form.
  void append(StateView state, std::span<const Action> actions, const Fault& fault);

  // For compiled code, which writes into the tables itself and then says how many successors there are.
  Buffer<std::uint8_t>& raw_bytes() { return bytes_; }
  Buffer<Action>& raw_actions() { return actions_; }
  Buffer<Entry>& raw_entries() { return entries_; }
  void set_size(std::size_t size) { size_ = size; }

 private:
  // A successor, by its number, on the way to which something went wrong.
  struct Faulty {
    std::size_t successor = 0;
    Fault fault;
  };
  [[noreturn]] static void no_steps();

  SuccessorForm form_;
  std::size_t size_ = 0;
  Buffer<std::uint8_t> bytes_;
  Buffer<Action> actions_;
  Buffer<Entry> entries_;
  std::vector<Faulty> faults_;  // in the order of the successors
};

}  // namespace lariat::model
