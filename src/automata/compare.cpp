// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/compare.hpp"

#include <algorithm>
#include <numeric>

#include "automata/complement.hpp"
#include "automata/components.hpp"
#include "automata/product.hpp"
#include "automata/prune.hpp"
#include "automata/tgba.hpp"
#include "lariat/automata/accepts.hpp"
#include "lariat/automata/emptiness.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::automata {
namespace {

// A word along the labels of the steps.
std::vector<ltl::Letter> letters_of(const Automaton& automaton, const std::vector<Step>& steps) {
  std::vector<ltl::Letter> letters;
  for (const Step& step : steps) {
    const LabelId label = automaton.edge_labels[automaton.graph.first_edge(step.source) + step.choice];
    ltl::Letter letter = 0;
    const std::optional<Conjunction> cube = automaton.labels.some_cube(label);
    for (const auto& [atom, positive] : *cube)
      if (positive) letter |= ltl::Letter{1} << atom;
    letters.push_back(letter);
  }
  return letters;
}

Automaton automaton_of(ltl::FormulaStore& store, ltl::Formula f, const TranslateOptions& options) {
  Translation translation = translate(store, f, options);
  if (!translation) throw Stopped{translation.reason};
  return *std::move(translation.automaton);
}

// The word with its letters written for `to` instead of `from`.
ltl::LassoWord rename(const ltl::LassoWord& word, const std::vector<std::string>& from, const std::vector<std::string>& to) {
  std::vector<std::size_t> place(from.size(), to.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    place[i] = static_cast<std::size_t>(std::ranges::find(to, from[i]) - to.begin());
  const auto rewrite = [&](std::vector<ltl::Letter> letters) {
    for (ltl::Letter& letter : letters) {
      ltl::Letter renamed = 0;
      for (std::size_t i = 0; i < from.size(); ++i)
        if ((letter >> i & 1) != 0 && place[i] < to.size()) renamed |= ltl::Letter{1} << place[i];
      letter = renamed;
    }
    return letters;
  };
  return {rewrite(word.stem), rewrite(word.cycle)};
}

std::vector<std::string> names_of(const ltl::FormulaStore& store, const std::vector<ltl::Formula>& atoms) {
  std::vector<std::string> names;
  names.reserve(atoms.size());
  for (const ltl::Formula atom : atoms) names.push_back(store.name(atom));
  return names;
}

// Two automata with the same labels, over the atoms of the first and then those that only the second has.
struct Pair {
  Pair(const Automaton& a, const Automaton& b, const Limits& limits) : atoms(a.atoms) {
    std::vector<std::uint32_t> of_left(a.atoms.size());
    std::iota(of_left.begin(), of_left.end(), 0U);
    std::vector<std::uint32_t> of_right;
    for (const std::string& atom : b.atoms) {
      const auto found = std::ranges::find(atoms, atom);
      of_right.push_back(static_cast<std::uint32_t>(found - atoms.begin()));
      if (found == atoms.end()) atoms.push_back(atom);
    }
    if (atoms.size() > ltl::max_atoms) throw Stopped{"there are more than 64 atoms"};
    context.limits = limits;
    context.atoms = static_cast<std::uint32_t>(atoms.size());
    left = a.rejects_all || a.graph.initial().empty() ? empty_automaton() : adopt(context, a, of_left);
    right = b.rejects_all || b.graph.initial().empty() ? empty_automaton() : adopt(context, b, of_right);
  }

  std::vector<std::string> atoms;
  Context context;
  Tgba left;
  Tgba right;
};

// A word that the automaton accepts.
std::optional<ltl::LassoWord> some_word(const Context& context, const Tgba& automaton, const std::vector<std::string>& atoms) {
  if (is_empty(automaton)) return std::nullopt;
  const Automaton published = publish(context, automaton, atoms, false);
  const Result<search::CheckResult> checked =
      check_emptiness(published.graph, {.algorithm = search::Algorithm::ascc, .limits = context.limits});
  if (checked && checked->verdict == search::Emptiness::unknown) throw Stopped{checked->reason};
  if (!checked || !checked->lasso) throw search::InternalError("an automaton is not empty and has no lasso");
  return ltl::LassoWord{letters_of(published, checked->lasso->stem), letters_of(published, checked->lasso->cycle)};
}

// A word that satisfies f and not g.
std::optional<ltl::LassoWord> word_of_one(ltl::FormulaStore& store, ltl::Formula f, ltl::Formula g,
                                          const TranslateOptions& options, const std::vector<ltl::Formula>& atoms) {
  const Automaton left = automaton_of(store, f, options);
  const Automaton right = automaton_of(store, store.negation(g), options);
  CommonWord common = common_word(left, right, options.limits);
  if (!common.word) return std::nullopt;
  ltl::LassoWord word = rename(*common.word, common.atoms, names_of(store, atoms));
  if (!ltl::evaluate(store, f, atoms, word) || ltl::evaluate(store, g, atoms, word))
    throw search::InternalError("two automata have a word in common that their formulas do not have");
  return word;
}

// Runs `find` and says what came of it.
template <class Find>
Comparison compare(ltl::FormulaStore& store, ltl::Formula f, ltl::Formula g, Find find) {
  Comparison result;
  result.atoms = store.atoms(f);
  for (const ltl::Formula atom : store.atoms(g))
    if (std::ranges::find(result.atoms, atom) == result.atoms.end()) result.atoms.push_back(atom);
  try {
    result.word = find(result.atoms);
    result.answer = result.word ? Answer::no : Answer::yes;
  } catch (const Stopped& stopped) {
    result.reason = stopped.reason;
  } catch (const Labels::TooLarge&) {
    result.reason = "the labels became too large";
  }
  return result;
}

}  // namespace

CommonWord common_word(const Automaton& a, const Automaton& b, const Limits& limits) {
  Pair pair(a, b, limits);
  if (is_empty(pair.left) || is_empty(pair.right)) return {pair.atoms, std::nullopt};
  return {pair.atoms, some_word(pair.context, product(pair.context, pair.left, pair.right), pair.atoms)};
}

CommonWord difference(const Automaton& a, const Automaton& b, std::size_t max_states, const Limits& limits) {
  Pair pair(a, b, limits);
  if (is_empty(pair.left)) return {pair.atoms, std::nullopt};
  const std::optional<Tgba> rest = complement(pair.context, prune(pair.context, pair.right), max_states);
  if (!rest) throw Stopped{"the complement of the second automaton needs more than " + std::to_string(max_states) + " states"};
  CommonWord result{pair.atoms, some_word(pair.context, product(pair.context, pair.left, *rest), pair.atoms)};
  if (result.word &&
      (!accepts(a, rename(*result.word, pair.atoms, a.atoms)) || accepts(b, rename(*result.word, pair.atoms, b.atoms))))
    throw search::InternalError("a word of the difference of two automata does not tell them apart");
  return result;
}

Comparison implies(ltl::FormulaStore& store, ltl::Formula f, ltl::Formula g, const TranslateOptions& options) {
  return compare(store, f, g, [&](const std::vector<ltl::Formula>& atoms) { return word_of_one(store, f, g, options, atoms); });
}

Comparison equivalent(ltl::FormulaStore& store, ltl::Formula f, ltl::Formula g, const TranslateOptions& options) {
  return compare(store, f, g, [&](const std::vector<ltl::Formula>& atoms) {
    std::optional<ltl::LassoWord> word = word_of_one(store, f, g, options, atoms);
    return word ? word : word_of_one(store, g, f, options, atoms);
  });
}

Comparison check_translation(ltl::FormulaStore& store, ltl::Formula f, const Automaton& automaton,
                             const CheckTranslationOptions& options) {
  return compare(store, f, f, [&](const std::vector<ltl::Formula>& atoms) -> std::optional<ltl::LassoWord> {
    const std::vector<std::string> names = names_of(store, atoms);
    const Automaton negation = automaton_of(store, store.negation(f), options.translate);
    const CommonWord common = common_word(automaton, negation, options.translate.limits);
    if (common.word) return rename(*common.word, common.atoms, names);
    ltl::RandomSource random(options.seed);
    ltl::Evaluator evaluator(store, f, atoms);
    for (std::size_t i = 0; i < options.words; ++i) {
      stop_at_limit(options.translate.limits);
      const ltl::LassoWord word = ltl::random_word(random, static_cast<unsigned>(atoms.size()));
      if (accepts(automaton, rename(word, names, automaton.atoms)) != evaluator.holds(word)) return word;
    }
    return std::nullopt;
  });
}

}  // namespace lariat::automata
