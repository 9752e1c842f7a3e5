// SPDX-License-Identifier: Apache-2.0
// Automata that do not mind stuttering, state by state.
//
// A language may be invariant under stuttering though the automaton's runs are not: a run that guesses what will be read has to
// guess something else when letters are repeated. Partial-order reduction that looks at pairs of a program's state and an
// automaton's state needs more than an invariant language:
//   S. Siegel. What's wrong with on-the-fly partial order reduction. CAV 2019.
//
// An automaton is stutter-closed if, for all states and letters l and all sets of marks,
//   (loop)      p -l-> q  implies  q -l-> q;
//   (shortcut)  p -l/m-> q -l/n-> r  implies  p -l/k-> r  for some k that includes m and n.
// A run on a word is then changed where the word is: a letter that is repeated once more is read by the loop, one that is
// repeated once less by the shortcut, and all states and marks before and after remain.
#pragma once

#include <cstddef>
#include <optional>

#include "lariat/automata/automaton.hpp"
#include "lariat/space/counting.hpp"

namespace lariat::automata {

// True iff the automaton is stutter-closed, where states that no accepting run visits do not count, marks are put on as many
// transitions as can carry them without any run becoming accepting by it, and states with the same transitions are one. Then
// its language is invariant under stuttering, and runs can be changed as above, up to such states. False also if the labels
// become too large to tell, and at a limit.
bool is_stutter_closed(const Automaton& automaton, const Limits& limits = {});

struct ClosureOptions {
  // An automaton for exactly the words that the given one does not accept, if there is one: the result may be smaller. Atoms
  // are matched by name; it must have no others.
  const Automaton* complement = nullptr;
  std::size_t max_states = 1000;  // of the result, and
  std::size_t max_edges = 20'000;
  Limits limits = {};
};

// A stutter-closed automaton with the same language, which must be invariant under stuttering (is_stutter_invariant), and the
// same atoms; with acceptance on transitions. The automaton itself, as it is, if it is stutter-closed. None if it would be too
// large, or at a limit.
std::optional<Automaton> close_under_stuttering(const Automaton& automaton, const ClosureOptions& options = {});

}  // namespace lariat::automata
