// SPDX-License-Identifier: Apache-2.0
// Merges states by direct simulation, forwards and backwards, and drops transitions that a better one makes superfluous.
//   F. Somenzi, R. Bloem. Efficient Büchi automata from LTL formulae. CAV 2000, §4;
//   T. Babiak, T. Badie, A. Duret-Lutz, M. Křetínský, J. Strejček. Compositional approach to suspension and other improvements
//   to LTL translation. SPIN 2013, §4.
//
// q simulates p if for each transition of p and each of its letters q has a transition with this letter, at least the same
// marks, and a target that simulates the target of p's. Backwards: the same with transitions turned round, where only an
// initial state simulates an initial state. Both are preorders; states that simulate each other become one, and of two
// transitions of a state under a letter the lesser is dropped.
//
// Departs from the papers: the relation is kept pair by pair and refined by worklist instead of by symbolic signatures, because
// the automata are small; before, states with equal transitions are merged, which large ones need.
#pragma once

#include <optional>
#include <vector>

#include "automata/tgba.hpp"

namespace lariat::automata {

struct SimulationOptions {
  bool state_based = false;           // all transitions of a state carry the same marks, and shall do so afterwards
  std::size_t max_work = 20'000'000;  // beyond so many comparisons of transitions, states are merged only if they are equal
};

// Merges states that have the same transitions, also if they have them only after others have been merged (bisimulation).
Tgba merge_bisimilar(Context& context, const Tgba& automaton);

// The largest simulation: q simulates p iff the entry p * states + q is set. None if the automaton is too large for it.
std::optional<std::vector<bool>> simulation(Context& context, const Tgba& automaton, const SimulationOptions& options = {});

// One reduction, forwards or backwards. The same language, never more states nor more transitions.
Tgba reduce_forward(Context& context, const Tgba& automaton, const SimulationOptions& options = {});
Tgba reduce_backward(Context& context, const Tgba& automaton, const SimulationOptions& options = {});

// Merges states of different components, and drops transitions for others that lead out of a component, where only what
// happens infinitely often counts: a transition that no cycle uses counts as one with all marks when it answers another,
// because it does so only finitely often. A state p is replaced by a state q of a later component if each simulates the other
// in this sense, hence they accept the same words; as q does not lead back to p, no new cycle arises.
Tgba merge_across_components(Context& context, const Tgba& automaton, const SimulationOptions& options = {});

// Applies all reductions and pruning in turn until nothing changes.
Tgba reduce(Context& context, Tgba automaton, const SimulationOptions& options = {});

}  // namespace lariat::automata
