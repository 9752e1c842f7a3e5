// SPDX-License-Identifier: Apache-2.0
// The order of the steps, and the choice between the automata they lead to. The steps have files of their own.
#include "lariat/automata/translate.hpp"

#include <algorithm>
#include <numeric>

#include "automata/breakpoint.hpp"
#include "automata/degeneralise.hpp"
#include "automata/forms.hpp"
#include "automata/product.hpp"
#include "automata/prune.hpp"
#include "automata/simulation.hpp"
#include "automata/tableau.hpp"
#include "automata/tgba.hpp"
#include "automata/wdba.hpp"
#include "lariat/ltl/rewrite.hpp"

namespace lariat::automata {
namespace {

class Translator {
 public:
  Translator(ltl::FormulaStore& store, const TranslateOptions& options)
      : store_(store), options_(options), forms_(store, options.limits) {
    workshop_.limits = options.limits;
    workshop_.max_states = options.max_states;
  }

  Automaton run(ltl::Formula f) {
    stop_at_limit(options_.limits);
    atoms_ = store_.atoms(f);
    workshop_.atoms = static_cast<std::uint32_t>(atoms_.size());
    std::vector<std::string> names;
    for (const ltl::Formula atom : atoms_) names.push_back(store_.name(atom));
    return publish(workshop_, best(f, options_.type), std::move(names), options_.type != AutomatonType::tgba);
  }

 private:
  std::vector<ltl::Formula> forms(ltl::Formula f) {
    if (!options_.rewrite) return {ltl::negation_normal_form(store_, f)};
    return forms_.of(f, options_.containment);
  }

  // The best of all ways. Only the first must succeed: where another reaches a limit, it is left out.
  Tgba best(ltl::Formula f, AutomatonType type) {
    std::optional<Tgba> best;
    for (const ltl::Formula g : forms(f)) {
      const auto whole = [&] { keep_better(best, finish(g, direct(g), type)); };
      const auto in_parts = [&] {
        if (std::optional<Tgba> parts = by_parts(g)) keep_better(best, finish(g, *parts, type));
      };
      if (best)
        attempt(*best, whole);
      else
        whole();
      if (options_.split) attempt(*best, in_parts);
    }
    if (options_.breakpoint && (!is_deterministic(workshop_, *best) || type != AutomatonType::tgba))
      attempt(*best, [&] {
        const std::size_t enough = options_.prefer == Preference::small ? 2 * best->states() : max_powerset;
        if (std::optional<Tgba> other = by_negation(f, enough)) keep_better(best, convert(*other, type));
      });
    return *std::move(best);
  }

  // What is only tried must not take much longer than what there is already.
  template <class Step>
  void attempt(const Tgba& present, Step step) {
    const std::size_t budget = 10 * present.states() + 100;
    const std::size_t limit = workshop_.max_states;
    workshop_.max_states = limit == 0 ? budget : std::min(limit, budget);
    try {
      step();
    } catch (const Stopped&) {
    } catch (const Labels::TooLarge&) {
    }
    workshop_.max_states = limit;
  }

  void keep_better(std::optional<Tgba>& best, Tgba candidate) {
    if (!best || better(candidate, *best)) best = std::move(candidate);
  }

  bool better(const Tgba& a, const Tgba& b) {
    if (options_.prefer == Preference::deterministic) {
      const std::size_t choices_a = states_with_choice(workshop_, a);
      const std::size_t choices_b = states_with_choice(workshop_, b);
      if (choices_a != choices_b) return choices_a < choices_b;
    }
    return smaller(a, b);
  }

  Tgba direct(ltl::Formula f) { return simulate(prune(workshop_, tableau(workshop_, store_, f, atoms_)), false); }

  // The operands of a conjunction apart: obligations together, each of those that hold always or never, and the rest.
  std::optional<Tgba> by_parts(ltl::Formula f) {
    if (!store_.is(f, ltl::Op::conjunction)) return std::nullopt;
    std::vector<ltl::Formula> obligations, stable, rest;
    for (const ltl::Formula g : store_.operands(f))
      (store_.has(g, ltl::is_obligation)                     ? obligations
       : store_.has(g, ltl::is_universal | ltl::is_eventual) ? stable
                                                             : rest)
          .push_back(g);
    if (obligations.size() + rest.size() == 0 || (obligations.empty() && stable.empty()) || (rest.empty() && stable.empty()))
      return std::nullopt;
    std::optional<Tgba> result;
    const auto join = [&](const std::vector<ltl::Formula>& part, bool suspended) {
      if (part.empty()) return;
      const ltl::Formula g = store_.conjunction(part);
      Tgba automaton = finish(g, direct(g), AutomatonType::tgba);
      if (!result)
        result = std::move(automaton);
      else
        result = prune(workshop_,
                       suspended ? suspended_product(workshop_, *result, automaton) : product(workshop_, *result, automaton));
    };
    join(obligations, false);
    join(rest, false);
    for (const ltl::Formula g : stable) join({g}, true);
    return simulate(*std::move(result), false);
  }

  // Of the type asked for.
  Tgba finish(ltl::Formula f, const Tgba& automaton, AutomatonType type) {
    Tgba result = convert(automaton, type);
    if (options_.obligation)
      attempt(result, [&] {
        if (std::optional<Tgba> wdba = obligation(f, automaton, result))
          result = type == AutomatonType::tgba ? prune(workshop_, *wdba) : *std::move(wdba);
      });
    return result;
  }

  Tgba convert(const Tgba& automaton, AutomatonType type) {
    switch (type) {
      case AutomatonType::ba:
        return to_ba(automaton);
      case AutomatonType::gba:
        return to_gba(automaton);
      case AutomatonType::tgba:
        break;
    }
    return automaton;
  }

  // A deterministic automaton by way of the negation, if that is weak.
  std::optional<Tgba> by_negation(ltl::Formula f, std::size_t max_states) {
    const Tgba negation = direct(forms_.simplified(ltl::negation_normal_form(store_, f, true)));
    if (!is_weak(negation)) return std::nullopt;
    std::optional<Tgba> result = complement_weak(workshop_, negation, max_states);
    if (result) result = simulate(prune(workshop_, *result), false);
    return result;
  }

  Tgba simulate(Tgba automaton, bool state_based) {
    return options_.simulation ? reduce(workshop_, std::move(automaton), {.state_based = state_based}) : automaton;
  }

  // The order of the sets matters: with few of them, all orders are tried.
  Tgba to_ba(const Tgba& automaton) {
    const Tgba trimmed = prune(workshop_, automaton, SetTrimming::per_component);
    std::vector<unsigned> order(trimmed.sets);
    std::iota(order.begin(), order.end(), 0U);
    std::optional<Tgba> best;
    do {
      stop_at_limit(workshop_.limits);
      keep_better(best, simulate(degeneralise(workshop_, trimmed, order), true));
    } while (trimmed.sets <= max_permuted_sets && std::ranges::next_permutation(order).found);
    return *std::move(best);
  }

  Tgba to_gba(const Tgba& automaton) {
    if (is_state_based(automaton)) return automaton;
    return simulate(marks_to_states(workshop_, prune(workshop_, automaton, SetTrimming::per_component)), true);
  }

  // The minimal weak deterministic automaton of f if it exists and is not larger than `best`.
  std::optional<Tgba> obligation(ltl::Formula f, const Tgba& automaton, const Tgba& best) {
    std::optional<Tgba> wdba = minimal_wdba(workshop_, automaton, std::max(max_powerset, 2 * automaton.states()));
    if (!wdba || better(best, *wdba)) return std::nullopt;
    if (store_.has(f, ltl::is_obligation)) return wdba;
    if (!are_disjoint(workshop_, automaton, complement_wdba(workshop_, *wdba))) return std::nullopt;
    if (is_deterministic(workshop_, automaton)) return accepts_all_of(workshop_, automaton, *wdba) ? wdba : std::nullopt;
    const ltl::Formula negated = forms_.simplified(ltl::negation_normal_form(store_, f, true));
    const Tgba negation = prune(workshop_, tableau(workshop_, store_, negated, atoms_));
    if (!are_disjoint(workshop_, negation, *wdba)) return std::nullopt;
    return wdba;
  }

  static constexpr std::size_t max_powerset = 4096;
  static constexpr unsigned max_permuted_sets = 3;

  ltl::FormulaStore& store_;
  const TranslateOptions options_;
  Forms forms_;
  Workshop workshop_;
  std::vector<ltl::Formula> atoms_;
};

}  // namespace

Translation translate(ltl::FormulaStore& store, ltl::Formula f, const TranslateOptions& options) {
  Translation result;
  try {
    result.automaton = Translator(store, options).run(f);
  } catch (const Stopped& stopped) {
    result.reason = stopped.reason;
  } catch (const Labels::TooLarge&) {
    result.reason = "the labels became too large";
  }
  return result;
}

}  // namespace lariat::automata
