// SPDX-License-Identifier: Apache-2.0
#include "check/safety.hpp"

#include <algorithm>
#include <utility>

#include "check/liveness.hpp"
#include "lariat/cluster/explore.hpp"
#include "lariat/product/plain_product.hpp"

namespace lariat::check {
namespace {

// By a search that keeps next to nothing of a state.
std::vector<Finding> find_goals_approximately(product::Product& product, const std::vector<walk::Goal>& goals,
                                              const walk::ExploreOptions& explore_options, const ModelCheckOptions& options) {
  walk::ApproximateWalk walk = walk::walk_approximately(
      product, goals, {.limits = options.limits, .stop_when_found = explore_options.stop_when_found}, *options.approximate);
  std::vector<Finding> results;
  for (std::optional<walk::FoundGoal>& found : walk.found) {
    Finding& result = results.emplace_back();
    result.algorithm = "dfs";
    result.statistics = {.states = walk.exploration.states,
                         .transitions = walk.exploration.transitions,
                         .post_calls = walk.exploration.expanded,
                         .max_depth = walk.exploration.max_depth,
                         .stack_bytes = walk.approximation.stack_bytes,
                         .seconds = walk.exploration.seconds};
    result.deadlocks = walk.exploration.stuck;
    result.state_bytes = walk.approximation.state_bytes;
    result.store_bytes = walk.approximation.store_bytes;
    result.approximation = walk.approximation;
    result.threads = walk.threads;
    if (found) {
      result.verdict = Verdict::violated;
      result.fault = found->fault;
      result.run = std::move(found->run);
      verify(product.system(), *result.run);
    } else {
      result.reason = walk.exploration.reason;
    }
  }
  return results;
}

// By several processes together.
std::vector<Finding> find_goals_on_ranks(product::Product& product, const std::vector<walk::Goal>& goals,
                                         const walk::ExploreOptions& explore_options, const ModelCheckOptions& options) {
  cluster::RankedExploration walk = cluster::explore_states(*options.cluster, product, goals, explore_options);
  const walk::Exploration& exploration = walk.exploration;
  std::vector<Finding> results;
  for (std::optional<walk::FoundGoal>& found : walk.found) {
    Finding& result = results.emplace_back();
    result.algorithm = "bfs";
    result.statistics = {.states = exploration.states,
                         .transitions = exploration.transitions,
                         .post_calls = exploration.expanded,
                         .max_depth = exploration.levels,
                         .seconds = exploration.seconds};
    result.statistics.partial = exploration.partial;
    if (product.reduces()) result.proviso = to_string(explore_options.reduction.proviso);
    result.deadlocks = exploration.stuck;
    result.ranks = walk.ranks;
    result.state_bytes = product.expander().initial().front().size();
    for (const cluster::RankFigures& rank : walk.ranks) result.store_bytes += rank.store_bytes;
    if (found) {
      result.run = std::move(found->run);
      verify(product.system(), *result.run);
      result.verdict = Verdict::violated;
      result.fault = found->fault;
      result.shortest = !product.reduces();
    } else if (exploration.complete) {
      result.verdict = Verdict::holds;
    } else {
      result.reason = exploration.reason;
    }
  }
  return results;
}

}  // namespace

std::vector<Finding> find_goals(system::System& system, const std::vector<walk::Goal>& goals,
                                const walk::ExploreOptions& explore_options, const ModelCheckOptions& options) {
  const bool is_breadth_first = explore_options.order == walk::SearchOrder::breadth_first;
  product::ProductOptions product_options = options.product;
  if (!is_breadth_first || options.approximate) product_options.threads = 1;
  // Breadth first, nobody asks for the number of a state that is not new, unless provisos do.
  if (is_breadth_first && product_options.reduction == reduce::Method::none && !options.approximate)
    product_options.numbering = store::Numbering::fresh;
  product::PlainProduct product(system, product_options);
  if (options.approximate) return find_goals_approximately(product, goals, explore_options, options);
  if (options.cluster != nullptr) return find_goals_on_ranks(product, goals, explore_options, options);
  const walk::Exploration exploration = walk::explore_states(product, goals, explore_options);
  const bool is_part = explore_options.reduction.proviso.expands == reduce::Proviso::Expands::nothing && product.reduces();
  // An earlier process has not told what it reached.
  const bool is_resumed = explore_options.checkpoint != nullptr && !explore_options.checkpoint->resume.empty();
  std::optional<std::vector<model::Coverage::Statement>> unreached;
  if (product_options.coverage != nullptr && exploration.complete && exploration.expanded == exploration.states && !is_part &&
      !is_resumed)
    unreached = product_options.coverage->unreached();
  std::vector<Finding> results;
  for (const std::optional<walk::Witness>& witness : exploration.witnesses) {
    Finding& result = results.emplace_back();
    result.algorithm = is_breadth_first ? "bfs" : "dfs";
    if (product.reduces()) result.proviso = to_string(explore_options.reduction.proviso);
    result.statistics = {.states = exploration.states,
                         .transitions = exploration.transitions,
                         .post_calls = exploration.expanded,
                         .max_depth = std::max(exploration.max_depth, exploration.levels),
                         .seconds = exploration.seconds};
    result.statistics.partial = exploration.partial;
    result.statistics.expanded = exploration.fully_expanded;
    result.statistics.auxiliary_bytes = exploration.proviso_bytes;
    result.deadlocks = exploration.stuck;
    result.unreached = unreached;
    measure(product, result);
    if (witness) {
      try {
        result.run = walk::run_to(product, exploration, *witness);
        verify(system, *result.run);
        result.verdict = Verdict::violated;
        result.fault = witness->fault;
        result.shortest = is_breadth_first && !product.reduces();
      } catch (const Stopped& stopped) {
        result.run.reset();
        result.reason = stopped.reason + " while the run was replayed";
      }
    } else if (exploration.complete) {
      result.verdict = Verdict::holds;
    } else {
      result.reason = exploration.reason;
    }
  }
  return results;
}

}  // namespace lariat::check
