// SPDX-License-Identifier: Apache-2.0
#include "automata/tableau.hpp"

#include <gtest/gtest.h>

#include "automata/random_tgba.hpp"
#include "lariat/ltl/evaluate.hpp"

namespace lariat::automata {
namespace {

TEST(Tableau, AcceptsTheWordsThatSatisfyTheFormula) {
  ltl::RandomSource random(61);
  for (int round = 0; round < rounds / 2; ++round) {
    ltl::FormulaStore store;
    Context context;
    const std::vector<ltl::Formula> names = {store.atom("p0"), store.atom("p1")};
    context.atoms = atoms;
    const ltl::Formula f = ltl::negation_normal_form(store, ltl::random_formula(store, random, {.size = 9, .atoms = 2}));
    const Automaton automaton = shown(context, tableau(context, store, f, names));
    ltl::Evaluator evaluator(store, f, names);
    for (int i = 0; i < 20; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, atoms, 3, 4);
      ASSERT_EQ(accepts(automaton, word), evaluator.holds(word)) << to_string(store, f) << "\n" << to_hoa(automaton);
    }
  }
}

TEST(Tableau, RefusesMoreThan64Sets) {
  ltl::FormulaStore store;
  Context context;
  std::vector<ltl::Formula> names;
  ltl::Formula f = store.truth();
  for (int i = 0; i < 65; ++i) {
    names.push_back(store.atom("a" + std::to_string(i)));
    f = store.conjunction(f, store.finally(names.back()));
  }
  context.atoms = 65;
  EXPECT_THROW(tableau(context, store, f, names), Stopped);
}

}  // namespace
}  // namespace lariat::automata
