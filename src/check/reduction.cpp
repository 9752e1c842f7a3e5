// SPDX-License-Identifier: Apache-2.0
#include "check/reduction.hpp"

#include <algorithm>
#include <utility>

#include "lariat/automata/stutter.hpp"
#include "lariat/automata/stutter_closed.hpp"
#include "lariat/product/observer_automaton.hpp"
#include "lariat/reduce/dependence.hpp"

namespace lariat::check {

std::optional<std::string> find_obstacle(const model::Program& program, const ModelCheckOptions& options) {
  if (options.fair) return "which process is left waiting is not kept by the reduction";
  if (options.minimize) return "a shortest run is asked for, and the reduction may leave it out";
  if (options.approximate) return "the approximate searches explore everything";
  return reduce::find_obstacle(program);
}

std::string off_note(const std::string& why) { return "without partial-order reduction: " + why; }

product::ProductOptions reduced(const product::ProductOptions& product, const ModelCheckOptions& options,
                                reduce::Observed observed) {
  product::ProductOptions result = product;
  result.reduction = options.reduction.method;
  result.observed = std::move(observed);
  return result;
}

ReadyAutomaton ready_for_reduction(const automata::Automaton& automaton, ltl::FormulaStore& formulas, ltl::Formula complement,
                                   const Limits& limits) {
  if (automata::is_stutter_closed(automaton, limits)) return {.automaton = automaton, .is_other = false, .why = {}};
  const automata::Translation translation = automata::translate(formulas, complement, {.limits = limits});
  auto closed = automata::close_under_stuttering(
      automaton, {.complement = translation ? &*translation.automaton : nullptr, .limits = limits});
  if (!closed) return {.automaton = {}, .is_other = false, .why = "the automaton would become too large"};
  return {.automaton = std::move(closed), .is_other = true, .why = {}};
}

ReadyObserver ready_for_reduction(const model::Program& program) {
  product::ObserverAutomaton observer = product::observer_automaton(program);
  if (!observer) return {.observed = {}, .why = std::move(observer.reason)};
  if (!automata::is_stutter_closed(*observer.automaton))
    return {.observed = {}, .why = "the property may notice when a state is repeated"};
  return {.observed = reduce::Observed{.expressions = std::move(observer.atoms)}, .why = {}};
}

Result<WalkReduction> walk_reduction(const std::vector<walk::Goal>& goals, const ModelCheckOptions& options) {
  WalkReduction result;
  bool deadlocks_only = true;
  for (const walk::Goal& goal : goals) {
    deadlocks_only &= goal.kind == walk::Goal::Kind::deadlock;
    result.observed.assertions |= goal.kind == walk::Goal::Kind::fault;
    if (goal.expression != model::none) result.observed.expressions.push_back(goal.expression);
  }
  constexpr reduce::Proviso rank = {.expands = reduce::Proviso::Expands::rank};
  const bool has_ranks = options.cluster != nullptr;
  const reduce::Proviso usual = has_ranks && !deadlocks_only
                                    ? rank
                                    : reduce::default_proviso(deadlocks_only ? SearchKind::deadlocks : SearchKind::safety);
  result.options.proviso = options.reduction.proviso.value_or(usual);
  const reduce::Proviso::Expands expands = result.options.proviso.expands;
  if (expands == reduce::Proviso::Expands::nothing && !deadlocks_only)
    return Diagnostic{.message = "the proviso None keeps deadlocks, and nothing else that is looked for; " + to_string(usual) +
                                 " does"};
  if (has_ranks && expands != reduce::Proviso::Expands::nothing && expands != reduce::Proviso::Expands::rank)
    return Diagnostic{.message = "the proviso " + to_string(result.options.proviso) +
                                 " looks at more than the state, which no rank knows of the others; Rank does not"};
  if (options.order == walk::SearchOrder::breadth_first && expands != reduce::Proviso::Expands::nothing &&
      expands != reduce::Proviso::Expands::terminal && expands != reduce::Proviso::Expands::rank)
    return Diagnostic{.message = "the proviso " + to_string(result.options.proviso) + " is for searches depth first; " +
                                 to_string(usual) + " goes with one breadth first"};
  return result;
}

}  // namespace lariat::check
