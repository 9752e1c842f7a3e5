// SPDX-License-Identifier: Apache-2.0
#include "cluster/sent_states.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "lariat/store/state_hash.hpp"

namespace lariat::cluster {
namespace {

using State = std::vector<std::uint8_t>;

TEST(SentStates, KnowsOnlyStatesThatWereSent) {
  std::mt19937_64 random(3);
  for (const std::size_t length : {8U, 9U, 16U, 23U, 100U}) {
    for (const std::size_t ignored : {0U, 1U, 7U}) {
      SentStates sent(length + ignored, ignored);
      std::set<State> noted;
      unsigned known = 0;
      for (unsigned i = 0; i < 5000; ++i) {
        State state(length + ignored);
        for (unsigned k = 0; k < 3; ++k) state[random() % state.size()] = static_cast<std::uint8_t>(random() % 3);
        for (std::size_t k = 0; k < ignored; ++k) state[k] = static_cast<std::uint8_t>(random());
        const State visible(state.begin() + static_cast<std::ptrdiff_t>(ignored), state.end());
        const bool is_known = sent.note(store::hash_of(visible), state.data());
        const bool is_new = noted.insert(visible).second;
        if (is_known) {
          ASSERT_FALSE(is_new);
          ++known;
        }
      }
      EXPECT_GT(known, 100U) << length << ' ' << ignored;
    }
  }
}

// States with one hash have one place.
TEST(SentStates, ComparesStates) {
  SentStates sent(20, 0);
  const State zeros(20);
  State ones(20, 1);
  EXPECT_FALSE(sent.note(0, zeros.data()));
  EXPECT_TRUE(sent.note(0, zeros.data()));
  EXPECT_FALSE(sent.note(0, ones.data()));
  ones.back() = 2;
  EXPECT_FALSE(sent.note(0, ones.data()));
  EXPECT_TRUE(sent.note(0, ones.data()));
  EXPECT_FALSE(sent.note(0, zeros.data()));
}

}  // namespace
}  // namespace lariat::cluster
