// SPDX-License-Identifier: Apache-2.0
#include "automata/degeneralise.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <utility>
#include <vector>

#include "automata/prune.hpp"
#include "automata/random_tgba.hpp"

namespace lariat::automata {
namespace {

TEST(Degeneralise, KeepsTheLanguage) {
  ltl::RandomSource random(96);
  for (int round = 0; round < rounds; ++round) {
    Context context;
    context.atoms = atoms;
    const Tgba a = random_automaton(context, random);
    const Tgba trimmed = prune(context, a, SetTrimming::per_component);
    std::vector<unsigned> order(trimmed.sets);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    const Tgba one_set = degeneralise(context, trimmed, order);
    expect_same(random, context, a, one_set, "degeneralise");
    EXPECT_TRUE(is_state_based(one_set));
    EXPECT_EQ(one_set.sets, 1U);
    const Tgba on_states = marks_to_states(context, a);
    expect_same(random, context, a, on_states, "marks_to_states");
    EXPECT_TRUE(is_state_based(on_states));
    if (testing::Test::HasFatalFailure()) FAIL() << "round " << round;
  }
}

}  // namespace
}  // namespace lariat::automata
