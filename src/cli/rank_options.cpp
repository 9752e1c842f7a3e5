// SPDX-License-Identifier: Apache-2.0
#include "cli/rank_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/version.hpp"
#include "lariat/cluster/transport.hpp"
#include "lariat/run/page.hpp"
#include "lariat/store/state_hash.hpp"

namespace lariat::cli {

void prepare_for_ranks(Options& options) {
  if (options.cluster == nullptr) return;
  const SearchOptions& search = options.search;
  const auto refuse_if = [](bool is_given, std::string_view option, const char* why) {
    if (is_given) refuse(option, std::string(why) + ": leave it out, or run lariat without mpirun");
  };
  refuse_if(search.bitstate != 0, "--bitstate", "does not work over ranks");
  refuse_if(search.hash_compact, "--hash-compact", "does not work over ranks");
  refuse_if(search.threads > 1, "--threads", "each rank has one thread; start more ranks instead, or");
  refuse_if(options.walk == walk::SearchOrder::depth_first, "--search", "ranks search breadth first");
  refuse_if(options.minimize.has_value(), "--minimize", "does not work over ranks");
  refuse_if(options.algorithm != search::Algorithm::automatic && options.algorithm != search::Algorithm::owcty &&
                options.algorithm != search::Algorithm::owcty_map,
            "--algorithm", "over ranks there are owcty and owcty-map");
  refuse_if(options.scc, "--scc", "components are not counted over ranks");
  refuse_if(options.dot || options.hoa || options.aut, "--dot, --hoa, --aut", "no rank has all states");
  refuse_if(options.explain.has_value(), "--explain", "does not work over ranks");
  refuse_if(options.unreached, "--unreached", "no rank has been everywhere");
  refuse_if(options.coverage, "--coverage", "no rank has been everywhere");
  refuse_if(options.untrusted.wanted, "--untrusted", "MPI needs what it forbids");
  refuse_if(search.order.has_value(), "--order", "does not work over ranks");
  options.vacuity = 0;
  // mpirun gives rank 0 a terminal of its own, wherever the output goes.
  if (options.common.color == ColorMode::automatic) options.common.color = ColorMode::never;
  if (options.cluster->rank() == 0) return;
  options.trace.clear();
  options.html.clear();
  options.itf.clear();
  options.trail.wanted = false;
  options.search.progress = ProgressMode::none;
}

void agree_on_model(const Options& options, const model::Program& program) {
  if (options.cluster == nullptr) return;
  std::string text = version_text();
  for (const run::PageSource& source : run::page_sources(program)) text += source.text + '\0';
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  cluster::agree(*options.cluster, "has read a model", store::hash_of({bytes, text.size()}));
}

std::string ranks_text(const std::vector<cluster::RankFigures>& ranks) {
  std::uint64_t states = 0;
  std::uint64_t least = ranks.front().states;
  std::uint64_t most = 0;
  std::uint64_t sent_states = 0;
  std::uint64_t sent_bytes = 0;
  for (const cluster::RankFigures& rank : ranks) {
    states += rank.states;
    least = std::min(least, rank.states);
    most = std::max(most, rank.states);
    sent_states += rank.sent_states;
    sent_bytes += rank.sent_bytes;
  }
  const auto percent = [&](std::uint64_t part) {
    return 100.0 * static_cast<double>(part) / std::max<double>(1, static_cast<double>(states));
  };
  return fmt::format("{:.3g}% to {:.3g}% of the states each, {} sent, {:.1f} bytes a state", percent(least), percent(most),
                     bytes_text(static_cast<double>(sent_bytes)),
                     static_cast<double>(sent_bytes) / std::max<double>(1, static_cast<double>(sent_states)));
}

nlohmann::ordered_json ranks_json(const std::vector<cluster::RankFigures>& ranks) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const cluster::RankFigures& rank : ranks)
    json.push_back({{"states", rank.states},
                    {"post_calls", rank.expanded},
                    {"transitions", rank.transitions},
                    {"sent_states", rank.sent_states},
                    {"sent_batches", rank.sent_batches},
                    {"sent_bytes", rank.sent_bytes},
                    {"store_bytes", rank.store_bytes},
                    {"peak_rss", rank.resident_bytes}});
  return json;
}

}  // namespace lariat::cli
