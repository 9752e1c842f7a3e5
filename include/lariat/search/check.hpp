// SPDX-License-Identifier: Apache-2.0
// Is there an accepting run? The one door to all emptiness checks, for any space.
//
//   MySpace space;
//   auto result = lariat::check_emptiness(space, {.algorithm = lariat::Algorithm::ascc});
//   if (result && result->lasso) ...
#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/search/algorithms.hpp"
#include "lariat/search/reduction.hpp"
#include "lariat/search/searches.hpp"
#include "lariat/search/statistics.hpp"
#include "lariat/space/choices.hpp"
#include "lariat/space/counting.hpp"
#include "lariat/space/degeneralised.hpp"
#include "lariat/space/one_set.hpp"
#include "lariat/space/project.hpp"
#include "lariat/space/reducible.hpp"
#include "lariat/space/verify.hpp"

namespace lariat::search {

struct CheckOptions {
  Algorithm algorithm = Algorithm::automatic;
  Strength strength = Strength::general;  // what the caller promises of the space
  bool state_based = false;               // the caller promises that transitions carry no marks
  Limits limits = {};
};

enum class Emptiness { empty, nonempty, unknown };

struct CheckResult {
  Emptiness verdict = Emptiness::unknown;
  std::string reason;                          // of `unknown`
  Algorithm algorithm = Algorithm::automatic;  // the one that ran
  std::vector<std::string> notes;              // what was done to the space so that the algorithm could run
  std::optional<Lasso> lasso;                  // of `nonempty`; checked by find_flaw
  Statistics statistics;
};

// The program is wrong, not its input: a search showed a lasso that is none.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

// Runs a search class of this folder on a space that is counted and limited. What it finds is not looked at.
template <template <class> class Search, Space S>
CheckResult run_counted(S& space, const Limits& limits) {
  CheckResult result;
  Counting<S> counting(space, limits, &result.statistics.max_depth);
  const auto start = std::chrono::steady_clock::now();
  try {
    result.lasso = Search<Counting<S>>(counting, result.statistics).run();
    result.verdict = result.lasso ? Emptiness::nonempty : Emptiness::empty;
  } catch (const Stopped& stopped) {
    result.reason = stopped.reason;
  }
  result.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.statistics.transitions = counting.search_counts().transitions;
  result.statistics.post_calls = counting.search_counts().calls;
  result.statistics.trace_transitions = counting.trace_counts().transitions;
  result.statistics.trace_post_calls = counting.trace_counts().calls;
  if (const Reduction* reduction = reduction_of(space)) {
    const ReductionStatistics reduced = reduction->statistics();
    result.statistics.partial = reduced.partial;
    result.statistics.expanded = reduced.expanded;
    result.statistics.auxiliary_bytes += reduced.bytes;
  }
  return result;
}

// The same for a search for accepting lassos, which are verified.
template <template <class> class Search, Space S>
CheckResult run_search(S& space, Algorithm algorithm, const Limits& limits) {
  CheckResult result = run_counted<Search>(space, limits);
  result.algorithm = algorithm;
  if (result.lasso) {
    result.lasso = enter_cycle_early(*std::move(result.lasso));
    if (reduction_of(space) != nullptr) find_choices(space, *result.lasso);
    if (const auto flaw = find_flaw(space, *result.lasso))
      throw InternalError(std::string(info(algorithm).name) + " found a lasso that is none: " + *flaw);
  }
  return result;
}

// The check that `algorithm` names, on a space with accepting states. `automatic` is ascc.
template <BuchiSpace S>
CheckResult run_algorithm(S& space, Algorithm algorithm, const Limits& limits) {
  if (algorithm == Algorithm::automatic) algorithm = Algorithm::ascc;
  CheckResult result;
  with_row(algorithm, [&]<class Row>(const Row&) {
    if constexpr (Row::takes == Takes::sets) {
      OneSet<S> one_set(space);
      result = run_search<Row::template Search>(one_set, algorithm, limits);
    } else {
      result = run_search<Row::template Search>(space, algorithm, limits);
    }
  });
  return result;
}

// The check that `algorithm` names, on a space with at least one acceptance set; it takes them as they are.
template <GeneralisedSpace S>
CheckResult run_generalised(S& space, Algorithm algorithm, const Limits& limits) {
  CheckResult result;
  with_row(algorithm, [&]<class Row>(const Row&) {
    if constexpr (Row::takes == Takes::states)
      throw InternalError("not an algorithm for several acceptance sets");
    else
      result = run_search<Row::template Search>(space, algorithm, limits);
  });
  return result;
}

// The check that `algorithm` names, which takes one acceptance set on states, on copies of the states that count the sets met.
template <GeneralisedSpace S>
CheckResult run_degeneralised(S& space, Algorithm algorithm, bool state_based, const Limits& limits) {
  Degeneralised<S> degeneralised(space, state_based);
  CheckResult result;
  with_row(algorithm, [&]<class Row>(const Row&) {
    if constexpr (Row::takes == Takes::states && Row::needs == Strength::general)
      result = run_search<Row::template Search>(degeneralised, algorithm, limits);
    else
      throw InternalError("not an algorithm that needs degeneralisation");
  });
  if (result.lasso) result.lasso = project(degeneralised, *result.lasso);
  result.notes.push_back(std::string(info(algorithm).name) + " takes one acceptance set on states: degeneralised on the fly, " +
                         std::to_string(degeneralised.copies()) + " copies of a state");
  return result;
}

// Why the algorithm cannot run on a space of that strength; nothing if it can.
inline std::optional<Diagnostic> find_refusal(Algorithm algorithm, Strength strength) {
  const AlgorithmInfo& about = info(algorithm);
  if (strength >= about.needs) return std::nullopt;
  return Diagnostic{.message = std::string(about.name) + " needs a " + std::string(to_string(about.needs)) +
                               " automaton, and this one is " + std::string(to_string(strength))};
}

// Whether the space has an accepting run, by the algorithm that the options name. A diagnostic where the algorithm does not
// cover the space: sd and reach on a space not promised to be weak or terminal, or whose acceptance is generalised (a graph in
// memory can be looked at first: automata/emptiness.hpp), and what does not go with a reduction of the space. Other algorithms
// for one acceptance set on states get the space degeneralised on the fly, and a note says so.
template <Space S>
Result<CheckResult> check_emptiness(S& space, const CheckOptions& options = {}) {
  const Algorithm algorithm = options.algorithm == Algorithm::automatic ? choose(options.strength) : options.algorithm;
  const AlgorithmInfo& about = info(algorithm);
  if (auto refusal = find_refusal(algorithm, options.strength)) return *std::move(refusal);
  if (const Reduction* reduction = reduction_of(space))
    if (auto refusal = find_refusal(algorithm, *reduction)) return *std::move(refusal);
  if constexpr (BuchiSpace<S>) {
    return run_algorithm(space, algorithm, options.limits);
  } else {
    if (space.sets() == 0) {
      AllAccepting<S> all_accepting(space);
      CheckResult result = run_algorithm(all_accepting, algorithm, options.limits);
      if (result.lasso) result.lasso = project(all_accepting, *result.lasso);
      return result;
    }
    if (about.generalised) return run_generalised(space, algorithm, options.limits);
    if (about.needs != Strength::general)
      return Diagnostic{.message = std::string(about.name) + " needs accepting states, and this space has acceptance sets"};
    return run_degeneralised(space, algorithm, options.state_based, options.limits);
  }
}

}  // namespace lariat::search
