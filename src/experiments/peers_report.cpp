// SPDX-License-Identifier: Apache-2.0
// The tables of suite peers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "experiments/cases.hpp"
#include "experiments/peer_variants.hpp"
#include "experiments/spin_task.hpp"
#include "experiments/suite_plan.hpp"

namespace lariat::experiments {
namespace {

constexpr double least_seconds = 0.05;  // pan shows hundredths: rates of shorter runs mean nothing

// Collects values for a geometric mean.
class Mean {
 public:
  void add(double value) {
    if (value <= 0) return;
    logarithms_ += std::log(value);
    ++count_;
  }
  std::string text(int digits) const {
    return count_ == 0 ? "" : number_text(std::exp(logarithms_ / static_cast<double>(count_)), digits);
  }

 private:
  double logarithms_ = 0;
  std::size_t count_ = 0;
};

// A table that grows by cells; columns with a mean have one in its last row.
class PeerTable {
 public:
  PeerTable(std::string caption, std::vector<std::string> head, std::size_t names = 1)
      : table_{.caption = std::move(caption), .head = std::move(head), .rows = {}, .names = names},
        means_(table_.head.size()),
        digits_(table_.head.size(), 0) {}

  void begin(std::vector<std::string> names) { table_.rows.push_back(std::move(names)); }
  // A number; `-` if it is not positive.
  void add(double value, int digits = 0, bool has_mean = false) {
    const std::size_t column = table_.rows.back().size();
    table_.rows.back().push_back(value > 0 && std::isfinite(value) ? number_text(value, digits) : "-");
    if (!has_mean || !std::isfinite(value)) return;
    means_[column].add(value);
    digits_[column] = digits;
  }
  // The table, as a list that is empty if it has no row.
  std::vector<Table> finish(std::vector<std::string> notes = {}) {
    if (table_.rows.empty()) return {};
    std::vector<std::string> last(table_.names);
    bool is_any = false;
    last.front() = "geometric mean";
    for (std::size_t i = table_.names; i < table_.head.size(); ++i) {
      last.push_back(means_[i].text(digits_[i]));
      is_any |= !last.back().empty();
    }
    if (is_any && table_.rows.size() > 1) table_.rows.push_back(std::move(last));
    table_.notes = std::move(notes);
    return {std::move(table_)};
  }

 private:
  Table table_;
  std::vector<Mean> means_;
  std::vector<int> digits_;
};

// The fastest run of each variant, by subject.
std::vector<Case> fastest_of(const std::vector<Record>& records) {
  std::vector<Case> cases;
  std::map<std::string, std::size_t> places;
  for (const Record& record : records) {
    const auto [place, is_new] = places.try_emplace(record.subject, cases.size());
    if (is_new) cases.push_back({.subject = record.subject});
    const Record*& best = cases[place->second].rows[record.variant];
    if (best == nullptr || !best->is_done() || (record.is_done() && record[Figure::wall] < (*best)[Figure::wall]))
      best = &record;
  }
  return cases;
}

// The two rows of a way.
struct Pair {
  const Record* lariat;
  const Record* spin;  // null as well if Spin is not installed
};
Pair pair_of(const Case& one, std::string_view way) {
  const std::string_view spin = way == usual_reduced ? peer_usual.front().name : way;
  return {one.find(fmt::format("{} lariat", way)), one.find(fmt::format("{} spin", spin))};
}

double value_of(const Record* row, Figure figure) { return row == nullptr ? 0 : (*row)[figure]; }
// Quotients of what was not measured are 0, which is no figure here.
double ratio(double a, double b) { return b > 0 ? a / b : 0; }
double pan_seconds(const Record* row) {
  const double seconds = value_of(row, Figure::seconds);
  return seconds < least_seconds ? 0 : seconds;
}
double spin_rate(const Record* row) { return ratio(value_of(row, Figure::states), pan_seconds(row)); }
// Without a rate of Spin beside it, that of a short run means nothing either.
double lariat_rate(const Record* row) {
  const double wall = value_of(row, Figure::wall);
  return wall < least_seconds ? 0 : ratio(value_of(row, Figure::states), wall);
}
double per_state(const Record* row, Figure figure) { return ratio(value_of(row, figure), value_of(row, Figure::states)); }

std::vector<Table> explore_table(const std::vector<Case>& cases) {
  PeerTable table("Whole state spaces", {"model", "states", "spin/s", "lariat/s", "ratio", "spin s", "lariat s", "ratio",
                                         "spin B/st", "lariat B/st", "ratio", "peak"});
  for (const Case& one : cases) {
    const auto [lariat, spin] = pair_of(one, peer_explore.name);
    if (lariat == nullptr) continue;
    table.begin({one.subject});
    table.add((*lariat)[Figure::states]);
    table.add(spin_rate(spin), 0, true);
    table.add(lariat_rate(lariat), 0, true);
    table.add(ratio(lariat_rate(lariat), spin_rate(spin)), 2, true);
    table.add(value_of(spin, Figure::wall), 2, true);
    table.add((*lariat)[Figure::wall], 3, true);
    table.add(ratio((*lariat)[Figure::wall], value_of(spin, Figure::wall)), 4, true);
    const bool is_large = spin_rate(spin) > 0;  // tables of small models are mostly free
    table.add(is_large ? per_state(spin, Figure::store_bytes) : 0, 1, true);
    table.add(is_large ? per_state(lariat, Figure::store_bytes) : 0, 1, true);
    table.add(is_large ? ratio(per_state(lariat, Figure::store_bytes), per_state(spin, Figure::store_bytes)) : 0, 2, true);
    table.add(is_large ? ratio((*lariat)[Figure::peak_rss], value_of(spin, Figure::peak_rss)) : 0, 2, true);
  }
  return table.finish(
      {"Spin's rate is that of pan alone, lariat's that of the whole program; seconds are from the file to the "
       "answer, for Spin with generating and compiling. Figures of runs that are too short to be measured are "
       "left out."});
}

std::vector<Table> ltl_table(const std::vector<Case>& cases) {
  PeerTable table(
      "Properties: ascc against pan -a",
      {"property", "verdict", "spin states", "lariat states", "pan s", "spin s", "lariat s", "faster than pan", "than Spin"},
      2);
  for (const Case& one : cases) {
    const auto [lariat, spin] = pair_of(one, peer_ltl.name);
    if (lariat == nullptr) continue;
    table.begin({one.subject, lariat->verdict});
    table.add(value_of(spin, Figure::states));
    table.add((*lariat)[Figure::states]);
    table.add(pan_seconds(spin), 2);
    table.add(value_of(spin, Figure::wall), 2);
    table.add((*lariat)[Figure::wall], 3);
    table.add(ratio(pan_seconds(spin), (*lariat)[Figure::wall]), 2, true);
    table.add(ratio(value_of(spin, Figure::wall), (*lariat)[Figure::wall]), 1, true);
  }
  return table.finish(
      {"Each tool translates the formula itself, so that products differ. The last two columns are how many "
       "times faster lariat is, with all it does, than pan alone, and than spin, gcc and pan together."});
}

std::vector<Table> stores_table(const std::vector<Case>& cases) {
  PeerTable table(
      "Stores",
      {"model", "store", "spin B/st", "lariat B/st", "ratio", "spin/s", "lariat/s", "ratio", "spin sees", "lariat sees"}, 2);
  for (const Case& one : cases) {
    const double all = value_of(pair_of(one, peer_stores.front().name).lariat, Figure::states);
    for (const PeerWay& way : peer_stores) {
      const auto [lariat, spin] = pair_of(one, way.name);
      if (lariat == nullptr) continue;
      table.begin({one.subject, std::string(way.name.substr(way.name.find(' ') + 1))});
      table.add(per_state(spin, Figure::store_bytes), 1);
      table.add(per_state(lariat, Figure::store_bytes), 1);
      table.add(ratio(per_state(lariat, Figure::store_bytes), per_state(spin, Figure::store_bytes)), 2);
      table.add(spin_rate(spin));
      table.add(lariat_rate(lariat));
      table.add(ratio(lariat_rate(lariat), spin_rate(spin)), 2);
      table.add(ratio(value_of(spin, Figure::states), all), 4);
      table.add(ratio((*lariat)[Figure::states], all), 4);
    }
  }
  return table.finish(
      {"tree is compared with -DCOLLAPSE, hash with -DHC4, bits (2^30) with -DBITSTATE. The last two columns "
       "are shares of the states."});
}

std::vector<Table> usual_table(const std::vector<Case>& cases) {
  PeerTable table(
      "As users call the tools: errors and invalid end states",
      {"model", "way", "spin states", "lariat states", "pan s", "spin s", "lariat s", "times faster", "spin MB", "lariat MB"},
      2);
  for (const Case& one : cases)
    for (const PeerWay& way : peer_usual) {
      const auto [lariat, spin] = pair_of(one, way.name);
      if (lariat == nullptr) continue;
      table.begin({one.subject, std::string(way.name.substr(way.name.find(' ') + 1))});
      table.add(value_of(spin, Figure::states));
      table.add((*lariat)[Figure::states]);
      table.add(pan_seconds(spin), 2);
      table.add(value_of(spin, Figure::wall), 2);
      table.add((*lariat)[Figure::wall], 3);
      table.add(ratio(value_of(spin, Figure::wall), (*lariat)[Figure::wall]), 2, true);
      table.add(value_of(spin, Figure::peak_rss) / megabyte);
      table.add((*lariat)[Figure::peak_rss] / megabyte);
    }
  return table.finish();
}

std::vector<Table> reduction_table(const std::vector<Case>& cases) {
  PeerTable table("States that partial-order reduction leaves in a search for errors and deadlocks",
                  {"model", "full", "stubborn", "pan", "-DSAFETY", "-o1 -o2 -o3", "and -DSAFETY"});
  for (const Case& one : cases) {
    if (one.find("reduction none") == nullptr) continue;
    table.begin({one.subject});
    for (const char* const variant : {"reduction none", "reduction stubborn"})
      table.add(value_of(one.find(variant), Figure::states), 0, true);
    for (const PeerWay& way : peer_reductions) table.add(value_of(one.find(std::string(way.name)), Figure::states), 0, true);
  }
  return table.finish(
      {"-DSAFETY reduces as for errors and deadlocks, which is what lariat looks for; without it Spin reduces "
       "as for infinite runs. With -o1 -o2 -o3 Spin's states are lariat's if nothing is reduced."});
}

std::vector<Table> threads_table(const std::vector<Case>& cases) {
  PeerTable table("Threads", {"model", "states", "1 thread s", "2 threads s", "times faster"});
  for (const Case& one : cases) {
    const Record* const single = one.find("threads 1");
    const Record* const two = one.find("threads 2");
    if (single == nullptr || two == nullptr) continue;
    table.begin({one.subject});
    table.add((*single)[Figure::states]);
    table.add((*single)[Figure::wall], 2);
    table.add((*two)[Figure::wall], 2);
    table.add(ratio((*single)[Figure::wall], (*two)[Figure::wall]), 2, true);
  }
  return table.finish();
}

std::vector<Table> scaling_table(const std::vector<Case>& cases) {
  PeerTable table("Families of models as they grow, store tree",
                  {"model", "states", "seconds", "ns/state", "ratio", "B/state", "ratio"});
  std::map<std::string, const Record*> first;  // with a million states, by the model's file
  for (const Case& one : cases) {
    const Record* const row = one.find("scaling");
    if (row == nullptr) continue;
    const Record*& base = first[row->model];
    if (base == nullptr && (*row)[Figure::states] >= 1e6) base = row;
    table.begin({one.subject});
    table.add((*row)[Figure::states]);
    table.add((*row)[Figure::wall], 2);
    table.add(1e9 * per_state(row, Figure::wall));
    table.add(ratio(per_state(row, Figure::wall), per_state(base, Figure::wall)), 2);
    table.add(per_state(row, Figure::store_bytes), 1);
    table.add(ratio(per_state(row, Figure::store_bytes), per_state(base, Figure::store_bytes)), 2);
  }
  return table.finish({"Ratios are to the first member of the family with a million states; 1 is linear."});
}

std::vector<Claim> agreement_claims(const std::vector<Case>& cases) {
  ClaimCheck states("lariat and Spin find the same number of states", false);
  ClaimCheck verdicts("lariat and Spin give the same verdict", true);
  const auto compare = [&](const Case& one, const PeerWay& way, bool same_states) {
    const auto [lariat, spin] = pair_of(one, way.name);
    if (lariat == nullptr || spin == nullptr) return;
    const double ours = (*lariat)[Figure::states];
    const double theirs = (*spin)[Figure::states];
    if (same_states)
      states.add(ours == theirs, fmt::format("{}, {}", one.subject, way.name),
                 fmt::format("lariat {}, spin {}", number_text(ours), number_text(theirs)));
    else if (lariat->verdict != "unknown")
      verdicts.add(lariat->verdict == spin->verdict, fmt::format("{}, {}", one.subject, way.name),
                   fmt::format("lariat {}, spin {}", lariat->verdict, spin->verdict));
  };
  for (const Case& one : cases) {
    compare(one, peer_explore, true);
    compare(one, peer_stores[0], true);
    compare(one, peer_stores[1], true);
    compare(one, peer_ltl, false);
    for (const PeerWay& way : peer_usual) compare(one, way, false);
  }
  return {states.claim(), verdicts.claim()};
}

std::vector<Plot> time_plots(const std::vector<Case>& cases) {
  Plot plot{.kind = Plot::Kind::scatter,
            .title = "Seconds from the file to the answer",
            .x_label = "Spin",
            .y_label = "lariat",
            .series = {}};
  for (const PeerWay* const way : {&peer_explore, &peer_ltl}) {
    Series series{.name = std::string(way->name), .points = {}};
    for (const Case& one : cases) {
      const auto [lariat, spin] = pair_of(one, way->name);
      if (lariat != nullptr && spin != nullptr)
        series.points.push_back({(*spin)[Figure::wall], (*lariat)[Figure::wall], one.subject});
    }
    if (!series.points.empty()) plot.series.push_back(std::move(series));
  }
  if (plot.series.empty()) return {};
  return {plot};
}

}  // namespace

Report report_peers(const std::vector<Record>& records) {
  const std::vector<Case> cases = fastest_of(records);
  Report report{.title = "lariat beside Spin on the same Promela files, and sizes of translated formulas"};
  const bool has_spin =
      std::any_of(records.begin(), records.end(), [](const Record& one) { return one.command.starts_with("spin "); });
  if (const std::string missing = missing_for_spin(); !has_spin && !missing.empty())
    report.text.push_back(fmt::format(
        "There is no row of Spin here, because these programs are not in the path: {}. Install them and run the suite again "
        "with --resume.",
        missing));
  else if (!has_spin)
    report.text.push_back("No run of Spin was asked for.");
  for (auto* const make : {explore_table, ltl_table, stores_table, usual_table, reduction_table, threads_table, scaling_table})
    for (Table& table : make(cases)) report.tables.push_back(std::move(table));
  for (Table& table : translation_tables(records)) report.tables.push_back(std::move(table));
  report.claims = agreement_claims(cases);
  report.plots = time_plots(cases);
  return report;
}

}  // namespace lariat::experiments
