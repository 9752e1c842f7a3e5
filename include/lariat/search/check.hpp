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

// Runs a search class of this folder on a space, counts its calls of post, and stops it at a limit. The lasso is as the search
// found it. `View` is what the search sees of the space.
template <template <class> class Search, Space S, class View = S&>
CheckResult run_search(S& space, const Limits& limits, [[maybe_unused]] Strength strength = Strength::general) {
  CheckResult result;
  View view(space);
  using Counted = Counting<std::remove_reference_t<View>>;
  Counted counting(view, limits, &result.statistics.max_depth);
  const auto start = std::chrono::steady_clock::now();
  try {
    if constexpr (UsesStrength<Search<Counted>, Counted>)
      result.lasso = Search<Counted>(counting, result.statistics, strength).run();
    else
      result.lasso = Search<Counted>(counting, result.statistics).run();
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

// Brings the lasso that the algorithm found on the space, if it found one, into the form that is handed out. Throws
// InternalError if it is no accepting run of the space.
template <Space S>
void verify_lasso(S& space, Algorithm algorithm, CheckResult& result) {
  result.algorithm = algorithm;
  if (!result.lasso) return;
  result.lasso = enter_cycle_early(*std::move(result.lasso));
  if (reduction_of(space) != nullptr) find_choices(space, *result.lasso);
  if (const auto flaw = find_flaw(space, *result.lasso))
    throw InternalError(std::string(info(algorithm).name) + " found a lasso that is none: " + *flaw);
}

// What runs a search on spaces of one type: an instance of run_search.
template <Space S>
using Runner = CheckResult (*)(S&, const Limits&, Strength);

// The runner of a row of the table of algorithms; null if it cannot take the acceptance of these spaces.
template <class Row, Space S>
Runner<S> runner_of() {
  if constexpr (BuchiSpace<S> && Row::takes == Takes::sets)
    return run_search<Row::template Search, S, OneSet<S>>;
  else if constexpr (BuchiSpace<S> || Row::takes != Takes::states)
    return run_search<Row::template Search, S>;
  else
    return nullptr;
}

// The runner of the named algorithm; null if there is none for the acceptance of these spaces.
template <Space S>
Runner<S> find_runner(Algorithm algorithm) {
  Runner<S> runner = nullptr;
  with_row(algorithm, [&]<class Row>(const Row&) { runner = runner_of<Row, S>(); });
  return runner;
}

// Compiled once, in src/search/any_space.cpp.
extern template Runner<AnyBuchi> find_runner<AnyBuchi>(Algorithm);
extern template Runner<AnyGeneralised> find_runner<AnyGeneralised>(Algorithm);

// A note that an algorithm for one acceptance set on states ran on so many copies of each state.
inline std::string degeneralised_note(Algorithm algorithm, unsigned copies) {
  return std::string(info(algorithm).name) + " takes one acceptance set on states: degeneralised on the fly, " +
         std::to_string(copies) + " copies of a state";
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
  const Algorithm algorithm = decide(options.algorithm, options.strength);
  if (auto refusal = find_refusal(algorithm, options.strength)) return *std::move(refusal);
  if (const Reduction* reduction = reduction_of(space))
    if (auto refusal = find_refusal(algorithm, *reduction)) return *std::move(refusal);
  // On a wrapper of the space that has accepting states.
  [[maybe_unused]] const auto check_wrapped = [&](auto& wrapper, Strength strength) {
    AnyBuchi any(wrapper);
    CheckResult result = find_runner<AnyBuchi>(algorithm)(any, options.limits, strength);
    verify_lasso(any, algorithm, result);
    if (result.lasso) result.lasso = project(wrapper, *result.lasso);
    return result;
  };
  if constexpr (GeneralisedSpace<S>) {
    if (space.sets() == 0) {
      AllAccepting<S> all_accepting(space);
      return check_wrapped(all_accepting, Strength::weak);
    }
    if (info(algorithm).needs != Strength::general)
      return Diagnostic{.message =
                            std::string(info(algorithm).name) + " needs accepting states, and this space has acceptance sets"};
    if (!info(algorithm).generalised) {
      Degeneralised<S> degeneralised(space, options.state_based);
      CheckResult result = check_wrapped(degeneralised, Strength::general);
      result.notes.push_back(degeneralised_note(algorithm, degeneralised.copies()));
      return result;
    }
  }
  CheckResult result = find_runner<S>(algorithm)(space, options.limits, options.strength);
  verify_lasso(space, algorithm, result);
  return result;
}

}  // namespace lariat::search
