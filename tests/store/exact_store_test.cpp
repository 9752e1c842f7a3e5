// SPDX-License-Identifier: Apache-2.0
#include "store/exact_store.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

namespace lariat::store {
namespace {

using State = std::vector<std::uint8_t>;

std::string text(std::span<const std::uint8_t> state) { return {state.begin(), state.end()}; }

// Inserts random states, many of them twice, into the store and into a map, and compares.
void compare_with_map(ExactStore& store, std::size_t count, std::size_t least, std::size_t most, unsigned seed) {
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  std::map<std::string, StateId> map;
  for (std::size_t i = 0; i < count; ++i) {
    State state(least + random() % (most - least + 1));
    for (std::uint8_t& byte : state) byte = static_cast<std::uint8_t>(random() % 4);
    const auto [place, is_new] = map.emplace(text(state), static_cast<StateId>(map.size()));
    const Stored insertion = store.insert(state);
    ASSERT_EQ(insertion.is_new, is_new);
    ASSERT_EQ(insertion.id, place->second);
  }
  ASSERT_EQ(store.size(), map.size());
  for (const auto& [state, id] : map) ASSERT_EQ(text(store[id]), state);
}

TEST(ExactStore, KeepsStatesOfOneLength) {
  ExactStore store(8);
  compare_with_map(store, 100'000, 8, 8, 1);
}

TEST(ExactStore, KeepsStatesOfVaryingLength) {
  ExactStore store;
  compare_with_map(store, 100'000, 0, 12, 2);
}

TEST(ExactStore, KeepsLongStates) {
  ExactStore store;
  compare_with_map(store, 2'000, 120, 140, 3);
  const State state(100'000, 7);
  EXPECT_TRUE(store.insert(state).is_new);
  EXPECT_FALSE(store.insert(state).is_new);
  EXPECT_EQ(text(store[static_cast<StateId>(store.size() - 1)]), text(state));
}

// Every length has code of its own for hashing and comparing.
TEST(ExactStore, KeepsBlocksOfStatesOfEveryLength) {
  std::mt19937 random(4);
  for (std::size_t length = 1; length <= 150; ++length) {
    SCOPED_TRACE(length);
    const std::size_t hidden = length % 3 == 0 ? length / 3 : 0;
    ExactStore store(length, hidden);
    std::map<std::string, StateId> map;
    for (unsigned round = 0; round < 4; ++round) {
      constexpr std::size_t count = 150;
      std::vector<std::uint8_t> block(count * length);
      // States differ in one byte, wherever it is, or are equal.
      for (std::size_t i = 0; i < count; ++i) block[i * length + random() % length] = static_cast<std::uint8_t>(random() % 3);
      std::vector<Stored> out(count);
      ASSERT_EQ(store.cursor().insert_block(block.data(), out), count);
      for (std::size_t i = 0; i < count; ++i) {
        const std::string key(block.begin() + static_cast<std::ptrdiff_t>(i * length + hidden),
                              block.begin() + static_cast<std::ptrdiff_t>((i + 1) * length));
        const auto [place, is_new] = map.emplace(key, static_cast<StateId>(map.size()));
        ASSERT_EQ(out[i].is_new, is_new);
        ASSERT_EQ(out[i].id, place->second);
        ASSERT_EQ(text(store[out[i].id]).substr(hidden), key);
      }
    }
  }
}

TEST(ExactStore, IgnoresWhatIsHidden) {
  ExactStore store(3, 1);
  EXPECT_TRUE(store.insert(State{1, 2, 3}).is_new);
  EXPECT_FALSE(store.insert(State{9, 2, 3}).is_new);
  EXPECT_TRUE(store.insert(State{1, 2, 4}).is_new);
  EXPECT_EQ(text(store[0]), text(State{1, 2, 3}));
}

TEST(ExactStore, RefusesAnotherLength) {
  ExactStore store(3);
  EXPECT_THROW(store.insert(State{1, 2}), std::invalid_argument);
}

TEST(ExactStore, TakesFewBytesMore) {
  ExactStore fixed(6);
  ExactStore varying;
  std::size_t contents = 0;
  for (std::uint32_t i = 0; i < 300'000; ++i) {
    State state(6, 0);
    for (std::size_t k = 0; k < 4; ++k) state[k] = static_cast<std::uint8_t>(i >> (8 * k));
    fixed.insert(state);
    varying.insert(state);
    contents += state.size();
    if (i < 1000 || i % 1000 != 0) continue;
    ASSERT_LE(fixed.bytes(), contents + 20 * fixed.size()) << i;
    ASSERT_LE(varying.bytes(), contents + 24 * varying.size()) << i;
  }
}

}  // namespace
}  // namespace lariat::store
