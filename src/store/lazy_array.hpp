// SPDX-License-Identifier: Apache-2.0
// An array whose length nobody knows beforehand: its addresses are reserved at once, and the system puts memory behind them
// page by page, zeroed, as they are first written to. So it does not move, unless it is told to grow.
//
// Where addresses are not limited, as much is reserved for each array as the process can have memory. Where they are
// (RLIMIT_AS, RLIMIT_DATA), reservations must leave some for everything else: AddressBudget divides what is left.
//
// Several threads may use different elements.
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>

namespace lariat::store {

// What the arrays of a store may reserve, as it is when this is made.
class AddressBudget {
 public:
  AddressBudget();

  // That share of the addresses that are left; if there is no limit to them, all the memory that the process can have.
  std::size_t share(double of_all) const;

 private:
  std::size_t memory_;
  std::size_t left_;
};

// Reserved addresses. Never throws; what could not be reserved is missing in size().
class AddressRange {
 public:
  // At most so many bytes.
  explicit AddressRange(std::size_t bytes);
  AddressRange(const AddressRange&) = delete;
  AddressRange& operator=(const AddressRange&) = delete;
  ~AddressRange();

  void* begin() const { return begin_; }
  std::size_t size() const { return size_; }

  // Reserves more, up to that many bytes in all. The range may move; nobody must use it meanwhile. False if it stays as it is.
  bool grow(std::size_t bytes);

 private:
  void* begin_ = nullptr;
  std::size_t size_ = 0;
};

template <class T>
class LazyArray {
  static_assert(std::is_trivially_copyable_v<T>, "elements are born as zeros");

 public:
  // At most so many elements, in at most so many bytes.
  LazyArray(std::size_t max_elements, std::size_t bytes)
      : max_bytes_(max_elements > std::numeric_limits<std::size_t>::max() / sizeof(T) ? std::numeric_limits<std::size_t>::max()
                                                                                      : max_elements * sizeof(T)),
        range_(max_bytes_ < bytes ? max_bytes_ : bytes) {}

  // Elements that there is room for.
  std::size_t room() const { return range_.size() / sizeof(T); }
  // Makes more room, while nobody uses the array. False if there is none.
  bool grow() { return range_.grow(max_bytes_); }
  T* data() const { return static_cast<T*>(range_.begin()); }
  T& operator[](std::size_t i) const { return data()[i]; }

 private:
  std::size_t max_bytes_;
  AddressRange range_;
};

}  // namespace lariat::store
