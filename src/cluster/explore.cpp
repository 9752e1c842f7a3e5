// SPDX-License-Identifier: Apache-2.0
#include "lariat/cluster/explore.hpp"

#include <span>

#include "cluster/rank_walk.hpp"
#include "cluster/stop.hpp"

namespace lariat::cluster {
RankedExploration explore_states(Transport& transport, product::Product& product, const std::vector<walk::Goal>& goals,
                                 const walk::ExploreOptions& options) {
  const system::Layout layout = product.system().layout();
  if (product.hidden_bytes() != 0 && layout.reads_hidden) {
    RankedExploration refused;
    refused.exploration.reason =
        "what follows a state depends on hidden variables, and then on the order in which ranks meet it";
    refused.found.resize(goals.size());
    return refused;
  }
  return RankWalk(transport, product, goals, options).run();
}

std::vector<RankFigures> gather_figures(Transport& transport, const RankFigures& mine) {
  constexpr std::uint64_t RankFigures::*fields[] = {
      &RankFigures::states,       &RankFigures::expanded,   &RankFigures::transitions, &RankFigures::sent_states,
      &RankFigures::sent_batches, &RankFigures::sent_bytes, &RankFigures::store_bytes, &RankFigures::resident_bytes};
  std::vector<std::uint8_t> bytes;
  for (const auto field : fields) {
    const std::vector<std::uint8_t> value = to_bytes(mine.*field);
    bytes.insert(bytes.end(), value.begin(), value.end());
  }
  std::vector<RankFigures> all;
  for (const std::vector<std::uint8_t>& one : transport.gather(bytes)) {
    RankFigures& figures = all.emplace_back();
    std::size_t at = 0;
    for (const auto field : fields) figures.*field = from_bytes(std::span(one).subspan(8 * at++));
  }
  return all;
}

}  // namespace lariat::cluster
