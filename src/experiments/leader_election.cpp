// SPDX-License-Identifier: Apache-2.0
// leader-election: Table 1 of S. Schwoon, J. Esparza. A note on on-the-fly verification algorithms. TACAS 2005.
//
// The paper's models and formulas are lost with its links. models/promela/extinction_1.pml and extinction_2.pml are written
// anew from the description of the protocol, with formulas of our own, so that figures cannot be equal; the orders between the
// algorithms can be compared. The paper searched a product that Spin had reduced; here each search runs on the full product
// and, as variant `reduced`, with lariat's own reduction during the search.
#include <fmt/format.h>

#include <array>

#include "experiments/cases.hpp"
#include "experiments/suite_plan.hpp"

namespace lariat::experiments {
namespace {

constexpr std::array<std::string_view, 3> table_nested = {"hpy", "gmz", "se"};
constexpr std::array<std::string_view, 5> table_searches = {"hpy", "gmz", "se", "c99", "gv"};
constexpr const char* product_size = "min-bfs";  // counts the states of the whole product

// The paper's figures of a formula without a counterexample: successors by algorithm, and the stacks.
struct PublishedFull {
  const char* formula;
  int states, depth, hpy, gmz, se, c99, gv, roots, current;
};
constexpr std::array<PublishedFull, 9> published_full = {{
    {"1 A", 13057, 312, 30554, 41600, 30554, 41600, 20800, 129, 4825},
    {"1 C", 3925, 113, 9372, 9372, 9372, 9372, 4686, 113, 113},
    {"1 D", 8964, 312, 20822, 31868, 20822, 31868, 15394, 129, 4825},
    {"1 F", 8964, 312, 20822, 31868, 20822, 31868, 15394, 129, 4825},
    {"1 G", 4849, 312, 6081, 12162, 6081, 12162, 6081, 129, 4825},
    {"2 C", 3925, 113, 9372, 9372, 9372, 9372, 4686, 113, 113},
    {"2 D", 27323, 825, 66522, 100724, 66522, 100724, 50362, 367, 14091},
    {"2 F", 27323, 825, 64512, 96704, 64512, 96704, 48352, 367, 14091},
    {"2 I", 83658, 900, 173557, 247748, 173557, 247748, 123874, 367, 14091},
}};

// The paper's figures of a formula with a counterexample: states visited, successors, depth.
struct PublishedFound {
  const char* formula;
  bool weak;
  int states, transitions;
  std::array<int, 3> hpy, gmz, se;
  int scc_states, scc_depth, c99, roots, gv, current;
};
constexpr std::array<PublishedFound, 9> published_found = {{
    {"1 B", false, 16685, 31405, {385, 409, 386}, {371, 392, 372}, {214, 215, 215}, 214, 215, 215, 129, 215, 214},
    {"1 E", true, 4849, 6081, {129, 130, 130}, {129, 129, 130}, {129, 129, 130}, 129, 130, 129, 129, 129, 129},
    {"1 H",
     false,
     29564,
     46059,
     {17658, 21769, 582},
     {17658, 42916, 582},
     {17658, 21769, 582},
     16132,
     328,
     38249,
     129,
     20009,
     4825},
    {"1 I",
     false,
     29564,
     46059,
     {17658, 21769, 582},
     {17658, 42916, 582},
     {17658, 21769, 582},
     16132,
     328,
     38249,
     129,
     20009,
     4825},
    {"2 A", false, 42564, 77358, {7218, 16485, 740}, {7218, 16498, 740}, {5786, 13398, 557}, 5786, 557, 13398, 367, 6983, 561},
    {"2 B", false, 49256, 93765, {721, 746, 722}, {707, 729, 708}, {439, 440, 440}, 439, 440, 440, 354, 440, 439},
    {"2 E", true, 14115, 17794, {367, 368, 368}, {367, 367, 368}, {367, 367, 368}, 367, 368, 367, 367, 367, 367},
    {"2 G", true, 28126, 37457, {3982, 4589, 1040}, {3982, 8130, 1040}, {3982, 4588, 1040}, 3982, 1040, 4588, 379, 4588, 3982},
    {"2 H",
     false,
     111094,
     181559,
     {33128, 53575, 906},
     {33128, 106364, 906},
     {33128, 53575, 906},
     15259,
     798,
     36791,
     367,
     18998,
     14091},
}};

std::string reduced_name(std::string_view algorithm) { return std::string(algorithm) + " reduced"; }

// The name of the row's variant: as it is, or reduced.
std::string variant_name(std::string_view algorithm, bool reduced) {
  return reduced ? reduced_name(algorithm) : std::string(algorithm);
}

const char* weak_text(const Record* row) { return row == nullptr ? "-" : row->kind == "general" ? "no" : "yes"; }

Table found_nested(const std::vector<Case>& cases, bool reduced) {
  Table table{.caption = fmt::format("Accepting cycle found, nested searches, {}", reduced ? "reduced" : "full product"),
              .head = {"formula", "weak", "states"},
              .rows = {},
              .names = 2};
  for (const std::string_view algorithm : table_nested)
    for (const char* column : {"st", "tr", "dp"}) table.head.push_back(fmt::format("{} {}", algorithm, column));
  for (const Case& one : cases) {
    const Record* const first = one.find(variant_name("hpy", reduced));
    if (first == nullptr || first->verdict != "violated") continue;
    std::vector<std::string> row = {one.subject, weak_text(first), figure_text(one.find(product_size), Figure::states)};
    for (const std::string_view algorithm : table_nested)
      for (const Figure figure : {Figure::states, Figure::transitions, Figure::depth})
        row.push_back(figure_text(one.find(variant_name(algorithm, reduced)), figure));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table found_scc(const std::vector<Case>& cases, bool reduced) {
  Table table{
      .caption = fmt::format("Accepting cycle found, SCC-based searches, {}", reduced ? "reduced" : "full product"),
      .head = {"formula", "weak", "states", "c99 st", "c99 tr", "c99 dp", "roots", "gv st", "gv tr", "gv dp", "current"},
      .rows = {},
      .names = 2};
  for (const Case& one : cases) {
    const Record* const gv = one.find(variant_name("gv", reduced));
    const Record* const c99 = one.find(variant_name("c99", reduced));
    if (gv == nullptr || gv->verdict != "violated") continue;
    table.rows.push_back({one.subject, weak_text(gv), figure_text(one.find(product_size), Figure::states),
                          figure_text(c99, Figure::states), figure_text(c99, Figure::transitions),
                          figure_text(c99, Figure::depth), figure_text(c99, Figure::roots), figure_text(gv, Figure::states),
                          figure_text(gv, Figure::transitions), figure_text(gv, Figure::depth),
                          figure_text(gv, Figure::active)});
  }
  return table;
}

Table none_found(const std::vector<Case>& cases, bool reduced) {
  Table table{.caption = fmt::format("No accepting cycle, successors produced, {}", reduced ? "reduced" : "full product"),
              .head = {"formula", "weak", "states", "depth", "hpy", "gmz", "se", "c99", "gv", "roots", "current"},
              .rows = {},
              .names = 2};
  for (const Case& one : cases) {
    const Record* const gv = one.find(variant_name("gv", reduced));
    if (gv == nullptr || gv->verdict != "holds") continue;
    std::vector<std::string> row = {one.subject, weak_text(gv), figure_text(gv, Figure::states),
                                    figure_text(gv, Figure::depth)};
    for (const std::string_view algorithm : table_searches)
      row.push_back(figure_text(one.find(variant_name(algorithm, reduced)), Figure::transitions));
    row.push_back(figure_text(one.find(variant_name("c99", reduced)), Figure::roots));
    row.push_back(figure_text(gv, Figure::active));
    table.rows.push_back(std::move(row));
  }
  if (reduced)
    table.notes = {"States, depth and current are those of gv: each search has its own proviso, hence its own states."};
  return table;
}

std::vector<Table> published_tables() {
  Table found{.caption = "Published: accepting cycle found (variant and formula; other models and formulas than ours)",
              .head = {"formula", "weak", "states", "trans", "hpy st", "hpy tr", "hpy dp", "gmz st", "gmz tr", "gmz dp",
                       "se st", "se tr", "se dp", "c99/gv st", "c99/gv dp", "c99 tr", "roots", "gv tr", "current"},
              .rows = {},
              .names = 2};
  for (const PublishedFound& one : published_found) {
    std::vector<std::string> row = {one.formula, one.weak ? "yes" : "no"};
    for (const int value :
         {one.states, one.transitions, one.hpy[0], one.hpy[1], one.hpy[2], one.gmz[0], one.gmz[1], one.gmz[2], one.se[0],
          one.se[1], one.se[2], one.scc_states, one.scc_depth, one.c99, one.roots, one.gv, one.current})
      row.push_back(number_text(value));
    found.rows.push_back(std::move(row));
  }
  Table none{.caption = "Published: no accepting cycle, successors produced",
             .head = {"formula", "states", "depth", "hpy", "gmz", "se", "c99", "gv", "roots", "current"},
             .rows = {}};
  for (const PublishedFull& one : published_full) {
    std::vector<std::string> row = {one.formula};
    for (const int value : {one.states, one.depth, one.hpy, one.gmz, one.se, one.c99, one.gv, one.roots, one.current})
      row.push_back(number_text(value));
    none.rows.push_back(std::move(row));
  }
  return {found, none};
}

// What the paper observes in its table, asked of ours.
std::vector<Claim> observations(const std::vector<Case>& cases) {
  ClaimCheck gmz("gmz is never faster than se (states visited): its black search gives no advantage", false);
  ClaimCheck scc("SCC-based searches find the counterexample earlier than hpy on all weak automata (successors)", false);
  ClaimCheck twice("c99 produces at least as many successors as gv on the same product", false);
  std::size_t faster = 0;
  std::size_t found = 0;
  std::size_t smaller = 0;
  std::size_t all = 0;
  for (const Case& one : cases) {
    if (!one.has(table_searches)) continue;
    ++all;
    const Record& gv = *one.find("gv");
    const Record& c99 = *one.find("c99");
    smaller += c99[Figure::roots] < gv[Figure::active] ? 1 : 0;
    if (c99.product == gv.product) twice.add(c99[Figure::transitions] >= gv[Figure::transitions], one.name());
    if (gv.verdict != "violated") continue;
    ++found;
    const double se = one.get("se", Figure::states);
    faster += se < one.get("hpy", Figure::states) && se < one.get("gmz", Figure::states) ? 1 : 0;
    gmz.add(one.get("gmz", Figure::states) >= se, one.name());
    if (gv.kind != "general")
      scc.add(gv[Figure::transitions] < one.get("hpy", Figure::transitions), one.name(),
              fmt::format("gv {}, hpy {}", gv[Figure::transitions], one.get("hpy", Figure::transitions)));
  }
  Claim se{.text = "se finds counterexamples with fewer states than hpy and gmz in some cases (three of nine in the paper)",
           .state = found == 0   ? Claim::State::open
                    : faster > 0 ? Claim::State::holds
                                 : Claim::State::fails,
           .why = fmt::format("{} of {} formulas with a counterexample", faster, found)};
  Claim roots{.text = "the stack of roots of c99 is often smaller than the stack of current states of gv",
              .state = all == 0            ? Claim::State::open
                       : 2 * smaller > all ? Claim::State::holds
                                           : Claim::State::fails,
              .why = fmt::format("{} of {} formulas", smaller, all)};
  return {se, gmz.claim(), scc.claim(), roots, twice.claim()};
}

}  // namespace

Result<std::vector<Task>> plan_leader_election(const Request& request) {
  const auto models = read_models(request, request.models);
  if (!models) return models.errors();
  std::vector<Task> tasks;
  for (const ModelFile& model : *models) {
    if (model.name.find("extinction") == std::string::npos) continue;
    if (!model.problem.empty()) tasks.push_back(unreadable(model));
    for (const StatedProperty& property : model.properties)
      for (const bool reduced : {false, true})
        for (const std::string_view algorithm : table_searches) {
          Task task{.subject = property.subject,
                    .variant = variant_name(algorithm, reduced),
                    .model = model.path,
                    .read = read_check};
          task.arguments = check_arguments(request, model.path, property.name);
          task.arguments.insert(task.arguments.end(), {"--algorithm", std::string(algorithm)});
          if (reduced) task.arguments.insert(task.arguments.end(), {"--por", "stubborn"});
          tasks.push_back(std::move(task));
        }
    for (const StatedProperty& property : model.properties) {
      Task task{.subject = property.subject, .variant = product_size, .model = model.path, .read = read_check};
      task.arguments = check_arguments(request, model.path, property.name);
      task.arguments.insert(task.arguments.end(), {"--minimize", product_size});
      tasks.push_back(std::move(task));
    }
  }
  if (tasks.empty())
    return Diagnostic{.message = "no model here has `extinction` in its name and states a property", .file = request.models};
  return tasks;
}

Report report_leader_election(const std::vector<Record>& records) {
  const std::vector<Case> cases = cases_of(records);
  Report report{.title = "Schwoon, Esparza: A note on on-the-fly verification algorithms (TACAS 2005), Table 1"};
  report.text = {
      "Leader election by extinction, three nodes; variant 1: the same node wins every time, variant 2: each in its turn.",
      "The paper's models and formulas cannot be had any more: models and formulas here are our own. st: states visited; tr: "
      "successors produced, again each time; dp: longest stack. Column states: the whole product."};
  for (const bool reduced : {false, true})
    for (Table table : {found_nested(cases, reduced), found_scc(cases, reduced), none_found(cases, reduced)})
      report.tables.push_back(std::move(table));
  for (Table& table : published_tables()) report.tables.push_back(std::move(table));
  report.claims = observations(cases);
  std::vector<Record> full;
  for (const Record& record : records)
    if (!record.variant.ends_with(" reduced") && record.variant != product_size) full.push_back(record);
  for (Claim& claim : search_claims(cases_of(full))) report.claims.push_back(std::move(claim));
  Plot plot{.kind = Plot::Kind::scatter,
            .title = "States visited until the counterexample, or all",
            .x_label = "gv",
            .y_label = "states visited by the others",
            .series = {}};
  for (const std::string_view algorithm : table_nested) {
    Series series{.name = std::string(algorithm), .points = {}};
    for (const Case& one : cases)
      if (one.find("gv") != nullptr && one.find(series.name) != nullptr)
        series.points.push_back({one.get("gv", Figure::states), one.get(series.name, Figure::states), one.name()});
    plot.series.push_back(std::move(series));
  }
  report.plots.push_back(std::move(plot));
  return report;
}

}  // namespace lariat::experiments
