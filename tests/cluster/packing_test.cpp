// SPDX-License-Identifier: Apache-2.0
#include "cluster/packing.hpp"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

namespace lariat::cluster {
namespace {

using State = std::vector<std::uint8_t>;

// States that differ a little from the one before, in length as well now and then.
std::vector<State> similar_states(std::mt19937_64& random, std::size_t count) {
  State state(random() % 80);
  std::vector<State> states;
  for (std::size_t i = 0; i < count; ++i) {
    if (random() % 10 == 0) state.resize(random() % 80);
    for (std::uint64_t k = random() % 5; k > 0 && !state.empty(); --k)
      state[random() % state.size()] = static_cast<std::uint8_t>(random() % 3);
    states.push_back(state);
  }
  return states;
}

TEST(Packing, GivesBackStatesAndNumbers) {
  std::mt19937_64 random(7);
  for (unsigned round = 0; round < 500; ++round) {
    const std::size_t numbers = random() % 4;
    const std::vector<State> states = similar_states(random, random() % 20);
    Packer packer;
    std::vector<std::uint64_t> sent;
    for (const State& state : states) {
      std::vector<std::uint64_t> some;
      for (std::size_t i = 0; i < numbers; ++i) some.push_back(random() >> random() % 64);
      packer.add(state, some);
      sent.insert(sent.end(), some.begin(), some.end());
    }
    Unpacked unpacked;
    unpack(packer.batch(), numbers, unpacked);
    ASSERT_EQ(unpacked.states.size(), states.size()) << "round " << round;
    for (std::size_t i = 0; i < states.size(); ++i)
      EXPECT_EQ(State(unpacked.states[i].begin(), unpacked.states[i].end()), states[i]) << "round " << round;
    EXPECT_EQ(unpacked.numbers, sent) << "round " << round;
  }
}

TEST(Packing, TakesFewBytesForSimilarStates) {
  Packer packer;
  State state(100);
  for (std::uint8_t i = 0; i < 100; ++i) {
    state[i] = 1;
    packer.add(state, {});
  }
  EXPECT_LT(packer.batch().size(), 100U * 6 + 200);
}

TEST(Packing, DamagedBatchesAreNoticedOrHarmless) {
  std::mt19937_64 random(8);
  unsigned noticed = 0;
  for (unsigned round = 0; round < 2000; ++round) {
    Packer packer;
    for (const State& state : similar_states(random, 10)) packer.add(state, {});
    std::vector<std::uint8_t> batch = packer.batch();
    if (random() % 2 == 0) batch.resize(random() % batch.size());
    if (!batch.empty()) batch[random() % batch.size()] = static_cast<std::uint8_t>(random());
    Unpacked unpacked;
    try {
      unpack(batch, 0, unpacked);
    } catch (const std::invalid_argument&) {
      ++noticed;
    }
  }
  EXPECT_GT(noticed, 500U);
}

}  // namespace
}  // namespace lariat::cluster
