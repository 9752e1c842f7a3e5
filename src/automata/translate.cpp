// SPDX-License-Identifier: Apache-2.0
// The order of the steps, and the choice between the automata they lead to. The steps have files of their own.
#include "lariat/automata/translate.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "automata/breakpoint.hpp"
#include "automata/combine.hpp"
#include "automata/components.hpp"
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
    context_.limits = options.limits;
    context_.max_states = options.max_states;
  }

  Translation run(ltl::Formula f) {
    stop_at_limit(options_.limits);
    atoms_ = store_.atoms(f);
    context_.atoms = static_cast<std::uint32_t>(atoms_.size());
    std::vector<std::string> names;
    for (const ltl::Formula atom : atoms_) names.push_back(store_.name(atom));
    const auto published = [&](const Tgba& automaton, AutomatonType type) {
      return Translation{
          .automaton = publish(context_, automaton, std::move(names), type != AutomatonType::tgba), .reason = {}, .type = type};
    };
    if (options_.weak_as_ba)
      if (const Tgba automaton = best(f, AutomatonType::ba); is_weak(automaton)) return published(automaton, AutomatonType::ba);
    return published(best(f, options_.type), options_.type);
  }

 private:
  // Steps of our own, and of operations on labels. Some ten million a second.
  struct Steps {
    std::uint64_t own = 0;
    std::uint64_t labels = 0;
  };

  // What was found for a formula by one of the ways below. It is used again if a second type of automaton is wanted.
  using Found = std::map<ltl::Formula, std::optional<Tgba>>;

  template <class Way>
  static std::optional<Tgba> remember(Found& found, ltl::Formula f, Way way) {
    if (const auto known = found.find(f); known != found.end()) return known->second;
    return found[f] = way();
  }

  const std::vector<ltl::Formula>& forms(ltl::Formula f) {
    if (written_.empty())
      written_ = options_.rewrite ? forms_.of(f, options_.containment) : std::vector{ltl::negation_normal_form(store_, f)};
    return written_;
  }

  // The best of all ways. Only the first must succeed: where another reaches a limit, it is left out.
  Tgba best(ltl::Formula f, AutomatonType type) {
    std::optional<Tgba> best;
    for (const ltl::Formula g : forms(f)) {
      if (!best) {
        const Tgba automaton = *remember(first_, g, [&] { return first(g); });
        best = finish(g, automaton, type);
        // Choices between what happens infinitely often multiply in a tableau.
        if (options_.split && automaton.states() > many_states && stable_operands(g) > 1)
          attempt(*best, [&] { keep_better(best, finish(g, *remember(combined_, g, [&] { return combined(g); }), type)); });
      } else {
        attempt(*best, [&] { keep_better(best, finish(g, *remember(direct_, g, [&] { return direct(g); }), type)); });
      }
      if (options_.split)
        attempt(*best, [&] {
          if (std::optional<Tgba> parts = remember(parts_, g, [&] { return by_parts(g); }))
            keep_better(best, finish(g, *parts, type));
        });
    }
    if (options_.breakpoint && (!is_deterministic(context_, *best) || type != AutomatonType::tgba))
      attempt(*best, [&] {
        const std::size_t enough = options_.prefer == Preference::small ? 2 * best->states() : max_powerset;
        if (std::optional<Tgba> other = by_negation(f, enough)) keep_better(best, convert(*other, type));
      });
    return *std::move(best);
  }

  // Some automaton for f. One tableau gives the smallest automata, but may be much larger than they are: then the operands of a
  // conjunction or disjunction are translated apart.
  Tgba first(ltl::Formula f) {
    std::optional<Tgba> result;
    Steps before = steps();
    if (options_.split && (store_.is(f, ltl::Op::conjunction) || store_.is(f, ltl::Op::disjunction)))
      within(first_states, first_steps, [&] { result = tableau(context_, store_, f, atoms_); });
    else
      result = tableau(context_, store_, f, atoms_);
    if (result) {
      result = simulate(prune(context_, *result), false);
    } else {
      before = steps();
      result = combined(f);
    }
    spent_ = {steps().own - before.own, steps().labels - before.labels};
    return *std::move(result);
  }

  // The operands of a conjunction or disjunction apart: those with common atoms together, unless all have.
  Tgba combined(ltl::Formula f) {
    const bool conjunction = store_.is(f, ltl::Op::conjunction);
    std::vector<ltl::Formula> parts = independent_parts(store_, f);
    if (parts.size() == 1) parts.assign(store_.operands(f).begin(), store_.operands(f).end());
    std::vector<Tgba> tails;
    std::optional<Tgba> result;
    for (const ltl::Formula g : parts) {
      Tgba automaton = first(g);
      if (conjunction && store_.has(g, ltl::is_universal | ltl::is_eventual))
        tails.push_back(std::move(automaton));
      else if (!result)
        result = std::move(automaton);
      else
        result = simulate(
            prune(context_, conjunction ? product(context_, *result, automaton) : sum(context_, *result, automaton)), false);
    }
    if (tails.empty()) return *std::move(result);
    Tgba last = simulate(prune(context_, product_of_tails(context_, tails)), false);
    if (!result) return last;
    return simulate(prune(context_, suspended_product(context_, *result, last)), false);
  }

  // Tries a step that may improve the automaton at hand; it must not take much longer than that automaton did.
  template <class Step>
  void attempt(const Tgba& present, Step step) {
    within(10 * present.states() + 100, {few_steps.own + 2 * spent_.own, few_steps.labels + 2 * spent_.labels}, step);
  }

  // Runs the step, and gives it up if it reaches a limit of states or of steps.
  template <class Step>
  void within(std::size_t max_states, Steps max_steps, Step step) {
    const std::size_t outer_states = context_.max_states;
    const Steps outer = {context_.max_steps, context_.labels.step_limit()};
    context_.max_states = outer_states == 0 ? max_states : std::min(outer_states, max_states);
    context_.max_steps = std::min(outer.own, context_.steps() + max_steps.own);
    context_.labels.limit_steps(std::min(outer.labels, context_.labels.steps() + max_steps.labels));
    try {
      step();
    } catch (const Stopped&) {
      stop_at_limit(context_.limits);
    } catch (const Labels::TooLarge&) {
    }
    context_.max_states = outer_states;
    context_.max_steps = outer.own;
    context_.labels.limit_steps(outer.labels);
  }

  void keep_better(std::optional<Tgba>& best, Tgba candidate) {
    if (!best || better(candidate, *best)) best = std::move(candidate);
  }

  bool better(const Tgba& a, const Tgba& b) {
    if (options_.prefer == Preference::deterministic) {
      const std::size_t choices_a = states_with_choice(context_, a);
      const std::size_t choices_b = states_with_choice(context_, b);
      if (choices_a != choices_b) return choices_a < choices_b;
    }
    return smaller(a, b);
  }

  Tgba direct(ltl::Formula f) { return simulate(prune(context_, tableau(context_, store_, f, atoms_)), false); }

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
        result = prune(context_,
                       suspended ? suspended_product(context_, *result, automaton) : product(context_, *result, automaton));
    };
    join(obligations, false);
    join(rest, false);
    for (const ltl::Formula g : stable) join({g}, true);
    return simulate(*std::move(result), false);
  }

  // Converts the automaton to the type asked for, and minimises it if f is an obligation.
  Tgba finish(ltl::Formula f, const Tgba& automaton, AutomatonType type) {
    Tgba result = convert(automaton, type);
    if (options_.obligation)
      attempt(result, [&] {
        if (std::optional<Tgba> wdba = obligation(f, automaton, result))
          result = type == AutomatonType::tgba ? prune(context_, *wdba) : *std::move(wdba);
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
    std::optional<Tgba> result = complement_weak(context_, negation, max_states);
    if (result) result = simulate(prune(context_, *result), false);
    return result;
  }

  Tgba simulate(Tgba automaton, bool state_based) {
    return options_.simulation ? reduce(context_, std::move(automaton), {.state_based = state_based}) : automaton;
  }

  // The order of the sets matters: with few of them, all orders are tried.
  Tgba to_ba(const Tgba& automaton) {
    const Tgba trimmed = prune(context_, automaton, SetTrimming::per_component);
    std::vector<unsigned> order(trimmed.sets);
    std::iota(order.begin(), order.end(), 0U);
    std::optional<Tgba> best;
    do {
      stop_at_limit(context_.limits);
      keep_better(best, simulate(degeneralise(context_, trimmed, order), true));
    } while (trimmed.sets <= max_permuted_sets && std::ranges::next_permutation(order).found);
    return *std::move(best);
  }

  Tgba to_gba(const Tgba& automaton) {
    if (is_state_based(automaton)) return automaton;
    return simulate(marks_to_states(context_, prune(context_, automaton, SetTrimming::per_component)), true);
  }

  // The minimal weak deterministic automaton of f if it exists and is not larger than `best`.
  std::optional<Tgba> obligation(ltl::Formula f, const Tgba& automaton, const Tgba& best) {
    std::optional<Tgba> wdba = minimal_wdba(context_, automaton, std::max(max_powerset, 2 * automaton.states()));
    if (!wdba || better(best, *wdba)) return std::nullopt;
    if (store_.has(f, ltl::is_obligation)) return wdba;
    if (!are_disjoint(context_, automaton, complement_wdba(context_, *wdba))) return std::nullopt;
    if (is_deterministic(context_, automaton)) return accepts_all_of(context_, automaton, *wdba) ? wdba : std::nullopt;
    const ltl::Formula negated = forms_.simplified(ltl::negation_normal_form(store_, f, true));
    const Tgba negation = prune(context_, tableau(context_, store_, negated, atoms_));
    if (!are_disjoint(context_, negation, *wdba)) return std::nullopt;
    return wdba;
  }

  Steps steps() const { return {context_.steps(), context_.labels.steps()}; }

  std::size_t stable_operands(ltl::Formula f) const {
    if (!store_.is(f, ltl::Op::conjunction)) return 0;
    return static_cast<std::size_t>(std::ranges::count_if(
        store_.operands(f), [&](ltl::Formula g) { return store_.has(g, ltl::is_universal | ltl::is_eventual); }));
  }

  static constexpr std::size_t many_states = 64;
  static constexpr std::size_t first_states = 20'000;
  static constexpr Steps first_steps = {600'000, 2'000'000};
  static constexpr Steps few_steps = {300'000, 400'000};
  static constexpr std::size_t max_powerset = 4096;
  static constexpr unsigned max_permuted_sets = 3;

  ltl::FormulaStore& store_;
  const TranslateOptions options_;
  Forms forms_;
  Context context_;
  Steps spent_;  // on the automaton that `first` found
  std::vector<ltl::Formula> atoms_;
  std::vector<ltl::Formula> written_;  // the forms of the formula
  Found first_, combined_, direct_, parts_;
};

}  // namespace

Translation translate(ltl::FormulaStore& store, ltl::Formula f, const TranslateOptions& options) {
  Translation result;
  try {
    result = Translator(store, options).run(f);
  } catch (const Stopped& stopped) {
    result.reason = stopped.reason;
  } catch (const Labels::TooLarge&) {
    result.reason = "the labels became too large";
  }
  return result;
}

}  // namespace lariat::automata
