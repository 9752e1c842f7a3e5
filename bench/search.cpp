// SPDX-License-Identifier: Apache-2.0
// Nanoseconds per transition of every check, on random and structured graphs without accepting cycles, up to 10^7 states.
//   bench_search --benchmark_filter='ascc/random/1000000'
#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "bare_tarjan.hpp"
#include "graphs.hpp"
#include "lariat/automata/emptiness.hpp"

namespace lariat {
namespace {

struct Family {
  const char* name;
  Graph (*make)(StateId states);
};

constexpr Family families[] = {
    {"random", [](StateId states) { return bench::random_graph(states, 4, 1); }},
    {"path", bench::path},
    {"ring", bench::ring},
    {"grid",
     [](StateId states) {
       StateId side = 1;
       while ((side + 1) * (side + 1) <= states) ++side;
       return bench::grid(side);
     }},
};

// Benchmarks of one graph follow each other, so only the last graph is kept.
const Graph& graph_of(const Family& family, StateId states) {
  static std::pair<std::string, StateId> key;
  static std::unique_ptr<Graph> graph;
  if (key != std::pair{std::string(family.name), states}) {
    graph.reset();
    graph = std::make_unique<Graph>(family.make(states));
    key = {family.name, states};
  }
  return *graph;
}

// Runs `once`, which returns the seconds that it took and the transitions that it produced.
template <class Once>
void measure(benchmark::State& state, Once once) {
  double seconds = 0;
  double transitions = 0;
  for (auto _ : state) {
    const auto [took, produced] = once();
    state.SetIterationTime(took);
    seconds += took;
    transitions += static_cast<double>(produced);
  }
  state.counters["ns/tr"] = seconds * 1e9 / transitions;
}

void run_bare(benchmark::State& state, const Graph& graph) {
  measure(state, [&] {
    const auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(bench::bare_tarjan(graph));
    return std::pair(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), graph.edges());
  });
}

void run_check(benchmark::State& state, const Graph& graph, const search::AlgorithmInfo& about) {
  const automata::Structure structure = automata::classify(graph);
  if (structure.strength < about.needs) return state.SkipWithError("does not apply");
  measure(state, [&] {
    const search::Statistics statistics = check_emptiness(graph, {.algorithm = about.algorithm}, &structure)->statistics;
    return std::pair(statistics.seconds, statistics.transitions);
  });
}

void add_all() {
  for (const Family& family : families)
    for (const StateId states : {10'000U, 1'000'000U, 10'000'000U}) {
      const std::string suffix = std::string("/") + family.name + "/" + std::to_string(states);
      const auto add = [&](const std::string& name, auto run) {
        benchmark::RegisterBenchmark((name + suffix).c_str(),
                                     [&family, states, run](benchmark::State& state) { run(state, graph_of(family, states)); })
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime();
      };
      add("bare-tarjan", run_bare);
      for (const search::AlgorithmInfo& about : search::algorithms())
        add(std::string(about.name), [&about](benchmark::State& state, const Graph& graph) { run_check(state, graph, about); });
    }
}

}  // namespace
}  // namespace lariat

int main(int argc, char** argv) {
  lariat::add_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
