// SPDX-License-Identifier: Apache-2.0
#include "check/search_plan.hpp"

#include <algorithm>
#include <utility>

#include "lariat/automata/analyse.hpp"
#include "lariat/automata/stutter.hpp"

namespace lariat::check {
namespace {

// The type of automaton that the search will take. Under `auto`, a weak automaton becomes a ba instead.
automata::AutomatonType type_for(const ModelCheckOptions& options) {
  const bool generalised = options.minimize      ? info(*options.minimize).generalised
                           : options.approximate ? info(search::Algorithm::se).generalised
                                                 : info(decide(options.algorithm, search::Strength::general)).generalised;
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
  return std::nullopt;
}

SearchPlan plan_search(search::Strength strength, const ModelCheckOptions& options) {
  // The threads of an approximate search share no product.
  const bool is_parallel = options.product.threads > 1 && !options.approximate && !why_one_thread(options);
  search::Algorithm algorithm = decide(options.algorithm, strength, is_parallel);
  if (options.approximate && options.algorithm == search::Algorithm::automatic)
    algorithm = options.approximate->threads > 1 ? search::Algorithm::cndfs : search::Algorithm::se;
  return {.algorithm = algorithm,
          .strength = strength,
          .state_based = !options.fair,
          .threads = is_parallel ? options.product.threads : 1};
}

FormulaPlan TranslatedFormula::plan(const ModelCheckOptions& options) {
  // Where only fair runs count, no automaton is as good as a weak one: cycles with accepting states need not be accepting.
  const bool weak_as_ba = is_automatic(options) && !options.fair;
  const automata::AutomatonType asked = type_for(options);
  auto known = std::ranges::find_if(
      translated_, [&](const Translated& other) { return other.asked == asked && other.weak_as_ba == weak_as_ba; });
  if (known == translated_.end()) {
    automata::Translation translation =
        automata::translate(formulas_, formula_, {.type = asked, .weak_as_ba = weak_as_ba, .limits = options.limits});
    if (!translation) return {.reason = "translating the formula: " + translation.reason};
    known = translated_.insert(translated_.end(), {asked, weak_as_ba, std::move(translation)});
  }
  const automata::Translation& translation = known->translation;
  search::Strength strength = search::Strength::general;
  // Searches for weak automata want accepting states.
  if (!is_automatic(options) || translation.type == automata::AutomatonType::ba) {
    if (!known->strength) known->strength = automata::analyse(*translation.automaton, {.max_pairs = 0}).strength;
    strength = *known->strength;
  }
  FormulaPlan plan{.automaton = translation.automaton, .search = plan_search(usable(strength, options), options)};
  plan.search.state_based = translation.type == automata::AutomatonType::ba && !options.fair;
  return plan;
}

bool TranslatedFormula::is_stutter_invariant(const Limits& limits) {
  if (!is_stutter_invariant_) {
    const automata::Answer answer = automata::is_stutter_invariant(formulas_, formula_, {.translate = {.limits = limits}});
    if (answer == automata::Answer::unknown) return false;
    is_stutter_invariant_ = answer == automata::Answer::yes;
  }
  return *is_stutter_invariant_;
}

}  // namespace lariat::check
