// SPDX-License-Identifier: Apache-2.0
// Decides whether a space has an accepting run, by any of the emptiness checks.
//
//   MySpace space;
//   auto result = lariat::search::check_emptiness(space, {.algorithm = lariat::search::Algorithm::ascc});
//   if (result && result->lasso) ...
#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/search/algorithms.hpp"
#include "lariat/search/reduction.hpp"
#include "lariat/search/searches.hpp"
#include "lariat/search/statistics.hpp"
#include "lariat/space/any_space.hpp"
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
  Strength strength = Strength::general;  // which the caller guarantees
  bool state_based = false;               // the caller guarantees that transitions have no marks
  Limits limits = {};
};

enum class Emptiness { empty, nonempty, unknown };

struct CheckResult {
  Emptiness verdict = Emptiness::unknown;
  std::string reason;                          // of `unknown`
  Algorithm algorithm = Algorithm::automatic;  // the algorithm that ran
  std::vector<std::string> notes;              // how the space was changed so that the algorithm could run
  std::optional<Lasso> lasso;                  // of `nonempty`; checked by find_flaw
  Statistics statistics;
};

// An error in lariat, not in its input: a search returned a lasso that is not an accepting run.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

// A search class that is told how strong the space is.
template <class Search, class S>
concept UsesStrength = std::is_constructible_v<Search, S&, Statistics&, Strength>;

// Makes a search class of this folder and runs it.
template <class Search, class S>
std::optional<Lasso> run_once(S& space, Statistics& statistics, [[maybe_unused]] Strength strength) {
  if constexpr (UsesStrength<Search, S>)
    return Search(space, statistics, strength).run();
  else
    return Search(space, statistics).run();
}

// Runs a search class of this folder on a space, counts its calls of post, and stops it at a limit. Does not verify the lasso.
template <template <class> class Search, Space S>
CheckResult run_counted(S& space, const Limits& limits, Strength strength = Strength::general) {
  CheckResult result;
  Counting<S> counting(space, limits, &result.statistics.max_depth);
  const auto start = std::chrono::steady_clock::now();
  try {
    result.lasso = run_once<Search<Counting<S>>>(counting, result.statistics, strength);
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

// Like run_counted, for a search for accepting lassos; verifies the lasso and throws InternalError if it is not one.
template <template <class> class Search, Space S>
CheckResult run_search(S& space, Algorithm algorithm, const Limits& limits, Strength strength = Strength::general) {
  CheckResult result = run_counted<Search>(space, limits, strength);
  result.algorithm = algorithm;
  if (result.lasso) {
    result.lasso = enter_cycle_early(*std::move(result.lasso));
    if (reduction_of(space) != nullptr) find_choices(space, *result.lasso);
    if (const auto flaw = find_flaw(space, *result.lasso))
      throw InternalError(std::string(info(algorithm).name) + " found a lasso that is none: " + *flaw);
  }
  return result;
}

// Runs the named algorithm on a space with accepting states. `automatic` is ascc.
template <BuchiSpace S>
CheckResult run_algorithm(S& space, Algorithm algorithm, const Limits& limits, Strength strength = Strength::general) {
  if (algorithm == Algorithm::automatic) algorithm = Algorithm::ascc;
  CheckResult result;
  with_row(algorithm, [&]<class Row>(const Row&) {
    if constexpr (Row::takes == Takes::sets) {
      OneSet<S> one_set(space);
      result = run_search<Row::template Search>(one_set, algorithm, limits, strength);
    } else {
      result = run_search<Row::template Search>(space, algorithm, limits, strength);
    }
  });
  return result;
}

// Compiled once, in src/search/any_space.cpp.
extern template CheckResult run_algorithm<AnyBuchi>(AnyBuchi&, Algorithm, const Limits&, Strength);

// Runs the named algorithm, which must support generalised acceptance, on a space with at least one acceptance set.
template <GeneralisedSpace S>
CheckResult run_generalised(S& space, Algorithm algorithm, const Limits& limits, Strength strength = Strength::general) {
  CheckResult result;
  with_row(algorithm, [&]<class Row>(const Row&) {
    if constexpr (Row::takes == Takes::states)
      throw InternalError("not an algorithm for several acceptance sets");
    else
      result = run_search<Row::template Search>(space, algorithm, limits, strength);
  });
  return result;
}

// Compiled once, in src/search/any_space.cpp.
extern template CheckResult run_generalised<AnyGeneralised>(AnyGeneralised&, Algorithm, const Limits&, Strength);

// Runs the named algorithm, which needs one acceptance set on states, on the degeneralised space.
template <GeneralisedSpace S>
CheckResult run_degeneralised(S& space, Algorithm algorithm, bool state_based, const Limits& limits) {
  const AlgorithmInfo& about = info(algorithm);
  if (about.generalised || about.needs != Strength::general)
    throw InternalError("not an algorithm that needs degeneralisation");
  Degeneralised<S> degeneralised(space, state_based);
  AnyBuchi any(degeneralised);
  CheckResult result = run_algorithm(any, algorithm, limits);
  if (result.lasso) result.lasso = project(degeneralised, *result.lasso);
  result.notes.push_back(std::string(about.name) + " takes one acceptance set on states: degeneralised on the fly, " +
                         std::to_string(degeneralised.copies()) + " copies of a state");
  return result;
}

// Explains why the algorithm cannot run on a space of that strength; nothing if it can.
inline std::optional<Diagnostic> find_refusal(Algorithm algorithm, Strength strength) {
  const AlgorithmInfo& about = info(algorithm);
  if (strength >= about.needs) return std::nullopt;
  return Diagnostic{.message = std::string(about.name) + " needs a " + std::string(to_string(about.needs)) +
                               " automaton, and this one is " + std::string(to_string(strength))};
}

// Decides whether the space has an accepting run, by the algorithm that the options name. Returns a diagnostic if the algorithm
// does not support the space: sd and reach on a space that is not guaranteed to be weak or terminal, or whose acceptance is
// generalised (automata/emptiness.hpp classifies a graph in memory first), and an algorithm that cannot be combined with the
// reduction of the space. Other algorithms for one acceptance set on states run on the space degeneralised on the fly, and a
// note says so.
template <Space S>
Result<CheckResult> check_emptiness(S& space, const CheckOptions& options = {}) {
  const Algorithm algorithm = options.algorithm == Algorithm::automatic ? choose(options.strength) : options.algorithm;
  const AlgorithmInfo& about = info(algorithm);
  if (auto refusal = find_refusal(algorithm, options.strength)) return *std::move(refusal);
  if (const Reduction* reduction = reduction_of(space))
    if (auto refusal = find_refusal(algorithm, *reduction)) return *std::move(refusal);
  if constexpr (BuchiSpace<S>) {
    return run_algorithm(space, algorithm, options.limits, options.strength);
  } else {
    if (space.sets() == 0) {
      AllAccepting<S> all_accepting(space);
      AnyBuchi any(all_accepting);
      CheckResult result = run_algorithm(any, algorithm, options.limits, Strength::weak);
      if (result.lasso) result.lasso = project(all_accepting, *result.lasso);
      return result;
    }
    if (about.generalised) return run_generalised(space, algorithm, options.limits, options.strength);
    if (about.needs != Strength::general)
      return Diagnostic{.message = std::string(about.name) + " needs accepting states, and this space has acceptance sets"};
    return run_degeneralised(space, algorithm, options.state_based, options.limits);
  }
}

}  // namespace lariat::search
