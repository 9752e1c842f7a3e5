// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "automata/random_tgba.hpp"
#include "automata/simulation.hpp"

namespace lariat::automata {
namespace {

TEST(Bisimulation, KeepsTheLanguageAndMergesEqualStates) {
  ltl::RandomSource random(98);
  int fewer = 0;
  for (int round = 0; round < rounds; ++round) {
    Context context;
    context.atoms = atoms;
    const Tgba a = random_automaton(context, random);
    const Tgba merged = merge_bisimilar(context, a);
    expect_same(random, context, a, merged, "merge_bisimilar");
    EXPECT_EQ(merge_bisimilar(context, merged).states(), merged.states());
    fewer += merged.states() < a.states() ? 1 : 0;
    if (testing::Test::HasFatalFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(fewer, rounds / 100);
}

}  // namespace
}  // namespace lariat::automata
