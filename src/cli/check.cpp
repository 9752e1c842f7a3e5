// SPDX-License-Identifier: Apache-2.0
// lariat check: checks properties of a model, and shows a counterexample if one fails.

#include "lariat/frontend/check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/check_page.hpp"
#include "cli/command.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/report.hpp"
#include "cli/verdict_table.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/memory.hpp"
#include "lariat/check/explain.hpp"
#include "lariat/run/chart.hpp"
#include "lariat/run/formats.hpp"
#include "lariat/run/run_text.hpp"
#include "lariat/run/state_text.hpp"

namespace lariat::cli {
namespace {

using check::Finding;
using check::Requirement;
using check::Verdict;

// The name of a verdict: --reach asks for a state, which is reachable or not.
std::string_view verdict_text(const Requirement& requirement, Verdict verdict) {
  if (requirement.kind != Requirement::Kind::reach || verdict == Verdict::unknown) return check::to_string(verdict);
  return verdict == Verdict::holds ? "unreachable" : "reachable";
}

Paint paint_of(const Requirement& requirement, Verdict verdict) {
  if (verdict == Verdict::unknown) return Paint::yellow;
  if (requirement.kind == Requirement::Kind::reach) return Paint::bold;
  return verdict == Verdict::holds ? Paint::green : Paint::red;
}

Exit exit_of(Verdict verdict) {
  return verdict == Verdict::holds ? Exit::ok : verdict == Verdict::violated ? Exit::nonempty : Exit::inconclusive;
}

// The explanation of a run, as docs/json.md describes it.
nlohmann::ordered_json story_json(const run::Story& story) {
  auto remarks = nlohmann::ordered_json::array();
  for (const run::Story::Remark& remark : story.remarks)
    remarks.push_back({{"state", remark.state}, {"text", printable(remark.text)}});
  auto atoms = nlohmann::ordered_json::array();
  for (const run::Story::Atom& atom : story.atoms) {
    auto changes = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < atom.truths.size(); ++i)
      if (i == 0 || atom.truths[i] != atom.truths[i - 1])
        changes.push_back({{"state", i}, {"holds", static_cast<bool>(atom.truths[i])}});
    atoms.push_back({{"name", printable(atom.name)}, {"changes", changes}});
  }
  auto irrelevant = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < story.matters.size(); ++i)
    if (!story.matters[i]) irrelevant.push_back(i + 1);
  return {{"remarks", remarks}, {"atoms", atoms}, {"irrelevant_steps", irrelevant}, {"ending", story.ending}};
}

bool starts_processes(const model::Program& program) {
  return std::ranges::any_of(program.process_types, [](const model::ProcessType& type) {
    return std::ranges::any_of(type.transitions, [](const model::Transition& transition) {
      return std::ranges::any_of(transition.effects,
                                 [](const model::Effect& e) { return e.kind == model::Effect::Kind::start; });
    });
  });
}

class CheckCommand {
 public:
  CheckCommand(const Options& options, std::ostream& out)
      : options_(options),
        out_(out),
        terminal_(describe_terminal(options.common.color)),
        json_(out),
        use_(options.search.engine, options.search.max_time) {}

  Exit run() {
    std::optional<frontend::Model> model =
        read_model_or_complain(options_.path, options_.model, options_.search.limits(nullptr));
    if (!model) return Exit::bad_input;
    if (options_.trail.wanted && !takes_trails(*model)) return Exit::bad_input;
    model_ = &*model;
    program_ = &model->program();
    auto requirements = read_requirements_or_complain(*model, formulas_, options_.requirements);
    if (!requirements) return Exit::bad_input;
    options_.untrusted.end_reading();
    if (!options_.html.empty()) sources_ = run::page_sources(*program_);
    if (!options_.untrusted.close(
            {options_.trace, options_.html, options_.itf, options_.trail.wanted ? options_.trail.path(options_.path) : ""}))
      return Exit::bad_input;
    requirements_ = *requirements;
    checker_.emplace(*model, formulas_, *std::move(requirements));
    findings_.resize(requirements_.size());
    begin();
    for (std::size_t i = 0; i < requirements_.size(); ++i) {
      if (!findings_[i]) find(i);
      report(i);
    }
    if (!options_.common.json) print_runs();
    if (!options_.common.json) print_unreached();
    write_page();
    use_.complain_if_interpreted();
    end();
    return exit_;
  }

 private:
  // Only models in Promela have trails.
  static bool takes_trails(frontend::Model& model) {
    if (model.promela() != nullptr) return true;
    complain(to_string(Diagnostic{.message = "trails are for models in Promela; --trace saves any run", .file = "--trail"}));
    return false;
  }

  // Fills in the finding of requirement i.
  void find(std::size_t i) {
    gauge_.states = 0;
    gauge_.depth = 0;
    const Progress progress(options_.search.progress,
                            [&](double seconds) { return options_.search.describe(gauge_, seconds); });
    const frontend::Answer& answer = checker_->answer(i, model_options());
    findings_[i] = answer.finding;
    if (answer.refused) exit_ = join(exit_, Exit::bad_input);
  }

  model::Program& program_of(const Requirement& requirement) { return frontend::program_of(*model_, requirement); }

  std::string_view method_name() const { return name_of(reduce::methods, options_.search.por); }

  check::ModelCheckOptions model_options() {
    return {.algorithm = options_.algorithm,
            .minimize = options_.minimize,
            .shorten = options_.first ? std::nullopt : std::optional(check::ShortenBudget{}),
            .product = options_.search.product(&gauge_),
            .engine = &use_.engine(),
            .order = walks_depth_first() ? walk::SearchOrder::depth_first : walk::SearchOrder::breadth_first,
            .approximate = options_.search.approximate(),
            .reduction = options_.search.reduction(),
            .limits = options_.search.limits(&gauge_),
            .interpretation = options_.model.interpretation(),
            .coverage = options_.unreached,
            .fair = options_.search.fair};
  }

  // Breadth first, unless a reduction does better otherwise: what is reached may be left out for long, but not for ever.
  bool walks_depth_first() const {
    if (options_.walk || options_.search.por == reduce::Method::none) return options_.walk == walk::SearchOrder::depth_first;
    return std::any_of(requirements_.begin(), requirements_.end(), [](const Requirement& requirement) {
      return check::is_found_by_walk(requirement.kind) && requirement.kind != Requirement::Kind::deadlock;
    });
  }

  void begin() {
    if (options_.common.json) {
      json_.begin_object();
      json_.field("command", "check");
      json_.field("version", LARIAT_VERSION);
      json_.field("input", options_.path);
      json_.field("language", program_->language);
      json_.key("properties");
      json_.begin_array();
      return;
    }
    out_ << fmt::format(
        "{}  {}\n", terminal_.paint(Paint::bold, program_->name),
        (program_->processes.size() == 1 ? "1 process" : fmt::format("{} processes", program_->processes.size())) +
            (starts_processes(*program_) ? " at the start" : ""));
    if (!options_.requirements.any() && model_->claimed().empty() && requirements_.size() == 1)
      out_ << "  nothing was asked, and the model states no property of its own: looking for errors\n";
    std::vector<std::string> properties;
    for (const Requirement& requirement : requirements_) properties.push_back(what(requirement));
    table_.emplace(terminal_, properties);
    out_ << table_->header() << std::flush;
  }

  std::string what(const Requirement& requirement) const {
    const std::string text = printable(options_.common.full ? requirement.text : shorten(requirement.text, 500));
    switch (requirement.kind) {
      case Requirement::Kind::ltl:
        return requirement.name.starts_with("ltl ") ? text : fmt::format("{}: {}", printable(requirement.name), text);
      case Requirement::Kind::observer:
        return fmt::format("property {}", printable(requirement.name));
      case Requirement::Kind::deadlock:
        return requirement.name == "end states" ? "no invalid end state" : "no deadlock";
      case Requirement::Kind::acceptance:
        return "no acceptance cycle";
      case Requirement::Kind::progress:
        return "no non-progress cycle";
      case Requirement::Kind::assertion:
        return "no error";
      case Requirement::Kind::invariant:
      case Requirement::Kind::reach:
        break;
    }
    return fmt::format("{} {}", check::to_string(requirement.kind), text);
  }

  void report(std::size_t i) {
    Finding& finding = *findings_[i];
    exit_ = join(exit_, exit_of(finding.verdict));
    if (requirements_[i].kind == Requirement::Kind::assertion && !asks_for_deadlocks() && finding.deadlocks > 0)
      finding.notes.push_back(
          fmt::format("{} met: --deadlock shows a run that ends",
                      finding.deadlocks == 1 ? "a deadlock was" : grouped(finding.deadlocks) + " deadlocks were"));
    save(i);
    save_as_trail(i);
    if (options_.common.json)
      write(i);
    else
      print(i);
    out_.flush();
  }

  bool asks_for_deadlocks() const {
    return std::any_of(requirements_.begin(), requirements_.end(),
                       [](const Requirement& requirement) { return requirement.kind == Requirement::Kind::deadlock; });
  }

  void print(std::size_t i) {
    const Requirement& requirement = requirements_[i];
    const Finding& finding = *findings_[i];
    out_ << table_->row(paint_of(requirement, finding.verdict), verdict_text(requirement, finding.verdict), what(requirement),
                        finding.algorithm, finding.statistics);
    if (finding.verdict == Verdict::unknown) out_ << table_->remark(Paint::plain, finding.reason);
    if (finding.approximation) out_ << table_->remark(Paint::dim, approximation_text(*finding.approximation));
    for (const std::string& note : finding.notes) out_ << table_->remark(Paint::dim, note);
    if (options_.stats) print_statistics(finding);
  }

  void print_statistics(const Finding& finding) {
    const search::Statistics& s = finding.statistics;
    const auto row = [&](std::string_view name, const std::string& value) {
      out_ << fmt::format("    {} {:>16}\n", pad(name, 34), value);
    };
    if (!finding.proviso.empty()) {
      row("reduction", fmt::format("{}, {}", method_name(), finding.proviso));
      row("states with a reduced set", grouped(s.partial));
      row("fully expanded by the proviso", grouped(s.expanded));
    }
    if (finding.strength) row("automaton", std::string(search::to_string(*finding.strength)));
    if (finding.automaton)
      row("its states, transitions, sets", fmt::format("{}, {}, {}", finding.automaton->graph.states(),
                                                       finding.automaton->graph.edges(), finding.automaton->graph.sets()));
    row("calls of post", grouped(s.post_calls));
    row("longest stack", grouped(s.max_depth));
    row("largest stack of roots", grouped(s.roots));
    row("largest Tarjan stack", grouped(s.active));
    row("calls of post for the run", grouped(s.trace_post_calls));
    row("bytes in arrays by state", grouped(s.auxiliary_bytes));
    row("bytes in stacks", grouped(s.stack_bytes));
    if (finding.approximation) {
      const walk::Approximation& figures = *finding.approximation;
      row("store", walk::to_string(figures.store));
      row("share of it in use", fmt::format("{:.4g}%", 100 * figures.occupancy));
      if (figures.hash_factor != 0) row("hash factor", fmt::format("{:.4g}", figures.hash_factor));
      row("estimate of states missed", percent(figures.missed));
    }
    row("bytes of a state", grouped(finding.state_bytes));
    row("bytes of all states", grouped(finding.store_bytes));
    row("bytes in memory at most", grouped(peak_resident_bytes()));
  }

  void print_runs() {
    for (std::size_t i = 0; i < requirements_.size(); ++i) {
      const Finding& finding = *findings_[i];
      if (!finding.run) continue;
      model::Interpreter interpreter(program_of(requirements_[i]), finding.interpretation);
      out_ << '\n' << terminal_.paint(Paint::bold, run_title(requirements_[i], finding)) << '\n';
      if (options_.show_automaton && finding.automaton) print_automaton(*finding.automaton);
      const run::Story story = check::explain(program_of(requirements_[i]), formulas_, requirements_[i], finding);
      run::write_run(out_, interpreter, *finding.run,
                     {.color = terminal_.colors(),
                      .utf8 = terminal_.utf8,
                      .width = terminal_.width,
                      .show_automaton = options_.show_automaton,
                      .show_state = options_.show_state,
                      .longest_step = options_.common.full ? std::size_t(-1) : run::RunTextOptions{}.longest_step,
                      .longest_run = options_.common.full ? 0 : run::usual_longest_run,
                      .story = &story,
                      .show_start = true});
      if (options_.chart)
        run::write_chart(out_ << '\n', interpreter, *finding.run,
                         {.color = terminal_.colors(), .utf8 = terminal_.utf8, .width = terminal_.width});
      if (finding.fault && (finding.run->steps.empty() || !finding.run->steps.back().fault))
        out_ << fmt::format("{}: {}\n", run::source_text(*program_, finding.fault.source), describe(*program_, finding.fault));
      for (const std::string& path : {saved_[i], itfs_[i], trails_[i]})
        if (!path.empty()) out_ << fmt::format("saved as {}\n", printable(path));
    }
  }

  // The first finding that knows what was never reached.
  const std::vector<model::Coverage::Statement>* unreached() const {
    if (!model_->states_end_states() && !options_.unreached) return nullptr;
    for (const auto& finding : findings_)
      if (finding && finding->unreached) return &*finding->unreached;
    return nullptr;
  }

  void print_unreached() {
    const auto* const statements = unreached();
    if (statements == nullptr || (statements->empty() && !options_.unreached)) return;
    out_ << '\n' << terminal_.paint(Paint::bold, statements->empty() ? "every statement is reached" : "never reached") << '\n';
    const run::SourcePlaces source(*program_, terminal_.width / 4);
    std::size_t names = 0;
    std::size_t places = 0;
    for (const auto& statement : *statements) {
      names = std::max(names, columns(program_->process_types[statement.type].name));
      places = std::max(places, columns(source.text(statement.source)));
    }
    for (const auto& statement : *statements)
      out_ << fmt::format("  {}  {}  {}\n", pad(printable(program_->process_types[statement.type].name), names),
                          pad(source.text(statement.source), places),
                          statement.text.empty()
                              ? terminal_.paint(Paint::dim, "is never started")
                              : printable(options_.common.full ? statement.text : shorten(statement.text, 200)));
  }

  void print_automaton(const automata::Automaton& automaton) {
    out_ << terminal_.paint(Paint::dim, "the automaton of the runs that violate the property:") << '\n';
    automata::write_hoa(out_, automaton);
  }

  std::string run_title(const Requirement& requirement, const Finding& finding) const {
    const run::Run& run = *finding.run;
    const std::size_t stem = run.cycle.value_or(run.steps.size());
    std::string length = counted(stem, "step");
    if (run.cycle) length += fmt::format(" and a cycle of {}", run.steps.size() - stem);
    if (finding.shortest) length += run.cycle ? ", the shortest found" : ", as short as possible";
    if (finding.first_found)
      length += fmt::format(" (first found: {}; --first shows it)",
                            finding.first_found->second == 0
                                ? counted(finding.first_found->first, "step")
                                : fmt::format("{} and a cycle of {}", finding.first_found->first, finding.first_found->second));
    if (requirement.kind == Requirement::Kind::deadlock)
      return fmt::format("{} after {}", requirement.name == "end states" ? "invalid end state" : "deadlock", length);
    if (requirement.kind == Requirement::Kind::assertion) return fmt::format("error after {}", length);
    if (requirement.kind == Requirement::Kind::acceptance) return fmt::format("acceptance cycle: {}", length);
    if (requirement.kind == Requirement::Kind::progress) return fmt::format("non-progress cycle: {}", length);
    const std::string text = what(requirement) + ":";
    const std::string outcome = fmt::format("{} {}",
                                            requirement.kind == Requirement::Kind::reach      ? "reached after"
                                            : requirement.kind == Requirement::Kind::observer ? "accepts this run of"
                                                                                              : "violated by this run of",
                                            length);
    const bool fits = columns(text) + 1 + columns(outcome) <= terminal_.width;
    return fmt::format("{}{}{}", text, fits || !terminal_.is_terminal ? " " : "\n", outcome);
  }

  void save_as_trail(std::size_t i) {
    trails_.resize(requirements_.size());
    if (!options_.trail.wanted || !findings_[i]->run) return;
    trails_[i] = save_as(i, *run::find_run_format("trail"), options_.trail.path(options_.path, ++trail_count_));
  }

  // The first run goes to the file that was named, others to its name with a number.
  void save(std::size_t i) {
    saved_.resize(requirements_.size());
    itfs_.resize(requirements_.size());
    if (!findings_[i]->run) return;
    ++saved_count_;
    saved_[i] = save_numbered(i, "json", options_.trace);
    itfs_[i] = save_numbered(i, "itf", options_.itf);
  }

  std::string save_numbered(std::size_t i, std::string_view format, std::string path) {
    constexpr std::string_view ending = ".json";
    if (path.empty()) return path;
    if (saved_count_ > 1)
      path.insert(path.ends_with(ending) ? path.size() - ending.size() : path.size(), fmt::format("-{}", saved_count_));
    return save_as(i, *run::find_run_format(format), path);
  }

  // One page for everything.
  void write_page() {
    if (options_.html.empty()) return;
    CheckPage page(*program_, sources_, options_.model.interpretation());
    for (std::size_t i = 0; i < requirements_.size(); ++i)
      page.add(requirements_[i], *findings_[i], what(requirements_[i]), verdict_text(requirements_[i], findings_[i]->verdict),
               findings_[i]->run ? run_title(requirements_[i], *findings_[i]) : "", program_of(requirements_[i]), formulas_);
    if (const auto error = page.save(options_.html)) {
      complain(to_string(*error));
      exit_ = join(exit_, Exit::bad_input);
    } else if (!options_.common.json) {
      out_ << fmt::format("{}page written to {}\n", page.has_runs() ? "" : "\n", printable(options_.html));
    }
  }

  // Saves the run of requirement i. The name of the file, or nothing after an error, which the user has been told.
  std::string save_as(std::size_t i, const run::RunFormat& format, const std::string& path) {
    const Requirement& requirement = requirements_[i];
    const std::string observer = requirement.kind == Requirement::Kind::observer ? requirement.name : "";
    model::Interpreter interpreter(program_of(requirement), findings_[i]->interpretation);
    const run::RunOrigin origin{.model = options_.path,
                                .property = fmt::format("{} {}", check::to_string(requirement.kind), requirement.text),
                                .observer = observer};
    const auto error = run::save_run(path, format,
                                     {.interpreter = interpreter,
                                      .run = *findings_[i]->run,
                                      .origin = origin,
                                      .promela = model_->promela(observer),
                                      .formula = requirement.kind == Requirement::Kind::ltl ? requirement.name : ""});
    if (!error) return path;
    complain(to_string(*error));
    exit_ = join(exit_, Exit::bad_input);
    return "";
  }

  void write(std::size_t i) {
    const Requirement& requirement = requirements_[i];
    const Finding& finding = *findings_[i];
    json_.begin_object();
    json_.field("name", requirement.name);
    json_.field("kind", check::to_string(requirement.kind));
    json_.field("formula", requirement.text);
    json_.field("verdict", check::to_string(finding.verdict));
    if (requirement.kind == Requirement::Kind::reach && finding.verdict != Verdict::unknown)
      json_.field("reachable", finding.verdict == Verdict::violated);
    json_.field("reason", finding.reason);
    json_.field("algorithm", finding.algorithm);
    if (!finding.proviso.empty()) json_.field("reduction", {{"method", method_name()}, {"proviso", finding.proviso}});
    json_.field("class", finding.strength ? nlohmann::ordered_json(search::to_string(*finding.strength)) : nullptr);
    json_.field("notes", finding.notes);
    if (finding.fault)
      json_.field("error", nlohmann::ordered_json{{"message", model::describe(*program_, finding.fault)},
                                                  {"source", run::source_text(*program_, finding.fault.source)}});
    if (finding.is_bad_prefix) json_.field("bad_prefix", true);
    if (finding.first_found)
      json_.field("first_found", {{"stem", finding.first_found->first}, {"cycle", finding.first_found->second}});
    if (finding.run)
      json_.field("explanation", story_json(check::explain(program_of(requirement), formulas_, requirement, finding)));
    json_.key("lasso");
    if (finding.run) {
      model::Interpreter interpreter(program_of(requirements_[i]), finding.interpretation);
      json_.begin_object();
      run::write_steps(json_, interpreter, *finding.run);
      json_.end();
    } else {
      json_.value(nullptr);
    }
    if (!saved_[i].empty()) json_.field("trace", saved_[i]);
    if (!itfs_[i].empty()) json_.field("itf", itfs_[i]);
    if (!trails_[i].empty()) json_.field("trail", trails_[i]);
    if (finding.approximation) json_.field("approximation", approximation_json(*finding.approximation));
    json_.field("state_bytes", finding.state_bytes);
    write_statistics(json_, finding.statistics, finding.store_bytes);
    json_.end();
  }

  void end() {
    if (!options_.common.json) return;
    json_.end();
    json_.field("engine", use_.json());
    if (const auto* const statements = unreached()) {
      auto list = nlohmann::ordered_json::array();
      for (const auto& statement : *statements)
        list.push_back({{"process", printable(program_->process_types[statement.type].name)},
                        {"source", run::source_text(*program_, statement.source)},
                        {"text", printable(statement.text)}});
      json_.field("unreached", list);
    }
    json_.end();
  }

  const Options& options_;
  std::ostream& out_;
  Terminal terminal_;
  JsonWriter json_;
  EngineUse use_;
  ltl::FormulaStore formulas_;
  frontend::Model* model_ = nullptr;
  std::optional<frontend::Checker> checker_;
  model::Program* program_ = nullptr;
  std::vector<Requirement> requirements_;
  std::vector<std::optional<Finding>> findings_;
  std::vector<std::string> saved_;
  std::vector<std::string> itfs_;
  std::vector<run::PageSource> sources_;  // for a page
  std::size_t saved_count_ = 0;
  std::vector<std::string> trails_;
  std::size_t trail_count_ = 0;
  std::optional<VerdictTable> table_;
  Gauge gauge_;
  Exit exit_ = Exit::ok;
};

}  // namespace

Exit run_check(Options& options, std::ostream& out) {
  options.untrusted.begin(options.search);
  return CheckCommand(options, out).run();
}

}  // namespace lariat::cli
