// SPDX-License-Identifier: Apache-2.0
#include "cli/search_options.hpp"

#include <fmt/format.h>

#include <CLI/Error.hpp>
#include <charconv>
#include <chrono>

#include "cli/interruption.hpp"
#include "cli/options.hpp"
#include "lariat/base/memory.hpp"
#include "lariat/store/bitstate.hpp"

namespace lariat::cli {

Limits SearchOptions::limits(Gauge* gauge) const {
  Limits limits{.interrupted = &interrupted(), .max_memory = max_memory, .max_depth = max_depth, .gauge = gauge};
  if (max_time > 0)
    limits.deadline = std::chrono::steady_clock::now() +
                      std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(max_time));
  return limits;
}

product::ProductOptions SearchOptions::product(Gauge* gauge) const {
  return {.deadlock_runs = deadlock_runs == "ignore" ? product::DeadlockRuns::ignore : product::DeadlockRuns::stutter,
          .order = order,
          .max_states = max_states,
          .gauge = gauge,
          .store = store == "tree" ? store::StoreKind::tree : store::StoreKind::exact,
          .threads = static_cast<unsigned>(threads)};
}

ProgressMode SearchOptions::progress_mode() const {
  return progress == "none" ? ProgressMode::none : progress == "json" ? ProgressMode::json : ProgressMode::line;
}

std::optional<walk::ApproximateOptions> SearchOptions::approximate() const {
  if (hashes != 0 && bitstate == 0) throw CLI::ValidationError("--hashes", "is for --bitstate");
  if (bitstate == 0 && !hash_compact) return std::nullopt;
  if (bitstate != 0 && hash_compact) throw CLI::ValidationError("--bitstate", "not with --hash-compact");
  walk::ApproximateOptions options{.max_states = max_states};
  if (hash_compact) {
    options.store = walk::ApproximateOptions::Store::hash_compaction;
  } else {
    options.bits = static_cast<unsigned>(bitstate);
    if (hashes != 0) options.hashes = static_cast<unsigned>(hashes);
  }
  return options;
}

check::ReductionChoice SearchOptions::reduction() const {
  check::ReductionChoice choice;
  choice.method = por == "ample" ? reduce::Method::ample : por == "stubborn" ? reduce::Method::stubborn : reduce::Method::none;
  if (choice.method == reduce::Method::none) {
    if (!proviso.empty()) throw CLI::ValidationError("--proviso", "is for --por ample or --por stubborn");
    if (!nested_por.empty()) throw CLI::ValidationError("--nested-por", "is for --por ample or --por stubborn");
    return choice;
  }
  if (!proviso.empty()) {
    const auto parsed = reduce::parse_proviso(proviso);
    if (!parsed) throw CLI::ValidationError("--proviso", parsed.errors().front().message);
    choice.proviso = *parsed;
  }
  if (!nested_por.empty()) {
    const auto parsed = reduce::parse_nested_por(nested_por);
    if (!parsed) throw CLI::ValidationError("--nested-por", parsed.errors().front().message);
    choice.nested = *parsed;
  }
  return choice;
}

std::optional<std::uint64_t> parse_bytes(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  std::string unit(end, text.data() + text.size());
  if (unit.ends_with("iB"))
    unit.resize(unit.size() - 2);
  else if (unit.ends_with('B'))
    unit.pop_back();
  unsigned shift = 0;
  if (unit == "k" || unit == "K")
    shift = 10;
  else if (unit == "M")
    shift = 20;
  else if (unit == "G")
    shift = 30;
  else if (unit == "T")
    shift = 40;
  else if (!unit.empty())
    return std::nullopt;
  if (number == 0 || number > (std::uint64_t{1} << 62 >> shift)) return std::nullopt;
  return number << shift;
}

std::string bytes_text(double bytes) {
  if (bytes < 1024) return fmt::format("{:.0f} bytes", bytes);
  const char* unit = "KB";
  for (const char* next : {"MB", "GB", "TB"}) {
    if (bytes < 1024 * 1024) break;
    bytes /= 1024;
    unit = next;
  }
  bytes /= 1024;
  return fmt::format("{:.{}f} {}", bytes, bytes < 10 ? 2 : bytes < 100 ? 1 : 0, unit);
}

std::string gauge_text(const Gauge& gauge, double seconds) {
  const auto states = static_cast<double>(gauge.states.load(std::memory_order_relaxed));
  return fmt::format("{} states, {}/s, depth {}, {}", grouped(static_cast<std::uint64_t>(states)),
                     grouped(static_cast<std::uint64_t>(seconds > 0 ? states / seconds : 0)),
                     grouped(gauge.depth.load(std::memory_order_relaxed)), bytes_text(static_cast<double>(resident_bytes())));
}

std::string gauge_json(const Gauge& gauge, double seconds) {
  return nlohmann::ordered_json{{"states", gauge.states.load(std::memory_order_relaxed)},
                                {"expanded", gauge.post_calls.load(std::memory_order_relaxed)},
                                {"transitions", gauge.transitions.load(std::memory_order_relaxed)},
                                {"depth", gauge.depth.load(std::memory_order_relaxed)},
                                {"memory", resident_bytes()},
                                {"seconds", seconds}}
      .dump();
}

std::string approximation_text(const walk::Approximation& figures) {
  if (figures.store == walk::ApproximateOptions::Store::bitstate)
    return fmt::format("2^{} bits, {} for each state, {:.2g}% of them set, hash factor {:.3g}", figures.bits, figures.hashes,
                       100 * figures.occupancy, figures.hash_factor);
  return fmt::format("{} bits of a hash for each state, {:.2g}% of the table in use", figures.bits, 100 * figures.occupancy);
}

nlohmann::ordered_json approximation_json(const walk::Approximation& figures) {
  nlohmann::ordered_json json = {{"store", walk::to_string(figures.store)}, {"bits", figures.bits}};
  if (figures.store == walk::ApproximateOptions::Store::bitstate) {
    json["hashes"] = figures.hashes;
    json["hash_factor"] = figures.hash_factor;
  }
  json["occupancy"] = figures.occupancy;
  json["missed"] = figures.missed;
  return json;
}

void add_search(CLI::App& app, SearchOptions& options) {
  add_engine(app, options.engine);
  app.add_option_function<std::string>(
         "--order",
         [&options](const std::string& text) {
           std::uint64_t seed = 0;
           const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
           if (error != std::errc() || end != text.data() + text.size())
             throw CLI::ValidationError("--order", "is a number: a seed for the order of successors");
           options.order = seed;
         },
         "try successors in another order, which SEED decides")
      ->type_name("SEED")
      ->group(what_group);
  add_word(app, "--store", options.store, "store", {"exact", "tree"},
           "keep states whole (exact), or equal parts of them once (tree) [exact]")
      ->type_name("STORE")
      ->group(what_group);
  add_number(app, "--max-time", options.max_time, 0.001, 1e9, "give up on a search after so many seconds")
      ->type_name("SECONDS")
      ->group(limit_group);
  app.add_option_function<std::string>(
         "--max-memory",
         [&options](const std::string& text) {
           const auto bytes = parse_bytes(text);
           if (!bytes) throw CLI::ValidationError("--max-memory", "is a number of bytes such as 500M or 4G");
           options.max_memory = *bytes;
         },
         "give up when the program takes so much memory (500M, 4G)")
      ->type_name("BYTES")
      ->group(limit_group);
  add_count(app, "--max-states", options.max_states, 1, 4294967294, "give up when there are more states")->group(limit_group);
  add_count(app, "--max-depth", options.max_depth, 1, 4294967294, "give up when the search gets deeper")->group(limit_group);
  add_word(app, "--progress", options.progress, "way to show progress", {"none", "line", "json"},
           "on the standard error: line (on a terminal), json (a line a second) or none [line]")
      ->type_name("HOW")
      ->group(output_group);
}

void add_reduction(CLI::App& app, SearchOptions& options, bool nests) {
  add_word(app, "--por", options.por, "reduction", {"none", "ample", "stubborn"},
           "partial-order reduction: explore less, by ample or stubborn sets [none]")
      ->type_name("HOW")
      ->group(what_group);
  app.add_option("--proviso", options.proviso, "which states the reduction expands, of those that `lariat provisos` lists")
      ->type_name("NAME")
      ->group(what_group);
  if (!nests) return;
  app.add_option("--nested-por", options.nested_por,
                 "how a second search repeats the reduction of the first: select-bit, select-number or discard [select-bit]")
      ->type_name("HOW")
      ->group(what_group);
}

void add_approximate(CLI::App& app, SearchOptions& options) {
  add_count(app, "--bitstate", options.bitstate, store::Bitstate::least_bits, store::Bitstate::most_bits,
            "approximate: remember a few bits of each state in an array of 2^BITS bits")
      ->type_name("BITS")
      ->group(what_group);
  add_count(app, "--hashes", options.hashes, 1, store::Bitstate::most_hashes, "how many bits of a state --bitstate sets [3]")
      ->type_name("K")
      ->group(what_group);
  app.add_flag("--hash-compact", options.hash_compact, "approximate: remember a hash of each state, in 8 bytes")
      ->group(what_group);
}

void refuse_stores(const CLI::App& app) {
  for (const char* const option : {"--store", "--threads"})
    if (app.count(option) != 0)
      throw CLI::ValidationError(option, "not with --bitstate or --hash-compact, which have a store and a thread of their own");
}

void add_threads(CLI::App& app, SearchOptions& options) {
  add_count(app, "--threads", options.threads, 1, 256, "walk over the states with so many threads [1]")->group(what_group);
}

void add_run_options(CLI::App& app, SearchOptions& options) {
  app.add_flag("--fair", options.fair,
               "of infinite runs only those count that leave no process waiting which always has a step")
      ->group(what_group);
  add_word(app, "--deadlock-runs", options.deadlock_runs, "way to treat runs that end", {"stutter", "ignore"},
           "a run that ends repeats its last state for ever (stutter) or does not count (ignore) [stutter]")
      ->type_name("HOW")
      ->group(what_group);
}

}  // namespace lariat::cli
