// SPDX-License-Identifier: Apache-2.0
#include "check/search_plan.hpp"

#include <utility>

#include "lariat/automata/analyse.hpp"
#include "lariat/automata/translate.hpp"

namespace lariat::check {
namespace {

// How the automaton of a formula has to look for an algorithm.
automata::AutomatonType type_for(search::Algorithm algorithm) {
  return info(algorithm).generalised ? automata::AutomatonType::tgba : automata::AutomatonType::ba;
}

// With which type of automaton to begin. Weak and terminal automata have cheaper searches, which want accepting states: which
// they are is seen once there is an automaton.
automata::AutomatonType first_type(const ModelCheckOptions& options) {
  if (options.minimize)
    return info(*options.minimize).generalised ? automata::AutomatonType::tgba : automata::AutomatonType::ba;
  if (is_automatic(options)) return automata::AutomatonType::ba;
  return type_for(options.approximate ? search::Algorithm::se : options.algorithm);
}

}  // namespace

bool is_automatic(const ModelCheckOptions& options) {
  return options.algorithm == search::Algorithm::automatic && !options.minimize && !options.approximate;
}

// Where runs that end do not count, an accepting state need not have a successor. Where only fair runs count, cycles with
// accepting states need not be accepting.
search::Strength usable(search::Strength strength, const ModelCheckOptions& options) {
  if (options.fair) return search::Strength::general;
  return strength == search::Strength::terminal && options.product.deadlock_runs == product::DeadlockRuns::ignore
             ? search::Strength::weak
             : strength;
}

SearchPlan plan_search(search::Strength strength, const ModelCheckOptions& options) {
  const search::Algorithm algorithm = options.approximate                                 ? search::Algorithm::se
                                      : options.algorithm == search::Algorithm::automatic ? search::choose(strength)
                                                                                          : options.algorithm;
  return {.algorithm = algorithm, .strength = strength, .state_based = !options.fair};
}

FormulaPlan plan_search(ltl::FormulaStore& formulas, ltl::Formula formula, const ModelCheckOptions& options) {
  const auto translated = [&](automata::AutomatonType type) {
    return automata::translate(formulas, formula, {.type = type, .limits = options.limits});
  };
  automata::AutomatonType type = first_type(options);
  automata::Translation translation = translated(type);
  FormulaPlan plan;
  if (translation) {
    plan.search = plan_search(usable(automata::analyse(*translation.automaton, {.max_pairs = 0}).strength, options), options);
    if (is_automatic(options) && type != type_for(plan.search.algorithm))
      translation = translated(type = type_for(plan.search.algorithm));
  }
  plan.search.state_based = type == automata::AutomatonType::ba && !options.fair;
  if (translation)
    plan.automaton = *std::move(translation.automaton);
  else
    plan.reason = "translating the formula: " + translation.reason;
  return plan;
}

}  // namespace lariat::check
