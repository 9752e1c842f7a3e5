// SPDX-License-Identifier: Apache-2.0
// The time of each search relative to a bare Tarjan. Runs alternate, so that other load on the machine affects all in the same
// way.
//   ratio [STATES [DEGREE [ROUNDS]]]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "bare_tarjan.hpp"
#include "graphs.hpp"
#include "lariat/automata/emptiness.hpp"

namespace lariat {
namespace {

template <class F>
double seconds(F f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void run(StateId states, unsigned degree, int rounds) {
  const Graph graph = bench::random_graph(states, degree, 1);
  const automata::Structure structure = automata::classify(graph);

  std::vector<double> bare;
  std::vector<std::vector<double>> times(search::algorithms().size());
  std::vector<search::CheckResult> results(search::algorithms().size());
  for (int round = 0; round < rounds; ++round) {
    bare.push_back(seconds([&] { bench::bare_tarjan(graph); }));
    for (std::size_t i = 0; i < search::algorithms().size(); ++i) {
      if (structure.strength < search::algorithms()[i].needs) continue;
      auto result = check_emptiness(graph, {.algorithm = search::algorithms()[i].algorithm}, &structure);
      times[i].push_back(result->statistics.seconds);
      results[i] = *std::move(result);
    }
  }
  fmt::print("random graph, {} states, {} transitions, no accepting cycle; median of {}\n", graph.states(), graph.edges(),
             rounds);
  fmt::print("{:<10} {:>8} {:>7} {:>12} {:>14} {:>12} {:>11}\n", "", "seconds", "ratio", "st", "tr", "aux B/state",
             "stack B/state");
  fmt::print("{:<10} {:>8.2f} {:>7.2f}\n", "bare", median(bare), 1.0);
  for (std::size_t i = 0; i < search::algorithms().size(); ++i) {
    if (times[i].empty()) continue;
    const search::Statistics& statistics = results[i].statistics;
    fmt::print("{:<10} {:>8.2f} {:>7.2f} {:>12} {:>14} {:>12.2f} {:>11.2f}\n", search::algorithms()[i].name, median(times[i]),
               median(times[i]) / median(bare), statistics.states, statistics.transitions,
               static_cast<double>(statistics.auxiliary_bytes) / static_cast<double>(graph.states()),
               static_cast<double>(statistics.stack_bytes) / static_cast<double>(graph.states()));
  }
}

}  // namespace
}  // namespace lariat

int main(int argc, char** argv) {
  const auto argument = [&](int i, unsigned long otherwise) {
    return argc > i ? std::strtoul(argv[i], nullptr, 10) : otherwise;
  };
  lariat::run(static_cast<lariat::StateId>(argument(1, 10'000'000)), static_cast<unsigned>(argument(2, 4)),
              static_cast<int>(argument(3, 3)));
}
