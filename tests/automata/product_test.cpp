// SPDX-License-Identifier: Apache-2.0
#include "automata/product.hpp"

#include <gtest/gtest.h>

#include "automata/components.hpp"
#include "automata/prune.hpp"
#include "automata/random_tgba.hpp"
#include "automata/tableau.hpp"
#include "lariat/ltl/evaluate.hpp"

namespace lariat::automata {
namespace {

TEST(Product, IsTheIntersection) {
  ltl::RandomSource random(101);
  for (int round = 0; round < rounds; ++round) {
    Context context;
    context.atoms = atoms;
    const Tgba a = random_automaton(context, random);
    const Tgba b = random_automaton(context, random, random.below(2) == 0);
    Origins origins;
    const Tgba both = product(context, a, b, &origins);
    ASSERT_EQ(origins.size(), both.states());
    EXPECT_EQ(origins[both.initial], std::pair(a.initial, b.initial));
    const Automaton left = shown(context, a);
    const Automaton right = shown(context, b);
    const Automaton common = shown(context, both);
    for (int i = 0; i < 10; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, atoms, 3, 4);
      ASSERT_EQ(accepts(common, word), accepts(left, word) && accepts(right, word)) << to_hoa(left) << to_hoa(right);
      ASSERT_FALSE(is_empty(both) && accepts(common, word));
    }
  }
}

TEST(Product, SuspendedProductOfStableFormulas) {
  ltl::RandomSource random(103);
  for (int round = 0; round < rounds / 5; ++round) {
    const auto s = sample(random, ltl::is_eventual | ltl::is_universal);
    const ltl::Formula g = ltl::Simplifier(s->store).simplify(ltl::random_formula(s->store, random, {.size = 8, .atoms = 2}));
    const Tgba left = prune(s->context, tableau(s->context, s->store, g, s->atoms));
    const Tgba right = prune(s->context, tableau(s->context, s->store, s->formula, s->atoms));
    const Automaton both = shown(s->context, suspended_product(s->context, left, right));
    const ltl::Formula meaning = s->store.conjunction(g, s->formula);
    for (int i = 0; i < 10; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, atoms, 3, 4);
      ASSERT_EQ(accepts(both, word), ltl::evaluate(s->store, meaning, s->atoms, word)) << to_string(s->store, meaning);
    }
  }
}

}  // namespace
}  // namespace lariat::automata
