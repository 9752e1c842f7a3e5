// SPDX-License-Identifier: Apache-2.0
// The graphs of the benchmarks. None has an accepting cycle, so that every search visits everything.
#pragma once

#include <cstdint>
#include <random>
#include <utility>

#include "lariat/space/graph.hpp"

namespace lariat::bench {

// `degree` transitions per state. The first tenth of the states is accepting and leads to larger numbers only; the others lead
// to each other at random, and nearly all of them form one component. So red searches start, and visit everything.
inline Graph random_graph(StateId states, unsigned degree, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto draw = [&](StateId from) { return from + static_cast<StateId>((random() >> 32) * (states - from) >> 32); };
  const StateId accepting = states / 10;
  GraphBuilder builder(1);
  builder.ensure_states(states);
  builder.add_initial(0);
  for (StateId s = 0; s < states; ++s) {
    if (s < accepting) builder.mark_state(s, 1);
    for (unsigned i = 0; i < degree; ++i) builder.add_edge(s, draw(s < accepting ? s + 1 : accepting));
  }
  return std::move(builder).build();
}

// 0 → 1 → … → n-1, all accepting: the deepest stack that n states allow.
inline Graph path(StateId states) {
  GraphBuilder builder(1);
  builder.add_initial(0);
  for (StateId s = 0; s < states; ++s) {
    builder.mark_state(s, 1);
    if (s + 1 < states) builder.add_edge(s, s + 1);
  }
  return std::move(builder).build();
}

// One cycle of all states, none accepting.
inline Graph ring(StateId states) {
  GraphBuilder builder(1);
  builder.add_initial(0);
  for (StateId s = 0; s < states; ++s) builder.add_edge(s, (s + 1) % states);
  return std::move(builder).build();
}

// A grid with transitions to the right and down only, with many paths to each state; all accepting.
inline Graph grid(StateId side) {
  GraphBuilder builder(1);
  builder.add_initial(0);
  for (StateId y = 0; y < side; ++y)
    for (StateId x = 0; x < side; ++x) {
      const StateId s = y * side + x;
      builder.mark_state(s, 1);
      if (x + 1 < side) builder.add_edge(s, s + 1);
      if (y + 1 < side) builder.add_edge(s, s + side);
    }
  return std::move(builder).build();
}

}  // namespace lariat::bench
