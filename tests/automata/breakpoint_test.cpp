// SPDX-License-Identifier: Apache-2.0
#include "automata/breakpoint.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "automata/components.hpp"
#include "automata/random_tgba.hpp"

namespace lariat::automata {
namespace {

TEST(Breakpoint, ComplementOfWeakAutomata) {
  ltl::RandomSource random(104);
  int weak = 0;
  for (int round = 0; round < rounds; ++round) {
    Context context;
    context.atoms = atoms;
    const Tgba a = random_automaton(context, random, random.below(2) == 0);
    if (!is_weak(a)) continue;
    ++weak;
    const std::optional<Tgba> complement = complement_weak(context, a, 10000);
    ASSERT_TRUE(complement);
    EXPECT_TRUE(is_deterministic(context, *complement));
    const Automaton given = shown(context, a);
    const Automaton other = shown(context, *complement);
    for (int i = 0; i < 12; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, atoms, 4, 4);
      ASSERT_NE(accepts(given, word), accepts(other, word)) << to_hoa(given) << to_hoa(other) << "round " << round;
    }
    EXPECT_FALSE(complement_weak(context, a, 0));
  }
  EXPECT_GT(weak, rounds / 10);
}

}  // namespace
}  // namespace lariat::automata
