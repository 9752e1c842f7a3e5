// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/hash_compaction.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>
#include <thread>

namespace lariat::store {
namespace {

store::StateHash random_hash(std::mt19937_64& random) { return {.low = random(), .high = random()}; }

void insert_growing(store::HashCompaction& store, const store::StateHash& hash, store::Colour colour, bool expected) {
  while (store.is_full(1)) store.grow();
  ASSERT_EQ(store.insert(hash, colour), expected);
}

TEST(HashCompaction, KeepsColoursWhileItGrows) {
  store::HashCompaction store;
  std::mt19937_64 random(1);
  std::vector<store::StateHash> hashes(200'000);
  for (store::StateHash& hash : hashes) hash = random_hash(random);
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (i % 3 != 0) insert_growing(store, hashes[i], store::Colour::visited, true);
    if (i % 2 != 0) insert_growing(store, hashes[i], store::Colour::red, true);
  }
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    ASSERT_EQ(store.contains(hashes[i], store::Colour::visited), i % 3 != 0) << i;
    ASSERT_EQ(store.contains(hashes[i], store::Colour::red), i % 2 != 0) << i;
    if (i % 3 != 0) insert_growing(store, hashes[i], store::Colour::visited, false);
  }
  EXPECT_EQ(store.size(), hashes.size() - (hashes.size() + 5) / 6);
}

// Hashes that all want the last slots go round to the first ones.
TEST(HashCompaction, GoesRoundTheEnd) {
  store::HashCompaction store;
  for (std::uint64_t i = 0; i < 5'000; ++i)
    insert_growing(store, {.high = ~std::uint64_t{0} - 4 * i}, store::Colour::visited, true);
  for (std::uint64_t i = 0; i < 5'000; ++i)
    ASSERT_TRUE(store.contains({.high = ~std::uint64_t{0} - 4 * i}, store::Colour::visited)) << i;
  EXPECT_FALSE(store.contains({.high = ~std::uint64_t{0} - 4 * 5'000}, store::Colour::visited));
}

TEST(HashCompaction, TakesEqualBitsForOneState) {
  store::HashCompaction store;
  EXPECT_TRUE(store.insert({.low = 1, .high = 0}, store::Colour::visited));
  EXPECT_FALSE(store.insert({.low = 2, .high = 3}, store::Colour::visited));
  EXPECT_TRUE(store.insert({.low = 1, .high = 4}, store::Colour::visited));
}

TEST(HashCompaction, EstimatesOmissions) {
  // The birthday of two in 2^62: with 2^32 states, 2^64 / 2 / 2^62 pairs.
  EXPECT_DOUBLE_EQ(store::expected_omissions(4294967296.0), 2);
}

TEST(HashCompaction, ThreadsShareIt) {
  store::HashCompaction store;
  while (store.is_full(100'000)) store.grow();
  std::array<std::uint64_t, 2> fresh{};
  const auto work = [&](std::size_t me) {
    std::mt19937_64 random(7);
    for (int i = 0; i < 50'000; ++i) {
      const store::StateHash hash = random_hash(random);
      fresh[me] += store.insert(hash, store::Colour::visited) ? 1 : 0;
      fresh[me] += store.insert(hash, store::Colour::red) ? 1 : 0;
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  EXPECT_EQ(fresh[0] + fresh[1], 100'000U);
  EXPECT_EQ(store.size(), 50'000U);
}

}  // namespace
}  // namespace lariat::store
