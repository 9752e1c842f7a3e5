// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/bad_prefixes.hpp"

#include <gtest/gtest.h>

#include "lariat/automata/emptiness.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/progression.hpp"
#include "ltl/words.hpp"

namespace lariat::automata {
namespace {

// Whether some continuation of the letters satisfies the formula: what progression leaves of it is satisfiable.
bool can_be_saved(ltl::FormulaStore& store, ltl::Formula f, const std::vector<ltl::Formula>& atoms,
                  const std::vector<ltl::Letter>& letters) {
  ltl::Progression progression(store, atoms);
  for (const ltl::Letter letter : letters) f = progression.after(f, letter);
  if (f == store.falsity()) return false;
  const Translation left = translate(store, f);
  if (left.automaton->rejects_all) return false;
  return check_emptiness(left.automaton->graph)->verdict == search::Emptiness::nonempty;
}

StateId after(const Automaton& monitor, const std::vector<ltl::Letter>& letters) {
  StateId s = monitor.graph.initial().front();
  for (const ltl::Letter letter : letters) {
    std::vector<bool> valuation;
    for (std::size_t a = 0; a < monitor.atoms.size(); ++a) valuation.push_back((letter >> a & 1) != 0);
    std::vector<StateId> next;
    for (std::uint32_t edge = monitor.graph.first_edge(s); edge < monitor.graph.first_edge(s + 1); ++edge)
      if (monitor.labels.holds(monitor.edge_labels[edge], valuation)) next.push_back(monitor.graph.edge_target(edge));
    EXPECT_EQ(next.size(), 1U) << "not deterministic, or not complete";
    if (next.empty()) return s;
    s = next.front();
  }
  return s;
}

TEST(BadPrefixes, AreThoseThatNoContinuationSaves) {
  constexpr std::uint64_t seed = 23;
  ltl::RandomSource random(seed);
  int bad = 0;
  for (int i = 0; i < 150; ++i) {
    ltl::FormulaStore store;
    const ltl::Formula f = ltl::random_formula(store, random, {.size = 7, .atoms = 2});
    const Translation translation = translate(store, f);
    const auto monitor = bad_prefixes(*translation.automaton, 1000);
    if (!monitor) continue;  // no word satisfies the formula
    const std::vector<ltl::Formula> atoms = store.atoms(f);
    for (int word = 0; word < 10; ++word) {
      std::vector<ltl::Letter> letters;
      for (std::uint64_t k = random.below(5); k > 0; --k) letters.push_back(random.below(4));
      const bool is_bad = after(*monitor, letters) == monitor->graph.states() - 1;
      bad += is_bad ? 1 : 0;
      EXPECT_EQ(is_bad, !can_be_saved(store, f, atoms, letters))
          << "seed " << seed << ", formula " << i << ": " << to_string(store, f);
    }
  }
  EXPECT_GT(bad, 50);
}

TEST(BadPrefixes, OfALivenessPropertyDoNotExist) {
  ltl::FormulaStore store;
  const auto monitor = bad_prefixes(*translate(store, ltl::read(store, "G (a -> F b)")).automaton, 1000);
  ASSERT_TRUE(monitor);
  const StateId bad = static_cast<StateId>(monitor->graph.states() - 1);
  for (StateId s = 0; s < bad; ++s)
    for (const StateId t : monitor->graph.targets(s)) EXPECT_NE(t, bad);
}

TEST(BadPrefixes, StopAtALimitOfStates) {
  ltl::FormulaStore store;
  EXPECT_FALSE(bad_prefixes(*translate(store, ltl::read(store, "G (a -> X X X b)")).automaton, 3));
}

}  // namespace
}  // namespace lariat::automata
