// SPDX-License-Identifier: Apache-2.0
// Random graphs for tests of what looks at components.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lariat/automata/random.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::automata {

// Small graphs with many components of all kinds.
inline Graph random_graph(ltl::RandomSource& random) {
  RandomAutomaton options;
  options.states = 1 + random.below(8);
  options.initial = 1 + random.below(std::min<std::uint64_t>(options.states, 2));
  options.degree = 0.5 + static_cast<double>(random.below(20)) / 10;
  options.accepting = static_cast<double>(random.below(5)) / 4;
  options.sets = static_cast<unsigned>(random.below(3));
  options.on_transitions = random.below(2) == 0;
  options.seed = random.bits();
  return random_automaton(options).graph;
}

}  // namespace lariat::automata
