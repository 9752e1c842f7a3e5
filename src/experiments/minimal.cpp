// SPDX-License-Identifier: Apache-2.0
// minimal: Tables 1 and 2 of P. Gastin, P. Moro, M. Zeitoun. Minimization of counterexamples in SPIN. SPIN 2004.
//
// The paper's models and properties of Table 1 are not given. Here all properties are asked that models whose names contain
// peterson, dekker, dijkstra or hyman state of themselves; those that are violated are in the table. Table 2 is what
// `lariat bench random-graphs` measures.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/cases.hpp"
#include "experiments/child.hpp"
#include "experiments/json_fields.hpp"
#include "experiments/spin_task.hpp"
#include "experiments/suite_plan.hpp"

namespace lariat::experiments {
namespace {

constexpr std::array<std::string_view, 3> minimizers = {"spin-i", "min-dfs", "min-bfs"};
constexpr std::array<std::string_view, 2> spin_minimizers = {"pan -i", "pan -I"};
constexpr std::array<std::string_view, 4> mutual_exclusions = {"peterson", "dekker", "dijkstra", "hyman"};

struct PublishedLength {
  const char* model;
  const char* length_spin;
  const char* length;
  const char* stored_spin;
  const char* stored;
  const char* matched_spin;
  const char* matched;
};
constexpr std::array<PublishedLength, 4> published_lengths = {{
    {"Peterson", "55", "19", "80", "85", "1,968", "9,469"},
    {"Dekker", "173", "23", "539", "543", "48,593", "2,500,000"},
    {"Dijkstra (3 users)", "5", "5", "211,258", "209,687", "1,969,280,000", "654,246"},
    {"Hyman", "97", "17", "123", "157", "7,389", "40,913"},
}};

// A row for each size and method.
std::vector<Record> read_graphs(const Task&, const ChildResult& result, const Record& blank) {
  std::vector<Record> rows;
  const Json report = Json::parse(result.output, nullptr, false);
  for (const Json& one : field(report, "rows")) {
    Record row = blank;
    row.subject = fmt::format("random graphs, {} states", number_field(one, "size").value_or(0));
    row.variant = text_field(one, "method");
    const Json& ours = field(one, "ours");
    row[Figure::lasso] = number_field(ours, "length");
    row[Figure::posts] = number_field(ours, "visited");
    row[Figure::found] = number_field(ours, "found");
    const Json& published = field(one, "published");
    row.detail = fmt::format("published: length {}, visited {}, found {}", number_field(published, "length").value_or(0),
                             number_field(published, "visited").value_or(0), number_field(published, "found").value_or(0));
    rows.push_back(std::move(row));
  }
  if (!rows.empty()) return rows;
  Record row = blank;
  row.outcome = "error";
  row.detail = result.errors.substr(0, result.errors.find('\n'));
  return {row};
}

bool is_graph(const Case& one) { return one.subject.starts_with("random graphs"); }

// Calls of post; Spin counts transitions instead.
std::string visits_text(const Record& row) {
  return figure_text(&row, row.variant.starts_with("pan") ? Figure::transitions : Figure::posts);
}

std::string ended_text(const Record& row) {
  return row.detail.empty() ? "yes" : row.detail == no_cycle ? "no cycle" : "at a limit";
}

Table lengths_table(const std::vector<Case>& cases) {
  Table table{.caption = "Table 1: length of the counterexample in transitions, states, visits (calls of post), time",
              .head = {"property", "method", "length", "states", "visits", "peak memory, MB", "time", "ended"},
              .rows = {},
              .names = 2};
  for (const Case& one : cases) {
    if (is_graph(one)) continue;
    for (const std::string_view method :
         {minimizers[0], minimizers[1], minimizers[2], spin_minimizers[0], spin_minimizers[1]}) {
      const auto found = one.rows.find(std::string(method));
      if (found == one.rows.end() || found->second->verdict != "violated") continue;
      const Record& row = *found->second;
      table.rows.push_back({one.subject, std::string(method), figure_text(&row, Figure::lasso),
                            figure_text(&row, Figure::states), visits_text(row),
                            fmt::format("{:.1f}", row[Figure::peak_rss] / megabyte), seconds_text(row[Figure::seconds]),
                            ended_text(row)});
    }
  }
  table.notes = {
      "A search that reached its limit shows the shortest counterexample that it had found until then.",
      "pan: Spin itself, with transitions as visits and without steps of the claim in the length. Where a finite run "
      "violates the property, pan ends there, and lariat goes on to a cycle. `no cycle`: pan says that -i and -I are for "
      "safety "
      "properties only, and the last trail that it wrote for this cycle is a finite run."};
  if (const std::string missing = missing_for_spin(); !missing.empty())
    table.notes.push_back("There is no new row of pan, because these programs are not in the path: " + missing + ".");
  return table;
}

Table published_lengths_table() {
  Table table{.caption = "Published, Table 1: other models and properties; there a step of the automaton counts, too",
              .head = {"model", "length, Spin -i", "length, Contrex", "stored, Spin -i", "stored, Contrex", "matched, Spin -i",
                       "matched, Contrex"},
              .rows = {}};
  for (const PublishedLength& one : published_lengths)
    table.rows.push_back({one.model, one.length_spin, one.length, one.stored_spin, one.stored, one.matched_spin, one.matched});
  return table;
}

Table graphs_table(const std::vector<Case>& cases) {
  Table table{.caption = "Table 2: means over random graphs that have a counterexample",
              .head = {"graphs", "method", "length", "visited", "found", "published"},
              .rows = {},
              .names = 2};
  for (const Case& one : cases)
    if (is_graph(one))
      for (const auto& [method, row] : one.rows)
        table.rows.push_back({one.subject, method, fmt::format("{:.1f}", (*row)[Figure::lasso]),
                              fmt::format("{:.1f}", (*row)[Figure::posts]), fmt::format("{:.1f}", (*row)[Figure::found]),
                              row->detail});
  table.notes = {"The paper tells neither the degree of its graphs nor how many states accept; docs/cli.md, random-graphs."};
  return table;
}

}  // namespace

Result<std::vector<Task>> plan_minimal(const Request& request) {
  const auto models = read_models(request, request.models);
  if (!models) return models.errors();
  std::vector<Task> tasks;
  const std::uint64_t graphs = request.runs > 0 ? request.runs : 100;
  tasks.push_back({.subject = "random graphs",
                   .seed = request.seed,
                   .arguments = {"bench", "random-graphs", "--json", "--graphs", std::to_string(graphs), "--seed",
                                 std::to_string(request.seed)},
                   .read = read_graphs});
  for (const ModelFile& model : *models) {
    const bool is_wanted = std::any_of(mutual_exclusions.begin(), mutual_exclusions.end(),
                                       [&](std::string_view name) { return model.name.find(name) != std::string::npos; });
    if (!is_wanted) continue;
    if (!model.problem.empty()) tasks.push_back(unreadable(model));
    for (const StatedProperty& property : model.properties)
      for (const std::string_view method : minimizers) {
        Task task{.subject = property.subject, .variant = std::string(method), .model = model.path, .read = read_check};
        task.arguments = check_arguments(request, model.path, property.name);
        std::erase(task.arguments, "--first");
        task.arguments.insert(task.arguments.end(), {"--minimize", std::string(method)});
        tasks.push_back(std::move(task));
      }
    if (model.name.ends_with(".dve") || !missing_for_spin().empty()) continue;
    for (const StatedProperty& property : model.properties)
      for (const std::string_view method : spin_minimizers) {
        Task task = spin_task(request, {.model = model.path,
                                        .generate = {"-o1", "-o2", "-o3"},
                                        .compile = {"-DNOREDUCE", "-DNOFAIR", "-DREACH"},
                                        .verify = {"-a", std::string(method.substr(method.find('-')))},
                                        .claim = property.name,
                                        .counts_steps = true});
        task.subject = property.subject;
        task.variant = method;
        tasks.push_back(std::move(task));
      }
  }
  return tasks;
}

Report report_minimal(const std::vector<Record>& records) {
  const std::vector<Case> cases = cases_of(records);
  Report report{.title = "Gastin, Moro, Zeitoun: Minimization of counterexamples in SPIN (SPIN 2004), Tables 1 and 2"};
  report.text = {"The paper's models and properties are not given: these are lariat's own models of the same algorithms."};
  report.tables = {lengths_table(cases), published_lengths_table(), graphs_table(cases)};
  ClaimCheck shortest("no counterexample is shorter than that of min-bfs", true);
  ClaimCheck minimal("min-dfs finds a counterexample as short as that of min-bfs, if it comes to an end", false);
  ClaimCheck spin("pan -i and pan -I find no shorter cycle than min-bfs", false);
  ClaimCheck graphs("min-dfs finds no longer counterexamples than spin-i, nested and coloured the same", true);
  for (const Case& one : cases) {
    if (is_graph(one)) {
      const double spin = one.get("SPIN -i/nested-DFS", Figure::lasso);
      const double nested = one.get("Contrex/nested-DFS", Figure::lasso);
      graphs.add(nested <= spin + 1e-9 && std::abs(nested - one.get("Contrex/color-DFS", Figure::lasso)) < 1e-9, one.subject);
      continue;
    }
    const Record* const best = one.find("min-bfs");
    if (best == nullptr || best->verdict != "violated" || !best->detail.empty()) continue;
    for (const std::string_view method : spin_minimizers)
      if (const Record* const row = one.find(std::string(method));
          row != nullptr && row->kind == "cycle" && row->detail != no_cycle)
        spin.add((*row)[Figure::lasso] >= (*best)[Figure::lasso], one.name(),
                 fmt::format("{} {}, min-bfs {}", method, (*row)[Figure::lasso], (*best)[Figure::lasso]));
    for (const auto& [method, row] : one.rows)
      if (row->verdict == "violated" && !method.starts_with("pan"))
        shortest.add((*row)[Figure::lasso] >= (*best)[Figure::lasso], one.name(), method);
    if (const Record* const dfs = one.find("min-dfs"); dfs != nullptr && dfs->verdict == "violated" && dfs->detail.empty())
      minimal.add((*dfs)[Figure::lasso] == (*best)[Figure::lasso], one.name(),
                  fmt::format("{} and {}", (*dfs)[Figure::lasso], (*best)[Figure::lasso]));
  }
  report.claims = {minimal.claim(), spin.claim(), shortest.claim(), graphs.claim()};
  Plot plot{.kind = Plot::Kind::scatter,
            .title = "Length of counterexamples",
            .x_label = "min-bfs",
            .y_label = "the others",
            .series = {}};
  for (const char* method : {"spin-i", "min-dfs", "pan -i"}) {
    Series series{.name = method, .points = {}};
    for (const Case& one : cases)
      if (one.get("min-bfs", Figure::lasso) > 0 && one.get(method, Figure::lasso) > 0)
        series.points.push_back({one.get("min-bfs", Figure::lasso), one.get(method, Figure::lasso), one.name()});
    plot.series.push_back(std::move(series));
  }
  report.plots.push_back(std::move(plot));
  return report;
}

}  // namespace lariat::experiments
