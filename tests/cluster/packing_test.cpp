// SPDX-License-Identifier: Apache-2.0
#include "cluster/packing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

namespace lariat::cluster {
namespace {

using State = std::vector<std::uint8_t>;

// States that differ a little from the one before, also in length if that is 0.
std::vector<State> similar_states(std::mt19937_64& random, std::size_t count, std::size_t length) {
  State state(length != 0 ? length : random() % 160);
  std::vector<State> states;
  for (std::size_t i = 0; i < count; ++i) {
    if (length == 0 && random() % 10 == 0) state.resize(random() % 160);
    for (std::uint64_t k = random() % 5; k > 0 && !state.empty(); --k)
      state[random() % state.size()] = static_cast<std::uint8_t>(random() % 3);
    states.push_back(state);
  }
  return states;
}

std::size_t any_length(std::mt19937_64& random) { return random() % 3 == 0 ? 0 : 1 + random() % 160; }

TEST(Packing, GivesBackStatesAndNumbers) {
  std::mt19937_64 random(7);
  for (unsigned round = 0; round < 2000; ++round) {
    const std::size_t numbers = random() % 4;
    const std::size_t length = any_length(random);
    const std::vector<State> states = similar_states(random, 1 + random() % 20, length);
    Packer packer(length);
    std::vector<std::uint64_t> sent;
    for (const State& state : states) {
      std::vector<std::uint64_t> some;
      for (std::size_t i = 0; i < numbers; ++i) some.push_back(random() >> random() % 64);
      packer.add(state, some);
      sent.insert(sent.end(), some.begin(), some.end());
    }
    std::vector<State> arrived;
    std::vector<std::uint64_t> arrived_numbers;
    Unpacker unpacker(packer.batch(), numbers);
    for (Unpacked some; unpacker.next(1 + random() % 9, some);) {
      for (const Bytes state : some.states) arrived.emplace_back(state.begin(), state.end());
      arrived_numbers.insert(arrived_numbers.end(), some.numbers.begin(), some.numbers.end());
    }
    EXPECT_EQ(arrived, states) << "round " << round;
    EXPECT_EQ(arrived_numbers, sent) << "round " << round;
  }
}

TEST(Packing, BeginsAgain) {
  Packer packer(20);
  State state(20, 1);
  for (unsigned round = 0; round < 3; ++round) {
    state[round] = 7;
    packer.add(state, {});
    std::vector<std::uint8_t> batch = packer.batch();
    packer.clear();
    Unpacker unpacker(batch, 0);
    Unpacked all;
    ASSERT_TRUE(unpacker.next(10, all));
    ASSERT_EQ(all.states.size(), 1U);
    EXPECT_TRUE(std::ranges::equal(all.states[0], state));
    EXPECT_FALSE(unpacker.next(10, all));
  }
}

TEST(Packing, TakesFewBytesForSimilarStates) {
  for (const std::size_t length : {std::size_t{0}, std::size_t{100}}) {
    Packer packer(length);
    State state(100);
    for (std::uint8_t i = 0; i < 100; ++i) {
      state[i] = 1;
      packer.add(state, {});
    }
    EXPECT_LT(packer.size(), 100U * 6 + 200);
  }
}

TEST(Packing, DamagedBatchesAreNoticedOrHarmless) {
  std::mt19937_64 random(8);
  unsigned noticed = 0;
  for (unsigned round = 0; round < 4000; ++round) {
    const std::size_t length = any_length(random);
    Packer packer(length);
    for (const State& state : similar_states(random, 10, length)) packer.add(state, {});
    std::vector<std::uint8_t> batch = packer.batch();
    if (random() % 2 == 0) batch.resize(random() % batch.size());
    if (!batch.empty()) batch[random() % batch.size()] = static_cast<std::uint8_t>(random());
    try {
      Unpacker unpacker(batch, 0);
      for (Unpacked some; unpacker.next(4, some);) {
      }
    } catch (const std::invalid_argument&) {
      ++noticed;
    }
  }
  EXPECT_GT(noticed, 1000U);
}

}  // namespace
}  // namespace lariat::cluster
