// SPDX-License-Identifier: Apache-2.0
// Spin as an oracle: the claims that `spin -f` writes for random formulas mean what our automata mean.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "lariat/automata/accepts.hpp"
#include "lariat/automata/compare.hpp"
#include "lariat/automata/io/never.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::automata {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int wanted = 60;
#else
constexpr int wanted = 320;
#endif
constexpr std::uint64_t seed = 1997;

// The output of a command; nothing if it fails. Formulas have no quotes in them, so the shell leaves them alone.
std::optional<std::string> output(const std::string& command) {
  FILE* const pipe = ::popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string text;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, count);
  const int status = ::pclose(pipe);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return text;
}

// Formulas that Spin knows: it has no W, and takes `a W b` for an atom.
ltl::Formula without_weak_until(ltl::FormulaStore& store, ltl::Formula f) {
  std::vector<ltl::Formula> result(f.id + 1);
  for (const ltl::Formula part : store.subformulas(f)) {
    std::vector<ltl::Formula> operands;
    for (const ltl::Formula operand : store.operands(part)) operands.push_back(result[operand.id]);
    if (store.is(part, ltl::Op::weak_until))
      result[part.id] = store.release(operands[1], store.disjunction(operands[0], operands[1]));
    else
      result[part.id] = operands.empty() ? part : store.make(store.op(part), operands);
  }
  return result[f.id];
}

bool has_weak_until(const ltl::FormulaStore& store, ltl::Formula f) {
  for (const ltl::Formula part : store.subformulas(f))
    if (store.is(part, ltl::Op::weak_until)) return true;
  return false;
}

std::optional<Automaton> claim_of(const ltl::FormulaStore& store, ltl::Formula f) {
  const std::string text = to_string(store, f, ltl::Notation::spin);
  const auto written = output("timeout 1 spin -f '" + text + "'");
  if (!written) return std::nullopt;
  auto claim = read_never(*written, "spin");
  EXPECT_TRUE(claim) << text << "\n" << *written << (claim ? "" : to_string(claim.errors().front()));
  return claim ? std::optional(*std::move(claim)) : std::nullopt;
}

// The letters of a word written for other atoms, which are matched by name.
ltl::LassoWord rename(const ltl::FormulaStore& store, const std::vector<ltl::Formula>& from, const std::vector<std::string>& to,
                      ltl::LassoWord word) {
  for (auto* part : {&word.stem, &word.cycle})
    for (ltl::Letter& letter : *part) {
      ltl::Letter renamed = 0;
      for (std::size_t a = 0; a < from.size(); ++a)
        for (std::size_t b = 0; b < to.size(); ++b)
          if (to[b] == store.name(from[a]) && (letter >> a & 1) != 0) renamed |= ltl::Letter{1} << b;
      letter = renamed;
    }
  return word;
}

TEST(Spin, ClaimsMeanWhatOurAutomataMean) {
  if (!output("spin -V")) GTEST_SKIP() << "spin is not installed: scripts/setup installs it";
  ltl::RandomSource random(seed);
  int compared = 0;
  int given_up = 0;
  for (int round = 0; compared < wanted && round < 4 * wanted; ++round) {
    ltl::FormulaStore store;
    const ltl::RandomFormulaOptions options{.size = 2 + static_cast<unsigned>(random.below(7)), .atoms = 3, .next = false};
    const ltl::Formula f = without_weak_until(store, ltl::random_formula(store, random, options));
    const ltl::Formula negation = store.negation(f);
    if (store.is_constant(f) || has_weak_until(store, f) || has_weak_until(store, negation)) continue;
    const std::string what =
        to_string(store, f, ltl::Notation::spin) + ", seed " + std::to_string(seed) + ", round " + std::to_string(round);
    const std::optional<Automaton> claim = claim_of(store, f);
    const std::optional<Automaton> claim_of_negation = claim_of(store, negation);
    if (!claim || !claim_of_negation) {
      ++given_up;
      continue;
    }
    ++compared;
    const Automaton ours = *translate(store, f, {.type = AutomatonType::ba}).automaton;
    const Automaton ours_of_negation = *translate(store, negation, {.type = AutomatonType::ba}).automaton;
    ASSERT_FALSE(common_word(*claim, ours_of_negation).word) << what;
    ASSERT_FALSE(common_word(*claim_of_negation, ours).word) << what;
    const std::vector<ltl::Formula> atoms = store.atoms(f);
    ltl::Evaluator evaluator(store, f, atoms);
    for (int i = 0; i < 100; ++i) {
      const ltl::LassoWord word = ltl::random_word(random, static_cast<unsigned>(atoms.size()), 4, 4);
      const ltl::LassoWord renamed = rename(store, atoms, claim->atoms, word);
      ASSERT_EQ(accepts(*claim, renamed), evaluator.holds(word)) << what;
    }
  }
  EXPECT_GE(compared, wanted) << given_up << " formulas were too much for spin";
}

}  // namespace
}  // namespace lariat::automata
