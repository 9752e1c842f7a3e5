// SPDX-License-Identifier: Apache-2.0
// emptiness: Fig. 4 and section 5 of A. Gaiser, S. Schwoon. Comparison of algorithms for checking emptiness on Büchi automata.
// MEMICS 2009.
//
// The paper sums over 266 pairs of a model and an LTL property of BEEM, which it does not list. Here a case is a property that
// a model below the folder states of itself: the property process of a model in DVE (BEEM's FAMILY.N.propK.dve), an ltl block
// or a never claim in Promela. A case counts if all algorithms came to an end.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "experiments/cases.hpp"
#include "experiments/resample.hpp"
#include "experiments/suite_plan.hpp"

namespace lariat::experiments {
namespace {

// In the order of the paper's figure: best first.
struct Ranked {
  std::string_view algorithm;
  double published;  // run time in percent of hpy
};
constexpr std::array<Ranked, 6> ranking = {
    {{"ascc", 67.0}, {"gv", 69.2}, {"and", 69.7}, {"se", 96.3}, {"hpy", 100.0}, {"c99", 128.3}}};
constexpr std::array<std::string_view, 6> ranked_names = {"ascc", "gv", "and", "se", "hpy", "c99"};
constexpr std::array<std::string_view, 3> bitstate_searches = {"and", "se", "hpy"};  // those that need no numbers of states
constexpr std::string_view bitstate_ending = " bitstate";
constexpr const char* bitstate_bits = "27";  // 16 MB

std::vector<double> values_of(const std::vector<Case>& cases, std::string_view algorithm, Figure figure) {
  std::vector<double> values;
  for (const Case& one : cases) values.push_back(one.get(std::string(algorithm), figure));
  return values;
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

Table performance_table(const std::vector<Case>& cases) {
  Table table{.caption = fmt::format("Fig. 4: sums over {} cases, in percent of hpy", cases.size()),
              .head = {"algorithm", "published time", "successors", "%", "95 % interval", "time", "%", "95 % interval"},
              .rows = {}};
  const std::vector<double> hpy = values_of(cases, "hpy", Figure::transitions);
  const std::vector<double> hpy_time = values_of(cases, "hpy", Figure::seconds);
  const auto interval = [](const Interval& between) { return fmt::format("{:.1f} to {:.1f}", between.low, between.high); };
  for (const auto& [algorithm, published] : ranking) {
    const std::vector<double> successors = values_of(cases, algorithm, Figure::transitions);
    const std::vector<double> time = values_of(cases, algorithm, Figure::seconds);
    table.rows.push_back({std::string(algorithm), fmt::format("{:.1f}", published), number_text(sum_of(successors)),
                          fmt::format("{:.1f}", 100 * sum_of(successors) / sum_of(hpy)),
                          interval(ratio_interval(successors, hpy)), seconds_text(sum_of(time)),
                          fmt::format("{:.1f}", 100 * sum_of(time) / sum_of(hpy_time)),
                          interval(ratio_interval(time, hpy_time))});
  }
  table.notes = {"The paper's percentages are of run times, which it found proportional to the successors produced."};
  return table;
}

// The paper's structural effects, counted by what they do to the figures.
struct Effects {
  std::size_t cases = 0;
  std::size_t trivial = 0;       // many trivial accepting SCCs: c99, se and hpy all produce more successors than gv
  std::size_t not_preceded = 0;  // non-accepting SCCs not preceded by accepting ones: c99 produces more than any other
  std::size_t red_only = 0;      // hpy finds what others find in the blue search: hpy produces most, the others the same
  std::size_t quicker = 0;       // gv and c99 find a counterexample in fewer states than all nested searches
};

void count_effects(const Case& one, Effects& effects) {
  const auto successors = [&](std::string_view name) { return one.get(std::string(name), Figure::transitions); };
  const double gv = successors("gv");
  ++effects.cases;
  effects.trivial += std::min({successors("c99"), successors("se"), successors("hpy")}) > gv ? 1 : 0;
  effects.not_preceded += successors("c99") > std::max({gv, successors("and"), successors("se"), successors("hpy")}) ? 1 : 0;
  const bool others_same = successors("and") == gv && successors("se") == gv && successors("c99") == gv;
  effects.red_only += others_same && successors("hpy") > gv ? 1 : 0;
  const auto states = [&](const char* name) { return one.get(name, Figure::states); };
  effects.quicker += states("gv") < std::min({states("hpy"), states("se"), states("and")}) ? 1 : 0;
}

Table structure_table(const std::vector<Case>& cases) {
  Effects weak;
  Effects general;
  for (const Case& one : cases) count_effects(one, one.find("gv")->kind == "general" ? general : weak);
  const auto share = [&](std::size_t count) {
    return fmt::format("{} ({:.0f} %)", count, 100.0 * static_cast<double>(count) / static_cast<double>(cases.size()));
  };
  const auto row = [&](const char* what, const char* published_weak, std::size_t ours_weak, const char* published_general,
                       std::size_t ours_general) {
    return std::vector<std::string>{what, published_weak, std::to_string(ours_weak), published_general,
                                    std::to_string(ours_general)};
  };
  return {.caption = "Section 5: structural effects, by what they do to the successors produced",
          .head = {"effect", "weak, paper", "weak, here", "not weak, paper", "not weak, here"},
          .rows = {{"cases", "245 (92 %)", share(weak.cases), "21 (8 %)", share(general.cases)},
                   row("trivial accepting SCCs: c99, se and hpy behind gv", "86", weak.trivial, "18", general.trivial),
                   row("c99 behind all others", "98", weak.not_preceded, "17", general.not_preceded),
                   row("hpy behind all others, which are equal", "101", weak.red_only, "7", general.red_only),
                   row("gv ends with fewer states than the nested searches", "0", weak.quicker, "7", general.quicker)},
          .notes = {"The paper's counts overlap, and so do these."}};
}

std::string bitstate_variant(std::string_view search) { return std::string(search) + std::string(bitstate_ending); }

std::vector<Table> bitstate_table(const std::vector<Case>& cases) {
  Table table{.caption = fmt::format("Bitstate hashing, 2^{} bits: sums over the cases", bitstate_bits),
              .head = {"search", "cases", "verdict as expected", "successors, exact", "successors, bitstate", "% of hpy",
                       "time", "% of hpy"},
              .rows = {}};
  std::vector<Case> compared = cases;
  std::erase_if(compared, [](const Case& one) {
    return std::any_of(bitstate_searches.begin(), bitstate_searches.end(),
                       [&](std::string_view search) { return one.find(bitstate_variant(search)) == nullptr; });
  });
  if (compared.empty()) return {};
  const double hpy = sum_of(values_of(compared, bitstate_variant("hpy"), Figure::transitions));
  const double hpy_time = sum_of(values_of(compared, bitstate_variant("hpy"), Figure::seconds));
  for (const std::string_view search : bitstate_searches) {
    std::size_t same = 0;
    for (const Case& one : compared) {
      const std::string& verdict = one.find(std::string(search))->verdict;
      same += one.find(bitstate_variant(search))->verdict == (verdict == "holds" ? "unknown" : verdict) ? 1 : 0;
    }
    const double successors = sum_of(values_of(compared, bitstate_variant(search), Figure::transitions));
    const double seconds = sum_of(values_of(compared, bitstate_variant(search), Figure::seconds));
    table.rows.push_back({std::string(search), std::to_string(compared.size()), std::to_string(same),
                          number_text(sum_of(values_of(compared, search, Figure::transitions))), number_text(successors),
                          fmt::format("{:.1f}", 100 * successors / std::max(hpy, 1.0)), seconds_text(seconds),
                          fmt::format("{:.1f}", 100 * seconds / std::max(hpy_time, 1e-9))});
  }
  table.notes = {
      "Expected is `violated`, or `unknown` where the property holds, which bitstate hashing cannot say. Searches "
      "that number states, like those based on components, cannot use it."};
  return {table};
}

// With bitstate hashing the paper advises and.
std::vector<Claim> bitstate_claims(const std::vector<Case>& cases) {
  ClaimCheck fewest("with bitstate hashing and produces no more successors than se, and se no more than hpy", false);
  for (const Case& one : cases) {
    const Record* const best = one.find(bitstate_variant("and"));
    const Record* const middle = one.find(bitstate_variant("se"));
    const Record* const worst = one.find(bitstate_variant("hpy"));
    if (best == nullptr || middle == nullptr || worst == nullptr) continue;
    fewest.add((*best)[Figure::transitions] <= (*middle)[Figure::transitions] &&
                   (*middle)[Figure::transitions] <= (*worst)[Figure::transitions],
               one.name(),
               fmt::format("and {}, se {}, hpy {}", (*best)[Figure::transitions], (*middle)[Figure::transitions],
                           (*worst)[Figure::transitions]));
  }
  return {fewest.claim()};
}

std::vector<Claim> ranking_claims(const std::vector<Case>& cases) {
  std::vector<Claim> claims;
  for (std::size_t i = 0; i + 1 < ranking.size(); ++i) {
    const std::vector<double> better = values_of(cases, ranking[i].algorithm, Figure::transitions);
    const std::vector<double> worse = values_of(cases, ranking[i + 1].algorithm, Figure::transitions);
    const bool holds = sum_of(better) <= sum_of(worse);
    claims.push_back(
        {.text = fmt::format("{} is not behind {} by successors produced", ranking[i].algorithm, ranking[i + 1].algorithm),
         .state = cases.empty() ? Claim::State::open
                  : holds       ? Claim::State::holds
                                : Claim::State::fails,
         .why = fmt::format("{} and {}; the same order in {:.0f} % of resamples of the cases", number_text(sum_of(better)),
                            number_text(sum_of(worse)), 100 * order_share(better, worse))});
  }
  const double hpy = sum_of(values_of(cases, "hpy", Figure::transitions));
  for (const auto& [algorithm, published] : ranking) {
    if (algorithm == "hpy") continue;
    const double ours = 100 * sum_of(values_of(cases, algorithm, Figure::transitions)) / std::max(hpy, 1.0);
    const bool near = ours >= published - 10 && ours <= published + 10;
    claims.push_back({.text = fmt::format("{} is within ten points of the published {:.1f} %", algorithm, published),
                      .state = cases.empty() ? Claim::State::open
                               : near        ? Claim::State::holds
                                             : Claim::State::fails,
                      .why = fmt::format("{:.1f} % of hpy here", ours)});
  }
  ClaimCheck sd("on weak automata sd produces the successors of gv (both visit a state once)", true);
  for (const Case& one : cases)
    if (one.find("sd") != nullptr) sd.add(one.get("sd", Figure::transitions) == one.get("gv", Figure::transitions), one.name());
  claims.push_back(sd.claim());
  return claims;
}

std::vector<Plot> performance_plots(const std::vector<Case>& cases) {
  Plot scatter{.kind = Plot::Kind::scatter,
               .title = "Successors produced: hpy and gv",
               .x_label = "hpy",
               .y_label = "gv",
               .series = {{"weak", {}}, {"not weak", {}}}};
  Plot cactus{.kind = Plot::Kind::cactus,
              .title = "Successors produced, cases sorted for each algorithm",
              .x_label = "cases",
              .y_label = "successors",
              .series = {}};
  Plot time{.kind = Plot::Kind::cactus,
            .title = "Seconds, cases sorted for each algorithm",
            .x_label = "cases",
            .y_label = "seconds",
            .series = {}};
  Plot box{.kind = Plot::Kind::box,
           .title = "Successors of each case, in percent of hpy",
           .x_label = "percent of hpy",
           .y_label = "",
           .logarithmic = false,
           .series = {}};
  for (const Case& one : cases)
    scatter.series[one.find("gv")->kind == "general" ? 1 : 0].points.push_back(
        {one.get("hpy", Figure::transitions), one.get("gv", Figure::transitions), one.name()});
  for (const std::string_view name : ranked_names) {
    const std::string algorithm(name);
    Series successors{.name = algorithm, .points = {}};
    Series seconds = successors;
    Series ratio = successors;
    for (const Case& one : cases) {
      successors.points.push_back({0, one.get(algorithm, Figure::transitions), one.name()});
      seconds.points.push_back({0, one.get(algorithm, Figure::seconds), one.name()});
      const double hpy = one.get("hpy", Figure::transitions);
      if (hpy > 0) ratio.points.push_back({0, 100 * one.get(algorithm, Figure::transitions) / hpy, one.name()});
    }
    cactus.series.push_back(std::move(successors));
    time.series.push_back(std::move(seconds));
    if (name != "hpy") box.series.push_back(std::move(ratio));
  }
  return {scatter, cactus, time, box};
}

}  // namespace

Result<std::vector<Task>> plan_emptiness(const Request& request) {
  const auto models = read_models(request, request.models);
  if (!models) return models.errors();
  std::vector<Task> tasks;
  bool is_any = false;
  const std::uint64_t runs = std::max<std::uint64_t>(request.runs, 1);
  for (const ModelFile& model : *models) {
    if (!model.problem.empty()) tasks.push_back(unreadable(model));
    for (const StatedProperty& property : model.properties)
      for (std::uint64_t run = 0; run < runs; ++run) {
        is_any = true;
        const std::uint64_t seed = run == 0 ? 0 : request.seed + run - 1;
        const auto add = [&](const std::string& variant, std::vector<std::string> more) {
          Task task{.subject = property.subject, .variant = variant, .seed = seed, .model = model.path, .read = read_check};
          task.arguments = check_arguments(request, model.path, property.name);
          task.arguments.insert(task.arguments.end(), more.begin(), more.end());
          if (run > 0) task.arguments.insert(task.arguments.end(), {"--order", std::to_string(seed)});
          tasks.push_back(std::move(task));
        };
        for (const std::string_view algorithm : ranked_names)
          add(std::string(algorithm), {"--algorithm", std::string(algorithm)});
        add("sd", {"--algorithm", "sd"});
        for (const std::string_view search : bitstate_searches)
          add(bitstate_variant(search), {"--algorithm", std::string(search), "--bitstate", bitstate_bits});
      }
  }
  if (!is_any) return Diagnostic{.message = "no model here states an LTL property", .file = request.models};
  return tasks;
}

Report report_emptiness(const std::vector<Record>& records) {
  std::vector<Case> cases = cases_of(records);
  Report report{.title =
                    "Gaiser, Schwoon: Comparison of algorithms for checking emptiness on Büchi automata (MEMICS 2009), "
                    "Fig. 4 and section 5"};
  const std::size_t asked = cases.size();
  std::erase_if(cases, [](const Case& one) { return !one.has(ranked_names); });
  report.text = {
      fmt::format("{} cases, of which {} were answered by all of ascc, gv, and, se, hpy, c99, and count. The paper has "
                  "266 of BEEM, and does not list them.",
                  asked, cases.size())};
  if (cases.empty()) return report;
  report.tables = {performance_table(cases), structure_table(cases)};
  for (Table& table : bitstate_table(cases)) report.tables.push_back(std::move(table));
  report.claims = ranking_claims(cases);
  for (Claim& claim : bitstate_claims(cases)) report.claims.push_back(std::move(claim));
  std::vector<Record> exact;
  for (const Record& record : records)
    if (!record.variant.ends_with(bitstate_ending)) exact.push_back(record);
  for (Claim& claim : search_claims(cases_of(exact))) report.claims.push_back(std::move(claim));
  report.plots = performance_plots(cases);
  return report;
}

}  // namespace lariat::experiments
