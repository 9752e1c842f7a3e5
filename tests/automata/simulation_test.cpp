// SPDX-License-Identifier: Apache-2.0
#include "automata/simulation.hpp"

#include <gtest/gtest.h>

#include "automata/degeneralise.hpp"
#include "automata/prune.hpp"
#include "automata/random_tgba.hpp"

namespace lariat::automata {
namespace {

TEST(Simulation, KeepsTheLanguage) {
  ltl::RandomSource random(97);
  std::size_t states_before = 0;
  std::size_t states_after = 0;
  for (int round = 0; round < rounds; ++round) {
    Context context;
    context.atoms = atoms;
    const Tgba a = random_automaton(context, random);
    const Tgba forward = reduce_forward(context, a);
    expect_same(random, context, a, forward, "reduce_forward");
    EXPECT_LE(forward.states(), a.states());
    EXPECT_LE(forward.edges(), a.edges());
    const Tgba backward = reduce_backward(context, a);
    expect_same(random, context, a, backward, "reduce_backward");
    EXPECT_LE(backward.states(), a.states());
    EXPECT_LE(backward.edges(), a.edges());
    expect_same(random, context, a, merge_across_components(context, a), "merge_across_components");
    const Tgba reduced = reduce(context, a);
    expect_same(random, context, a, reduced, "reduce");
    states_before += prune(context, a).states();
    states_after += reduced.states();
    if (testing::Test::HasFatalFailure()) FAIL() << "round " << round;
  }
  EXPECT_LT(states_after, states_before) << "the simplifications merge nothing";
}

TEST(Simulation, KeepsAcceptanceOnStates) {
  ltl::RandomSource random(100);
  for (int round = 0; round < rounds; ++round) {
    Context context;
    context.atoms = atoms;
    const Tgba a = random_automaton(context, random, true);
    const SimulationOptions options{.state_based = true};
    const Tgba steps[] = {reduce_forward(context, a, options), reduce_backward(context, a, options),
                          merge_across_components(context, a, options), reduce(context, a, options)};
    for (const Tgba& after : steps) {
      expect_same(random, context, a, after, "state-based");
      EXPECT_TRUE(is_state_based(after));
    }
    if (testing::Test::HasFatalFailure()) FAIL() << "round " << round;
  }
}

}  // namespace
}  // namespace lariat::automata
