// SPDX-License-Identifier: Apache-2.0
// A successor function of one's own: a clock that counts 0 .. 5 for ever. State 3 is accepting.
#include <array>
#include <cstdio>
#include <lariat/space/graph.hpp>
#include <utility>
#include <vector>

struct Clock {
  std::array<lariat::StateId, 1> initial() const { return {0}; }
  bool accepting(lariat::StateId s) const { return s == 3; }
  void post(lariat::StateId s, std::vector<lariat::StateId>& arena) const { arena.push_back((s + 1) % 6); }
};
static_assert(lariat::BuchiSpace<Clock>);

int main() {
  // TODO: an emptiness check of Clock, which finds the lasso 0 .. 5 (0 1 2 3 4 5). Until then, its graph.
  const Clock clock;
  lariat::GraphBuilder builder;
  std::vector<lariat::StateId> arena;
  for (lariat::StateId s = 0; s < 6; ++s) {
    arena.clear();
    clock.post(s, arena);
    for (const lariat::StateId t : arena) builder.add_edge(s, t);
    if (clock.accepting(s)) builder.mark_state(s, 1);
  }
  const lariat::Graph graph = std::move(builder).build();
  std::printf("%zu states, %zu transitions\n", graph.states(), graph.edges());
  return graph.states() == 6 && lariat::BuchiView(graph).accepting(3) ? 0 : 1;
}
