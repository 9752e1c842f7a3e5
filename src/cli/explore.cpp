// SPDX-License-Identifier: Apache-2.0
// lariat explore: visits all states of a model, and counts or draws them.
#include "lariat/walk/explore.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/explain.hpp"
#include "cli/interruption.hpp"
#include "cli/json_writer.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/search_options.hpp"
#include "cli/space_picture.hpp"
#include "lariat/base/give_up.hpp"
#include "lariat/base/memory.hpp"
#include "lariat/check/emptiness.hpp"
#include "lariat/reduce/dependence.hpp"
#include "lariat/search/census.hpp"
#include "lariat/system/program_system.hpp"
#include "lariat/walk/approximate.hpp"

namespace lariat::cli {
namespace {

// What the states take, in bytes.
struct Sizes {
  std::uint64_t state = 0;  // one of them
  std::uint64_t store = 0;  // all that grows with their number
  std::string kind = {};    // of the store
  std::size_t threads = 1;
  const walk::Approximation* approximation = nullptr;  // if the search was one
};

using Components = std::optional<search::Census>;  // if they were counted

class ExploreCommand {
 public:
  ExploreCommand(const Options& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color)) {}

  Exit run() {
    std::optional<frontend::Model> model =
        read_model_or_complain(options_.path, options_.model, options_.search.limits(nullptr));
    if (!model) return Exit::bad_input;
    options_.untrusted.end_reading();
    if (!(options_.dot || options_.hoa || options_.aut)) options_.untrusted.close();
    const model::Program* const program = &model->program();
    if (options_.dot || options_.hoa || options_.aut) return draw(*model);
    if (options_.explain)
      return explain_state(*program, options_.model.interpretation(), options_.search, *options_.explain, options_.common.json,
                           terminal_, out_);
    const check::ReductionChoice choice = options_.search.reduction();
    if (choice.method != reduce::Method::none) {
      if (const auto obstacle = reduce::find_obstacle(*program)) {
        complain(to_string(Diagnostic{.message = "cannot be reduced: " + *obstacle, .file = program->name}));
        return Exit::bad_input;
      }
      if (!is_depth_first() && choice.proviso && choice.proviso->expands != reduce::Proviso::Expands::nothing &&
          choice.proviso->expands != reduce::Proviso::Expands::terminal) {
        complain(
            fmt::format("lariat: error: the proviso {} is for searches depth first: leave out --search bfs, or take Terminal\n",
                        to_string(*choice.proviso)));
        return Exit::bad_input;
      }
    }
    Gauge gauge;
    EngineUse use(options_.search.engine, options_.search.max_time);
    const Limits limits = options_.search.limits(&gauge);
    model::InterpreterOptions interpretation = options_.model.interpretation();
    interpretation.promises = choice.method != reduce::Method::none && program->has_promises();
    system::ProgramSystem system(*program, interpretation, &use.engine());
    system.interpreter().obey(limits);
    product::ProductOptions product_options = options_.search.product(&gauge);
    if (is_depth_first()) product_options.threads = 1;
    product_options.reduction = choice.method;
    product_options.observed.assertions = true;
    // A walk that shows no run need not come back to a state.
    if (!is_depth_first() && choice.method == reduce::Method::none && !options_.scc && !options_.search.approximate())
      product_options.numbering = store::Numbering::fresh;
    product::PlainProduct product(system, product_options);
    const std::vector<walk::Goal> goals = {{.kind = walk::Goal::Kind::fault}};
    const auto describe_gauge = [&](double seconds) { return options_.search.describe(gauge, seconds); };
    if (const auto approximate = options_.search.approximate()) {
      const walk::ApproximateWalk walk = [&] {
        const Progress progress(options_.search.progress, describe_gauge);
        return walk::walk_approximately(product, goals, {.limits = limits}, *approximate);
      }();
      const Sizes sizes{.state = walk.approximation.state_bytes,
                        .store = walk.approximation.store_bytes,
                        .kind = walk::to_string(walk.approximation.store),
                        .approximation = &walk.approximation};
      report(*program, sizes, walk.exploration, {}, "", use);
      return walk.found[0] ? Exit::nonempty : Exit::inconclusive;
    }
    const auto explore = [&](product::PlainProduct& space, const reduce::Proviso& proviso) {
      const Progress progress(options_.search.progress, describe_gauge);
      return walk::explore_states(
          space, goals,
          {.order = is_depth_first() ? walk::SearchOrder::depth_first : walk::SearchOrder::breadth_first,
           .limits = limits,
           .forgets = product_options.numbering == store::Numbering::fresh,
           .reduction = {.proviso = proviso}});
    };
    const reduce::Proviso proviso = choice.proviso.value_or(reduce::default_proviso(SearchKind::safety));
    const walk::Exploration exploration = explore(product, proviso);
    if (choice.method != reduce::Method::none) {
      comparison_ =
          Comparison{.method = std::string(name_of(reduce::methods, choice.method)), .proviso = to_string(proviso), .full = {}};
      if (!options_.no_full) {
        try {
          EngineUse other(options_.search.engine, options_.search.max_time);  // so that both take the same time to compile
          system::ProgramSystem plain(*program, options_.model.interpretation(), &other.engine());
          product_options.reduction = reduce::Method::none;
          product::PlainProduct full(plain, product_options);
          comparison_->full = explore(full, proviso);
        } catch (const std::bad_alloc&) {  // the reduced states take memory all the while; their figures are shown
          comparison_->full.emplace().reason = "out of memory";
        }
      }
    }
    use.complain_if_interpreted();
    std::string scc_reason;
    const Components components =
        options_.scc && exploration.complete ? count_components(product, limits, scc_reason) : Components{};
    report(*program,
           {.state = product.store().size() == 0 ? 0 : product.expander().initial().front().size(),
            .store = store_bytes(product, exploration),
            .kind = std::string(to_string(product.store().kind())),
            .threads = product.store().threads()},
           exploration, components, scc_reason, use);
    if (exploration.witnesses[0]) return Exit::nonempty;
    return exploration.complete && scc_reason.empty() ? Exit::ok : Exit::inconclusive;
  }

 private:
  // With a reduction, depth first is the default: its provisos need the stack.
  bool is_depth_first() const {
    if (options_.walk) return *options_.walk == walk::SearchOrder::depth_first;
    return options_.search.por != reduce::Method::none;
  }

  // All that grows with the number of states.
  static std::size_t store_bytes(const product::Product& product, const walk::Exploration& e) {
    return product.store().bytes() + e.parents.size() * sizeof(StateId) + e.queue.size() * sizeof(store::IdRange) +
           e.level_ends.size() * sizeof(std::uint32_t);
  }

  static Components count_components(product::Product& product, const Limits& limits, std::string& reason) {
    search::Census census;
    auto given_up = reason_to_give_up([&] { search::count_components(check::explore_graph(product, limits), limits, census); });
    if (!given_up) return census;
    reason = *std::move(given_up);
    return std::nullopt;
  }

  Exit draw(frontend::Model& model) {
    SpacePictureOptions picture{.search = options_.search, .full = options_.common.full};
    const auto atoms = frontend::read_definitions(model, options_.requirements, {.interrupted = &interrupted()});
    if (!atoms) {
      complain(atoms.errors());
      return Exit::bad_input;
    }
    options_.untrusted.close();
    if (options_.aut) return draw_aut(model.program(), picture, out_);
    return options_.dot ? draw_dot(model.program(), *atoms, picture, out_) : draw_hoa(model.program(), *atoms, picture, out_);
  }

  void report(const model::Program& program, const Sizes& sizes, const walk::Exploration& e, const Components& components,
              const std::string& scc_reason, const EngineUse& use) {
    if (options_.common.json)
      write(program, sizes, e, components, scc_reason, use);
    else
      print(program, sizes, e, components, scc_reason);
  }

  void print(const model::Program& program, const Sizes& sizes, const walk::Exploration& e, const Components& components,
             const std::string& scc_reason) {
    const auto row = [&](std::string_view name, const std::string& value, const std::string& more = "") {
      out_ << fmt::format("  {} {:>15}{}\n", pad(name, 14), value,
                          more.empty() ? "" : "  " + terminal_.paint(Paint::dim, more));
    };
    out_ << terminal_.paint(Paint::bold, program.name) << '\n';
    if (!e.complete) row("incomplete", "", e.reason + "; what follows is a part");
    if (sizes.approximation != nullptr) row("store", "", approximation_text(*sizes.approximation));
    // Of how many, where those are known.
    const auto share = [&](std::uint64_t part, std::uint64_t walk::Exploration::*whole) {
      if (!comparison_ || !comparison_->full) return std::string();
      const walk::Exploration& full = *comparison_->full;
      return fmt::format("{:.4g}% of {}{}",
                         100.0 * static_cast<double>(part) / std::max<double>(1, static_cast<double>(full.*whole)),
                         grouped(full.*whole), full.complete ? "" : " and more");
    };
    if (comparison_) row("reduction", comparison_->method, comparison_->proviso);
    row("states", grouped(e.states), share(e.states, &walk::Exploration::states));
    if (comparison_) {
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
    if (components) {
      row("components", grouped(components->components),
          fmt::format("{} of one state, {} without a way out", grouped(components->one_state), grouped(components->terminal)));
      row("largest", grouped(components->largest), "states in one component");
    } else if (!scc_reason.empty()) {
      row("components", "unknown", scc_reason);
    }
    const auto states = std::max<double>(1, static_cast<double>(e.states));
    const bool is_measured = e.states >= 1000;  // tables have a least size, clocks a finest tick
    row("state", fmt::format("{} bytes", sizes.state),
        is_measured ? fmt::format("{:.1f} bytes a state in all", static_cast<double>(sizes.store) / states) : "");
    row("memory", bytes_text(static_cast<double>(peak_resident_bytes())));
    row("time", duration_text(e.seconds),
        is_measured ? fmt::format("{} states a second", grouped(static_cast<std::uint64_t>(states / std::max(e.seconds, 1e-9))))
                    : "");
    if (!comparison_ || !comparison_->full) return;
    const walk::Exploration& full = *comparison_->full;
    row("full time", duration_text(full.seconds),
        full.states >= 1000
            ? fmt::format("{} states a second",
                          grouped(static_cast<std::uint64_t>(static_cast<double>(full.states) / std::max(full.seconds, 1e-9))))
            : "");
    if (!full.complete) row("full", "incomplete", full.reason);
  }

  void write(const model::Program& program, const Sizes& sizes, const walk::Exploration& e, const Components& components,
             const std::string& scc_reason, const EngineUse& use) {
    JsonWriter json(out_);
    json.begin_object();
    json.field("command", "explore");
    json.field("version", LARIAT_VERSION);
    json.field("input", options_.path);
    json.field("language", program.language);
    json.field("complete", e.complete);
    if (!e.complete) json.field("reason", e.reason);
    if (!scc_reason.empty()) json.field("scc_reason", scc_reason);
    nlohmann::ordered_json statistics = {
        {"states", e.states},
        {"transitions", e.transitions},
        {"post_calls", e.expanded},
        {"deadlocks", e.deadlocks},
        {"levels", e.levels},
        {"max_depth", e.max_depth},
        {"max_out_degree", e.max_out_degree},
        {"errors", e.faults},
        {"state_bytes", sizes.state},
        {"store", sizes.kind},
        {"threads", sizes.threads},
        {"store_bytes", sizes.store},
        {"bytes_per_state", static_cast<double>(sizes.store) / std::max<double>(1, static_cast<double>(e.states))},
        {"peak_rss", peak_resident_bytes()},
        {"seconds", e.seconds}};
    if (components) {
      statistics["scc_count"] = components->components;
      statistics["scc_trivial"] = components->one_state;
      statistics["scc_terminal"] = components->terminal;
      statistics["scc_largest"] = components->largest;
    }
    if (comparison_) {
      statistics["partial"] = e.partial;
      statistics["expanded"] = e.fully_expanded;
      statistics["fully_expanded"] = e.fully_expanded;
      statistics["proviso_bytes"] = e.proviso_bytes;
      json.field("reduction", {{"method", comparison_->method}, {"proviso", comparison_->proviso}});
      if (const auto& full = comparison_->full)
        json.field("full", {{"complete", full->complete},
                            {"states", full->states},
                            {"transitions", full->transitions},
                            {"deadlocks", full->deadlocks},
                            {"errors", full->faults},
                            {"seconds", full->seconds}});
    }
    json.field("engine", use.json());
    if (sizes.approximation != nullptr) json.field("approximation", approximation_json(*sizes.approximation));
    json.field("statistics", statistics);
    json.end();
  }

  // A reduction, and what there would be without it.
  struct Comparison {
    std::string method;
    std::string proviso;
    std::optional<walk::Exploration> full;
  };

  const Options& options_;
  std::ostream& out_;
  Terminal terminal_;
  std::optional<Comparison> comparison_;
};

}  // namespace

Exit run_explore(Options& options, std::ostream& out) {
  options.untrusted.begin(options.search);
  return ExploreCommand(options, out).run();
}

}  // namespace lariat::cli
