// SPDX-License-Identifier: Apache-2.0
// An array that never moves although nobody knows how long it will be: its addresses are reserved at once, and the system puts
// memory behind them page by page, zeroed, as they are first written to.
//
// Several threads may use different elements. What is reserved is the memory that the machine has, or less if the system
// refuses that.
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>

namespace lariat::store {

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

 private:
  void* begin_ = nullptr;
  std::size_t size_ = 0;
};

template <class T>
class LazyArray {
  static_assert(std::is_trivially_copyable_v<T>, "elements are born as zeros");

 public:
  explicit LazyArray(std::size_t max_elements)
      : range_(max_elements > std::numeric_limits<std::size_t>::max() / sizeof(T) ? std::numeric_limits<std::size_t>::max()
                                                                                  : max_elements * sizeof(T)) {}

  // Elements that there is room for.
  std::size_t room() const { return range_.size() / sizeof(T); }
  T* data() const { return static_cast<T*>(range_.begin()); }
  T& operator[](std::size_t i) const { return data()[i]; }

 private:
  AddressRange range_;
};

}  // namespace lariat::store
