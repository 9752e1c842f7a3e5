// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/zeroed_array.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace lariat {
namespace {

// Long enough that the array changes from the heap to fresh pages, and moves among them more than once.
TEST(ZeroedArray, KeepsWhatWasWrittenAndBeginsWithZeros) {
  ZeroedArray<std::uint32_t> array;
  const std::size_t last = 20'000'000;
  std::size_t checked = 0;
  for (std::size_t size = 1; size < last; size += size / 3 + 1) {
    const std::size_t before = array.size();
    array.grow(size);
    ASSERT_EQ(array.size(), size);
    for (std::size_t i = before; i < size; i += 1 + (size - before) / 1000) ASSERT_EQ(array[i], 0U) << i << " of " << size;
    array[before] = static_cast<std::uint32_t>(before) + 1;
    array[size - 1] = static_cast<std::uint32_t>(size);
    ASSERT_EQ(array[checked], static_cast<std::uint32_t>(checked) + 1);
    checked = before;
  }
  EXPECT_EQ(array.bytes(), array.size() * sizeof(std::uint32_t));
}

TEST(ZeroedArray, NeverShrinks) {
  ZeroedArray<std::uint8_t> array;
  array.grow(10);
  array[9] = 7;
  array.grow(3);
  EXPECT_EQ(array.size(), 10U);
  EXPECT_EQ(array[9], 7U);
}

TEST(ZeroedArray, MovesItsElements) {
  ZeroedArray<std::uint64_t> array;
  array.grow(1000);
  array[999] = 5;
  ZeroedArray<std::uint64_t> other = std::move(array);
  EXPECT_EQ(other[999], 5U);
  other = ZeroedArray<std::uint64_t>();
  EXPECT_EQ(other.size(), 0U);
}

TEST(ZeroedArray, StaysAsItIsWithoutMemory) {
  ZeroedArray<std::uint64_t> array;
  array.grow(4);
  array[3] = 9;
  EXPECT_THROW(array.grow(std::numeric_limits<std::size_t>::max() / 64), std::bad_alloc);
  EXPECT_THROW(array.grow(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
  EXPECT_EQ(array.size(), 4U);
  EXPECT_EQ(array[3], 9U);
}

}  // namespace
}  // namespace lariat
