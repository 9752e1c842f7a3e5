// SPDX-License-Identifier: Apache-2.0
// The sizes of translated formulas next to those of a reference, set by set, and the time.
//
//   bench_ltl [--details] [--no-rewrite] [--no-containment] [--no-split] [--no-simulation] [--no-obligation]
//             [--no-breakpoint] [--deterministic] SET.csv ...
//
// A set is a table with the columns formula, tgba_states, tgba_edges and, if it has them, ba_states and ba_edges.
#include <fmt/core.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "lariat/automata/translate.hpp"
#include "lariat/ltl/parse.hpp"

namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> result(1);
  bool quoted = false;
  for (const char c : line)
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      result.emplace_back();
    else if (c != '\r')
      result.back() += c;
  return result;
}

std::vector<Row> read_table(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = cells(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> values = cells(line);
    Row row;
    for (std::size_t i = 0; i < names.size() && i < values.size(); ++i) row[names[i]] = values[i];
    rows.push_back(row);
  }
  return rows;
}

struct Total {
  long states = 0, edges = 0, reference_states = 0, reference_edges = 0;
  double seconds = 0, longest = 0;
};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main(int count, char** arguments) {
  using namespace lariat;  // NOLINT(google-build-using-namespace): in main alone
  automata::TranslateOptions options;
  bool details = false;
  fmt::print("{:<14} {:>5} {:>5} {:>16} {:>7} {:>16} {:>7} {:>8} {:>8}\n", "set", "type", "rows", "states", "ratio", "edges",
             "ratio", "CPU s", "longest");
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--details") details = true;
    if (argument == "--no-rewrite") options.rewrite = false;
    if (argument == "--no-containment") options.containment = false;
    if (argument == "--no-split") options.split = false;
    if (argument == "--no-simulation") options.simulation = false;
    if (argument == "--no-obligation") options.obligation = false;
    if (argument == "--no-breakpoint") options.breakpoint = false;
    if (argument == "--deterministic") options.prefer = automata::Preference::deterministic;
    if (argument.starts_with("--")) continue;
    const std::vector<Row> rows = read_table(argument);
    for (const auto& [type, name] :
         {std::pair(automata::AutomatonType::tgba, std::string("tgba")), {automata::AutomatonType::ba, "ba"}}) {
      if (rows.empty() || !rows[0].contains(name + "_states")) continue;
      options.type = type;
      Total total;
      for (const Row& row : rows) {
        const double start = cpu_seconds();
        ltl::FormulaStore store;
        auto parsed = ltl::parse_formula(store, row.at("formula"));
        if (!parsed) {
          fmt::print("cannot read {}\n", row.at("formula"));
          continue;
        }
        const automata::Translation translation = automata::translate(store, parsed->formula, options);
        const double seconds = cpu_seconds() - start;
        if (!translation) {
          fmt::print("{}: {}\n", row.at("formula"), translation.reason);
          continue;
        }
        const auto states = static_cast<long>(translation.automaton->graph.states());
        const auto edges = static_cast<long>(translation.automaton->graph.edges());
        const long wanted_states = std::atol(row.at(name + "_states").c_str());
        const long wanted_edges = std::atol(row.at(name + "_edges").c_str());
        total.states += states;
        total.edges += edges;
        total.reference_states += wanted_states;
        total.reference_edges += wanted_edges;
        total.seconds += seconds;
        total.longest = std::max(total.longest, seconds);
        if (details && (states != wanted_states || edges != wanted_edges || seconds > 0.1))
          fmt::print("  {:+} {:+}  {}/{} for {}/{}  {:.3f}s {} {}\n", states - wanted_states, edges - wanted_edges, states,
                     edges, wanted_states, wanted_edges, seconds, name, row.at("formula"));
      }
      const auto ratio = [](long a, long b) { return static_cast<double>(a) / static_cast<double>(b); };
      fmt::print("{:<14} {:>5} {:>5} {:>7} /{:>7} {:>7.3f} {:>7} /{:>7} {:>7.3f} {:>8.3f} {:>8.3f}\n",
                 argument.substr(argument.rfind('/') + 1), name, rows.size(), total.states, total.reference_states,
                 ratio(total.states, total.reference_states), total.edges, total.reference_edges,
                 ratio(total.edges, total.reference_edges), total.seconds, total.longest);
    }
  }
  return 0;
}
