// SPDX-License-Identifier: Apache-2.0
// All states of a system, level by level, by several processes: each state belongs to the rank that its hash says, which stores
// it, looks at it and expands it. What is counted, and how long the runs are, does not depend on the number of ranks.
#pragma once

#include <optional>
#include <vector>

#include "lariat/cluster/figures.hpp"
#include "lariat/cluster/transport.hpp"
#include "lariat/walk/approximate.hpp"
#include "lariat/walk/explore.hpp"

namespace lariat::cluster {

struct RankedExploration {
  walk::Exploration exploration;                           // of all ranks together; without a queue
  std::vector<std::optional<walk::FoundGoal>> found = {};  // by goal: as short a run as any, not verified
  std::vector<RankFigures> ranks = {};
};

// Collective: explores the product, of which this function uses the expander only; if it reduces, by the proviso None or Rank
// of the options. The order is breadth first. Never throws for want of time or memory: what was found until then stays.
RankedExploration explore_states(Transport& transport, product::Product& product, const std::vector<walk::Goal>& goals,
                                 const walk::ExploreOptions& options);

// Collective: the figures of all ranks, by rank.
std::vector<RankFigures> gather_figures(Transport& transport, const RankFigures& mine);

}  // namespace lariat::cluster
