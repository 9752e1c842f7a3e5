// SPDX-License-Identifier: Apache-2.0
// Formulas whose automata are small and whose tableaux are not; and formulas whose automata are large, under limits of time.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>

#include "lariat/automata/accepts.hpp"
#include "lariat/automata/analyse.hpp"
#include "lariat/automata/stutter.hpp"
#include "lariat/automata/stutter_closed.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::automata {
namespace {

using Clock = std::chrono::steady_clock;

// Much more than needed here, much less than an exponential way takes.
#ifdef LARIAT_SLOW_BUILD
constexpr double generous = 100;
constexpr int words = 20;
#else
constexpr double generous = 20;
constexpr int words = 200;
#endif

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// `part` n times, joined, with # replaced by the number.
std::string repeated(int n, const std::string& part, const std::string& join) {
  std::string result;
  for (int i = 0; i < n; ++i) {
    std::string one = part;
    for (std::size_t at = one.find('#'); at != std::string::npos; at = one.find('#', at)) one.replace(at, 1, std::to_string(i));
    result += (i == 0 ? "" : join) + one;
  }
  return result;
}

// Atoms with even numbers are true with one probability, the others with another: otherwise nearly all words or nearly none
// would satisfy formulas such as these.
ltl::LassoWord skewed_word(ltl::RandomSource& random, std::size_t atoms) {
  constexpr unsigned percent[] = {0, 10, 50, 90, 100};
  const unsigned chance[] = {percent[random.below(5)], percent[random.below(5)]};
  const auto letters = [&](std::size_t length) {
    std::vector<ltl::Letter> result(length);
    for (ltl::Letter& letter : result)
      for (std::size_t a = 0; a < atoms; ++a)
        if (random.below(100) < chance[a % 2]) letter |= ltl::Letter{1} << a;
    return result;
  };
  ltl::LassoWord word;
  word.stem = letters(random.below(4));
  word.cycle = letters(1 + random.below(5));
  return word;
}

struct Hard {
  std::string formula;
  std::size_t states;
};

void PrintTo(const Hard& hard, std::ostream* out) { *out << hard.formula.substr(0, 40); }

class HardFormulas : public testing::TestWithParam<Hard> {};

TEST_P(HardFormulas, HaveSmallAutomata) {
  ltl::FormulaStore store;
  auto parsed = ltl::parse_formula(store, GetParam().formula);
  ASSERT_TRUE(parsed);
  const ltl::Formula f = parsed->formula;
  const Clock::time_point start = Clock::now();
  const Translation translation = translate(store, f);
  EXPECT_LT(seconds_since(start), generous);
  ASSERT_TRUE(translation) << translation.reason;
  EXPECT_LE(translation.automaton->graph.states(), GetParam().states);
  const std::vector<ltl::Formula> atoms = store.atoms(f);
  ltl::Evaluator evaluator(store, f, atoms);
  ltl::RandomSource random(5);
  int accepted = 0;
  for (int i = 0; i < words; ++i) {
    const ltl::LassoWord word = skewed_word(random, atoms.size());
    const bool holds = evaluator.holds(word);
    accepted += holds ? 1 : 0;
    ASSERT_EQ(accepts(*translation.automaton, word), holds) << "word " << i;
  }
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, words);
}

INSTANTIATE_TEST_SUITE_P(All, HardFormulas,
                         testing::Values(Hard{repeated(30, "F G a#", " | "), 31}, Hard{repeated(30, "G a#", " | "), 31},
                                         Hard{repeated(20, "G(a# -> F b#)", " | "), 41},
                                         Hard{repeated(12, "G(a# U b#)", " | "), 13},
                                         Hard{repeated(6, "(G F a# | F G b#)", " & "), 65},
                                         Hard{repeated(8, "(G F a# | F G b#)", " & "), 257}));

// The automaton has 3^8 states, and its product with itself some millions.
std::string large() { return repeated(8, "F (a# & X b#)", " & "); }

TEST(Deadlines, AreKeptByTheAnalysis) {
  ltl::FormulaStore store;
  const Translation translation = translate(store, ltl::parse_formula(store, large())->formula);
  ASSERT_TRUE(translation);
  ASSERT_EQ(translation.automaton->graph.states(), 6561U);
  const Clock::time_point start = Clock::now();
  const Analysis analysis = analyse(*translation.automaton,
                                    {.max_pairs = 100'000'000, .limits = {.deadline = start + std::chrono::milliseconds(300)}});
  EXPECT_LT(seconds_since(start), generous / 4);
  EXPECT_FALSE(analysis.unambiguous);
  EXPECT_FALSE(analysis.deterministic);
  const std::atomic<bool> interrupted = true;
  EXPECT_FALSE(
      analyse(*translation.automaton, {.max_pairs = 100'000'000, .limits = {.interrupted = &interrupted}}).unambiguous);
  EXPECT_LT(seconds_since(start), generous / 2);
}

TEST(Deadlines, AreKeptWithoutALimitOfTime) {
  ltl::FormulaStore store;
  const Translation translation = translate(store, ltl::parse_formula(store, large())->formula);
  ASSERT_TRUE(translation);
  const Clock::time_point start = Clock::now();
  EXPECT_FALSE(analyse(*translation.automaton).unambiguous);
  EXPECT_LT(seconds_since(start), generous);
}

TEST(Deadlines, AreKeptByTranslationAndStutterChecks) {
  for (const std::string& text : {repeated(14, "F (a# & X b#)", " & "), repeated(12, "((a# U b#) | X(c# R d#))", " & "),
                                  "!(" + repeated(12, "(G F a# | F G (b# & X c#))", " & ") + ")"})
    for (const AutomatonType type : {AutomatonType::tgba, AutomatonType::ba}) {
      ltl::FormulaStore store;
      const ltl::Formula f = ltl::parse_formula(store, text)->formula;
      const Clock::time_point start = Clock::now();
      const TranslateOptions options{.type = type, .limits = {.deadline = start + std::chrono::milliseconds(300)}};
      const Translation translation = translate(store, f, options);
      EXPECT_LT(seconds_since(start), generous / 4) << text;
      is_stutter_invariant(store, f, {.translate = options});
      EXPECT_LT(seconds_since(start), generous / 2) << text;
      if (translation) is_stutter_closed(*translation.automaton, options.limits);
      EXPECT_LT(seconds_since(start), generous / 2) << text;
    }
}

}  // namespace
}  // namespace lariat::automata
