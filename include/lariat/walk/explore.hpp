// SPDX-License-Identifier: Apache-2.0
// All states of a system, one after the other: counts them, and looks for states and steps of a certain kind.
//
// Breadth first, level by level, the way to a state is as short as any. The numbers that were given out on the way are the
// queue, and all that is remembered: what leads to a state is found again by expanding the level before it once more. Several
// threads can share the work on a level; what is counted does not depend on how many they are.
//
// Depth first, ways are longer, and the stack shows how deep the system goes. Each state remembers which one it was reached
// from: 4 bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lariat/base/named.hpp"
#include "lariat/product/plain_product.hpp"
#include "lariat/reduce/reduction.hpp"
#include "lariat/run/run.hpp"
#include "lariat/space/counting.hpp"
#include "lariat/walk/checkpoint.hpp"

namespace lariat::walk {

// What to look for.
struct Goal {
  enum class Kind : std::uint8_t {
    deadlock,   // a state without successors in which a run may not end
    fault,      // a step or a state in which an assertion does not hold, or a step that goes wrong
    condition,  // a state in which the atom holds, or the expression is not 0
    violation,  // a state in which the atom does not hold, or the expression is 0
    state       // this state
  };
  Kind kind = Kind::deadlock;
  model::ExprId expression = model::none;  // of a program
  std::optional<unsigned> atom = {};       // of the system; then there is no expression
  system::State state = {};
};

enum class SearchOrder { breadth_first, depth_first };

inline constexpr std::array search_orders = {
    Named{SearchOrder::breadth_first, "bfs", "breadth first"},
    Named{SearchOrder::depth_first, "dfs", "depth first"},
};
static_assert(lists_all(search_orders, SearchOrder::depth_first));

struct ExploreOptions {
  SearchOrder order = SearchOrder::breadth_first;
  Limits limits = {};
  // Breadth first, if the product numbers fresh states only: the store may forget states that have been expanded. There are no
  // runs then.
  bool forgets = false;
  bool stop_when_found = false;  // as soon as there is a witness for each goal; needs at least one goal
  // Of a product that reduces: which states are expanded. Breadth first it is None, or else those that lead to nothing new.
  reduce::ReductionOptions reduction = {};
  // Breadth first, of a product that neither reduces nor forgets states: where the walk is saved, and which one goes on. Null:
  // nowhere, none.
  const CheckpointOptions* checkpoint = nullptr;
};

// Where a goal was met: in a state, or on the transition of it that `choice` counts.
struct Witness {
  StateId state = 0;
  std::optional<std::uint32_t> choice = {};
  model::Fault fault = {};
  StateId parent = no_state;  // where the state was reached from, if that is remembered
  std::uint64_t level = 0;    // breadth first: the level that was being expanded
};

struct Exploration {
  std::uint64_t states = 0;       // met
  std::uint64_t expanded = 0;     // whose successors were produced
  std::uint64_t transitions = 0;  // each successor counts, also if two are equal
  std::uint64_t deadlocks = 0;    // states without successors
  std::uint64_t stuck = 0;        // those of them where a run should not end
  std::uint64_t levels = 0;       // breadth first: the largest distance from the initial state, plus 1
  std::uint64_t max_depth = 0;    // depth first: states on the longest stack
  std::uint64_t max_out_degree = 0;
  std::uint64_t faults = 0;          // transitions on which something goes wrong
  std::uint64_t partial = 0;         // states of which a part of the transitions was explored at first
  std::uint64_t fully_expanded = 0;  // of these, states of which the others were explored as well
  std::uint64_t proviso_bytes = 0;   // that the proviso took
  bool complete = false;             // all states were met; otherwise:
  std::string reason;                // why not
  double seconds = 0;
  std::vector<std::optional<Witness>> witnesses = {};  // by goal: the first one met
  std::vector<store::IdRange> queue = {};              // breadth first: the numbers of the states, level by level; only
                                                       // those of the last one if the walk forgot states
  std::vector<std::uint32_t> level_ends = {};          // where in the queue each level ends
  std::vector<std::uint64_t> eras = {};                // what numbers meant when each level began (StateStore::recall)
  std::vector<StateId> parents = {};                   // depth first, by state; the initial state is its own
};

// Explores the product, which must be new, with as many threads as its options say if the system can be cloned, and the order
// is breadth first. Never throws for want of time or memory: what was found until then stays. A walk that cannot go on where
// the options say is not begun, and says why (find_obstacle of walk/checkpoint.hpp tells before).
Exploration explore_states(product::Product& product, const std::vector<Goal>& goals, const ExploreOptions& options);

// The run that leads to a witness, unless the walk forgot states.
run::Run run_to(product::Product& product, const Exploration& exploration, const Witness& witness);

}  // namespace lariat::walk
