// SPDX-License-Identifier: Apache-2.0
// Accepting lassos of a product that several processes search together: owcty and owcty-map over ranks (search/owcty.hpp,
// search/owcty-map.hpp, docs/cluster.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lariat/cluster/figures.hpp"
#include "lariat/cluster/transport.hpp"
#include "lariat/product/product.hpp"
#include "lariat/run/run.hpp"
#include "lariat/search/algorithms.hpp"
#include "lariat/search/statistics.hpp"
#include "lariat/walk/checkpoint.hpp"

namespace lariat::cluster {

struct RankedSearch {
  search::Strength strength = search::Strength::general;  // which the caller guarantees
  bool ends_early = true;                                 // owcty-map; false: owcty
  Limits limits = {};
  const walk::CheckpointOptions* checkpoint = nullptr;  // where the search is saved, and which one goes on; null: nowhere, none
};

struct RankedLasso {
  std::optional<run::Run> run = {};  // with its cycle; not verified
  std::string reason = {};           // why it is not known whether there is one; empty: it is known
  search::Statistics statistics = {};
  std::uint64_t rounds = 0;  // of owcty
  std::vector<RankFigures> ranks = {};
};

// Collective: looks for an accepting lasso of the product, of which this function uses the expander only; if it reduces, by the
// proviso Rank. Never throws for want of time or memory.
RankedLasso find_lasso(Transport& transport, product::Product& product, const RankedSearch& search);

}  // namespace lariat::cluster
