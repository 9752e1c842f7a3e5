// SPDX-License-Identifier: Apache-2.0
#include "walk/state_sample.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace lariat::walk {
namespace {

TEST(StateSample, CountsFewStatesExactly) {
  std::array<StateSample, 3> samples;
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t hash = random();
    for (int j = 0; j <= i % 3; ++j) {
      samples.at(static_cast<std::size_t>(j)).add(hash);
      samples.at(static_cast<std::size_t>(j)).add(hash);  // seen again
    }
  }
  const StateSample::Counts counts = StateSample::count(samples);
  EXPECT_EQ(counts.seen, 1000);
  EXPECT_EQ(counts.seen_once, 334);
  EXPECT_EQ(counts.seen_twice, 333);
}

// The standard deviation is about 1/sqrt(8192) of the number; six of them are allowed.
TEST(StateSample, EstimatesMany) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    std::array<StateSample, 2> samples;
    std::mt19937_64 random(seed);
    constexpr int states = 400'000;
    for (int i = 0; i < states; ++i) {
      const std::uint64_t hash = random();
      samples[0].add(hash);
      if (i % 4 == 0) samples[1].add(hash);
    }
    const StateSample::Counts counts = StateSample::count(samples);
    EXPECT_NEAR(counts.seen, states, 0.07 * states) << seed;
    EXPECT_NEAR(counts.seen_twice, 0.25 * states, 0.04 * states) << seed;
    EXPECT_EQ(counts.seen, counts.seen_once + counts.seen_twice);
  }
}

TEST(StateSample, OfNothing) { EXPECT_EQ(StateSample::count({}).seen, 0); }

}  // namespace
}  // namespace lariat::walk
