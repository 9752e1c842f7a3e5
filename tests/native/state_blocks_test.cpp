// SPDX-License-Identifier: Apache-2.0
#include "native/state_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace lariat::native {
namespace {

TEST(StateBlocks, KeepStatesWhereTheyAre) {
  std::mt19937 random(1);
  StateBlocks blocks;
  for (int turn = 0; turn < 3; ++turn) {
    std::vector<std::pair<const std::uint8_t*, std::vector<std::uint8_t>>> kept;
    for (int i = 0; i < 3000; ++i) {
      // Now and then one that is longer than a block.
      const std::size_t length = i % 500 == 499 ? 70'000 + random() % 1000 : random() % 130;
      std::vector<std::uint8_t> state(length + padding);
      std::ranges::generate(state, [&] { return static_cast<std::uint8_t>(random()); });
      const std::uint8_t* const at = blocks.add(state.data(), length);
      state.resize(length);
      kept.emplace_back(at, std::move(state));
    }
    for (const auto& [at, state] : kept) ASSERT_TRUE(std::equal(state.begin(), state.end(), at));
    // What lies behind the last one may be read.
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < padding; ++i) sum |= (kept.back().first + kept.back().second.size())[i] & 0U;
    EXPECT_EQ(sum, 0U);
    blocks.clear();
  }
}

}  // namespace
}  // namespace lariat::native
