// SPDX-License-Identifier: Apache-2.0
#include "automata/complement.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "lariat/automata/accepts.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/automata/random.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::automata {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int rounds = 200;
#else
constexpr int rounds = 1000;
#endif

// Few letters and states, so that some are closed by chance.
Automaton some_automaton(ltl::RandomSource& random) {
  return random_automaton({.states = 1 + random.below(4),
                           .initial = 1,
                           .degree = 2.5,
                           .accepting = 0.5,
                           .sets = static_cast<unsigned>(random.below(3)),
                           .on_transitions = random.below(2) == 0,
                           .atoms = 1 + static_cast<unsigned>(random.below(2)),
                           .seed = random.bits()});
}

TEST(Complement, OfDeterministicAutomata) {
  ltl::RandomSource random(8);
  for (int i = 0; i < rounds; ++i) {
    Context context;
    context.atoms = 1;
    Tgba a;
    a.sets = static_cast<unsigned>(random.below(3));
    a.post.resize(1 + random.below(4));
    for (auto& transitions : a.post)
      for (const bool positive : {false, true})
        if (random.below(5) != 0)
          transitions.push_back({static_cast<StateId>(random.below(a.states())),
                                 positive ? context.labels.atom(0) : context.labels.negate(context.labels.atom(0)),
                                 random.bits() & all_sets(a.sets)});
    const Automaton given = publish(context, a, {"a"}, false);
    const Automaton complement = publish(context, complement_deterministic(context, a), {"a"}, false);
    for (int k = 0; k < 10; ++k) {
      const ltl::LassoWord word = ltl::random_word(random, 1);
      ASSERT_NE(accepts(given, word), accepts(complement, word)) << "number " << i << "\n" << to_hoa(given);
    }
  }
}

TEST(Complement, ByComponents) {
  ltl::RandomSource random(9);
  int complements = 0;
  for (int i = 0; i < rounds / 2; ++i) {
    Context context;
    const Automaton given = some_automaton(random);
    std::vector<std::uint32_t> numbers;
    while (numbers.size() < given.atoms.size()) numbers.push_back(static_cast<std::uint32_t>(numbers.size()));
    context.atoms = static_cast<std::uint32_t>(numbers.size());
    const auto complement = automata::complement(context, adopt(context, given, numbers), 150);
    if (!complement) continue;
    const Automaton found = publish(context, *complement, given.atoms, false);
    if (given.graph.sets() > 0 && !is_deterministic(context, adopt(context, given, numbers))) ++complements;
    for (int k = 0; k < 20; ++k) {
      const ltl::LassoWord word = ltl::random_word(random, static_cast<unsigned>(given.atoms.size()));
      ASSERT_NE(accepts(given, word), accepts(found, word)) << "number " << i << "\n" << to_hoa(given);
    }
  }
  EXPECT_GT(complements, rounds / 20);
}

}  // namespace
}  // namespace lariat::automata
