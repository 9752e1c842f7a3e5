// SPDX-License-Identifier: Apache-2.0
#include "cli/search_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/memory.hpp"
#include "lariat/store/bitstate.hpp"

namespace lariat::cli {
namespace {

// The logarithm of the bits of a member of a swarm: 2^28, or as many as fit into half of the memory that all may use.
unsigned swarm_bits(std::uint64_t max_memory, std::uint64_t threads) {
  constexpr unsigned usual = 28;
  if (max_memory == 0) return usual;
  const std::uint64_t bits = 8 * (max_memory / 2 / std::max<std::uint64_t>(threads, 1));
  return std::clamp(static_cast<unsigned>(std::bit_width(bits)), store::Bitstate::least_bits + 1, store::Bitstate::most_bits) -
         1;
}

// What is under way between ranks, and the fullest of them: `8 ranks 12.4-12.6%, 96.0 KB under way, at most 1.25 GB`.
std::string ranks_text_of(const Gauge& gauge) {
  const auto of = [](const std::atomic<std::uint64_t>& value) {
    return static_cast<double>(value.load(std::memory_order_relaxed));
  };
  const double percent = 100.0 / std::max(1.0, of(gauge.states));
  return fmt::format("{} ranks {:.3g}-{:.3g}%, {} under way, at most {}", gauge.ranks.load(std::memory_order_relaxed),
                     of(gauge.least_of_rank) * percent, of(gauge.most_of_rank) * percent, bytes_text(of(gauge.under_way)),
                     bytes_text(of(gauge.fullest_rank)));
}

nlohmann::ordered_json swarm_json(const walk::SwarmReport& swarm) {
  nlohmann::ordered_json json = {{"wanted", swarm.wanted},       {"first", nullptr},
                                 {"first_seconds", nullptr},     {"seen", swarm.seen},
                                 {"seen_once", swarm.seen_once}, {"unseen", swarm.unseen}};
  if (swarm.finder) {
    json["first"] = *swarm.finder;
    json["first_seconds"] = swarm.finder_seconds;
  }
  json["members"] = nlohmann::ordered_json::array();
  for (const walk::SwarmMember& member : swarm.members)
    json["members"].push_back({{"order", member.order},
                               {"max_depth", member.max_depth},
                               {"states", member.states},
                               {"seconds", member.seconds},
                               {"finished", member.finished}});
  return json;
}

}  // namespace

Limits SearchOptions::limits_from_now(Gauge* gauge) const {
  Limits all = limits(gauge);
  all.deadline = limits_of(max_time).deadline;
  return all;
}

Limits SearchOptions::limits(Gauge* gauge) const {
  Limits limits = limits_of(max_time, start);
  limits.max_memory = max_memory;
  limits.max_depth = max_depth;
  limits.gauge = gauge;
  return limits;
}

product::ProductOptions SearchOptions::product(Gauge* gauge) const {
  return {.deadlock_runs = deadlock_runs,
          .order = order,
          .max_states = max_states,
          .gauge = gauge,
          .store = store,
          .graph_bytes = max_memory == 0 ? std::nullopt : std::optional<std::size_t>(max_memory / 4),
          .threads = static_cast<unsigned>(threads)};
}

std::optional<walk::ApproximateOptions> SearchOptions::approximate() const {
  if (bitstate == 0 && !hash_compact && swarm == 0) return std::nullopt;
  walk::ApproximateOptions options{.max_states = max_states, .threads = static_cast<unsigned>(threads)};
  if (swarm != 0) {
    options.swarm = {
        .members = static_cast<unsigned>(swarm), .threads = static_cast<unsigned>(threads), .seed = order.value_or(1)};
    options.threads = 1;
    options.bits = swarm_bits(max_memory, threads);
    return options;
  }
  if (hash_compact) {
    options.store = walk::ApproximateOptions::Store::hash_compaction;
  } else {
    options.bits = static_cast<unsigned>(bitstate);
    if (hashes != 0) options.hashes = static_cast<unsigned>(hashes);
  }
  return options;
}

check::ReductionChoice SearchOptions::reduction(reduce::Method usual) const {
  const reduce::Method method = por.value_or(usual);
  const bool automatic = method == reduce::Method::automatic;
  return {.method = automatic ? reduce::Method::stubborn : method,
          .automatic = automatic,
          .proviso = proviso,
          .nested = nested_por};
}

std::string SearchOptions::describe(const Gauge& gauge, double seconds) const {
  return progress == ProgressMode::json ? gauge_json(gauge, seconds) : gauge_text(gauge, seconds);
}

// A shorter beginning of what is asked says nothing.
constexpr std::size_t shortest_name = 8;

std::string SearchProgress::describe(double seconds) {
  const SearchOptions& search = *part_.search;
  if (search.progress == ProgressMode::json) {
    auto json = nlohmann::ordered_json::parse(gauge_json(gauge_, seconds));
    json["property"] = part_.part;
    json["number"] = part_.number;
    json["of"] = part_.parts;
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  }
  const std::uint64_t ranks = gauge_.ranks.load(std::memory_order_relaxed);
  const Sample now{.seconds = seconds,
                   .states = static_cast<double>(gauge_.states.load(std::memory_order_relaxed)),
                   .expanded = static_cast<double>(gauge_.post_calls.load(std::memory_order_relaxed))};
  const std::string where =
      part_.breadth_first
          ? fmt::format("{} waiting", grouped(static_cast<std::uint64_t>(std::max(0.0, now.states - now.expanded))))
          : fmt::format("depth {}", grouped(gauge_.depth.load(std::memory_order_relaxed)));
  std::string text = fmt::format("{} states, {}, {}/s, {}", grouped(static_cast<std::uint64_t>(now.states)), where,
                                 grouped(static_cast<std::uint64_t>(seconds > 0 ? now.states / seconds : 0)),
                                 ranks > 1 ? ranks_text_of(gauge_) : bytes_text(static_cast<double>(resident_bytes())));
  if (const auto left = estimate(now)) text += fmt::format(", about {:.0f} s left", std::max(1.0, *left));
  if (part_.parts == 1) return text;
  const std::string which = fmt::format("{} of {}", part_.number, part_.parts);
  // What is asked has the columns that are left.
  const std::size_t taken = columns(which) + columns(text) + 3;
  const std::size_t width = progress_width();
  if (taken + shortest_name > width) return fmt::format("{}: {}", which, text);
  return fmt::format("{} {}: {}", which, shorten(printable(part_.part), width - taken), text);
}

std::optional<double> SearchProgress::estimate(const Sample& now) {
  if (!part_.breadth_first) return std::nullopt;
  if (!before_) before_ = now;
  const double expanded = now.expanded - before_->expanded;
  if (now.seconds - before_->seconds < 1 || expanded <= 0) return left_;
  const double ratio = (now.states - before_->states) / expanded;  // new states that an expanded one led to
  const double rate = expanded / (now.seconds - before_->seconds);
  left_.reset();
  if (ratio < 0.9) left_ = (now.states - now.expanded) / (1 - ratio) / rate;
  before_ = now;
  return left_;
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
  const bool has_ranks = gauge.ranks.load(std::memory_order_relaxed) > 1;
  return fmt::format("{} states, {}/s, depth {}, {}", grouped(static_cast<std::uint64_t>(states)),
                     grouped(static_cast<std::uint64_t>(seconds > 0 ? states / seconds : 0)),
                     grouped(gauge.depth.load(std::memory_order_relaxed)),
                     has_ranks ? ranks_text_of(gauge) : bytes_text(static_cast<double>(resident_bytes())));
}

std::string gauge_json(const Gauge& gauge, double seconds) {
  const auto of = [](const std::atomic<std::uint64_t>& value) { return value.load(std::memory_order_relaxed); };
  nlohmann::ordered_json json = {{"states", of(gauge.states)},
                                 {"expanded", of(gauge.post_calls)},
                                 {"post_calls", of(gauge.post_calls)},
                                 {"transitions", of(gauge.transitions)},
                                 {"depth", of(gauge.depth)},
                                 {"memory", resident_bytes()},
                                 {"seconds", seconds}};
  if (of(gauge.ranks) != 0)
    json["ranks"] = {{"number", of(gauge.ranks)},
                     {"least_states", of(gauge.least_of_rank)},
                     {"most_states", of(gauge.most_of_rank)},
                     {"bytes_under_way", of(gauge.under_way)},
                     {"most_memory", of(gauge.fullest_rank)}};
  return json.dump();
}

std::string approximation_text(const walk::Approximation& figures) {
  if (figures.swarm) {
    std::string text = fmt::format("{} of {}, each with 2^{} bits", figures.swarm->members.size(),
                                   counted(figures.swarm->wanted, "search", "searches"), figures.bits);
    if (figures.swarm->finder)
      text += fmt::format("; number {} was the first to find something, after {:.2f} s", *figures.swarm->finder,
                          figures.swarm->finder_seconds);
    return text;
  }
  if (figures.store == walk::ApproximateOptions::Store::bitstate)
    return fmt::format("2^{} bits, {} for each state, {} of them set, hash factor {:.3g}", figures.bits, figures.hashes,
                       percent(figures.occupancy), figures.hash_factor);
  return fmt::format("{} bits of a hash for each state, {} of the table in use", figures.bits, percent(figures.occupancy));
}

nlohmann::ordered_json approximation_json(const walk::Approximation& figures) {
  nlohmann::ordered_json json = {{"store", walk::to_string(figures.store)}, {"bits", figures.bits}};
  if (figures.store == walk::ApproximateOptions::Store::bitstate) {
    json["hashes"] = figures.hashes;
    json["hash_factor"] = figures.hash_factor;
  }
  json["occupancy"] = figures.occupancy;
  json["missed"] = figures.missed;
  if (figures.swarm) json["swarm"] = swarm_json(*figures.swarm);
  return json;
}

}  // namespace lariat::cli
