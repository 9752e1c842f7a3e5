// SPDX-License-Identifier: Apache-2.0
// Decides whether a space has an accepting run, by an emptiness check that several threads do together.
//
//   std::vector<MySpace*> spaces = ...;  // one a thread: the same space, same numbers, same order of successors
//   auto result = lariat::search::check_emptiness_parallel(spaces, {.algorithm = lariat::search::Algorithm::ufscc});
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lariat/search/check.hpp"

namespace lariat::search {

// A search class that takes a space for each of its workers.
template <class Search, class S>
concept ParallelSearch = requires(const std::vector<S*>& spaces, const std::vector<Statistics*>& statistics) {
  Search(spaces, statistics);
};

// The counters of all workers: sums, and the largest depth.
inline Statistics sum_of(const std::vector<Statistics>& workers) {
  Statistics sum;
  for (const Statistics& worker : workers) {
    sum.states += worker.states;
    sum.transitions += worker.transitions;
    sum.post_calls += worker.post_calls;
    sum.max_depth = std::max(sum.max_depth, worker.max_depth);
    sum.roots = std::max(sum.roots, worker.roots);
    sum.trace_post_calls += worker.trace_post_calls;
    sum.trace_transitions += worker.trace_transitions;
    sum.auxiliary_bytes += worker.auxiliary_bytes;
    sum.stack_bytes += worker.stack_bytes;
  }
  return sum;
}

// Like run_search, with a worker for each space.
template <template <class> class Search, Space S>
CheckResult run_search_parallel(const std::vector<S*>& spaces, Algorithm algorithm, const Limits& limits) {
  CheckResult result;
  std::vector<Statistics> statistics(spaces.size());
  std::vector<std::unique_ptr<Counting<S>>> counting;
  std::vector<Counting<S>*> counting_spaces;
  std::vector<Statistics*> workers;
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    counting.push_back(std::make_unique<Counting<S>>(*spaces[i], limits, &statistics[i].max_depth, true));
    counting_spaces.push_back(counting.back().get());
    workers.push_back(&statistics[i]);
  }
  const auto start = std::chrono::steady_clock::now();
  try {
    result.lasso = Search<Counting<S>>(counting_spaces, workers).run();
    result.verdict = result.lasso ? Emptiness::nonempty : Emptiness::empty;
  } catch (const Stopped& stopped) {
    result.reason = stopped.reason;
  }
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    statistics[i].transitions = counting[i]->search_counts().transitions;
    statistics[i].post_calls = counting[i]->search_counts().calls;
    statistics[i].trace_transitions = counting[i]->trace_counts().transitions;
    statistics[i].trace_post_calls = counting[i]->trace_counts().calls;
  }
  result.statistics = sum_of(statistics);
  result.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  verify_lasso(*spaces[0], algorithm, result);
  return result;
}

// Runs the named algorithm, which must be one for several threads that takes such spaces.
template <Space S>
CheckResult run_parallel(const std::vector<S*>& spaces, Algorithm algorithm, const Limits& limits) {
  CheckResult result;
  with_row(algorithm, [&]<class Row>(const Row&) {
    if constexpr (Row::takes == Takes::both || (Row::takes == Takes::states) == BuchiSpace<S>) {
      if constexpr (ParallelSearch<typename Row::template Search<Counting<S>>, Counting<S>>) {
        result = run_search_parallel<Row::template Search>(spaces, algorithm, limits);
        return;
      }
    }
    throw InternalError("not an algorithm for several threads");
  });
  return result;
}

// Compiled once, in src/search/any_space.cpp.
extern template CheckResult run_parallel<AnyBuchi>(const std::vector<AnyBuchi*>&, Algorithm, const Limits&);
extern template CheckResult run_parallel<AnyGeneralised>(const std::vector<AnyGeneralised*>&, Algorithm, const Limits&);

// A wrapper around each space, made by make(space).
template <class Make, Space S>
auto wrap_all(const std::vector<S*>& spaces, const Make& make) {
  using Wrapper = decltype(make(*spaces[0]));
  std::vector<std::unique_ptr<Wrapper>> wrappers;
  wrappers.reserve(spaces.size());
  for (S* const space : spaces) wrappers.push_back(std::make_unique<Wrapper>(make(*space)));
  return wrappers;
}
template <class Wrapper>
std::vector<Wrapper*> pointers_to(const std::vector<std::unique_ptr<Wrapper>>& wrappers) {
  std::vector<Wrapper*> pointers;
  pointers.reserve(wrappers.size());
  for (const auto& wrapper : wrappers) pointers.push_back(wrapper.get());
  return pointers;
}

// Runs the named algorithm on wrappers of any type that are Büchi spaces.
template <class Wrapper>
CheckResult run_any_parallel(const std::vector<std::unique_ptr<Wrapper>>& wrappers, Algorithm algorithm, const Limits& limits) {
  const auto spaces = wrap_all(pointers_to(wrappers), [](Wrapper& space) { return AnyBuchi(space); });
  return run_parallel(pointers_to(spaces), algorithm, limits);
}

// Like check_emptiness, by as many threads as there are spaces; `automatic` is the one that `decide` names. A diagnostic if
// the algorithm is not one for several threads, or does not support the space. Throws InternalError if the search finds
// something that is no accepting run, and what the spaces throw.
template <Space S>
Result<CheckResult> check_emptiness_parallel(const std::vector<S*>& spaces, const CheckOptions& options = {}) {
  const Algorithm algorithm = decide(options.algorithm, options.strength, true);
  const AlgorithmInfo& about = info(algorithm);
  if (about.shares.empty())
    return Diagnostic{.message = std::string(about.name) + " runs in one thread; " +
                                 std::string(info(parallel_form(algorithm)).name) + " takes several"};
  if (auto refusal = find_refusal(algorithm, options.strength)) return *std::move(refusal);
  if constexpr (BuchiSpace<S>) {
    return run_parallel(spaces, algorithm, options.limits);
  } else {
    if (spaces[0]->sets() == 0) {
      const auto wrappers = wrap_all(spaces, [](S& space) { return AllAccepting<S>(space); });
      CheckResult result = run_any_parallel(wrappers, algorithm, options.limits);
      if (result.lasso) result.lasso = project(*wrappers[0], *result.lasso);
      return result;
    }
    if (about.generalised) return run_parallel(spaces, algorithm, options.limits);
    if (about.needs != Strength::general)
      return Diagnostic{.message = std::string(about.name) + " needs accepting states, and this space has acceptance sets"};
    const auto wrappers = wrap_all(spaces, [&](S& space) { return Degeneralised<S>(space, options.state_based); });
    CheckResult result = run_any_parallel(wrappers, algorithm, options.limits);
    if (result.lasso) result.lasso = project(*wrappers[0], *result.lasso);
    result.notes.push_back(degeneralised_note(algorithm, wrappers[0]->copies()));
    return result;
  }
}

}  // namespace lariat::search
