// SPDX-License-Identifier: Apache-2.0
// lariat compare: runs all algorithms on the same automaton, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "cli/automata_input.hpp"
#include "cli/command.hpp"
#include "cli/compare_model.hpp"
#include "cli/compare_provisos.hpp"
#include "cli/comparison.hpp"
#include "cli/interruption.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "cli/verdict.hpp"
#include "lariat/automata/emptiness.hpp"
#include "lariat/base/give_up.hpp"
#include "lariat/frontend/languages.hpp"

namespace lariat::cli {
namespace {

// What is remembered of an automaton for the end of the JSON object.
struct ComparisonSummary {
  std::string file;
  std::size_t number;
  std::string name;
  std::size_t states, transitions;
  unsigned sets;
  std::optional<search::Strength> strength;
  search::Emptiness verdict;
};

class CompareCommand {
 public:
  CompareCommand(const Options& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color)), json_(out) {}

  Exit run() {
    return report_automata(
        "compare", "rows", options_.common, out_, json_, [&](Item& item) { return visit(item); }, [&] { write_summaries(); });
  }

 private:
  Exit visit(const Item& item) {
    if (!options_.common.json) out_ << headline(item, options_.common, terminal_) << std::flush;
    strength_.reset();
    const std::vector<ComparisonRow> rows = run_all(item);
    const std::optional<search::Emptiness> verdict = agreement(rows);
    const search::Emptiness agreed = verdict.value_or(search::Emptiness::unknown);
    const Graph& graph = item.automaton.graph;
    if (options_.common.json) {
      for (const ComparisonRow& row : rows) write(item, row);
      summaries_.push_back({item.file, item.number, item.automaton.name, graph.states(), graph.edges(),
                            item.automaton.rejects_all ? 0 : graph.sets(), strength_, agreed});
    } else {
      print(item, rows);
    }
    if (!verdict)
      throw search::InternalError("the algorithms disagree; this must not happen, please report it with this automaton");
    Exit exit = exit_of(agreed);
    if (is_left_open(rows)) exit = join(exit, Exit::inconclusive);
    return exit;
  }

  std::vector<ComparisonRow> run_all(const Item& item) {
    const Graph& graph = item.automaton.graph;
    std::vector<ComparisonRow> rows;
    std::optional<automata::Structure> structure;
    if (!options_.nonprogress) {
      rows.push_back(run_one(item, "classify", [&]() -> Result<search::CheckResult> {
        structure = automata::classify(graph, {.interrupted = &interrupted()});
        strength_ = structure->strength;
        return search::CheckResult{};
      }));
      if (structure) rows.pop_back();
    } else {
      rows.push_back(run_one(item, "nonprogress", [&] { return automata::check_nonprogress(graph, std::nullopt, limits()); }));
    }
    for (const search::AlgorithmInfo& about : search::algorithms()) {
      rows.push_back(run_one(item, about.name, [&] {
        if (options_.nonprogress) return automata::check_nonprogress(graph, about.algorithm, limits());
        return check_emptiness(graph, {.algorithm = about.algorithm, .limits = limits()}, structure ? &*structure : nullptr);
      }));
    }
    return rows;
  }

  static Limits limits() { return {.interrupted = &interrupted()}; }

  template <class Check>
  ComparisonRow run_one(const Item& item, std::string_view name, Check check) const {
    const Progress progress([&] { return fmt::format("automaton {}, {}", item.number, name); });
    ComparisonRow row{.algorithm = name, .check = {}};
    const auto given_up = reason_to_give_up([&] {
      if (Result<search::CheckResult> result = check())
        row.check = *std::move(result);
      else
        row.refuse(result.errors().front().message);
    });
    if (given_up) row.check.reason = *given_up;
    return row;
  }

  void print(const Item& item, const std::vector<ComparisonRow>& rows) const {
    if (strength_) out_ << fmt::format("  {}\n", describe(*strength_));
    print_comparison(out_, terminal_, rows, item.automaton.graph.states(),
                     [](search::Emptiness verdict) { return to_string(verdict); });
    if (options_.nonprogress)
      out_ << "  nonprogress is the direct search; all others ran on the product with the non-progress automaton\n";
  }

  void write(const Item& item, const ComparisonRow& row) {
    json_.begin_object();
    json_.field("file", item.file);
    json_.field("number", item.number);
    json_.field("algorithm", row.algorithm);
    json_.field("applies", row.applies);
    json_.field("verdict", to_string(row.check.verdict));
    if (row.check.verdict == search::Emptiness::unknown) json_.field("reason", row.check.reason);
    json_.field("notes", row.check.notes);
    json_.field("lasso_length", row.check.lasso ? nlohmann::ordered_json(row.check.lasso->length()) : nullptr);
    write_statistics(json_, row.check.statistics, item.automaton.graph.bytes());
    json_.end();
  }

  void write_summaries() {
    json_.key("automata");
    json_.begin_array();
    for (const ComparisonSummary& summary : summaries_)
      json_.value({{"file", summary.file},
                   {"number", summary.number},
                   {"name", summary.name},
                   {"states", summary.states},
                   {"transitions", summary.transitions},
                   {"sets", summary.sets},
                   {"class", summary.strength ? nlohmann::ordered_json(to_string(*summary.strength)) : nullptr},
                   {"verdict", to_string(summary.verdict)}});
    json_.end();
  }

  const Options& options_;
  std::ostream& out_;
  Terminal terminal_;
  JsonWriter json_;
  std::optional<search::Strength> strength_;
  std::vector<ComparisonSummary> summaries_;
};

// By its name, or because its language is named.
bool is_model(const Options& options, const std::string& file) {
  return options.model.read.language != nullptr || (file != "-" && frontend::language_of(file) != nullptr);
}

}  // namespace

Exit run_compare(Options& options, std::ostream& out) {
  const std::vector<std::string>& files = options.common.files;
  options.path = files.front();
  const bool any_model = std::ranges::any_of(files, [&](const std::string& file) { return is_model(options, file); });
  if ((any_model || options.provisos.wanted) && files.size() > 1) refuse("FILE", "one model at a time");
  if (options.provisos.wanted) {
    if (!options.thread_counts.empty()) refuse("--threads", "not with --provisos");
    if (files.front() != "-" && !any_model) refuse("--provisos", "is for a model, which FILE is not by its name");
    return compare_provisos(options, out);
  }
  if (any_model) {
    if (options.nonprogress) refuse("--nonprogress", "is for automata");
    return compare_model(options, out);
  }
  if (!options.thread_counts.empty()) refuse("--threads", "is for a model");
  if (options.requirements.any()) refuse("--ltl", "is a question about a model, not an automaton");
  return CompareCommand(options, out).run();
}

}  // namespace lariat::cli
