// SPDX-License-Identifier: Apache-2.0
// provisos: Tables 1 to 3 and Fig. 3 of A. Duret-Lutz, F. Kordon, D. Poitrenaud, E. Renault. Heuristics for checking liveness
// properties with partial order reductions. ATVA 2016.
//
// The paper runs 100 orders of transitions of 38 models of BEEM, which it does not list; they have 7.84 million states
// together. Here every model of the folder counts (of models in DVE and Promela those in DVE, the paper's language) that states
// no property process and whose spaces stay within the limits of a run, in all orders; or of these the 38 models that a stated
// rule chooses by type and size (selection.hpp). Each runs with the paper's reduced sets and with ours.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>

#include "experiments/cases.hpp"
#include "experiments/child.hpp"
#include "experiments/json_fields.hpp"
#include "experiments/resample.hpp"
#include "experiments/selection.hpp"
#include "experiments/suite_plan.hpp"

namespace lariat::experiments {
namespace {

constexpr std::uint64_t paper_orders = 100;
constexpr std::size_t paper_models = 38;
constexpr double paper_states = 7'844'500;  // of the full spaces together: 784.45 million in 100 orders

// How reduced sets are found: --por, and for people.
struct SetMethod {
  std::string_view por;
  std::string_view words;
};
constexpr std::array<SetMethod, 2> set_methods = {{
    {"closure", "the paper's reduced sets: the closure of the first enabled step"},
    {"stubborn", "lariat's reduced sets: the smallest that it finds"},
}};

// The paper's figures: states and transitions in percent of the full space, states per millisecond.
struct PublishedProviso {
  std::string_view name;
  double states, transitions, rate;
};
constexpr std::array<PublishedProviso, 28> published_provisos = {{
    {"Full", 100.00, 100.00, 17.90},
    {"None", 7.34, 3.65, 22.65},
    {"Source", 38.65, 25.36, 12.33},
    {"WeightedSource", 33.58, 20.08, 11.68},
    {"WeightedSourceKnown", 33.48, 19.96, 11.77},
    {"CondSource", 32.23, 19.37, 11.85},
    {"CondSourceKnown", 32.00, 19.08, 11.89},
    {"WeightedSourceScan", 31.93, 18.90, 11.67},
    {"WeightedSourceKnownScan", 31.63, 18.62, 11.70},
    {"DeepestDestUnknown", 35.25, 21.31, 11.81},
    {"DeepestDest", 35.10, 21.16, 11.87},
    {"WeightedDestUnknown", 34.92, 21.05, 11.83},
    {"Dest", 34.77, 18.98, 14.48},
    {"WeightedDest", 34.76, 20.90, 11.80},
    {"CondDest", 27.28, 15.43, 12.57},
    {"CondDestUnknown", 27.27, 15.41, 12.52},
    {"ColoredDest", 27.27, 15.42, 12.54},
    {"ColoredDestUnknown", 27.26, 15.40, 12.46},
    {"DeadDeepestDest", 34.30, 20.30, 11.92},
    {"DeadWeightedDest", 34.50, 20.72, 11.88},
    {"DeadWeightedSourceKnownScan", 31.57, 18.59, 11.67},
    {"DeadColoredDest", 27.26, 15.42, 12.53},
    {"HighlinkWeightedDest", 26.44, 14.68, 12.44},
    {"HighlinkWeightedDestScan", 26.29, 14.60, 12.41},
    {"HighlinkWeightedSourceKnown", 25.90, 14.45, 12.20},
    {"HighlinkWeightedSourceKnownScan", 25.89, 14.44, 12.12},
    {"HighlinkDeepestDest", 24.58, 13.07, 13.20},
    {"HighlinkDeepestDestScan", 24.45, 12.99, 13.21},
}};

bool is_compared(std::string_view proviso) { return proviso != "Full" && proviso != "None"; }

// One row for each proviso of a run of `lariat compare --provisos --runs 1`.
std::vector<Record> read_provisos(const Task& task, const ChildResult& result, const Record& named) {
  std::vector<Record> rows;
  Record blank = named;
  blank.product = task.beside.front().product;
  blank.kind = task.beside.front().kind;
  const Json report = Json::parse(result.output, nullptr, false);
  for (const Json& one : field(report, "rows")) {
    Record row = blank;
    row.variant = text_field(one, "proviso");
    row.detail = text_field(one, "reason");
    row.outcome = row.detail.empty() ? "done" : "limit";
    row[Figure::states] = number_field(field(one, "states"), "mean");
    row[Figure::transitions] = number_field(field(one, "transitions"), "mean");
    row[Figure::expanded] = number_field(one, "fully_expanded");
    row[Figure::seconds] = number_field(one, "seconds");
    rows.push_back(std::move(row));
  }
  if (!rows.empty()) return rows;
  Record row = blank;
  row.detail = text_field(report, "error");
  row.outcome = result.exit_code == 3                                       ? "limit"
                : row.detail.find("cannot be reduced") != std::string::npos ? "refused"
                                                                            : "error";
  return {row};
}

// What was measured of one model: means over its orders.
struct ModelMeans {
  std::string model;
  std::string type;                                   // empty: not known
  std::map<std::string, std::vector<double>> states;  // by proviso, of each order
  std::map<std::string, double> transitions;          // sums over the orders
  std::map<std::string, double> seconds;
  bool is_complete = true;

  double mean_states(const std::string& proviso) const {
    const auto& values = states.at(proviso);
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  }
  double mean_transitions(const std::string& proviso) const {
    return transitions.at(proviso) / static_cast<double>(states.at(proviso).size());
  }
};

// The models that were measured with every proviso in every order, with these reduced sets.
std::vector<ModelMeans> means_of(const std::vector<Record>& records, std::string_view method) {
  std::vector<ModelMeans> models;
  std::map<std::string, std::size_t> places;
  for (const Record& record : records) {
    if (record.product != method) continue;
    const auto [place, is_new] = places.try_emplace(record.subject, models.size());
    if (is_new)
      models.push_back({.model = record.subject, .type = record.kind, .states = {}, .transitions = {}, .seconds = {}});
    ModelMeans& model = models[place->second];
    model.is_complete &= record.is_done();
    model.states[record.variant].push_back(record[Figure::states]);
    model.transitions[record.variant] += record[Figure::transitions];
    model.seconds[record.variant] += record[Figure::seconds];
  }
  std::erase_if(models, [](const ModelMeans& model) { return !model.is_complete || model.states.count("Full") == 0; });
  return models;
}

struct ProvisoSums {
  std::vector<double> states;  // mean of each model
  std::vector<double> transitions;
  double all_states = 0;  // of all runs
  double seconds = 0;
};

ProvisoSums sums_of(const std::vector<ModelMeans>& models, const std::string& proviso) {
  ProvisoSums sums;
  for (const ModelMeans& model : models) {
    sums.states.push_back(model.mean_states(proviso));
    sums.transitions.push_back(model.mean_transitions(proviso));
    for (const double value : model.states.at(proviso)) sums.all_states += value;
    sums.seconds += model.seconds.at(proviso);
  }
  return sums;
}

double total(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

// The smallest and the largest percentage if one model is left out.
std::string without_one(const std::vector<double>& part, const std::vector<double>& whole) {
  double low = 1e300;
  double high = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    const double share = 100 * (total(part) - part[i]) / std::max(total(whole) - whole[i], 1.0);
    low = std::min(low, share);
    high = std::max(high, share);
  }
  return part.size() < 2 ? "-" : fmt::format("{:.1f} to {:.1f}", low, high);
}

Table sums_table(const std::vector<ModelMeans>& models, const SetMethod& method) {
  Table table{.caption = fmt::format("Tables 1 to 3, {}: sums over the models of means over the orders, in percent of the full "
                                     "space",
                                     method.words),
              .head = {"proviso", "states", "%", "published", "95 % interval", "one model left out", "transitions %",
                       "published", "st/ms", "published"},
              .rows = {}};
  const ProvisoSums full = sums_of(models, "Full");
  for (const PublishedProviso& published : published_provisos) {
    const std::string name(published.name);
    if (models.front().states.count(name) == 0) continue;
    const ProvisoSums sums = sums_of(models, name);
    const Interval interval = ratio_interval(sums.states, full.states);
    table.rows.push_back(
        {name, number_text(total(sums.states)), fmt::format("{:.2f}", 100 * total(sums.states) / total(full.states)),
         fmt::format("{:.2f}", published.states), fmt::format("{:.1f} to {:.1f}", interval.low, interval.high),
         without_one(sums.states, full.states), fmt::format("{:.2f}", 100 * total(sums.transitions) / total(full.transitions)),
         fmt::format("{:.2f}", published.transitions),
         fmt::format("{:.1f}", sums.all_states / std::max(1e3 * sums.seconds, 1e-6)), fmt::format("{:.2f}", published.rate)});
  }
  table.notes = {"The interval resamples the models: it says how much the choice of models decides."};
  return table;
}

// The percentages for parts of the models: each type, and the smaller and the larger half.
Table choice_table(std::vector<ModelMeans> models, const SetMethod& method) {
  constexpr std::array shown = {"None", "Source", "WeightedSourceKnownScan", "CondDest", "HighlinkDeepestDestScan"};
  Table table{.caption = fmt::format("How the choice of models decides, {}: states in percent of the full space", method.words),
              .head = {"models", "number", "states"},
              .rows = {}};
  for (const char* const name : shown) table.head.emplace_back(name);
  const auto add = [&](const std::string& title, const std::vector<ModelMeans>& part) {
    if (part.empty()) return;
    const ProvisoSums full = sums_of(part, "Full");
    std::vector<std::string> row = {title, std::to_string(part.size()), number_text(total(full.states))};
    for (const char* const name : shown)
      row.push_back(fmt::format("{:.2f}", 100 * total(sums_of(part, name).states) / total(full.states)));
    table.rows.push_back(std::move(row));
  };
  add("all", models);
  std::map<std::string, std::vector<ModelMeans>> types;
  for (const ModelMeans& model : models)
    if (!model.type.empty()) types[model.type].push_back(model);
  for (const auto& [type, part] : types) add(type, part);
  std::stable_sort(models.begin(), models.end(),
                   [](const ModelMeans& a, const ModelMeans& b) { return a.mean_states("Full") < b.mean_states("Full"); });
  const auto half = models.begin() + static_cast<std::ptrdiff_t>(models.size() / 2);
  add("the smaller half", {models.begin(), half});
  add("the larger half", {half, models.end()});
  return table;
}

// The standard scores of Fig. 3: a run's states, in deviations from the mean of all compared provisos on the same model.
std::vector<Series> score_series(const std::vector<ModelMeans>& models) {
  std::vector<Series> series;
  for (const PublishedProviso& published : published_provisos)
    if (is_compared(published.name)) series.push_back({.name = std::string(published.name), .points = {}});
  for (const ModelMeans& model : models) {
    double sum = 0;
    double squares = 0;
    double count = 0;
    for (const Series& one : series)
      for (const double value : model.states.at(one.name)) {
        sum += value;
        squares += value * value;
        ++count;
      }
    const double mean = sum / count;
    const double deviation = std::sqrt(std::max(squares / count - mean * mean, 0.0));
    if (deviation <= 1e-9 * mean) continue;  // all provisos are equal here
    for (Series& one : series)
      for (const double value : model.states.at(one.name)) one.points.push_back({0, (value - mean) / deviation, model.model});
  }
  return series;
}

Table scores_table(const std::vector<Series>& series, const SetMethod& method) {
  Table table{.caption = fmt::format("Fig. 3, {}: standard scores of the states of each run; lower is better", method.words),
              .head = {"proviso", "runs", "mean", "deviation", "median"},
              .rows = {}};
  for (const Series& one : series) {
    std::vector<double> values;
    double squares = 0;
    for (const Point& point : one.points) values.push_back(point.y);
    std::sort(values.begin(), values.end());
    const double mean = values.empty() ? 0 : total(values) / static_cast<double>(values.size());
    for (const double value : values) squares += (value - mean) * (value - mean);
    const double deviation = values.size() < 2 ? 0 : std::sqrt(squares / static_cast<double>(values.size() - 1));
    table.rows.push_back({one.name, std::to_string(values.size()), fmt::format("{:.2f}", mean),
                          fmt::format("{:.2f}", deviation), fmt::format("{:.2f}", quantile(values, 0.5))});
  }
  return table;
}

std::vector<Claim> proviso_claims(const std::vector<ModelMeans>& models, const SetMethod& method) {
  ClaimCheck bounds(fmt::format("{}: every proviso keeps at least the states of None and at most those of Full", method.por),
                    true);
  for (const ModelMeans& model : models)
    for (const auto& [name, values] : model.states)
      for (std::size_t i = 0; i < values.size(); ++i)
        bounds.add(values[i] <= model.states.at("Full").front() && values[i] >= model.states.at("None")[i], model.model,
                   fmt::format("{} {}", name, values[i]));
  std::vector<Claim> claims;
  const auto fewer = [&](const char* better, const char* worse) {
    const double a = total(sums_of(models, better).states);
    const double b = total(sums_of(models, worse).states);
    claims.push_back(
        {.text = fmt::format("{}: {} keeps fewer states than {}", method.por, better, worse),
         .state = a < b ? Claim::State::holds : Claim::State::fails,
         .why = fmt::format("{} and {}; at most as many in {:.0f} % of resamples of the models", number_text(a), number_text(b),
                            100 * order_share(sums_of(models, better).states, sums_of(models, worse).states))});
  };
  fewer("CondSource", "Source");
  fewer("WeightedSourceKnownScan", "Source");
  fewer("CondDest", "Dest");
  fewer("CondDest", "WeightedSourceKnownScan");
  fewer("HighlinkWeightedDest", "DeadWeightedDest");
  fewer("HighlinkDeepestDestScan", "ColoredDest");
  claims.push_back(bounds.claim());
  return claims;
}

Plot states_plot(const std::vector<ModelMeans>& models, const SetMethod& method) {
  Plot scatter{.kind = Plot::Kind::scatter,
               .title = fmt::format("States of each model, mean over the orders, {}", method.por),
               .x_label = "CondDest",
               .y_label = "the others",
               .series = {}};
  for (const char* name : {"Source", "WeightedSourceKnownScan", "HighlinkDeepestDestScan"}) {
    Series series{.name = name, .points = {}};
    for (const ModelMeans& model : models)
      series.points.push_back({model.mean_states("CondDest"), model.mean_states(name), model.model});
    scatter.series.push_back(std::move(series));
  }
  return scatter;
}

// True if a model without a property process has that name, without its folder and its ending.
bool is_there(const std::vector<ModelFile>& models, const std::string& name) {
  return std::any_of(models.begin(), models.end(), [&](const ModelFile& model) {
    return model.properties.empty() && std::filesystem::path(model.name).stem().string() == name;
  });
}

}  // namespace

Result<std::vector<Task>> plan_provisos(const Request& request) {
  const auto models = read_models(request, request.models);
  if (!models) return models.errors();
  const bool has_dve =
      std::any_of(models->begin(), models->end(), [](const ModelFile& one) { return one.name.ends_with(".dve"); });
  std::map<std::string, std::string> types;  // of the models to run, by name; empty: all, of no type
  if (!request.classes.empty()) {
    auto classes = read_classes(request.classes);
    if (!classes) return classes.errors();
    std::erase_if(*classes, [&](const ClassifiedModel& one) { return !is_there(*models, one.name); });
    for (ClassifiedModel& one : choose_models(std::move(*classes), paper_models, paper_states))
      types.emplace(std::move(one.name), std::move(one.type));
    if (types.empty()) return Diagnostic{.message = "no model of this table is among the models", .file = request.classes};
  }
  std::string names;
  for (const PublishedProviso& one : published_provisos) names += (names.empty() ? "" : ",") + std::string(one.name);
  std::vector<Task> tasks;
  for (const ModelFile& model : *models) {
    const bool is_dve = model.name.ends_with(".dve");
    if ((has_dve && !is_dve) || (is_dve && !model.properties.empty())) continue;
    const auto type = types.find(std::filesystem::path(model.name).stem().string());
    if (!types.empty() && type == types.end()) continue;
    if (!model.problem.empty()) {
      tasks.push_back(unreadable(model));
      continue;
    }
    for (std::uint64_t run = 0; run < (request.runs > 0 ? request.runs : paper_orders); ++run)
      for (const SetMethod& method : set_methods) {
        Task task{.subject = model.name, .seed = request.seed + run, .model = model.path, .read = read_provisos};
        task.arguments = {"compare",
                          "--provisos",
                          model.path,
                          "--por",
                          std::string(method.por),
                          "--runs",
                          "1",
                          "--seed",
                          std::to_string(task.seed),
                          "--only",
                          names,
                          "--engine",
                          "interpreter",
                          "--json",
                          "--progress",
                          "none"};
        add_limits(request, task.arguments);
        Record about;
        about.product = method.por;
        if (type != types.end()) about.kind = type->second;
        task.beside.push_back(std::move(about));
        tasks.push_back(std::move(task));
      }
  }
  if (tasks.empty()) return Diagnostic{.message = "no model here is without a property process", .file = request.models};
  return tasks;
}

Report report_provisos(const std::vector<Record>& records) {
  Report report{.title =
                    "Duret-Lutz, Kordon, Poitrenaud, Renault: Heuristics for checking liveness properties with partial order "
                    "reductions (ATVA 2016), Tables 1 to 3 and Fig. 3"};
  report.text = {
      "The paper has 38 models of BEEM with 7.84 million states together, and names none. Its reduced sets are the closure of "
      "the first enabled transition (--por closure here); lariat's own (--por stubborn) are smaller."};
  for (const SetMethod& method : set_methods) {
    const std::vector<ModelMeans> models = means_of(records, method.por);
    if (models.empty()) {
      report.text.push_back(fmt::format("--por {}: no model was measured with every proviso in every order.", method.por));
      continue;
    }
    const ProvisoSums full = sums_of(models, "Full");
    report.text.push_back(
        fmt::format("--por {}: {} models were measured with every proviso in every order. Together they have {} states, {} on "
                    "average.",
                    method.por, models.size(), number_text(total(full.states)),
                    number_text(total(full.states) / static_cast<double>(models.size()))));
    const std::vector<Series> scores = score_series(models);
    report.tables.push_back(sums_table(models, method));
    report.tables.push_back(choice_table(models, method));
    report.tables.push_back(scores_table(scores, method));
    for (Claim& claim : proviso_claims(models, method)) report.claims.push_back(std::move(claim));
    report.plots.push_back({.kind = Plot::Kind::box,
                            .title = fmt::format("Fig. 3: distribution of standard scores, {}", method.por),
                            .x_label = "standard score",
                            .y_label = "",
                            .logarithmic = false,
                            .series = scores});
    report.plots.push_back(states_plot(models, method));
  }
  return report;
}

}  // namespace lariat::experiments
