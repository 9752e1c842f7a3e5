// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/bitstate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <new>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

namespace lariat::store {
namespace {

// The hash of a number: what counts is that different numbers are different states.
store::StateHash number_hash(std::uint64_t number) {
  std::array<std::uint8_t, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(number >> (8 * i));
  return store::hash_state(bytes);
}

TEST(StateHash, TellsBytesApart) {
  EXPECT_NE(store::number_hash(1).low, store::number_hash(2).low);
  EXPECT_NE(store::number_hash(1).high, store::number_hash(2).high);
  EXPECT_EQ(store::number_hash(1).low, store::number_hash(1).low);
  EXPECT_NE(store::hash_state(std::vector<std::uint8_t>{0}).low, store::hash_state(std::vector<std::uint8_t>{0, 0}).low);
}

TEST(Bitstate, RemembersAllWithAmpleBits) {
  store::Bitstate store(28, 3);
  for (std::uint64_t i = 0; i < 10'000; ++i) ASSERT_TRUE(store.insert(store::number_hash(i), store::Colour::visited)) << i;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    ASSERT_FALSE(store.insert(store::number_hash(i), store::Colour::visited)) << i;
    ASSERT_TRUE(store.contains(store::number_hash(i), store::Colour::visited)) << i;
    ASSERT_FALSE(store.contains(store::number_hash(i), store::Colour::red)) << i;
  }
}

TEST(Bitstate, NeverForgets) {
  for (const unsigned hashes : {1U, 3U, 16U}) {
    store::Bitstate store(12, hashes);
    for (std::uint64_t i = 0; i < 3'000; ++i) {
      store.insert(store::number_hash(i), store::Colour::visited);
      store.insert(store::number_hash(i), store::Colour::red);
    }
    for (std::uint64_t i = 0; i < 3'000; ++i) {
      ASSERT_TRUE(store.contains(store::number_hash(i), store::Colour::visited)) << i;
      ASSERT_TRUE(store.contains(store::number_hash(i), store::Colour::red)) << i;
    }
  }
}

TEST(Bitstate, ColoursHaveBitsOfTheirOwn) {
  store::Bitstate store(28, 3);
  EXPECT_TRUE(store.insert(store::number_hash(1), store::Colour::red));
  EXPECT_FALSE(store.contains(store::number_hash(1), store::Colour::visited));
  EXPECT_TRUE(store.insert(store::number_hash(1), store::Colour::visited));
  EXPECT_FALSE(store.insert(store::number_hash(1), store::Colour::red));
}

// The omissions that are estimated from the occupancy are those that happen.
TEST(Bitstate, EstimatesOmissions) {
  for (const unsigned hashes : {1U, 2U, 3U, 5U})
    for (const std::uint64_t states : {2'000U, 20'000U, 60'000U}) {
      store::Bitstate store(16, hashes);
      double entered = 0;
      for (std::uint64_t i = 0; i < states; ++i) entered += store.insert(store::number_hash(i), store::Colour::visited) ? 1 : 0;
      const double omitted = static_cast<double>(states) - entered;
      const double expected = store::expected_omissions(entered, store.occupancy(), hashes);
      EXPECT_NEAR(omitted, expected, 5 * std::sqrt(expected) + 0.03 * expected + 3) << hashes << " hashes, " << states;
    }
}

TEST(Bitstate, OccupancyIsTheShareOfBits) {
  store::Bitstate store(10, 1);
  EXPECT_EQ(store.occupancy(), 0);
  store.insert(store::number_hash(1), store::Colour::visited);
  EXPECT_DOUBLE_EQ(store.occupancy(), 1.0 / 1024);
  EXPECT_EQ(store.bytes(), 128U);
}

TEST(Bitstate, RefusesAbsurdSizes) {
  EXPECT_THROW(store::Bitstate(9, 3), std::invalid_argument);
  EXPECT_THROW(store::Bitstate(45, 3), std::invalid_argument);
  EXPECT_THROW(store::Bitstate(20, 0), std::invalid_argument);
  EXPECT_THROW(store::Bitstate(20, 17), std::invalid_argument);
  EXPECT_EQ(store::expected_omissions(1, 1.0, 3), INFINITY);
}

// If several threads insert the same states, each state is new for exactly one of them, given enough bits.
TEST(Bitstate, ThreadsShareIt) {
  store::Bitstate store(28, 3, 0, 2);
  std::array<std::uint64_t, 2> fresh{};
  const auto work = [&](unsigned me) {
    for (std::uint64_t i = 0; i < 50'000; ++i)
      fresh[me] += store.insert(store::number_hash(i), store::Colour::visited, me) ? 1 : 0;
  };
  std::thread other(work, 1U);
  work(0);
  other.join();
  // Two that set different bits of one state at the same time both call it new: it is visited twice, never lost.
  EXPECT_GE(fresh[0] + fresh[1], 50'000U);
  store::Bitstate alone(28, 3);
  for (std::uint64_t i = 0; i < 50'000; ++i) alone.insert(store::number_hash(i), store::Colour::visited);
  EXPECT_EQ(store.occupancy(), alone.occupancy()) << "each bit is counted once, by whoever set it";
  for (std::uint64_t i = 0; i < 50'000; ++i) ASSERT_TRUE(store.contains(store::number_hash(i), store::Colour::visited));
}

}  // namespace
}  // namespace lariat::store
