// SPDX-License-Identifier: Apache-2.0
// How a model is searched: what the commands that do so have in common.
#pragma once

#include <CLI/App.hpp>
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
  std::string deadlock_runs = "stutter";
  bool fair = false;
  std::optional<std::uint64_t> order;
  std::uint64_t max_states = 0;
  std::uint64_t max_depth = 0;
  std::uint64_t max_memory = 0;
  double max_time = 0;
  std::string store = "exact";
  std::uint64_t threads = 1;
  std::string progress = "line";
  EngineChoice engine;
  std::uint64_t bitstate = 0;  // the logarithm of the number of bits; 0: not asked for
  std::uint64_t hashes = 0;    // 0: as many as usual
  bool hash_compact = false;
  std::string por = "none";
  std::string proviso;     // empty: the one that suits the search
  std::string nested_por;  // likewise

  // The limits from now on.
  Limits limits(Gauge* gauge) const;
  product::ProductOptions product(Gauge* gauge) const;
  ProgressMode progress_mode() const;
  // If the search is to be approximate. Throws CLI::ValidationError if these options contradict each other.
  std::optional<walk::ApproximateOptions> approximate() const;
  // What is asked of partial-order reduction. Throws CLI::ValidationError if these options have no meaning.
  check::ReductionChoice reduction() const;
};

// --order, --store, the limits, --progress and --engine.
void add_search(CLI::App& app, SearchOptions& options);
// --threads.
void add_threads(CLI::App& app, SearchOptions& options);
// --deadlock-runs and --fair.
void add_run_options(CLI::App& app, SearchOptions& options);

// --por and --proviso, and --nested-por if there may be a second search.
void add_reduction(CLI::App& app, SearchOptions& options, bool nests = true);

// --bitstate, --hashes and --hash-compact.
void add_approximate(CLI::App& app, SearchOptions& options);
// Throws CLI::ValidationError if a store or threads were asked for beside these.
void refuse_stores(const CLI::App& app);

// A number of bytes as people write it: `500M`, `4G`, `1000000`.
std::optional<std::uint64_t> parse_bytes(const std::string& text);
// A number of bytes for people: `12.3 MB`.
std::string bytes_text(double bytes);

// The gauge as a line of progress: `1,234,567 states, 1.2 million/s, depth 345, 120 MB`; and as JSON.
std::string gauge_text(const Gauge& gauge, double seconds);
std::string gauge_json(const Gauge& gauge, double seconds);

// How good an approximate search was: `2^30 bits, 3 for each state, 0.12% of them set, hash factor 1023`; and as JSON.
std::string approximation_text(const walk::Approximation& approximation);
nlohmann::ordered_json approximation_json(const walk::Approximation& approximation);

}  // namespace lariat::cli
