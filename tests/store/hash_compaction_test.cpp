// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/hash_compaction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>
#include <vector>

namespace lariat::store {
namespace {

store::StateHash random_hash(std::mt19937_64& random) { return {.low = random(), .high = random()}; }

void insert_growing(store::HashCompaction& store, const store::StateHash& hash, store::Colour colour, bool expected) {
  while (!store.begin_use(1)) store.grow(1);
  ASSERT_EQ(store.insert(hash, colour), expected);
  store.end_use();
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
  ASSERT_TRUE(store.begin_use(3));
  EXPECT_TRUE(store.insert({.low = 1, .high = 0}, store::Colour::visited));
  EXPECT_FALSE(store.insert({.low = 2, .high = 3}, store::Colour::visited));
  EXPECT_TRUE(store.insert({.low = 1, .high = 4}, store::Colour::visited));
}

TEST(HashCompaction, EstimatesOmissions) {
  // The birthday of two in 2^62: with 2^32 states, 2^64 / 2 / 2^62 pairs.
  EXPECT_DOUBLE_EQ(store::expected_omissions(4294967296.0), 2);
}

TEST(HashCompaction, GrowsForManyAtOnce) {
  store::HashCompaction store;
  std::mt19937_64 random(3);
  EXPECT_FALSE(store.begin_use(100'000));
  store.grow(100'000);
  ASSERT_TRUE(store.begin_use(100'000));
  for (int i = 0; i < 100'000; ++i) ASSERT_TRUE(store.insert(random_hash(random), store::Colour::visited));
  store.end_use();
  EXPECT_EQ(store.size(), 100'000U);
  EXPECT_LT(store.occupancy(), 0.876);
}

// Threads that insert the same states, in different orders, while the table grows: each is new for exactly one of them.
TEST(HashCompaction, ThreadsShareIt) {
#ifdef LARIAT_SLOW_BUILD
  constexpr std::size_t states = 20'000;
#else
  constexpr std::size_t states = 100'000;
#endif
  for (const unsigned threads : {2U, 5U}) {
    store::HashCompaction store(threads);
    std::mt19937_64 random(7);
    std::vector<store::StateHash> hashes(states);
    for (store::StateHash& hash : hashes) hash = random_hash(random);
    std::vector<std::uint64_t> fresh(threads);
    const auto work = [&](unsigned me) {
      std::uint64_t mine = 0;
      const std::size_t batch = 1 + 7 * me;
      for (std::size_t i = 0; i < states; i += batch) {
        while (!store.begin_use(batch, me)) store.grow(batch);
        for (std::size_t k = i; k < std::min(i + batch, states); ++k) {
          const store::StateHash& hash = hashes[me % 2 == 0 ? k : states - 1 - k];
          mine += store.insert(hash, store::Colour::visited, me) ? 1 : 0;
          mine += store.insert(hash, store::Colour::red, me) ? 1 : 0;
        }
        store.end_use(me);
      }
      fresh[me] = mine;
    };
    std::vector<std::thread> others;
    for (unsigned me = 1; me < threads; ++me) others.emplace_back(work, me);
    work(0);
    for (std::thread& other : others) other.join();
    std::uint64_t all = 0;
    for (const std::uint64_t mine : fresh) all += mine;
    EXPECT_EQ(all, 2 * states) << threads;
    EXPECT_EQ(store.size(), states) << threads;
    for (const store::StateHash& hash : hashes) ASSERT_TRUE(store.contains(hash, store::Colour::red)) << threads;
  }
}

}  // namespace
}  // namespace lariat::store
