// SPDX-License-Identifier: Apache-2.0
#include "automata/contain.hpp"

#include <gtest/gtest.h>

#include "automata/random_tgba.hpp"
#include "lariat/ltl/evaluate.hpp"

namespace lariat::automata {
namespace {

TEST(Contain, KeepsTheMeaning) {
  ltl::RandomSource random(105);
  int changed = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto s = sample(random, 0);
    ltl::Simplifier simplifier(s->store);
    ContainmentSimplifier containment(s->store, simplifier, {});
    const ltl::Formula g = containment.simplify(s->formula);
    if (g == s->formula) continue;
    ++changed;
    for (int i = 0; i < 40; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, atoms, 3, 4);
      ASSERT_EQ(ltl::evaluate(s->store, g, s->atoms, word), ltl::evaluate(s->store, s->formula, s->atoms, word))
          << to_string(s->store, s->formula) << " and " << to_string(s->store, g);
    }
  }
  EXPECT_GT(changed, 0);
}

}  // namespace
}  // namespace lariat::automata
