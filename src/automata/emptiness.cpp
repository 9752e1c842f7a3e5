// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/emptiness.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "lariat/search/min-bfs.hpp"
#include "lariat/search/min-dfs.hpp"
#include "lariat/search/nonprogress.hpp"
#include "lariat/search/spin-i.hpp"
#include "lariat/space/nonprogress_product.hpp"

namespace lariat::automata {
namespace {

// Fills in the marks that a view without them has left out of a lasso, and checks it once more against the graph itself.
void complete(const Graph& graph, search::CheckResult& result) {
  if (!result.lasso) return;
  for (auto* part : {&result.lasso->stem, &result.lasso->cycle})
    for (Step& step : *part) step.marks = graph.edge_marks(graph.first_edge(step.source) + step.choice);
  GeneralisedView view(graph);
  if (const auto flaw = find_flaw(view, *result.lasso))
    throw search::InternalError(std::string(search::info(result.algorithm).name) + " found a lasso that is none: " + *flaw);
}

bool states_tell(const Graph& graph) { return graph.sets() == 0 || (graph.state_based() && graph.sets() == 1); }

// Counts and limits a search that keeps its best lasso.
template <template <class> class Search, Space S>
void run_minimizer(S& space, const search::MinimizeOptions& options, search::BestLasso& best, MinimizeResult& result) {
  Counting<S> counting(space, options.limits);
  search::Statistics& statistics = result.check.statistics;
  try {
    Search<Counting<S>>(counting, statistics, best).run();
  } catch (const Stopped& stopped) {
    result.check.reason = stopped.reason;
    result.complete = false;
  }
  statistics.transitions = counting.search_counts().transitions;
  statistics.post_calls = counting.search_counts().calls;
}

template <template <class> class Search>
std::optional<Lasso> minimize_buchi(const Graph& graph, const search::MinimizeOptions& options, MinimizeResult& result) {
  if (states_tell(graph)) {
    search::BestLasso best(options);
    BuchiView view(graph);
    run_minimizer<Search>(view, options, best, result);
    result.found = best.improvements();
    return best.best();
  }
  GeneralisedView view(graph);
  Degeneralised<GeneralisedView> degeneralised(view, graph.state_based());
  result.check.notes.push_back("takes one acceptance set on states: degeneralised on the fly, " +
                               std::to_string(degeneralised.copies()) + " copies of a state; shortest among those lassos");
  search::MinimizeOptions inner = options;
  if (options.on_better) inner.on_better = [&](const Lasso& lasso) { options.on_better(project(degeneralised, lasso)); };
  search::BestLasso best(inner);
  run_minimizer<Search>(degeneralised, inner, best, result);
  result.found = best.improvements();
  if (!best.best()) return std::nullopt;
  return project(degeneralised, *best.best());
}

std::optional<Lasso> minimize_exactly(const Graph& graph, const search::MinimizeOptions& options, MinimizeResult& result) {
  search::BestLasso best(options);
  try {
    search::shortest_lasso(graph, options, result.check.statistics, best);
  } catch (const Stopped& stopped) {
    result.check.reason = stopped.reason;
    result.complete = false;
  }
  result.found = best.improvements();
  return best.best();
}

}  // namespace

Result<search::CheckResult> check_emptiness(const Graph& graph, const search::CheckOptions& options,
                                            const Structure* structure) {
  Structure looked_at;
  const bool look =
      options.algorithm == search::Algorithm::automatic || search::info(options.algorithm).needs != search::Strength::general;
  if (look && structure == nullptr) {
    looked_at = classify(graph);
    structure = &looked_at;
  }
  search::CheckOptions inner = options;
  inner.strength = structure == nullptr ? search::Strength::general : structure->strength;
  inner.state_based = graph.state_based();
  inner.algorithm = search::decide(inner.algorithm, inner.strength);

  Result<search::CheckResult> result = [&] {
    const bool needs_states = search::info(inner.algorithm).needs != search::Strength::general;
    if (states_tell(graph) || (needs_states && inner.strength != search::Strength::general)) {
      // Without a structure the strength is general.
      // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker)
      BuchiView view = states_tell(graph) ? BuchiView(graph) : BuchiView(graph, structure->accepting);
      AnyBuchi any(view);
      return search::check_emptiness(any, inner);
    }
    GeneralisedView view(graph);
    AnyGeneralised any(view);
    return search::check_emptiness(any, inner);
  }();
  if (result) complete(graph, *result);
  return result;
}

Result<search::CheckResult> check_nonprogress(const Graph& graph, std::optional<search::Algorithm> algorithm,
                                              const Limits& limits) {
  if (!graph.state_based())
    return Diagnostic{.message = "progress is a matter of states, and this automaton has acceptance sets on transitions"};
  std::vector<bool> progress(graph.states());
  for (StateId s = 0; s < graph.states(); ++s) progress[s] = graph.state_marks(s) != 0;
  BuchiView view(graph, progress);
  search::CheckResult result;
  if (!algorithm) {
    result = search::run_search<search::NonprogressSearch>(view, limits);
  } else {
    NonprogressProduct<BuchiView> product(view);
    AnyBuchi any(product);
    Result<search::CheckResult> checked = search::check_emptiness(
        any, {.algorithm = *algorithm, .strength = search::Strength::weak, .state_based = true, .limits = limits});
    if (!checked) return checked;
    result = *std::move(checked);
    if (result.lasso) result.lasso = project(product, *result.lasso);
  }
  if (result.lasso) {
    // A run of the graph whose cycle has no progress state.
    BuchiView anything(graph, std::vector<bool>(graph.states(), true));
    auto flaw = find_flaw(anything, *result.lasso);
    for (const Step& step : result.lasso->cycle)
      if (progress[step.source]) flaw = "its cycle has a progress state";
    if (flaw) throw search::InternalError("nonprogress found a lasso that is none: " + *flaw);
  }
  return result;
}

MinimizeResult minimize(const Graph& graph, Minimization minimization, const search::MinimizeOptions& options) {
  MinimizeResult result;
  const auto start = std::chrono::steady_clock::now();
  switch (minimization) {
    case Minimization::min_bfs:
      result.check.lasso = minimize_exactly(graph, options, result);
      break;
    case Minimization::min_dfs:
      result.check.lasso = minimize_buchi<search::MinDfsSearch>(graph, options, result);
      break;
    case Minimization::spin_i:
      result.check.lasso = minimize_buchi<search::SpinISearch>(graph, options, result);
      break;
  }
  if (options.max_length && !result.check.lasso && result.complete) {
    // Nothing so short; but is there a lasso at all?
    const Result<search::CheckResult> any =
        check_emptiness(graph, {.algorithm = search::Algorithm::ascc, .limits = options.limits});
    result.check.lasso = any->lasso;
    result.complete = any->verdict != search::Emptiness::unknown;
    result.check.reason = any->reason;
  }
  if (options.max_length && result.check.lasso && result.check.lasso->length() > *options.max_length)
    result.check.notes.push_back(std::string(result.complete ? "there is no lasso" : "found no lasso") + " of at most " +
                                 std::to_string(*options.max_length) + " transitions");
  result.check.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (result.check.lasso)
    result.check.verdict = search::Emptiness::nonempty;
  else
    result.check.verdict = result.complete ? search::Emptiness::empty : search::Emptiness::unknown;
  complete(graph, result.check);
  return result;
}

}  // namespace lariat::automata
