// SPDX-License-Identifier: Apache-2.0
// The counters of a search.
#pragma once

#include <cstdint>

namespace lariat::search {

// Counts what the pseudocode of the paper would count; the search for a counterexample's transitions, which the papers leave
// out, is counted apart.
struct Statistics {
  std::uint64_t states = 0;             // distinct states visited
  std::uint64_t transitions = 0;        // successors produced by post, again each time post is called again
  std::uint64_t post_calls = 0;         // calls of post
  std::uint64_t max_depth = 0;          // longest call stack; the stack of a nested search lies on top of the outer one
  std::uint64_t roots = 0;              // largest size of the stack of roots, if there is one
  std::uint64_t active = 0;             // largest size of the Tarjan stack (Active, Current), if there is one
  std::uint64_t partial = 0;            // states that were entered with a reduced set
  std::uint64_t expanded = 0;           // of these, states that the proviso expanded
  std::uint64_t trace_post_calls = 0;   // calls of post made only to find the counterexample's transitions
  std::uint64_t trace_transitions = 0;  // successors produced by those
  std::uint64_t auxiliary_bytes = 0;    // arrays with one entry per state
  std::uint64_t stack_bytes = 0;        // stacks, at their largest
  double seconds = 0;
};

}  // namespace lariat::search
