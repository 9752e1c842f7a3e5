// SPDX-License-Identifier: Apache-2.0
// Random automata and formulas for tests of single steps: a step must not change which words are accepted.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "automata/tgba.hpp"
#include "lariat/automata/accepts.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"
#include "lariat/ltl/rewrite.hpp"

namespace lariat::automata {

#ifdef LARIAT_SLOW_BUILD
inline constexpr int rounds = 300;
#else
inline constexpr int rounds = 5000;
#endif

inline constexpr std::uint32_t atoms = 2;

inline LabelId random_label(Context& context, ltl::RandomSource& random) {
  LabelId label = Labels::never;
  for (std::uint64_t letter = 0; letter < 4; ++letter) {
    if (random.below(2) == 0) continue;
    LabelId cube = Labels::always;
    for (std::uint32_t a = 0; a < atoms; ++a) {
      const LabelId atom = context.labels.atom(a);
      cube = context.labels.conjoin(cube, (letter >> a & 1) != 0 ? atom : context.labels.negate(atom));
    }
    label = context.labels.disjoin(label, cube);
  }
  return label;
}

// Few states and many transitions, so that there is something to merge.
inline Tgba random_automaton(Context& context, ltl::RandomSource& random, bool state_based = false) {
  Tgba result;
  const auto states = static_cast<StateId>(1 + random.below(7));
  result.sets = state_based ? 1 : static_cast<unsigned>(random.below(4));
  result.post.resize(states);
  result.initial = static_cast<StateId>(random.below(states));
  for (auto& transitions : result.post) {
    const Marks marks = random.bits() & all_sets(result.sets);
    const std::uint64_t count = random.below(4);
    for (std::uint64_t i = 0; i < count; ++i)
      transitions.push_back({static_cast<StateId>(random.below(states)), random_label(context, random),
                             state_based ? marks : random.bits() & all_sets(result.sets)});
    merge_transitions(context, transitions);
  }
  return result;
}

inline Automaton shown(const Context& context, const Tgba& automaton) { return publish(context, automaton, {"a", "b"}, false); }

inline void expect_same(ltl::RandomSource& random, const Context& context, const Tgba& before, const Tgba& after,
                        const char* step) {
  const Automaton a = shown(context, before);
  const Automaton b = shown(context, after);
  for (int i = 0; i < 12; ++i) {
    const ltl::LassoWord word = ltl::random_word(random, atoms, 4, 4);
    ASSERT_EQ(accepts(a, word), accepts(b, word)) << step << "\n" << to_hoa(a) << to_hoa(b);
  }
}

// Formulas for the steps that work on some languages only.
struct Sample {
  ltl::FormulaStore store;
  ltl::Formula formula;
  std::vector<ltl::Formula> atoms;
  Context context;
};

inline std::unique_ptr<Sample> sample(ltl::RandomSource& random, std::uint32_t properties) {
  while (true) {
    auto result = std::make_unique<Sample>();
    const ltl::Formula f = ltl::random_formula(result->store, random, {.size = 10, .atoms = 2});
    result->formula = ltl::Simplifier(result->store).simplify(f);
    if (!result->store.has(result->formula, properties)) continue;
    result->atoms = {result->store.atom("p0"), result->store.atom("p1")};
    result->context.atoms = 2;
    return result;
  }
}

}  // namespace lariat::automata
