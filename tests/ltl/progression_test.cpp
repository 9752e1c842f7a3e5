// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/progression.hpp"

#include <gtest/gtest.h>

#include "ltl/words.hpp"

namespace lariat::ltl {
namespace {

TEST(Progression, LeavesWhatTheRestOfAWordMustSatisfy) {
  constexpr std::uint64_t seed = 17;
  RandomSource random(seed);
  for (int i = 0; i < 1000; ++i) {
    FormulaStore store;
    const Formula f = random_formula(store, random, {.size = 9, .atoms = 3});
    std::vector<Formula> atoms;
    for (const char* name : {"p0", "p1", "p2"}) atoms.push_back(store.atom(name));
    Progression progression(store, atoms);
    const LassoWord rest = random_word(random, 3, 3, 3);
    LassoWord whole = rest;
    Formula left = f;
    for (int k = 0; k < 3; ++k) {
      const Letter letter = random.below(8);
      whole.stem.insert(whole.stem.begin() + k, letter);
      left = progression.after(left, letter);
    }
    EXPECT_EQ(evaluate(store, f, atoms, whole), evaluate(store, left, atoms, rest))
        << "seed " << seed << ", formula " << i << ": " << to_string(store, f);
  }
}

TEST(Progression, EndsInFalseAtAStateThatNothingMakesGood) {
  FormulaStore store;
  const Formula f = read(store, "G (a -> X b)");
  const std::vector<Formula> atoms = {store.atom("a"), store.atom("b")};
  Progression progression(store, atoms);
  EXPECT_EQ(progression.after(progression.after(f, 0b01), 0b00), store.falsity());
  EXPECT_EQ(progression.after(progression.after(f, 0b01), 0b10), f);
}

}  // namespace
}  // namespace lariat::ltl
