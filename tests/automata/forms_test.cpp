// SPDX-License-Identifier: Apache-2.0
#include "automata/forms.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::automata {
namespace {

TEST(Forms, AreEquivalent) {
  ltl::RandomSource random(63);
  int several = 0;
  for (int round = 0; round < 1000; ++round) {
    ltl::FormulaStore store;
    const ltl::Formula f = ltl::random_formula(store, random, {.size = 12, .atoms = 2});
    const std::vector<ltl::Formula> atoms = {store.atom("p0"), store.atom("p1")};
    const std::vector<ltl::Formula> forms = Forms(store, {}).of(f, random.below(2) == 0);
    ASSERT_FALSE(forms.empty());
    several += forms.size() > 1 ? 1 : 0;
    ltl::Evaluator evaluator(store, f, atoms);
    for (const ltl::Formula g : forms) {
      EXPECT_TRUE(store.has(g, ltl::is_nnf));
      ltl::Evaluator other(store, g, atoms);
      for (int i = 0; i < 20; ++i) {
        const ltl::LassoWord word = ltl::random_word(random, 2, 3, 4);
        ASSERT_EQ(other.holds(word), evaluator.holds(word)) << to_string(store, f) << " and " << to_string(store, g);
      }
    }
  }
  EXPECT_GT(several, 50);
}

}  // namespace
}  // namespace lariat::automata
