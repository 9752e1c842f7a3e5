// SPDX-License-Identifier: Apache-2.0
// lariat compare: all algorithms on the same automaton, side by side.
#include <fmt/format.h>

#include <CLI/Error.hpp>
#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
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

namespace lariat::cli {
namespace {

struct CompareOptions {
  CommonOptions common;
  bool nonprogress = false;
  CompareModelOptions model;
  CompareProvisosOptions provisos;
};

using Row = ComparisonRow;

// What is remembered of an automaton for the end of the JSON object.
struct Summary {
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
  CompareCommand(const CompareOptions& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color_mode())), json_(out) {}

  Exit run() {
    if (options_.common.json) {
      begin_report(json_, "compare", options_.common);
      json_.key("rows");
      json_.begin_array();
    }
    const std::size_t depth = json_.depth();
    const Outcome outcome = for_each_automaton(options_.common.files, [&](Item& item) {
      json_.end_to(depth);
      const Exit exit = visit(item);
      out_.flush();
      return exit;
    });
    if (options_.common.json) {
      json_.end_to(depth);
      json_.end();
      write_summaries();
      end_report(json_, outcome);
    }
    return outcome.exit;
  }

 private:
  Exit visit(const Item& item) {
    if (!options_.common.json) out_ << headline(item, options_.common, terminal_) << std::flush;
    strength_.reset();
    const std::vector<Row> rows = run_all(item);
    const std::optional<search::Emptiness> verdict = agreement(rows);
    const search::Emptiness agreed = verdict.value_or(search::Emptiness::unknown);
    const Graph& graph = item.automaton.graph;
    if (options_.common.json) {
      for (const Row& row : rows) write(item, row);
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

  std::vector<Row> run_all(const Item& item) {
    const Graph& graph = item.automaton.graph;
    std::vector<Row> rows;
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
  Row run_one(const Item& item, std::string_view name, Check check) const {
    const Progress progress([&] { return fmt::format("automaton {}, {}", item.number, name); });
    Row row{.algorithm = name, .check = {}};
    try {
      if (Result<search::CheckResult> result = check()) {
        row.check = *std::move(result);
      } else {
        row.applies = false;
        row.check.reason = result.errors().front().message;
        // The row begins with the name already.
        if (row.check.reason.starts_with(fmt::format("{} ", name))) row.check.reason.erase(0, name.size() + 1);
      }
    } catch (const Stopped& stopped) {
      row.check.reason = stopped.reason;
    } catch (const std::bad_alloc&) {
      row.check.reason = "out of memory";
    } catch (const std::length_error& error) {
      row.check.reason = error.what();
    }
    return row;
  }

  void print(const Item& item, const std::vector<Row>& rows) const {
    if (strength_) out_ << fmt::format("  {}\n", describe(*strength_));
    print_comparison(out_, terminal_, rows, item.automaton.graph.states(),
                     [](search::Emptiness verdict) { return to_string(verdict); });
    if (options_.nonprogress)
      out_ << "  nonprogress is the direct search; all others ran on the product with the non-progress automaton\n";
  }

  void write(const Item& item, const Row& row) {
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
    for (const Summary& summary : summaries_)
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

  const CompareOptions& options_;
  std::ostream& out_;
  Terminal terminal_;
  JsonWriter json_;
  std::optional<search::Strength> strength_;
  std::vector<Summary> summaries_;
};

Run define(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  add_files(app, options->common);
  app.get_option("FILE")->description("a model in DVE; or HOA files or never claims, `-` is the standard input");
  app.add_flag("--nonprogress", options->nonprogress, "look for a cycle that avoids all states in acceptance sets")
      ->group(what_group);
  add_compare_model(app, options->model);
  add_compare_provisos(app, options->provisos);
  add_output(app, options->common);
  return [options, &app](std::ostream& out) {
    check_compare_provisos(app, options->provisos);
    const auto is_model = [](const std::string& file) { return file != "-" && !language_of(file).empty(); };
    if (options->provisos.wanted) {
      const std::string& file = options->common.files.front();
      if (options->common.files.size() > 1) throw CLI::ValidationError("FILE", "one model at a time");
      if (file != "-" && !is_model(file))
        throw CLI::ValidationError("--provisos", "is for a model, which FILE is not by its name");
      return compare_provisos(file, options->model.model, options->model.search, options->common, options->provisos, out);
    }
    if (std::none_of(options->common.files.begin(), options->common.files.end(), is_model)) {
      if (options->model.requirements.any())
        throw CLI::ValidationError("--ltl", "is a question about a model, not an automaton");
      return CompareCommand(*options, out).run();
    }
    if (options->common.files.size() > 1) throw CLI::ValidationError("FILE", "one model at a time");
    if (options->nonprogress) throw CLI::ValidationError("--nonprogress", "is for automata");
    options->model.path = options->common.files.front();
    options->model.common = options->common;
    return compare_model(options->model, out);
  };
}

}  // namespace

extern const Command compare_command;
const Command compare_command = {"compare", "run all algorithms that apply, and print what each did", define};

}  // namespace lariat::cli
