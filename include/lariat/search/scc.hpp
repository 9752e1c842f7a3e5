// SPDX-License-Identifier: Apache-2.0
// scc: enumerates the reachable strongly connected components.
//   S. Schwoon, J. Esparza. A note on on-the-fly verification algorithms. TACAS 2005, §4.4: Fig. 5 without its line 18, with
//   an output in remove(). One integer per state, no Tarjan stack; calls post twice per state.
#pragma once

#include <utility>
#include <vector>

#include "lariat/search/c99.hpp"

namespace lariat::search {

struct Component {
  std::vector<StateId> states;  // the root first
  Marks marks = 0;              // met inside, at states and on transitions
  bool cyclic = false;          // has a transition inside; a component without one is trivial
};

// Calls visit(const Component&) for each component, each after all those that it reaches.
template <Space S, class Visit>
void for_each_component(S& space, Statistics& statistics, Visit visit) {
  struct Hooks {
    Visit* visit;
    Component component;
    bool merged(Marks /*met*/) const { return false; }
    void begin(Marks marks, bool cyclic) {
      component.states.clear();
      component.marks = marks;
      component.cyclic = cyclic;
    }
    void remove(StateId s) { component.states.push_back(s); }
    void end() { (*visit)(std::as_const(component)); }
  };
  CouvreurSearch<S, Hooks>(space, statistics, Hooks{&visit, {}}).run();
}

}  // namespace lariat::search
