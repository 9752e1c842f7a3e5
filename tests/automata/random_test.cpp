// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/random.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <stdexcept>

#include "lariat/automata/io/hoa.hpp"

namespace lariat::automata {
namespace {

TEST(RandomAutomaton, HasTheMeansThatWereAskedFor) {
  const Automaton automaton =
      random_automaton({.states = 20000, .initial = 2, .degree = 2.25, .accepting = 0.3, .sets = 2, .atoms = 3, .seed = 11});
  const Graph& graph = automaton.graph;
  EXPECT_EQ(graph.states(), 20000U);
  EXPECT_EQ(graph.initial().size(), 2U);
  EXPECT_EQ(automaton.edge_labels.size(), graph.edges());
  // Each of these is a mean of 20000 draws: more than six standard deviations are no chance.
  EXPECT_NEAR(static_cast<double>(graph.edges()) / 20000, 2.25, 0.07);
  std::size_t marked = 0;
  std::size_t longest = 0;
  for (StateId s = 0; s < graph.states(); ++s) {
    marked += graph.state_marks(s) >> 1 & 1;
    longest = std::max(longest, graph.targets(s).size());
  }
  EXPECT_NEAR(static_cast<double>(marked) / 20000, 0.3, 0.02);
  EXPECT_EQ(longest, 5U);  // 0 to 4, and one more for the quarter
  EXPECT_TRUE(graph.state_based());
}

TEST(RandomAutomaton, IsTheSameForTheSameSeed) {
  const RandomAutomaton options{.states = 100, .sets = 3, .on_transitions = true, .atoms = 2, .seed = 5};
  const std::string text = to_hoa(random_automaton(options));
  EXPECT_EQ(text, to_hoa(random_automaton(options)));
  RandomAutomaton other = options;
  other.seed = 6;
  EXPECT_NE(text, to_hoa(random_automaton(other)));
}

TEST(RandomAutomaton, RefusesWhatCannotBe) {
  for (const RandomAutomaton& options :
       {RandomAutomaton{.states = 0}, RandomAutomaton{.states = 1, .initial = 2}, RandomAutomaton{.degree = -1},
        RandomAutomaton{.degree = std::numeric_limits<double>::quiet_NaN()}, RandomAutomaton{.accepting = 1.5},
        RandomAutomaton{.sets = 65}, RandomAutomaton{.atoms = 65}, RandomAutomaton{.states = 4000000000, .degree = 2}})
    EXPECT_THROW(random_automaton(options), std::invalid_argument);
}

TEST(RandomAutomaton, StopsAtLimits) {
  const std::atomic<bool> interrupted = true;
  EXPECT_THROW(random_automaton({}, {.interrupted = &interrupted}), Stopped);
}

}  // namespace
}  // namespace lariat::automata
