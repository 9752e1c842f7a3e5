// SPDX-License-Identifier: Apache-2.0
// How a model is searched: what the commands that do so have in common.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/engine_options.hpp"
#include "cli/progress.hpp"
#include "lariat/check/check.hpp"
#include "lariat/product/product.hpp"
#include "lariat/space/counting.hpp"
#include "lariat/walk/approximate.hpp"

namespace lariat::cli {

struct SearchOptions {
  product::DeadlockRuns deadlock_runs = product::DeadlockRuns::stutter;
  bool fair = false;
  std::optional<std::uint64_t> order;
  std::uint64_t max_states = 0;
  std::uint64_t max_depth = 0;
  std::uint64_t max_memory = 0;
  double max_time = 0;
  store::StoreKind store = store::StoreKind::exact;
  std::uint64_t threads = 1;
  ProgressMode progress = ProgressMode::line;
  EngineChoice engine;
  std::uint64_t bitstate = 0;  // the logarithm of the number of bits; 0: not asked for
  std::uint64_t hashes = 0;    // 0: as many as usual
  bool hash_compact = false;
  reduce::Method por = reduce::Method::none;
  std::optional<reduce::Proviso> proviso;  // none: the one that suits the search
  reduce::NestedPor nested_por = reduce::NestedPor::select_bit;

  // The limits from now on.
  Limits limits(Gauge* gauge) const;
  product::ProductOptions product(Gauge* gauge) const;
  // If the search is to be approximate.
  std::optional<walk::ApproximateOptions> approximate() const;
  // What is asked of partial-order reduction.
  check::ReductionChoice reduction() const;
  // The gauge as --progress wants it: as a line or as JSON.
  std::string describe(const Gauge& gauge, double seconds) const;
};

// A number of bytes for people: `12.3 MB`.
std::string bytes_text(double bytes);

// The gauge as a line of progress: `1,234,567 states, 1.2 million/s, depth 345, 120 MB`; and as JSON.
std::string gauge_text(const Gauge& gauge, double seconds);
std::string gauge_json(const Gauge& gauge, double seconds);

// How good an approximate search was: `2^30 bits, 3 for each state, 0.12% of them set, hash factor 1023`; and as JSON.
std::string approximation_text(const walk::Approximation& approximation);
nlohmann::ordered_json approximation_json(const walk::Approximation& approximation);

}  // namespace lariat::cli
