// SPDX-License-Identifier: Apache-2.0
// What a search counts.
#pragma once

#include <cstdint>

namespace lariat::search {

// Counts what the pseudocode of the paper would count; the search for a counterexample's transitions, which the papers leave
// out, is counted apart.
struct Statistics {
  std::uint64_t states = 0;             // distinct states visited
  std::uint64_t transitions = 0;        // successors produced by post, again each time post is called again
  std::uint64_t post_calls = 0;         // calls of post
  std::uint64_t max_depth = 0;          // longest call stack; a nested search stands on top of the outer one
  std::uint64_t roots = 0;              // largest size of the stack of roots, where there is one
  std::uint64_t active = 0;             // largest size of the Tarjan stack (Active, Current), where there is one
  std::uint64_t partial = 0;            // states that were entered with a part of their transitions
  std::uint64_t expanded = 0;           // those of them that a proviso expanded fully
  std::uint64_t trace_post_calls = 0;   // calls of post made only to find the counterexample's transitions
  std::uint64_t trace_transitions = 0;  // successors produced by those
  std::uint64_t auxiliary_bytes = 0;    // arrays with an entry a state
  std::uint64_t stack_bytes = 0;        // stacks, at their largest
  double seconds = 0;
};

}  // namespace lariat::search
