// SPDX-License-Identifier: Apache-2.0
// Random automata, the same for the same seed on every machine and with every standard library.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lariat/automata/automaton.hpp"
#include "lariat/space/counting.hpp"

namespace lariat::automata {

struct RandomAutomaton {
  std::uint64_t states = 20;    // numbered from 0
  std::uint64_t initial = 1;    // the first so many states are initial
  double degree = 2;            // mean number of transitions that leave a state
  double accepting = 0.1;       // probability that a state belongs to a set, for each set alone
  unsigned sets = 1;            // acceptance sets
  bool on_transitions = false;  // transitions belong to sets instead of states
  unsigned atoms = 0;           // atomic propositions, at most 64; without any, all labels are true
  std::uint64_t seed = 1;
};

// A state has from 0 to 2k transitions, each number equally likely, for a whole degree k; for k+p, with probability p one
// more. Targets are drawn independently of each other: two transitions may have the same one. A label is a conjunction in which
// each atom is positive, negative or absent, equally likely; at most 1000 different ones are drawn.
// Throws std::invalid_argument if it cannot be: no states, more initial ones than states, numbers out of range or too many
// transitions. Throws Stopped at a limit.
Automaton random_automaton(const RandomAutomaton& options, const Limits& limits = {});

}  // namespace lariat::automata
