// SPDX-License-Identifier: Apache-2.0
// lariat bench random-graphs: Table 2 of P. Gastin, P. Moro, M. Zeitoun. Minimization of counterexamples in SPIN. SPIN 2004.
// The paper gives neither the degree of its random graphs nor how many states are accepting, nor how many graphs there were.
#include "cli/random_graphs.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "cli/interruption.hpp"
#include "cli/json_writer.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "lariat/automata/random.hpp"
#include "lariat/search/min-dfs.hpp"
#include "lariat/search/spin-i.hpp"

namespace lariat::cli {
namespace {

// Means over the graphs of one size. The length is in states, the last one twice, as the paper counts.
struct Figures {
  double length = 0;
  double matched = 0;  // states visited, again for each visit
  double found = 0;    // counterexamples, each shorter than the one before
};

constexpr std::array<std::uint64_t, 3> sizes = {20, 100, 1000};
constexpr std::array<const char*, 3> methods = {"SPIN -i/nested-DFS", "Contrex/nested-DFS", "Contrex/color-DFS"};
using MethodRow = std::array<Figures, 3>;  // by method
using Table = std::array<MethodRow, 3>;    // by size

constexpr Table published = {{
    {{{3.2, 56.2, 2.8}, {3.2, 72.6, 3.4}, {3.2, 69.6, 3.4}}},
    {{{10.8, 290.8, 7}, {10.2, 531, 7.6}, {10.2, 522, 7.6}}},
    {{{9.6, 2385, 19.4}, {8.6, 2727.6, 20.4}, {8.6, 2727, 20.4}}},
}};

struct Setting {
  double degree = 2;
  double accepting = 0.1;
};

constexpr std::array<double, 4> degrees = {1.5, 2, 2.5, 3};
constexpr std::array<double, 3> fractions = {0.05, 0.1, 0.2};

Limits limits() { return {.interrupted = &interrupted()}; }

// One run of a minimiser, by its number in `methods`.
Figures run_method(std::size_t method, BuchiView& view) {
  Counting<BuchiView> space(view, limits());
  search::Statistics statistics;
  const search::MinimizeOptions options;
  search::BestLasso best(options);
  if (method == 0)
    search::SpinISearch<Counting<BuchiView>>(space, statistics, best).run();
  else if (method == 1)
    search::MinDfsSearch<Counting<BuchiView>>(space, statistics, best).run<search::FirstSearch::nested>();
  else
    search::MinDfsSearch<Counting<BuchiView>>(space, statistics, best).run<search::FirstSearch::colour>();
  if (!best.best()) return {};
  return {static_cast<double>(best.best()->length()) + 1, static_cast<double>(space.search_counts().calls),
          static_cast<double>(best.improvements())};
}

// Means over `graphs` random graphs that have an accepting run.
MethodRow measure(std::uint64_t size, const Setting& setting, std::uint64_t graphs, std::uint64_t seed) {
  MethodRow sum{};
  std::uint64_t counted = 0;
  for (std::uint64_t drawn = 0; counted < graphs; ++drawn) {
    if (drawn >= 1000 * graphs) throw std::invalid_argument("hardly a graph has an accepting run with these settings");
    const automata::Automaton automaton = automata::random_automaton(
        {.states = size, .degree = setting.degree, .accepting = setting.accepting, .seed = seed + drawn}, limits());
    BuchiView view(automaton.graph);
    const Figures first = run_method(0, view);
    if (first.found == 0) continue;
    ++counted;
    for (std::size_t method = 0; method < methods.size(); ++method) {
      const Figures figures = method == 0 ? first : run_method(method, view);
      sum[method].length += figures.length;
      sum[method].matched += figures.matched;
      sum[method].found += figures.found;
    }
  }
  for (Figures& figures : sum) {
    figures.length /= static_cast<double>(counted);
    figures.matched /= static_cast<double>(counted);
    figures.found /= static_cast<double>(counted);
  }
  return sum;
}

Table measure_all(const Setting& setting, std::uint64_t graphs, std::uint64_t seed) {
  Table table{};
  for (std::size_t i = 0; i < sizes.size(); ++i) table[i] = measure(sizes[i], setting, graphs, seed);
  return table;
}

// The factor by which figures differ from the published ones, as a geometric mean.
double distance(const Table& table) {
  double sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    for (std::size_t j = 0; j < methods.size(); ++j) {
      const Figures& ours = table[i][j];
      const Figures& theirs = published[i][j];
      sum += std::abs(std::log(ours.length / theirs.length)) + std::abs(std::log(ours.matched / theirs.matched)) +
             std::abs(std::log(ours.found / theirs.found));
    }
  return std::exp(sum / 27);
}

class RandomGraphs {
 public:
  RandomGraphs(const BenchOptions& options, std::ostream& out) : options_(options), out_(out) {}

  void text() {
    out_ << fmt::format(
        "Table 2 of Gastin, Moro and Zeitoun, Minimization of counterexamples in SPIN (2004).\n"
        "{} random graphs of each size that have a counterexample; {} transitions a state and {}% accepting\n"
        "states, which the paper does not tell. Length in states, the last one twice, as the paper counts.\n\n",
        options_.graphs, options_.degree, options_.accepting * 100);
    out_ << fmt::format("{:25}", "");
    for (const char* method : methods) out_ << fmt::format("  {:^19}", method);
    out_ << fmt::format("\n{:25}", "");
    for (std::size_t j = 0; j < methods.size(); ++j) out_ << fmt::format("  {:>9} {:>9}", "ours", "published");
    out_ << '\n';
    const Table ours = measured({options_.degree, options_.accepting}, options_.graphs);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      line(fmt::format("{} states", sizes[i]), "length", ours[i], published[i], &Figures::length);
      line("", "visited", ours[i], published[i], &Figures::matched);
      line("", "lassos found", ours[i], published[i], &Figures::found);
    }
    out_ << fmt::format("\nThese differ from the published figures by a factor of {:.2f} in the geometric mean.\n",
                        distance(ours));
    if (options_.sweep_graphs == 0) return;
    out_ << fmt::format(
        "\nHow the figures of Contrex/color-DFS move, {} graphs each: length, visited, lassos found\n"
        "{:>7} {:>9}  {:^20}  {:^20}  {:^20}  {:>6}\n",
        options_.sweep_graphs, "degree", "accepting", "20 states", "100 states", "1000 states", "factor");
    for (const double degree : degrees)
      for (const double accepting : fractions) {
        const Table table = measured({degree, accepting}, options_.sweep_graphs);
        out_ << fmt::format("{:>7} {:>8}%", degree, accepting * 100);
        for (const MethodRow& row : table)
          out_ << fmt::format("  {:>5.1f} {:>8.1f} {:>5.1f}", row[2].length, row[2].matched, row[2].found);
        out_ << fmt::format("  {:>6.2f}\n", distance(table));
        out_.flush();
      }
  }

  void json() {
    const Table ours = measured({options_.degree, options_.accepting}, options_.graphs);
    JsonWriter json(out_);
    json.begin_object();
    json.field("command", "bench");
    json.field("version", LARIAT_VERSION);
    json.field("input", "random-graphs");
    json.field("degree", options_.degree);
    json.field("accepting", options_.accepting);
    json.field("graphs", options_.graphs);
    json.field("seed", options_.seed);
    json.key("rows");
    json.begin_array();
    for (std::size_t i = 0; i < sizes.size(); ++i)
      for (std::size_t j = 0; j < methods.size(); ++j)
        json.value({{"size", sizes[i]},
                    {"method", methods[j]},
                    {"ours", as_json(ours[i][j])},
                    {"published", as_json(published[i][j])}});
    json.end();
    json.end();
    out_ << '\n';
  }

 private:
  Table measured(const Setting& setting, std::uint64_t graphs) const {
    const Progress progress([&] { return fmt::format("degree {}, {}% accepting", setting.degree, setting.accepting * 100); });
    return measure_all(setting, graphs, options_.seed);
  }

  static nlohmann::ordered_json as_json(const Figures& figures) {
    return {{"length", figures.length}, {"visited", figures.matched}, {"found", figures.found}};
  }

  void line(const std::string& size, const char* what, const MethodRow& ours, const MethodRow& theirs, double Figures::*field) {
    out_ << fmt::format("{:>11}  {:<12}", size, what);
    for (std::size_t j = 0; j < methods.size(); ++j)
      out_ << fmt::format("  {:>9.1f} {:>9.1f}", ours[j].*field, theirs[j].*field);
    out_ << '\n';
    out_.flush();
  }

  const BenchOptions& options_;
  std::ostream& out_;
};

}  // namespace

Exit run_random_graphs(const Options& options, std::ostream& out) {
  try {
    RandomGraphs experiment(options.bench, out);
    options.common.json ? experiment.json() : experiment.text();
    return Exit::ok;
  } catch (const Stopped& stopped) {
    complain("lariat: " + stopped.reason + "\n");
    return Exit::inconclusive;
  } catch (const std::invalid_argument& error) {
    complain(std::string("lariat: error: ") + error.what() + "\n");
    return Exit::bad_input;
  }
}

}  // namespace lariat::cli
