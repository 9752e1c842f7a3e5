// SPDX-License-Identifier: Apache-2.0
#include "automata/wdba.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "automata/components.hpp"
#include "automata/random_tgba.hpp"
#include "automata/tableau.hpp"

namespace lariat::automata {
namespace {

TEST(Wdba, MinimalWeakAutomataOfObligations) {
  ltl::RandomSource random(102);
  for (int round = 0; round < rounds / 2; ++round) {
    const auto s = sample(random, ltl::is_obligation);
    const Tgba a = tableau(s->context, s->store, s->formula, s->atoms);
    const std::optional<Tgba> minimal = minimal_wdba(s->context, a, 1000);
    ASSERT_TRUE(minimal);
    EXPECT_TRUE(is_deterministic(s->context, *minimal));
    EXPECT_TRUE(is_weak(*minimal));
    expect_same(random, s->context, a, *minimal, "minimal_wdba");
    // Minimal: no smaller one comes from the minimal one itself, nor by simulation.
    const std::optional<Tgba> again = minimal_wdba(s->context, *minimal, 1000);
    EXPECT_EQ(again->states(), minimal->states());
    const Automaton shown_minimal = shown(s->context, *minimal);
    const Automaton complement = shown(s->context, complement_wdba(s->context, *minimal));
    for (int i = 0; i < 10; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, atoms, 3, 4);
      ASSERT_NE(accepts(complement, word), accepts(shown_minimal, word)) << to_string(s->store, s->formula);
    }
    EXPECT_FALSE(minimal_wdba(s->context, a, 0));
  }
}

TEST(Wdba, InclusionInDeterministicAutomata) {
  ltl::RandomSource random(106);
  int included = 0;
  int others = 0;
  int missed = 0;
  for (int round = 0; round < rounds / 20; ++round) {
    Context context;
    context.atoms = atoms;
    Tgba a = random_automaton(context, random);
    // Made deterministic: a letter belongs to the first transition that has it.
    for (auto& transitions : a.post) {
      LabelId seen = Labels::never;
      for (Transition& t : transitions) {
        const LabelId label = t.label;
        t.label = context.labels.subtract(label, seen);
        seen = context.labels.disjoin(seen, label);
      }
      merge_transitions(context, transitions);
    }
    // Some weak deterministic automaton, whose language has to do with that of a.
    const std::optional<Tgba> weak = minimal_wdba(context, random.below(2) == 0 ? a : random_automaton(context, random), 1000);
    ASSERT_TRUE(weak);
    const bool answer = accepts_all_of(context, a, *weak);
    const Automaton given = shown(context, a);
    const Automaton small = shown(context, *weak);
    bool witness = false;
    for (std::uint64_t stem = 0; stem < 64; ++stem)
      for (std::uint64_t cycle = 0; cycle < 16; ++cycle) {
        const ltl::LassoWord word{{stem & 3, stem >> 2 & 3, stem >> 4 & 3}, {cycle & 3, cycle >> 2 & 3}};
        witness = witness || (accepts(small, word) && !accepts(given, word));
      }
    ++(answer ? included : others);
    // Automata this small differ on short words, if at all; nearly always.
    EXPECT_FALSE(answer && witness) << to_hoa(given) << to_hoa(small) << "round " << round;
    missed += !answer && !witness ? 1 : 0;
  }
  EXPECT_GT(included, 0);
  EXPECT_GT(others, 10 * missed);
}

}  // namespace
}  // namespace lariat::automata
