// SPDX-License-Identifier: Apache-2.0
#include "automata/prune.hpp"

#include <gtest/gtest.h>

#include "automata/degeneralise.hpp"
#include "automata/random_tgba.hpp"

namespace lariat::automata {
namespace {

TEST(Prune, KeepsTheLanguage) {
  ltl::RandomSource random(99);
  int fewer = 0;
  for (int round = 0; round < rounds; ++round) {
    Context context;
    context.atoms = atoms;
    const Tgba a = random_automaton(context, random);
    const Tgba pruned = prune(context, a);
    expect_same(random, context, a, pruned, "prune");
    expect_same(random, context, a, prune(context, a, SetTrimming::per_component), "prune per component");
    EXPECT_LE(pruned.states(), a.states());
    EXPECT_LE(pruned.sets, std::max(a.sets, 1U));
    fewer += pruned.states() < a.states() ? 1 : 0;
    if (testing::Test::HasFatalFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(fewer, rounds / 10);
}

TEST(Prune, KeepsAcceptanceOnStates) {
  ltl::RandomSource random(100);
  for (int round = 0; round < rounds; ++round) {
    Context context;
    context.atoms = atoms;
    const Tgba a = random_automaton(context, random, true);
    const Tgba pruned = prune_state_based(a);
    expect_same(random, context, a, pruned, "prune_state_based");
    EXPECT_TRUE(is_state_based(pruned));
    if (testing::Test::HasFatalFailure()) FAIL() << "round " << round;
  }
}

}  // namespace
}  // namespace lariat::automata
