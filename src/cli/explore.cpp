// SPDX-License-Identifier: Apache-2.0
// lariat explore: visits all states of a model, and counts or draws them.
#include <fmt/format.h>

#include <algorithm>

#include "cli/checkpoint.hpp"
#include "cli/command.hpp"
#include "cli/explain.hpp"
#include "cli/interruption.hpp"
#include "cli/json_writer.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/rank_options.hpp"
#include "cli/search_options.hpp"
#include "cli/space_picture.hpp"
#include "lariat/base/memory.hpp"
#include "lariat/check/exploration.hpp"

namespace lariat::cli {
namespace {

class ExploreCommand {
 public:
  ExploreCommand(const Options& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color)) {}

  Exit run() {
    if (!options_.untrusted.begin_reading()) return Exit::bad_input;
    frontend::Model model = read_model(options_.path, options_.model, options_.search.limits(nullptr));
    agree_on_model(options_, model.program());
    if (options_.dot || options_.hoa || options_.aut) return draw(model);
    options_.untrusted.end_reading(true);
    const model::Program* const program = &model.program();
    if (options_.explain)
      return explain_state(*program, options_.model.interpretation(), options_.search, *options_.explain, options_.common.json,
                           terminal_, out_);
    Gauge gauge;
    const Limits limits = options_.search.limits(&gauge);
    EngineUse use(options_.search.engine, limits);
    EngineUse full_use(options_.search.engine, limits);
    const std::vector<walk::CheckpointOptions> checkpoint = checkpoints_of(options_, "explore", *program, {SavedWork{}});
    const Result<check::ModelExploration> exploration = [&] {
      const Progress progress(options_.search.progress,
                              [&](double seconds) { return options_.search.describe(gauge, seconds); });
      return check::explore_model(*program, {.order = options_.walk,
                                             .product = options_.search.product(&gauge),
                                             .engine = &use.engine(),
                                             .full_engine = &full_use.engine(),
                                             .approximate = options_.search.approximate(),
                                             .reduction = options_.search.reduction(reduce::Method::none),
                                             .full = !options_.no_full,
                                             .components = options_.scc,
                                             .checkpoint = checkpoint.empty() ? nullptr : &checkpoint.front(),
                                             .limits = limits,
                                             .interpretation = options_.model.interpretation(),
                                             .cluster = options_.cluster});
    }();
    if (!exploration) throw BadInput{exploration.errors()};
    use.complain_if_interpreted();
    if (options_.common.json)
      write(*program, *exploration, use);
    else
      print(*program, *exploration);
    if (exploration->has_fault) return Exit::nonempty;
    return exploration->found.complete && exploration->components_reason.empty() ? Exit::ok : Exit::inconclusive;
  }

 private:
  Exit draw(frontend::Model& model) {
    SpacePictureOptions picture{.search = options_.search, .full = options_.common.full};
    const auto atoms = frontend::read_definitions(model, options_.requirements, options_.search.limits(nullptr));
    if (!atoms) throw BadInput{atoms.errors()};
    options_.untrusted.end_reading(true);
    if (options_.aut) return draw_aut(model.program(), picture, out_);
    return options_.dot ? draw_dot(model.program(), *atoms, picture, out_) : draw_hoa(model.program(), *atoms, picture, out_);
  }

  std::string method_name() const {
    return std::string(name_of(reduce::methods, options_.search.reduction(reduce::Method::none).method));
  }

  void print(const model::Program& program, const check::ModelExploration& all) {
    const walk::Exploration& e = all.found;
    const bool reduced = !all.proviso.empty();
    const auto row = [&](std::string_view name, const std::string& value, const std::string& more = "") {
      out_ << fmt::format("  {} {:>15}{}\n", pad(name, 14), value,
                          more.empty() ? "" : "  " + terminal_.paint(Paint::dim, more));
    };
    out_ << terminal_.paint(Paint::bold, program.name) << '\n';
    if (!e.complete) row("incomplete", "", e.reason + "; what follows is a part");
    if (all.approximation) row("store", "", approximation_text(*all.approximation));
    // Of how many, where those are known.
    const auto share = [&](std::uint64_t part, std::uint64_t walk::Exploration::*whole) {
      if (!all.full) return std::string();
      const walk::Exploration& full = *all.full;
      return fmt::format("{:.4g}% of {}{}",
                         100.0 * static_cast<double>(part) / std::max<double>(1, static_cast<double>(full.*whole)),
                         grouped(full.*whole), full.complete ? "" : " and more");
    };
    if (reduced) row("reduction", method_name(), all.proviso);
    row("states", grouped(e.states), share(e.states, &walk::Exploration::states));
    if (reduced) {
      row("transitions", grouped(e.transitions), share(e.transitions, &walk::Exploration::transitions));
      row("reduced", grouped(e.partial), "states with a reduced set");
      row("expanded", grouped(e.fully_expanded), "of these, for the proviso");
    } else {
      row("transitions", grouped(e.transitions),
          fmt::format("{:.2f} a state, at most {}",
                      static_cast<double>(e.transitions) / std::max<double>(1, static_cast<double>(e.expanded)),
                      e.max_out_degree));
    }
    row("deadlocks", grouped(e.deadlocks));
    if (e.levels != 0) row("levels", grouped(e.levels));
    if (e.max_depth != 0) row("depth", grouped(e.max_depth));
    if (e.faults != 0) row("errors", grouped(e.faults), "`lariat check --assert` shows one");
    if (all.components) {
      row("components", grouped(all.components->components),
          fmt::format("{} of one state, {} without a way out", grouped(all.components->one_state),
                      grouped(all.components->terminal)));
      row("largest", grouped(all.components->largest), "states in one component");
    } else if (!all.components_reason.empty()) {
      row("components", "unknown", all.components_reason);
    }
    const auto states = std::max<double>(1, static_cast<double>(e.states));
    const bool is_measured = e.states >= 1000;  // tables have a least size, clocks a finest tick
    row("state", fmt::format("{} bytes", all.state_bytes),
        is_measured ? fmt::format("{:.1f} bytes a state in all", static_cast<double>(all.store_bytes) / states) : "");
    row("memory", bytes_text(static_cast<double>(peak_resident_bytes())));
    if (all.ranks.size() > 1) row("ranks", grouped(all.ranks.size()), ranks_text(all.ranks));
    row("time", duration_text(e.seconds),
        is_measured ? fmt::format("{} states a second", grouped(static_cast<std::uint64_t>(states / std::max(e.seconds, 1e-9))))
                    : "");
    if (!all.full) return;
    const walk::Exploration& full = *all.full;
    row("full time", duration_text(full.seconds),
        full.states >= 1000
            ? fmt::format("{} states a second",
                          grouped(static_cast<std::uint64_t>(static_cast<double>(full.states) / std::max(full.seconds, 1e-9))))
            : "");
    if (!full.complete) row("full", "incomplete", full.reason);
  }

  void write(const model::Program& program, const check::ModelExploration& all, const EngineUse& use) {
    const walk::Exploration& e = all.found;
    JsonWriter json(out_);
    json.begin_object();
    json.field("command", "explore");
    json.field("version", LARIAT_VERSION);
    json.field("input", options_.path);
    json.field("language", program.language);
    json.field("complete", e.complete);
    if (!e.complete) json.field("reason", e.reason);
    if (!all.components_reason.empty()) json.field("scc_reason", all.components_reason);
    nlohmann::ordered_json statistics = {
        {"states", e.states},
        {"transitions", e.transitions},
        {"post_calls", e.expanded},
        {"deadlocks", e.deadlocks},
        {"levels", e.levels},
        {"max_depth", e.max_depth},
        {"max_out_degree", e.max_out_degree},
        {"errors", e.faults},
        {"state_bytes", all.state_bytes},
        {"store", all.store},
        {"threads", all.threads},
        {"store_bytes", all.store_bytes},
        {"bytes_per_state", static_cast<double>(all.store_bytes) / std::max<double>(1, static_cast<double>(e.states))},
        {"peak_rss", peak_resident_bytes()},
        {"seconds", e.seconds}};
    if (all.components) {
      statistics["scc_count"] = all.components->components;
      statistics["scc_trivial"] = all.components->one_state;
      statistics["scc_terminal"] = all.components->terminal;
      statistics["scc_largest"] = all.components->largest;
    }
    if (!all.proviso.empty()) {
      statistics["partial"] = e.partial;
      statistics["expanded"] = e.fully_expanded;
      statistics["fully_expanded"] = e.fully_expanded;
      statistics["proviso_bytes"] = e.proviso_bytes;
      json.field("reduction", {{"method", method_name()}, {"proviso", all.proviso}});
      if (const auto& full = all.full)
        json.field("full", {{"complete", full->complete},
                            {"states", full->states},
                            {"transitions", full->transitions},
                            {"deadlocks", full->deadlocks},
                            {"errors", full->faults},
                            {"seconds", full->seconds}});
    }
    json.field("engine", use.json());
    if (all.approximation) json.field("approximation", approximation_json(*all.approximation));
    json.field("statistics", statistics);
    if (!all.ranks.empty()) json.field("ranks", ranks_json(all.ranks));
    json.end();
  }

  const Options& options_;
  std::ostream& out_;
  Terminal terminal_;
};

}  // namespace

Exit run_explore(Options& options, std::ostream& out) {
  prepare_for_ranks(options);
  options.untrusted.begin(options.search);
  return ExploreCommand(options, out).run();
}

}  // namespace lariat::cli
