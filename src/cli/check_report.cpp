// SPDX-License-Identifier: Apache-2.0
#include "cli/check_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/check_page.hpp"
#include "cli/coverage_report.hpp"
#include "cli/model_input.hpp"
#include "cli/rank_options.hpp"
#include "cli/report.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/memory.hpp"
#include "lariat/check/explain.hpp"
#include "lariat/run/chart.hpp"
#include "lariat/run/run_text.hpp"
#include "lariat/run/state_text.hpp"

namespace lariat::cli {

using check::Finding;
using check::Requirement;
using check::Verdict;

namespace {

// The name of a verdict: --reach asks for a state, which is reachable or not.
std::string_view verdict_text(const Requirement& requirement, Verdict verdict) {
  if (requirement.kind != Requirement::Kind::reach || verdict == Verdict::unknown) return check::to_string(verdict);
  return verdict == Verdict::holds ? "unreachable" : "reachable";
}

Paint verdict_paint(const Requirement& requirement, Verdict verdict) {
  if (verdict == Verdict::unknown) return Paint::yellow;
  if (requirement.kind == Requirement::Kind::reach) return Paint::bold;
  return verdict == Verdict::holds ? Paint::green : Paint::red;
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

// True if a transition starts a process.
bool starts_processes(const model::Program& program) {
  return std::ranges::any_of(program.process_types, [](const model::ProcessType& type) {
    return std::ranges::any_of(type.transitions, [](const model::Transition& transition) {
      return std::ranges::any_of(transition.effects,
                                 [](const model::Effect& effect) { return effect.kind == model::Effect::Kind::start; });
    });
  });
}

}  // namespace

CheckReport::CheckReport(const Options& options, std::string path, frontend::Model& model, const ltl::FormulaStore& formulas,
                         const Terminal& terminal, JsonWriter& json, std::ostream& out)
    : options_(options),
      path_(std::move(path)),
      model_(model),
      program_(model.program()),
      formulas_(formulas),
      terminal_(terminal),
      json_(json),
      out_(out) {}

void CheckReport::begin(const std::vector<Requirement>& requirements) {
  asks_for_deadlocks_ = std::ranges::any_of(
      requirements, [](const Requirement& requirement) { return requirement.kind == Requirement::Kind::deadlock; });
  if (options_.common.json) {
    json_.begin_object();
    json_.field("command", "check");
    json_.field("version", LARIAT_VERSION);
    json_.field("input", path_);
    json_.field("language", program_.language);
    json_.field("diagnostics", diagnostics_json(model_.warnings()));
    json_.key("properties");
    json_.begin_array();
    return;
  }
  out_ << fmt::format("{}  {}{}\n", terminal_.paint(Paint::bold, program_.name),
                      counted(program_.processes.size(), "process", "processes"),
                      starts_processes(program_) ? " at the start, which can start others" : "");
  if (!options_.requirements.any() && model_.claimed().empty() && requirements.size() == 1)
    out_ << "  nothing was asked, and the model states no property of its own: looking for errors\n";
  std::vector<std::string> properties;
  for (const Requirement& requirement : requirements) properties.push_back(what(requirement));
  table_.emplace(terminal_, properties);
  out_ << table_->header() << std::flush;
}

std::string CheckReport::what(const Requirement& requirement) const {
  const std::string text = frontend::describe(requirement);
  return printable(options_.common.full ? text : shorten(text, 500));
}

void CheckReport::add(frontend::Answer& answer, SavedAs saved) {
  if (answer.requirement.kind == Requirement::Kind::assertion && !asks_for_deadlocks_ && answer.finding.deadlocks > 0)
    answer.finding.notes.push_back(
        fmt::format("{} met: --deadlock shows a run that ends",
                    answer.finding.deadlocks == 1 ? "a deadlock was" : grouped(answer.finding.deadlocks) + " deadlocks were"));
  answers_.push_back(&answer);
  saved_.push_back(std::move(saved));
  if (options_.common.json)
    write(answer, saved_.back());
  else
    print(answer);
  out_.flush();
}

void CheckReport::print(const frontend::Answer& answer) {
  const Requirement& requirement = answer.requirement;
  const Finding& finding = answer.finding;
  out_ << table_->row(verdict_paint(requirement, finding.verdict), verdict_text(requirement, finding.verdict),
                      what(requirement), finding.algorithm, finding.statistics);
  if (finding.verdict == Verdict::unknown) out_ << table_->remark(Paint::plain, finding.reason);
  for (const check::PropertyWarning& warning : answer.warnings)
    out_ << table_->remark(Paint::yellow, "warning: " + warning.text);
  if (finding.approximation) out_ << table_->remark(Paint::dim, approximation_text(*finding.approximation));
  for (const std::string& note : finding.notes) out_ << table_->remark(Paint::dim, note);
  if (options_.stats) print_statistics(finding);
}

void CheckReport::print_statistics(const Finding& finding) {
  const search::Statistics& s = finding.statistics;
  const auto row = [&](std::string_view name, const std::string& value) {
    out_ << fmt::format("    {} {:>16}\n", pad(name, 34), value);
  };
  if (!finding.proviso.empty()) {
    row("reduction", fmt::format("{}, {}", method_name(), finding.proviso));
    if (finding.proviso != "Rank") {  // which the search does not know of
      row("states with a reduced set", grouped(s.partial));
      row("fully expanded by the proviso", grouped(s.expanded));
    }
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

void CheckReport::print_runs() {
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    const Requirement& requirement = answers_[i]->requirement;
    const Finding& finding = answers_[i]->finding;
    if (!finding.run) continue;
    model::Interpreter interpreter(frontend::program_of(model_, requirement), finding.interpretation);
    out_ << '\n' << terminal_.paint(Paint::bold, run_title(requirement, finding)) << '\n';
    if (options_.show_automaton && finding.automaton) {
      out_ << terminal_.paint(Paint::dim, "the automaton of the runs that violate the property:") << '\n';
      automata::write_hoa(out_, *finding.automaton);
    }
    const run::Story story = check::explain(frontend::program_of(model_, requirement), formulas_, requirement, finding);
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
      out_ << fmt::format("{}: {}\n", run::source_text(program_, finding.fault.source), describe(program_, finding.fault));
    for (const std::string& path : {saved_[i].trace, saved_[i].itf, saved_[i].trail})
      if (!path.empty()) out_ << fmt::format("saved as {}\n", printable(path));
  }
}

// The first finding that knows what was never reached.
const std::vector<model::Coverage::Statement>* CheckReport::unreached() const {
  if (!model_.states_end_states() && !options_.unreached) return nullptr;
  for (const frontend::Answer* const answer : answers_)
    if (answer->finding.unreached) return &*answer->finding.unreached;
  return nullptr;
}

void CheckReport::print_unreached() {
  const auto* const statements = unreached();
  if (statements == nullptr || (statements->empty() && !options_.unreached)) return;
  out_ << '\n' << terminal_.paint(Paint::bold, statements->empty() ? "every statement is reached" : "never reached") << '\n';
  const run::SourcePlaces source(program_, terminal_.width / 4);
  std::size_t names = 0;
  std::size_t places = 0;
  for (const auto& statement : *statements) {
    names = std::max(names, columns(program_.process_types[statement.type].name));
    places = std::max(places, columns(source.text(statement.source)));
  }
  for (const auto& statement : *statements)
    out_ << fmt::format("  {}  {}  {}\n", pad(printable(program_.process_types[statement.type].name), names),
                        pad(source.text(statement.source), places),
                        statement.text.empty()
                            ? terminal_.paint(Paint::dim, "is never started")
                            : printable(options_.common.full ? statement.text : shorten(statement.text, 200)));
}

std::string CheckReport::run_title(const Requirement& requirement, const Finding& finding) const {
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

void CheckReport::write(const frontend::Answer& answer, const SavedAs& saved) {
  const Requirement& requirement = answer.requirement;
  const Finding& finding = answer.finding;
  json_.begin_object();
  json_.field("name", requirement.name);
  json_.field("kind", check::to_string(requirement.kind));
  json_.field("formula", requirement.text);
  json_.field("verdict", check::to_string(finding.verdict));
  if (requirement.kind == Requirement::Kind::reach && finding.verdict != Verdict::unknown)
    json_.field("reachable", finding.verdict == Verdict::violated);
  json_.field("reason", finding.reason);
  json_.field("algorithm", finding.algorithm);
  if (finding.threads > 1) {
    json_.field("threads", finding.threads);
    // What an approximate search leaves out depends on who came first.
    const nlohmann::ordered_json varies = finding.approximation ? nlohmann::ordered_json{"verdict", "run", "statistics"}
                                          : finding.verdict == Verdict::holds ? nlohmann::ordered_json{"statistics"}
                                                                              : nlohmann::ordered_json{"run", "statistics"};
    json_.field("may_vary", varies);
  }
  if (!finding.proviso.empty()) json_.field("reduction", {{"method", method_name()}, {"proviso", finding.proviso}});
  json_.field("class", finding.strength ? nlohmann::ordered_json(search::to_string(*finding.strength)) : nullptr);
  json_.field("notes", finding.notes);
  auto warnings = nlohmann::ordered_json::array();
  for (const check::PropertyWarning& warning : answer.warnings)
    warnings.push_back({{"kind", check::to_string(warning.kind)}, {"text", warning.text}});
  json_.field("warnings", warnings);
  if (finding.fault)
    json_.field("error", nlohmann::ordered_json{{"message", model::describe(program_, finding.fault)},
                                                {"source", run::source_text(program_, finding.fault.source)}});
  if (finding.is_bad_prefix) json_.field("bad_prefix", true);
  if (finding.first_found)
    json_.field("first_found", {{"stem", finding.first_found->first}, {"cycle", finding.first_found->second}});
  if (finding.run)
    json_.field("explanation",
                story_json(check::explain(frontend::program_of(model_, requirement), formulas_, requirement, finding)));
  json_.key("lasso");
  if (finding.run) {
    model::Interpreter interpreter(frontend::program_of(model_, requirement), finding.interpretation);
    json_.begin_object();
    run::write_steps(json_, interpreter, *finding.run);
    json_.end();
  } else {
    json_.value(nullptr);
  }
  if (!saved.trace.empty()) json_.field("trace", saved.trace);
  if (!saved.itf.empty()) json_.field("itf", saved.itf);
  if (!saved.trail.empty()) json_.field("trail", saved.trail);
  if (finding.approximation) json_.field("approximation", approximation_json(*finding.approximation));
  json_.field("state_bytes", finding.state_bytes);
  write_statistics(json_, finding.statistics, finding.store_bytes);
  if (!finding.ranks.empty()) json_.field("ranks", ranks_json(finding.ranks));
  json_.end();
}

bool CheckReport::write_page(const std::string& file, std::vector<run::PageSource> sources) {
  CheckPage page(program_, std::move(sources), options_.model.interpretation());
  for (const frontend::Answer* const answer : answers_)
    page.add(answer->requirement, answer->finding, what(answer->requirement),
             verdict_text(answer->requirement, answer->finding.verdict),
             answer->finding.run ? run_title(answer->requirement, answer->finding) : "",
             frontend::program_of(model_, answer->requirement), formulas_);
  if (const auto error = page.save(file)) {
    complain(to_string(*error));
    return false;
  }
  if (!options_.common.json) out_ << fmt::format("page written to {}\n", printable(file));
  return true;
}

void CheckReport::add_coverage(check::Executions executions, std::vector<run::PageSource>& sources) {
  add_counts(executions, sources);
  executions_ = std::move(executions);
  sources_ = &sources;
}

void CheckReport::end(const nlohmann::ordered_json& engine) {
  if (!options_.common.json) {
    print_runs();
    if (executions_)
      print_coverage(out_, terminal_, program_, *executions_, *sources_);
    else
      print_unreached();
    return;
  }
  json_.end();
  json_.field("engine", engine);
  if (const auto* const statements = unreached()) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& statement : *statements)
      list.push_back({{"process", printable(program_.process_types[statement.type].name)},
                      {"source", run::source_text(program_, statement.source)},
                      {"text", printable(statement.text)}});
    json_.field("unreached", list);
  }
  if (executions_) json_.field("coverage", coverage_json(program_, *executions_));
  json_.end();
}

}  // namespace lariat::cli
