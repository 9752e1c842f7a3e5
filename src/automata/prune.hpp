// SPDX-License-Identifier: Apache-2.0
// Removes what no accepting run needs: states, marks, and acceptance sets.
//   F. Somenzi, R. Bloem. Efficient Büchi automata from LTL formulae. CAV 2000, §5 (pruning by components).
#pragma once

#include "automata/tgba.hpp"

namespace lariat::automata {

enum class SetTrimming {
  global,         // drops a set that is of no use in any component
  per_component,  // each component renumbers the sets that it needs, so that there are as few as possible
};

// An automaton for the same language with only the states that are reachable and lead to an accepting component (the initial
// state always stays). Transitions that no accepting cycle uses carry no marks. A set is of no use in a component if all its
// transitions carry it, or if those that carry another set all carry it too.
Tgba prune(Context& context, const Tgba& automaton, SetTrimming trimming = SetTrimming::global);

// For automata whose acceptance is on states (all transitions of a state carry the same marks), so that it stays there: only
// the useful states, and no marks outside accepting components.
Tgba prune_state_based(const Tgba& automaton);

}  // namespace lariat::automata
