// SPDX-License-Identifier: Apache-2.0
// Translated formulas against the meaning of formulas: words in, truth out.
#include "lariat/automata/translate.hpp"

#include <gtest/gtest.h>

#include <string>

#include "automata/product.hpp"
#include "automata/tgba.hpp"
#include "lariat/automata/accepts.hpp"
#include "lariat/automata/classify.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::automata {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int formulas = 500;
#else
constexpr int formulas = 12000;
#endif

constexpr AutomatonType types[] = {AutomatonType::tgba, AutomatonType::gba, AutomatonType::ba};

ltl::Formula read(ltl::FormulaStore& store, const std::string& text) {
  auto parsed = ltl::parse_formula(store, text);
  EXPECT_TRUE(parsed) << text;
  return parsed->formula;
}

Automaton automaton(ltl::FormulaStore& store, ltl::Formula f, TranslateOptions options = {}) {
  Translation translation = translate(store, f, options);
  EXPECT_TRUE(translation) << to_string(store, f) << ": " << translation.reason;
  return *std::move(translation.automaton);
}

// Whether the languages of two automata over the same atoms share no word.
bool disjoint(const Automaton& a, const Automaton& b) {
  Context context;
  std::vector<std::string> atoms = a.atoms;
  std::vector<std::uint32_t> numbers[2];
  for (std::uint32_t i = 0; i < atoms.size(); ++i) numbers[0].push_back(i);
  for (const std::string& atom : b.atoms) {
    std::uint32_t i = 0;
    while (i < atoms.size() && atoms[i] != atom) ++i;
    if (i == atoms.size()) atoms.push_back(atom);
    numbers[1].push_back(i);
  }
  context.atoms = static_cast<std::uint32_t>(atoms.size());
  const Tgba left = adopt(context, a, numbers[0]);
  const Tgba right = adopt(context, b, numbers[1]);
  return are_disjoint(context, left, right);
}

// What a type promises of the shape.
void expect_type(const Automaton& a, AutomatonType type, const std::string& what) {
  EXPECT_EQ(a.graph.initial().size(), 1U) << what;
  if (type != AutomatonType::tgba) {
    EXPECT_TRUE(a.graph.state_based()) << what;
  }
  if (type == AutomatonType::ba) {
    EXPECT_EQ(a.graph.sets(), 1U) << what;
  }
  for (const LabelId label : a.edge_labels) EXPECT_NE(label, Labels::never) << what;
}

TEST(Translate, AcceptsTheWordsThatSatisfyTheFormula) {
  ltl::RandomSource random(20240611);
  for (int i = 0; i < formulas; ++i) {
    ltl::FormulaStore store;
    const ltl::RandomFormulaOptions options{.size = 1 + static_cast<unsigned>(random.below(15)), .atoms = 4};
    const ltl::Formula f = ltl::random_formula(store, random, options);
    const std::vector<ltl::Formula> atoms = store.atoms(f);
    ltl::Evaluator evaluator(store, f, atoms);
    std::vector<ltl::LassoWord> words;
    for (int k = 0; k < 10; ++k) words.push_back(ltl::random_word(random, 4));
    const Preference prefer = i % 4 == 3 ? Preference::deterministic : Preference::small;
    for (const AutomatonType type : types) {
      const Automaton a = automaton(store, f, {.type = type, .prefer = prefer});
      const std::string what = to_string(store, f) + " number " + std::to_string(i);
      expect_type(a, type, what);
      for (const ltl::LassoWord& word : words) ASSERT_EQ(accepts(a, word), evaluator.holds(word)) << what << "\n" << to_hoa(a);
      if (type == AutomatonType::tgba) {
        const Automaton negation = automaton(store, store.negation(f), {.prefer = prefer});
        ASSERT_TRUE(disjoint(a, negation)) << what;
      }
    }
  }
}

TEST(Translate, EachStepMayBeLeftOut) {
  ltl::RandomSource random(7);
  for (int i = 0; i < formulas / 10; ++i) {
    ltl::FormulaStore store;
    const ltl::Formula f = ltl::random_formula(store, random, {.size = 12, .atoms = 3});
    const std::vector<ltl::Formula> atoms = store.atoms(f);
    ltl::Evaluator evaluator(store, f, atoms);
    TranslateOptions options{.type = types[i % 3]};
    options.rewrite = random.below(2) == 0;
    options.containment = random.below(2) == 0;
    options.split = random.below(2) == 0;
    options.simulation = random.below(2) == 0;
    options.breakpoint = random.below(2) == 0;
    options.obligation = random.below(2) == 0;
    const Automaton a = automaton(store, f, options);
    for (int k = 0; k < 20; ++k) {
      const ltl::LassoWord word = ltl::random_word(random, 3);
      ASSERT_EQ(accepts(a, word), evaluator.holds(word)) << to_string(store, f) << "\n" << to_hoa(a);
    }
  }
}

TEST(Translate, KnownSizes) {
  // By hand: the smallest automata there are.
  const struct {
    std::string formula;
    AutomatonType type;
    std::size_t states, edges;
  } cases[] = {
      {"true", AutomatonType::ba, 1, 1},
      {"false", AutomatonType::ba, 1, 0},
      {"G F a", AutomatonType::tgba, 1, 2},
      {"G F a", AutomatonType::ba, 2, 4},
      {"F G a", AutomatonType::tgba, 2, 3},
      {"a U b", AutomatonType::ba, 2, 3},
      {"G F a & G F b", AutomatonType::tgba, 1, 4},
      {"G(a -> F b)", AutomatonType::tgba, 2, 4},
      {"X X a", AutomatonType::ba, 4, 4},
      {"G a | G b", AutomatonType::tgba, 3, 5},
  };
  for (const auto& c : cases) {
    ltl::FormulaStore store;
    const Automaton a = automaton(store, read(store, c.formula), {.type = c.type});
    EXPECT_EQ(a.graph.states(), c.states) << c.formula << "\n" << to_hoa(a);
    EXPECT_LE(a.graph.edges(), c.edges) << c.formula << "\n" << to_hoa(a);
  }
}

// A weak ba is taken where there is one, and otherwise the type that was asked for: both as if asked for alone.
TEST(Translate, WeakAsBa) {
  const auto weak = [](const Automaton& a) { return classify(a.graph).strength != search::Strength::general; };
  ltl::RandomSource random(11);
  int taken = 0;
  constexpr int cases = 300;
  for (int i = 0; i < cases; ++i) {
    ltl::FormulaStore store;
    const ltl::Formula f = ltl::random_formula(store, random, {.size = 10, .atoms = 3});
    const std::string what = to_string(store, f) + " number " + std::to_string(i);
    const Translation chosen = translate(store, f, {.weak_as_ba = true});
    ASSERT_TRUE(chosen) << what;
    const Automaton ba = automaton(store, f, {.type = AutomatonType::ba});
    EXPECT_EQ(chosen.type, weak(ba) ? AutomatonType::ba : AutomatonType::tgba) << what;
    expect_type(*chosen.automaton, chosen.type, what);
    const Automaton alone = automaton(store, f, {.type = chosen.type});
    EXPECT_EQ(to_hoa(*chosen.automaton), to_hoa(alone)) << what;
    if (chosen.type == AutomatonType::ba) ++taken;
  }
  EXPECT_GT(taken, 0);
  EXPECT_LT(taken, cases);
}

TEST(Translate, StopsAtLimits) {
  ltl::FormulaStore store;
  const ltl::Formula f = read(store, "F a & F b & F c & F d & F e & F f & F g & F h");
  const Translation few = translate(store, f, {.max_states = 10});
  EXPECT_FALSE(few);
  EXPECT_NE(few.reason, "");
  const Translation late = translate(store, f, {.limits = {.deadline = std::chrono::steady_clock::now()}});
  EXPECT_FALSE(late);
  EXPECT_NE(late.reason, "");
}

}  // namespace
}  // namespace lariat::automata
