// SPDX-License-Identifier: Apache-2.0
// Sizes of automata for LTL formulas beside those that another translator reaches. The formulas and sizes are read from tables
// (CSV) with the columns formula, tgba_states, tgba_edges and, if they have them, ba_states and ba_edges.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "experiments/cases.hpp"
#include "experiments/child.hpp"
#include "experiments/csv_table.hpp"
#include "experiments/json_fields.hpp"
#include "experiments/peer_variants.hpp"
#include "lariat/base/file.hpp"
#include "lariat/frontend/find_models.hpp"

namespace lariat::experiments {
namespace {

constexpr std::array<std::string_view, 2> automaton_types = {"tgba", "ba"};
constexpr std::string_view reference_ending = " reference";
constexpr std::string_view kind_of_rows = "formula";

// Our row, and that of the reference.
std::vector<Record> read_translation(const Task& task, const ChildResult& result, const Record& blank) {
  Record row = blank;
  const Json report = Json::parse(result.output, nullptr, false);
  row[Figure::states] = number_field(report, "states");
  row[Figure::transitions] = number_field(report, "edges");
  row[Figure::seconds] = number_field(report, "seconds");
  row.kind = kind_of_rows;
  if (!number_field(report, "states")) {
    row.outcome = result.exit_code == 3 ? "limit" : result.exit_code == 70 ? "crash" : "error";
    row.detail = text_field(report, "error");
    if (row.detail.empty()) row.detail = result.errors.substr(0, result.errors.find('\n'));
  }
  std::vector<Record> rows = {row};
  for (Record beside : task.beside) {
    Record reference = blank;
    reference.variant += reference_ending;
    reference.kind = kind_of_rows;
    reference.figures = beside.figures;
    rows.push_back(std::move(reference));
  }
  return rows;
}

void add_tasks(const Request& request, const std::string& path, std::string_view text, std::vector<Task>& tasks) {
  const std::string set = std::filesystem::path(path).stem().string();
  std::uint64_t number = 0;  // of the formula: a table may have one twice
  for (const auto& row : rows_of_table(text)) {
    ++number;
    const auto formula = row.find("formula");
    if (formula == row.end() || formula->second.empty()) continue;
    for (const std::string_view type : automaton_types) {
      const auto states = number_of(row, fmt::format("{}_states", type));
      if (!states) continue;
      Task task{.subject = fmt::format("{}: {}", set, formula->second),
                .variant = std::string(type),
                .seed = number,
                .arguments = {"ltl", "--type", std::string(type), "--json", "--max-time", fmt::format("{}", request.max_time),
                              "--", formula->second},
                .model = path,
                .read = read_translation};
      Record reference;
      reference[Figure::states] = states;
      reference[Figure::transitions] = number_of(row, fmt::format("{}_edges", type));
      task.beside.push_back(std::move(reference));
      tasks.push_back(std::move(task));
    }
  }
}

}  // namespace

Result<std::vector<Task>> plan_translation(const Request& request) {
  std::vector<std::string> folders = {request.reference_sizes};
  if (request.reference_sizes.empty()) folders = {"../shared/ltl", request.models + "/../../shared/ltl"};
  std::error_code error;
  const auto folder = std::find_if(folders.begin(), folders.end(),
                                   [&](const std::string& one) { return std::filesystem::is_directory(one, error); });
  if (folder == folders.end()) {
    if (request.reference_sizes.empty()) return std::vector<Task>();
    return Diagnostic{.message = "there is no folder of tables of formulas here", .file = request.reference_sizes};
  }
  const auto paths = frontend::find_files(*folder, [](const std::string& path) { return path.ends_with(".csv"); });
  if (!paths) return paths.errors();
  std::vector<Task> tasks;
  for (const std::string& path : *paths) {
    const auto text = read_text(path);
    if (!text) return text.errors();
    add_tasks(request, path, *text, tasks);
  }
  if (tasks.empty() && !request.reference_sizes.empty())
    return Diagnostic{.message = "no table here has the columns formula, tgba_states and tgba_edges", .file = *folder};
  return tasks;
}

std::vector<Table> translation_tables(const std::vector<Record>& records) {
  struct Sum {
    std::size_t formulas = 0;
    double states = 0;
    double reference_states = 0;
    double edges = 0;
    double reference_edges = 0;
    std::size_t larger = 0;
    std::size_t smaller = 0;
    double seconds = 0;
  };
  std::map<std::pair<std::string, std::string>, Sum> sums;
  std::vector<Record> formulas;
  for (const Record& record : records)
    if (record.kind == kind_of_rows) formulas.push_back(record);
  for (const Case& one : cases_of(formulas))
    for (const std::string_view type : automaton_types) {
      const Record* const ours = one.find(std::string(type));
      const Record* const reference = one.find(std::string(type) + std::string(reference_ending));
      if (ours == nullptr || reference == nullptr) continue;
      Sum& sum = sums[{one.subject.substr(0, one.subject.find(':')), std::string(type)}];
      const auto size = [](const Record& row) { return std::pair(row[Figure::states], row[Figure::transitions]); };
      ++sum.formulas;
      sum.states += (*ours)[Figure::states];
      sum.edges += (*ours)[Figure::transitions];
      sum.reference_states += (*reference)[Figure::states];
      sum.reference_edges += (*reference)[Figure::transitions];
      sum.larger += size(*ours) > size(*reference) ? 1 : 0;
      sum.smaller += size(*ours) < size(*reference) ? 1 : 0;
      sum.seconds += (*ours)[Figure::seconds];
    }
  if (sums.empty()) return {};
  Table table{.caption = "LTL translation: sums over the formulas of a table",
              .head = {"table", "type", "formulas", "states", "reference", "edges", "reference", "larger", "smaller", "time"},
              .rows = {},
              .names = 2};
  for (const auto& [name, sum] : sums)
    table.rows.push_back({name.first, name.second, std::to_string(sum.formulas), number_text(sum.states),
                          number_text(sum.reference_states), number_text(sum.edges), number_text(sum.reference_edges),
                          std::to_string(sum.larger), std::to_string(sum.smaller), seconds_text(sum.seconds)});
  table.notes = {"larger, smaller: formulas for which ours has more or fewer states, or as many and more or fewer edges."};
  return {table};
}

}  // namespace lariat::experiments
