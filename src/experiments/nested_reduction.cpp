// SPDX-License-Identifier: Apache-2.0
// nested-reduction: G. Holzmann, D. Peled, M. Yannakakis. On nested depth first search. SPIN 1996, section 5.
//
// The paper has no table. Its second search must reduce as the first one did; it names two ways, a selection number and a
// selection bit, and S. Schwoon and J. Esparza (2005, section 6) a third: discard what the first search did not see. Each runs
// here on every LTL property that a model states, beside the full search; and so does the naive combination (sections 3 and 4):
// the search of 1992, cvwy, whose second search decides anew on its own stack what to explore.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "experiments/cases.hpp"
#include "experiments/suite_plan.hpp"

namespace lariat::experiments {
namespace {

constexpr std::array<std::string_view, 3> nested_ways = {"select-bit", "select-number", "discard"};
constexpr std::array<std::string_view, 4> nested_variants = {"full", "select-bit", "select-number", "discard"};
constexpr const char* naive_way = "naive";

// What the naive combination says of the properties that are violated: each row is a counterexample that it misses.
Table naive_table(const std::vector<Case>& cases) {
  Table table{.caption = "Counterexamples that the naive combination misses: the property is violated, and it finds nothing",
              .head = {"property", "verdict", "naive", "full st", "full tr", "naive st", "naive tr", "bit st", "bit tr"},
              .rows = {},
              .names = 3};
  std::size_t violated = 0;
  for (const Case& one : cases) {
    const Record* const naive = one.find(naive_way);
    const Record& full = *one.find("full");
    if (naive == nullptr || full.verdict != "violated") continue;
    ++violated;
    if (naive->verdict == "violated") continue;
    std::vector<std::string> row = {one.subject, full.verdict, "no run found"};
    for (const Record* const each : {&full, naive, one.find("select-bit")})
      for (const Figure figure : {Figure::states, Figure::transitions}) row.push_back(figure_text(each, figure));
    table.rows.push_back(std::move(row));
  }
  table.notes = {
      fmt::format("It finds the counterexample of {} of {} properties that are violated. The program never says that a "
                  "property holds by this combination: its verdict is unknown.",
                  violated - table.rows.size(), violated)};
  return table;
}

}  // namespace

Result<std::vector<Task>> plan_nested_reduction(const Request& request) {
  const auto models = read_models(request, request.models);
  if (!models) return models.errors();
  std::vector<Task> tasks;
  for (const ModelFile& model : *models) {
    if (!model.problem.empty()) tasks.push_back(unreadable(model));
    for (const StatedProperty& property : model.properties)
      for (const std::string_view variant :
           {nested_variants[0], nested_variants[1], nested_variants[2], nested_variants[3], std::string_view(naive_way)}) {
        Task task{.subject = property.subject, .variant = std::string(variant), .model = model.path, .read = read_check};
        task.arguments = check_arguments(request, model.path, property.name);
        // Source is the proviso of the paper: a state is expanded if its reduced set leads back to the stack.
        task.arguments.insert(task.arguments.end(), {"--algorithm", variant == naive_way ? "cvwy" : "hpy"});
        if (variant != "full")
          task.arguments.insert(task.arguments.end(),
                                {"--por", "ample", "--proviso", "Source", "--nested-por", std::string(variant)});
        tasks.push_back(std::move(task));
      }
  }
  if (tasks.empty()) return Diagnostic{.message = "no model here states an LTL property", .file = request.models};
  return tasks;
}

Report report_nested_reduction(const std::vector<Record>& records) {
  std::vector<Case> cases = cases_of(records);
  Report report{.title = "Holzmann, Peled, Yannakakis: On nested depth first search (SPIN 1996), section 5"};
  std::erase_if(cases, [](const Case& one) { return !one.has(nested_variants); });
  report.text = {fmt::format(
      "{} properties that all ways of combining nested search (hpy) and reduction (ample sets, Source) answered. In the naive "
      "combination the second search of cvwy decides anew, on its own stack, which states to expand.",
      cases.size())};
  Table table{.caption = "Where the ways differ, or reduce: st, successors, auxiliary bytes",
              .head = {"property", "verdict", "full st", "full tr", "bit st", "bit tr", "bit B", "number st", "number tr",
                       "number B", "discard st", "discard tr", "discard B"},
              .rows = {},
              .names = 2};
  ClaimCheck verdicts("each way gives the verdict of the full search", true);
  ClaimCheck number("a selection number keeps no more states than a selection bit", false);
  for (const Case& one : cases) {
    const Record& full = *one.find("full");
    std::vector<std::string> row = {one.subject, full.verdict, figure_text(&full, Figure::states),
                                    figure_text(&full, Figure::transitions)};
    bool is_reduced = false;
    for (const std::string_view way : nested_ways) {
      const Record& reduced = *one.find(std::string(way));
      verdicts.add(reduced.verdict == full.verdict, one.name(), fmt::format("{} {}", way, reduced.verdict));
      is_reduced |= reduced[Figure::transitions] != full[Figure::transitions];
      for (const Figure figure : {Figure::states, Figure::transitions, Figure::auxiliary_bytes})
        row.push_back(figure_text(&reduced, figure));
    }
    number.add(one.get("select-number", Figure::states) <= one.get("select-bit", Figure::states), one.name());
    if (is_reduced) table.rows.push_back(std::move(row));
  }
  report.tables.push_back(std::move(table));
  report.tables.push_back(naive_table(cases));
  const std::size_t missed = report.tables.back().rows.size();
  const bool was_run = std::any_of(cases.begin(), cases.end(), [](const Case& one) { return one.find(naive_way) != nullptr; });
  Claim naive{.text = "the naive combination misses counterexamples",
              .state = missed > 0 ? Claim::State::holds
                       : was_run  ? Claim::State::fails
                                  : Claim::State::open,
              .why = fmt::format("{} of them here", missed)};
  report.claims = {naive, number.claim(), verdicts.claim()};
  Plot plot{.kind = Plot::Kind::scatter,
            .title = "Successors produced by hpy",
            .x_label = "full",
            .y_label = "reduced",
            .series = {}};
  for (const std::string_view way : nested_ways) {
    Series series{.name = std::string(way), .points = {}};
    for (const Case& one : cases)
      series.points.push_back({one.get("full", Figure::transitions), one.get(series.name, Figure::transitions), one.name()});
    plot.series.push_back(std::move(series));
  }
  report.plots.push_back(std::move(plot));
  return report;
}

}  // namespace lariat::experiments
