// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/memory.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace lariat {
namespace {

TEST(Memory, ResidentMemoryGrowsWithWhatIsWritten) {
  constexpr std::size_t size = std::size_t{64} << 20;
  const std::size_t before = resident_bytes();
  if (before == 0) GTEST_SKIP() << "the system does not say";
  const std::vector<char> block(size, 1);
  EXPECT_GE(resident_bytes(), before + size * 9 / 10);
  EXPECT_GE(peak_resident_bytes(), before + size * 9 / 10) << block[0];
  if (usable_bytes() != 0) {
    EXPECT_GE(usable_bytes(), resident_bytes());
  }
}

}  // namespace
}  // namespace lariat
