// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/translate.hpp"

#include "automata/degeneralise.hpp"
#include "automata/product.hpp"
#include "automata/prune.hpp"
#include "automata/simulation.hpp"
#include "automata/tableau.hpp"
#include "automata/tgba.hpp"
#include "automata/wdba.hpp"
#include "lariat/ltl/rewrite.hpp"
#include <cstdlib>

namespace lariat {
namespace {

using namespace automata;

class Translator {
 public:
  Translator(FormulaStore& store, const TranslateOptions& options) : store_(store), options_(options), simplifier_(store, {.growing = getenv("GROW") != nullptr}) {
    workshop_.limits = options.limits;
    workshop_.max_states = options.max_states;
  }

  Automaton run(Formula f) {
    atoms_ = store_.atoms(f);
    workshop_.atoms = static_cast<std::uint32_t>(atoms_.size());
    std::vector<std::string> names;
    for (const Formula atom : atoms_) names.push_back(store_.name(atom));
    f = options_.rewrite ? simplifier_.simplify(f) : negation_normal_form(store_, f);
    const Tgba result = finish(f);
    return publish(workshop_, result, std::move(names), options_.type != AutomatonType::tgba);
  }

 private:
  Tgba finish(Formula f) {
    Tgba raw = prune(workshop_, tableau(workshop_, store_, f, atoms_));
    Tgba small = simulate(raw, false);
    Tgba best = options_.type == AutomatonType::tgba ? small
                : options_.type == AutomatonType::ba ? to_ba(small)
                                                     : to_gba(small);
    if (options_.obligation)
      if (std::optional<Tgba> wdba = obligation(f, small, best)) {
        if (options_.type == AutomatonType::tgba) *wdba = prune(workshop_, *wdba);
        return *std::move(wdba);
      }
    return best;
  }

  Tgba simulate(Tgba automaton, bool state_based) {
    return options_.simulation ? reduce(workshop_, std::move(automaton), {.state_based = state_based}) : automaton;
  }

  Tgba to_ba(const Tgba& automaton) {
    return simulate(degeneralise(workshop_, prune(workshop_, automaton, SetTrimming::per_component)), true);
  }

  Tgba to_gba(const Tgba& automaton) {
    if (is_state_based(automaton)) return automaton;
    return simulate(marks_to_states(workshop_, prune(workshop_, automaton, SetTrimming::per_component)), true);
  }

  // The minimal weak deterministic automaton of f if it exists and is not larger than `best`.
  std::optional<Tgba> obligation(Formula f, const Tgba& automaton, const Tgba& best) {
    std::optional<Tgba> wdba = minimal_wdba(workshop_, automaton, max_powerset);
    if (!wdba || (options_.prefer == Preference::small && smaller(best, *wdba))) return std::nullopt;
    if (store_.has(f, is_obligation)) return wdba;
    if (!are_disjoint(workshop_, automaton, complement_wdba(workshop_, *wdba))) return std::nullopt;
    const Formula negated = simplifier_.simplify(negation_normal_form(store_, f, true));
    const Tgba negation = prune(workshop_, tableau(workshop_, store_, negated, atoms_));
    if (!are_disjoint(workshop_, negation, *wdba)) return std::nullopt;
    return wdba;
  }

  static constexpr std::size_t max_powerset = 4096;

  FormulaStore& store_;
  const TranslateOptions& options_;
  Simplifier simplifier_;
  Workshop workshop_;
  std::vector<Formula> atoms_;
};

}  // namespace

Translation translate(FormulaStore& store, Formula f, const TranslateOptions& options) {
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

}  // namespace lariat
