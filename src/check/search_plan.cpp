// SPDX-License-Identifier: Apache-2.0
#include "check/search_plan.hpp"

#include <utility>

#include "lariat/automata/analyse.hpp"
#include "lariat/automata/translate.hpp"

namespace lariat::check {
namespace {

// The type of automaton that the search will take. Under `auto`, a weak automaton becomes a ba instead.
automata::AutomatonType type_for(const ModelCheckOptions& options) {
  const bool generalised = options.minimize        ? info(*options.minimize).generalised
                           : options.approximate   ? info(search::Algorithm::se).generalised
                           : is_automatic(options) ? info(search::choose(search::Strength::general)).generalised
                                                   : info(options.algorithm).generalised;
  return generalised ? automata::AutomatonType::tgba : automata::AutomatonType::ba;
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

std::optional<std::string> why_one_thread(const ModelCheckOptions& options) {
  if (options.product.threads <= 1) return std::nullopt;
  if (options.minimize) return "one thread searches for the shortest run";
  if (options.approximate) return "one thread searches approximately for infinite runs";
  return std::nullopt;
}

SearchPlan plan_search(search::Strength strength, const ModelCheckOptions& options) {
  const bool is_parallel = options.product.threads > 1 && !why_one_thread(options);
  const search::Algorithm usual = is_parallel ? search::choose_parallel(strength) : search::choose(strength);
  const search::Algorithm algorithm = options.approximate                                 ? search::Algorithm::se
                                      : options.algorithm == search::Algorithm::automatic ? usual
                                                                                          : options.algorithm;
  return {.algorithm = algorithm,
          .strength = strength,
          .state_based = !options.fair,
          .threads = is_parallel ? options.product.threads : 1};
}

FormulaPlan plan_search(ltl::FormulaStore& formulas, ltl::Formula formula, const ModelCheckOptions& options) {
  // Where only fair runs count, no automaton is as good as a weak one: cycles with accepting states need not be accepting.
  automata::Translation translation = automata::translate(
      formulas, formula,
      {.type = type_for(options), .weak_as_ba = is_automatic(options) && !options.fair, .limits = options.limits});
  FormulaPlan plan;
  if (translation) {
    // Searches for weak automata want accepting states.
    const bool general = is_automatic(options) && translation.type != automata::AutomatonType::ba;
    const search::Strength strength =
        general ? search::Strength::general : automata::analyse(*translation.automaton, {.max_pairs = 0}).strength;
    plan.search = plan_search(usable(strength, options), options);
  }
  plan.search.state_based = translation.type == automata::AutomatonType::ba && !options.fair;
  if (translation)
    plan.automaton = *std::move(translation.automaton);
  else
    plan.reason = "translating the formula: " + translation.reason;
  return plan;
}

}  // namespace lariat::check
