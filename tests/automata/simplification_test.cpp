// SPDX-License-Identifier: Apache-2.0
// Each step of the translation alone: it must not change which words are accepted. Random automata, random words.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

#include "automata/breakpoint.hpp"
#include "automata/contain.hpp"
#include "automata/degeneralise.hpp"
#include "automata/product.hpp"
#include "automata/prune.hpp"
#include "automata/simulation.hpp"
#include "automata/tableau.hpp"
#include "automata/wdba.hpp"
#include "lariat/automata/accepts.hpp"
#include "lariat/automata/hoa.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"
#include "lariat/ltl/rewrite.hpp"

namespace lariat::automata {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int rounds = 300;
#else
constexpr int rounds = 5000;
#endif

constexpr std::uint32_t atoms = 2;

automata::LabelId random_label(automata::Workshop& workshop, ltl::RandomSource& random) {
  automata::LabelId label = automata::Labels::never;
  for (std::uint64_t letter = 0; letter < 4; ++letter) {
    if (random.below(2) == 0) continue;
    automata::LabelId cube = automata::Labels::always;
    for (std::uint32_t a = 0; a < atoms; ++a) {
      const automata::LabelId atom = workshop.labels.atom(a);
      cube = workshop.labels.conjoin(cube, (letter >> a & 1) != 0 ? atom : workshop.labels.negate(atom));
    }
    label = workshop.labels.disjoin(label, cube);
  }
  return label;
}

// Few states and many transitions, so that there is something to merge.
automata::Tgba random_automaton(automata::Workshop& workshop, ltl::RandomSource& random, bool state_based = false) {
  automata::Tgba result;
  const auto states = static_cast<StateId>(1 + random.below(7));
  result.sets = state_based ? 1 : static_cast<unsigned>(random.below(4));
  result.post.resize(states);
  result.initial = static_cast<StateId>(random.below(states));
  for (auto& transitions : result.post) {
    const Marks marks = random.bits() & all_sets(result.sets);
    const std::uint64_t count = random.below(4);
    for (std::uint64_t i = 0; i < count; ++i)
      transitions.push_back({static_cast<StateId>(random.below(states)), random_label(workshop, random),
                             state_based ? marks : random.bits() & all_sets(result.sets)});
    automata::merge_transitions(workshop, transitions);
  }
  return result;
}

automata::Automaton shown(const automata::Workshop& workshop, const automata::Tgba& automaton) {
  return automata::publish(workshop, automaton, {"a", "b"}, false);
}

void expect_same(ltl::RandomSource& random, const automata::Workshop& workshop, const automata::Tgba& before,
                 const automata::Tgba& after, const char* step) {
  const automata::Automaton a = shown(workshop, before);
  const automata::Automaton b = shown(workshop, after);
  for (int i = 0; i < 12; ++i) {
    const ltl::LassoWord word = ltl::random_word(random, atoms, 4, 4);
    ASSERT_EQ(automata::accepts(a, word), automata::accepts(b, word)) << step << "\n"
                                                                      << automata::to_hoa(a) << automata::to_hoa(b);
  }
}

TEST(Simplification, KeepsTheLanguage) {
  ltl::RandomSource random(99);
  std::size_t states_before = 0;
  std::size_t states_after = 0;
  for (int round = 0; round < rounds; ++round) {
    automata::Workshop workshop;
    workshop.atoms = atoms;
    const automata::Tgba a = automata::random_automaton(workshop, random);
    expect_same(random, workshop, a, automata::prune(workshop, a), "prune");
    const automata::Tgba trimmed = automata::prune(workshop, a, automata::SetTrimming::per_component);
    expect_same(random, workshop, a, trimmed, "prune per component");
    expect_same(random, workshop, a, automata::merge_bisimilar(workshop, a), "merge_bisimilar");
    const automata::Tgba forward = automata::reduce_forward(workshop, a);
    expect_same(random, workshop, a, forward, "reduce_forward");
    EXPECT_LE(forward.states(), a.states());
    EXPECT_LE(forward.edges(), a.edges());
    const automata::Tgba backward = automata::reduce_backward(workshop, a);
    expect_same(random, workshop, a, backward, "reduce_backward");
    EXPECT_LE(backward.states(), a.states());
    EXPECT_LE(backward.edges(), a.edges());
    expect_same(random, workshop, a, automata::merge_across_components(workshop, a), "merge_across_components");
    const automata::Tgba reduced = automata::reduce(workshop, a);
    expect_same(random, workshop, a, reduced, "reduce");
    states_before += automata::prune(workshop, a).states();
    states_after += reduced.states();

    std::vector<unsigned> order(trimmed.sets);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    const automata::Tgba one_set = automata::degeneralise(workshop, trimmed, order);
    expect_same(random, workshop, a, one_set, "degeneralise");
    EXPECT_TRUE(automata::is_state_based(one_set));
    EXPECT_EQ(one_set.sets, 1U);
    const automata::Tgba on_states = automata::marks_to_states(workshop, a);
    expect_same(random, workshop, a, on_states, "marks_to_states");
    EXPECT_TRUE(automata::is_state_based(on_states));
    if (testing::Test::HasFatalFailure()) FAIL() << "round " << round;
  }
  EXPECT_LT(states_after, states_before) << "the simplifications merge nothing";
}

TEST(Simplification, KeepsAcceptanceOnStates) {
  ltl::RandomSource random(100);
  for (int round = 0; round < rounds; ++round) {
    automata::Workshop workshop;
    workshop.atoms = atoms;
    const automata::Tgba a = automata::random_automaton(workshop, random, true);
    const automata::SimulationOptions options{.state_based = true};
    const automata::Tgba steps[] = {automata::prune_state_based(a), automata::reduce_forward(workshop, a, options),
                                    automata::reduce_backward(workshop, a, options),
                                    automata::merge_across_components(workshop, a, options),
                                    automata::reduce(workshop, a, options)};
    for (const automata::Tgba& after : steps) {
      expect_same(random, workshop, a, after, "state-based");
      EXPECT_TRUE(automata::is_state_based(after));
    }
    if (testing::Test::HasFatalFailure()) FAIL() << "round " << round;
  }
}

TEST(Simplification, ProductIsIntersection) {
  ltl::RandomSource random(101);
  for (int round = 0; round < rounds; ++round) {
    automata::Workshop workshop;
    workshop.atoms = atoms;
    const automata::Tgba a = automata::random_automaton(workshop, random);
    const automata::Tgba b = automata::random_automaton(workshop, random, random.below(2) == 0);
    automata::Origins origins;
    const automata::Tgba both = automata::product(workshop, a, b, &origins);
    ASSERT_EQ(origins.size(), both.states());
    EXPECT_EQ(origins[both.initial], std::pair(a.initial, b.initial));
    const automata::Automaton left = shown(workshop, a);
    const automata::Automaton right = shown(workshop, b);
    const automata::Automaton common = shown(workshop, both);
    for (int i = 0; i < 10; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, atoms, 3, 4);
      ASSERT_EQ(automata::accepts(common, word), automata::accepts(left, word) && accepts(right, word))
          << automata::to_hoa(left) << automata::to_hoa(right);
      ASSERT_FALSE(automata::is_empty(both) && accepts(common, word));
    }
  }
}

// Formulas for the steps that work on some languages only.
struct Sample {
  ltl::FormulaStore store;
  ltl::Formula formula;
  std::vector<ltl::Formula> atoms;
  automata::Workshop workshop;
};

std::unique_ptr<Sample> sample(ltl::RandomSource& random, std::uint32_t properties) {
  while (true) {
    auto result = std::make_unique<Sample>();
    const ltl::Formula f = ltl::random_formula(result->store, random, {.size = 10, .atoms = 2});
    result->formula = ltl::Simplifier(result->store).simplify(f);
    if (!result->store.has(result->formula, properties)) continue;
    result->atoms = {result->store.atom("p0"), result->store.atom("p1")};
    result->workshop.atoms = 2;
    return result;
  }
}

TEST(Simplification, MinimalWeakAutomataOfObligations) {
  ltl::RandomSource random(102);
  for (int round = 0; round < rounds / 2; ++round) {
    const auto s = sample(random, ltl::is_obligation);
    const automata::Tgba a = automata::tableau(s->workshop, s->store, s->formula, s->atoms);
    const std::optional<automata::Tgba> minimal = automata::minimal_wdba(s->workshop, a, 1000);
    ASSERT_TRUE(minimal);
    EXPECT_TRUE(automata::is_deterministic(s->workshop, *minimal));
    EXPECT_TRUE(automata::is_weak(*minimal));
    expect_same(random, s->workshop, a, *minimal, "minimal_wdba");
    // Minimal: no smaller one comes from the minimal one itself, nor by simulation.
    const std::optional<automata::Tgba> again = automata::minimal_wdba(s->workshop, *minimal, 1000);
    EXPECT_EQ(again->states(), minimal->states());
    const automata::Automaton shown_minimal = shown(s->workshop, *minimal);
    const automata::Automaton complement = shown(s->workshop, automata::complement_wdba(s->workshop, *minimal));
    for (int i = 0; i < 10; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, atoms, 3, 4);
      ASSERT_NE(automata::accepts(complement, word), automata::accepts(shown_minimal, word)) << to_string(s->store, s->formula);
    }
    EXPECT_FALSE(automata::minimal_wdba(s->workshop, a, 0));
  }
}

TEST(Simplification, InclusionInDeterministicAutomata) {
  ltl::RandomSource random(106);
  int included = 0;
  int others = 0;
  int missed = 0;
  for (int round = 0; round < rounds / 20; ++round) {
    automata::Workshop workshop;
    workshop.atoms = atoms;
    automata::Tgba a = automata::random_automaton(workshop, random);
    // Made deterministic: a letter belongs to the first transition that has it.
    for (auto& transitions : a.post) {
      automata::LabelId seen = automata::Labels::never;
      for (automata::Transition& t : transitions) {
        const automata::LabelId label = t.label;
        t.label = workshop.labels.subtract(label, seen);
        seen = workshop.labels.disjoin(seen, label);
      }
      automata::merge_transitions(workshop, transitions);
    }
    // Some weak deterministic automaton, whose language has to do with that of a.
    const std::optional<automata::Tgba> weak =
        automata::minimal_wdba(workshop, random.below(2) == 0 ? a : automata::random_automaton(workshop, random), 1000);
    ASSERT_TRUE(weak);
    const bool answer = automata::accepts_all_of(workshop, a, *weak);
    const automata::Automaton given = shown(workshop, a);
    const automata::Automaton small = shown(workshop, *weak);
    bool witness = false;
    for (std::uint64_t stem = 0; stem < 64; ++stem)
      for (std::uint64_t cycle = 0; cycle < 16; ++cycle) {
        const ltl::LassoWord word{{stem & 3, stem >> 2 & 3, stem >> 4 & 3}, {cycle & 3, cycle >> 2 & 3}};
        witness = witness || (automata::accepts(small, word) && !automata::accepts(given, word));
      }
    ++(answer ? included : others);
    // Automata this small differ on short words, if at all; nearly always.
    EXPECT_FALSE(answer && witness) << automata::to_hoa(given) << automata::to_hoa(small) << "round " << round;
    missed += !answer && !witness ? 1 : 0;
  }
  EXPECT_GT(included, 0);
  EXPECT_GT(others, 10 * missed);
}

TEST(Simplification, ComplementOfWeakAutomata) {
  ltl::RandomSource random(104);
  int weak = 0;
  for (int round = 0; round < rounds; ++round) {
    automata::Workshop workshop;
    workshop.atoms = atoms;
    const automata::Tgba a = automata::random_automaton(workshop, random, random.below(2) == 0);
    if (!automata::is_weak(a)) continue;
    ++weak;
    const std::optional<automata::Tgba> complement = automata::complement_weak(workshop, a, 10000);
    ASSERT_TRUE(complement);
    EXPECT_TRUE(automata::is_deterministic(workshop, *complement));
    const automata::Automaton given = shown(workshop, a);
    const automata::Automaton other = shown(workshop, *complement);
    for (int i = 0; i < 12; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, atoms, 4, 4);
      ASSERT_NE(automata::accepts(given, word), automata::accepts(other, word))
          << automata::to_hoa(given) << automata::to_hoa(other) << "round " << round;
    }
    EXPECT_FALSE(automata::complement_weak(workshop, a, 0));
  }
  EXPECT_GT(weak, rounds / 10);
}

TEST(Simplification, ContainmentKeepsTheMeaning) {
  ltl::RandomSource random(105);
  int changed = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto s = sample(random, 0);
    ltl::Simplifier simplifier(s->store);
    automata::ContainmentSimplifier containment(s->store, simplifier, {});
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

TEST(Simplification, SuspendedProductOfStableFormulas) {
  ltl::RandomSource random(103);
  for (int round = 0; round < rounds / 5; ++round) {
    const auto s = sample(random, ltl::is_eventual | ltl::is_universal);
    const ltl::Formula g = ltl::Simplifier(s->store).simplify(ltl::random_formula(s->store, random, {.size = 8, .atoms = 2}));
    const automata::Tgba left = automata::prune(s->workshop, automata::tableau(s->workshop, s->store, g, s->atoms));
    const automata::Tgba right = automata::prune(s->workshop, automata::tableau(s->workshop, s->store, s->formula, s->atoms));
    const automata::Automaton both = shown(s->workshop, automata::suspended_product(s->workshop, left, right));
    const ltl::Formula meaning = s->store.conjunction(g, s->formula);
    for (int i = 0; i < 10; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, atoms, 3, 4);
      ASSERT_EQ(automata::accepts(both, word), ltl::evaluate(s->store, meaning, s->atoms, word))
          << to_string(s->store, meaning);
    }
  }
}

}  // namespace
}  // namespace lariat::automata
