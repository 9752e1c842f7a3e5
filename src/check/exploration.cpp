// SPDX-License-Identifier: Apache-2.0
#include "lariat/check/exploration.hpp"

#include <fmt/format.h>

#include "lariat/base/give_up.hpp"
#include "lariat/check/emptiness.hpp"
#include "lariat/cluster/explore.hpp"
#include "lariat/product/plain_product.hpp"
#include "lariat/reduce/dependence.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::check {
namespace {

// Why the reduction cannot be done; nothing if it can.
std::optional<Diagnostic> refusal(const model::Program& program, const ReductionChoice& choice, walk::SearchOrder order,
                                  bool has_ranks) {
  if (choice.method == reduce::Method::none) return std::nullopt;
  if (const auto obstacle = reduce::find_obstacle(program))
    return Diagnostic{.message = "cannot be reduced: " + *obstacle, .file = program.name};
  if (has_ranks && choice.proviso && choice.proviso->expands != reduce::Proviso::Expands::nothing &&
      choice.proviso->expands != reduce::Proviso::Expands::rank)
    return Diagnostic{.message = fmt::format("the proviso {} looks at more than the state, which no rank knows of the others: "
                                             "over ranks there are Rank and None",
                                             to_string(*choice.proviso)),
                      .file = "lariat"};
  if (order == walk::SearchOrder::breadth_first && choice.proviso &&
      choice.proviso->expands != reduce::Proviso::Expands::nothing &&
      choice.proviso->expands != reduce::Proviso::Expands::terminal &&
      choice.proviso->expands != reduce::Proviso::Expands::rank)
    return Diagnostic{
        .message = fmt::format("the proviso {} is for searches depth first: leave out --search bfs, or take Terminal",
                               to_string(*choice.proviso)),
        .file = "lariat"};
  return std::nullopt;
}

void count_components(product::Product& product, const Limits& limits, ModelExploration& result) {
  search::Census census;
  if (auto reason = reason_to_give_up([&] { search::count_components(explore_graph(product, limits), limits, census); }))
    result.components_reason = *std::move(reason);
  else
    result.components = census;
}

}  // namespace

Result<ModelExploration> explore_model(const model::Program& program, const ExplorationOptions& options) {
  const ReductionChoice& choice = options.reduction;
  const bool reduces = choice.method != reduce::Method::none;
  const walk::SearchOrder order = options.order.value_or(
      reduces && options.cluster == nullptr ? walk::SearchOrder::depth_first : walk::SearchOrder::breadth_first);
  if (auto refused = refusal(program, choice, order, options.cluster != nullptr)) return *refused;

  model::InterpreterOptions interpretation = options.interpretation;
  interpretation.promises = reduces && program.has_promises();
  system::ProgramSystem system(program, interpretation, options.engine);
  system.interpreter().obey(options.limits);
  product::ProductOptions product_options = options.product;
  if (order == walk::SearchOrder::depth_first || options.approximate) product_options.threads = 1;
  product_options.reduction = choice.method;
  product_options.observed.assertions = true;
  // A walk that shows no run need not come back to a state.
  if (order == walk::SearchOrder::breadth_first && !reduces && !options.components && !options.approximate)
    product_options.numbering = store::Numbering::fresh;
  product::PlainProduct product(system, product_options);
  const std::vector<walk::Goal> goals = {{.kind = walk::Goal::Kind::fault}};
  ModelExploration result;
  if (options.approximate) {
    walk::ApproximateWalk walk = walk::walk_approximately(product, goals, {.limits = options.limits}, *options.approximate);
    result.found = std::move(walk.exploration);
    result.has_fault = walk.found[0].has_value();
    result.state_bytes = walk.approximation.state_bytes;
    result.store_bytes = walk.approximation.store_bytes;
    result.store = walk::to_string(walk.approximation.store);
    result.approximation = walk.approximation;
    result.threads = walk.threads;
    return result;
  }

  if (options.cluster != nullptr) {
    const reduce::Proviso proviso = choice.proviso.value_or(reduce::Proviso{.expands = reduce::Proviso::Expands::rank});
    cluster::RankedExploration walk = cluster::explore_states(
        *options.cluster, product, goals,
        {.limits = options.limits, .reduction = {.proviso = proviso}, .checkpoint = options.checkpoint});
    result.found = std::move(walk.exploration);
    if (reduces) result.proviso = to_string(proviso);
    result.has_fault = walk.found[0].has_value();
    result.ranks = std::move(walk.ranks);
    result.state_bytes = product.expander().initial().front().size();
    for (const cluster::RankFigures& rank : result.ranks) result.store_bytes += rank.store_bytes;
    result.store = to_string(product.store().kind());
    return result;
  }

  const reduce::Proviso proviso = choice.proviso.value_or(reduce::default_proviso(SearchKind::safety));
  const walk::ExploreOptions explore_options{
      .order = order,
      .limits = options.limits,
      .forgets = product_options.numbering == store::Numbering::fresh && options.checkpoint == nullptr,
      .reduction = {.proviso = proviso},
      .checkpoint = options.checkpoint};
  result.found = walk::explore_states(product, goals, explore_options);
  result.has_fault = result.found.witnesses[0].has_value();
  if (reduces) result.proviso = to_string(proviso);
  if (reduces && options.full) {
    // The reduced states take memory all the while; their figures are shown even if there is none left.
    const auto reason = reason_to_give_up([&] {
      system::ProgramSystem plain(program, options.interpretation, options.full_engine);
      product_options.reduction = reduce::Method::none;
      product::PlainProduct full(plain, product_options);
      result.full = walk::explore_states(full, goals, explore_options);
    });
    if (reason) result.full.emplace().reason = *reason;
  }
  if (options.components && result.found.complete) count_components(product, options.limits, result);
  result.state_bytes = product.store().size() == 0 ? 0 : product.expander().initial().front().size();
  result.store_bytes = product.store().bytes() + result.found.parents.size() * sizeof(StateId) +
                       result.found.queue.size() * sizeof(store::IdRange) +
                       result.found.level_ends.size() * sizeof(std::uint32_t);
  result.store = to_string(product.store().kind());
  result.threads = product.store().threads();
  return result;
}

}  // namespace lariat::check
