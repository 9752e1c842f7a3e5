// SPDX-License-Identifier: Apache-2.0
// How a model is searched: what the commands that do so have in common.
#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

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
  double max_time = 0;                                                             // seconds for the whole call
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();  // of the call
  store::StoreKind store = store::StoreKind::exact;
  std::uint64_t threads = 1;
  ProgressMode progress = ProgressMode::line;
  EngineChoice engine;
  std::uint64_t bitstate = 0;  // the logarithm of the number of bits; 0: not asked for
  std::uint64_t hashes = 0;    // 0: as many as usual
  bool hash_compact = false;
  std::uint64_t swarm = 0;                 // members; 0: not asked for
  std::optional<reduce::Method> por;       // none: the usual one of the command
  std::optional<reduce::Proviso> proviso;  // none: the one that suits the search
  reduce::NestedPor nested_por = reduce::NestedPor::select_bit;

  // The limits of the whole call.
  Limits limits(Gauge* gauge) const;
  // The limits of a part of the call that gets all of --max-time, from now on.
  Limits limits_from_now(Gauge* gauge) const;
  product::ProductOptions product(Gauge* gauge) const;
  // If the search is to be approximate.
  std::optional<walk::ApproximateOptions> approximate() const;
  // What is asked of partial-order reduction, in a command with that usual method.
  check::ReductionChoice reduction(reduce::Method usual) const;
  // The gauge as --progress wants it: as a line or as JSON.
  std::string describe(const Gauge& gauge, double seconds) const;
};

// The line of progress of a search that is one of several.
struct SearchPart {
  const SearchOptions* search = nullptr;
  std::string part = {};  // what is asked
  std::size_t number = 1;
  std::size_t parts = 1;
  bool breadth_first = false;  // states that are known and not expanded are the frontier
};
class SearchProgress {
 public:
  // The gauge must outlive this.
  SearchProgress(const Gauge& gauge, SearchPart part) : gauge_(gauge), part_(std::move(part)) {}

  // `3 of 6 no deadlock: 1,234,567 states, 81,234 waiting, 1,200,000/s, 120 MB, about 12 s left`; or JSON, as --progress says.
  // The time that is left is shown where states wait, and their number has been falling for a second. To be called by one
  // thread.
  std::string describe(double seconds);

 private:
  struct Sample {
    double seconds = 0;
    double states = 0;
    double expanded = 0;
  };
  // Seconds that are probably left, by how many new states an expanded one led to of late.
  std::optional<double> estimate(const Sample& now);

  const Gauge& gauge_;
  SearchPart part_;
  std::optional<Sample> before_;
  std::optional<double> left_;
};

// A number of bytes for people: `12.3 MB`.
std::string bytes_text(double bytes);

// The gauge as a line of progress: `1,234,567 states, 1.2 million/s, depth 345, 120 MB`; and as JSON.
std::string gauge_text(const Gauge& gauge, double seconds);
std::string gauge_json(const Gauge& gauge, double seconds);

// How good an approximate search was: `2^30 bits, 3 for each state, 0.12% of them set, hash factor 1023`; and as JSON. Of a
// swarm the text tells which member found something first.
std::string approximation_text(const walk::Approximation& approximation);
nlohmann::ordered_json approximation_json(const walk::Approximation& approximation);

}  // namespace lariat::cli
