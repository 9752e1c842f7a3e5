// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/evaluate.hpp"

#include <gtest/gtest.h>

#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::ltl {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int formulas = 600;
#else
constexpr int formulas = 6000;
#endif

// The textbook definition, position by position. From any position, 2·positions() steps visit every later situation.
class Definition {
 public:
  Definition(const FormulaStore& store, const std::vector<Formula>& atoms, const LassoWord& word)
      : store_(store), atoms_(atoms), word_(word) {}

  bool holds(Formula f, std::size_t i) const {
    const auto a = [&](std::size_t k) { return holds(store_.left(f), k); };
    const auto b = [&](std::size_t k) { return holds(store_.right(f), k); };
    const std::size_t horizon = i + 2 * word_.positions();
    // exists k >= i with now(k), and before(j) for all i <= j < k
    const auto some = [&](auto now, auto before) {
      for (std::size_t k = i; k < horizon; ++k) {
        if (now(k)) return true;
        if (!before(k)) return false;
      }
      return false;
    };
    const auto all = [&](auto now) {
      for (std::size_t k = i; k < horizon; ++k)
        if (!now(k)) return false;
      return true;
    };
    switch (store_.op(f)) {
      case Op::constant_false:
        return false;
      case Op::constant_true:
        return true;
      case Op::atom: {
        const auto place = std::find(atoms_.begin(), atoms_.end(), f) - atoms_.begin();
        const std::size_t k = i < word_.stem.size() ? i : word_.stem.size() + (i - word_.stem.size()) % word_.cycle.size();
        return ((word_.letter(k) >> place) & 1) != 0;
      }
      case Op::negation:
        return !a(i);
      case Op::conjunction:
        for (const Formula g : store_.operands(f))
          if (!holds(g, i)) return false;
        return true;
      case Op::disjunction:
        for (const Formula g : store_.operands(f))
          if (holds(g, i)) return true;
        return false;
      case Op::exclusive_or:
        return a(i) != b(i);
      case Op::implication:
        return !a(i) || b(i);
      case Op::equivalence:
        return a(i) == b(i);
      case Op::next:
        return a(i + 1);
      case Op::finally:
        return some(a, [](std::size_t) { return true; });
      case Op::globally:
        return all(a);
      case Op::until:
        return some(b, a);
      case Op::weak_until:
        return some(b, a) || all(a);
      case Op::strong_release:
        return some([&](std::size_t k) { return a(k) && b(k); }, b);
      case Op::release:
        // for all k: b(k), or a(j) for some i <= j < k
        return all([&](std::size_t k) {
          if (b(k)) return true;
          for (std::size_t j = i; j < k; ++j)
            if (a(j)) return true;
          return false;
        });
    }
    return false;
  }

 private:
  const FormulaStore& store_;
  const std::vector<Formula>& atoms_;
  const LassoWord& word_;
};

TEST(Evaluate, AgreesWithTheDefinition) {
  constexpr std::uint64_t seed = 11;
  RandomSource random(seed);
  FormulaStore store;
  const std::vector<Formula> atoms = {store.atom("p0"), store.atom("p1"), store.atom("p2")};
  RandomFormulaOptions options;
  options.atoms = 3;
  for (int round = 0; round < formulas; ++round) {
    options.size = 1 + static_cast<unsigned>(random.below(8));
    const Formula f = random_formula(store, random, options);
    const LassoWord word = random_word(random, 3, 3, 3);
    Evaluator evaluator(store, f, atoms);
    const std::vector<bool> truths = evaluator.truths(word);
    const Definition definition(store, atoms, word);
    for (std::size_t i = 0; i < word.positions(); ++i)
      ASSERT_EQ(truths[i], definition.holds(f, i)) << "seed " << seed << " round " << round << ": " << to_string(store, f);
    ASSERT_EQ(evaluator.holds(word), truths[0]);
  }
}

TEST(Evaluate, KnownWords) {
  FormulaStore store;
  const Formula a = store.atom("a");
  const Formula b = store.atom("b");
  const std::vector<Formula> atoms = {a, b};
  const LassoWord a_a_b_forever{{1, 1}, {2}};
  EXPECT_TRUE(evaluate(store, store.until(a, b), atoms, a_a_b_forever));
  EXPECT_FALSE(evaluate(store, store.release(b, a), atoms, a_a_b_forever));
  EXPECT_TRUE(evaluate(store, store.next(store.next(store.globally(b))), atoms, a_a_b_forever));
  const LassoWord alternating{{}, {1, 2}};
  EXPECT_TRUE(evaluate(store, store.globally(store.finally(a)), atoms, alternating));
  EXPECT_FALSE(evaluate(store, store.finally(store.globally(a)), atoms, alternating));
  const LassoWord only_a{{}, {1}};
  EXPECT_TRUE(evaluate(store, store.weak_until(a, b), atoms, only_a));
  EXPECT_FALSE(evaluate(store, store.until(a, b), atoms, only_a));
  EXPECT_TRUE(evaluate(store, store.release(b, a), atoms, only_a));
  EXPECT_FALSE(evaluate(store, store.strong_release(b, a), atoms, only_a));
}

TEST(Evaluate, SixtyFourAtomsAndOneMore) {
  FormulaStore store;
  std::vector<Formula> literals;
  literals.reserve(65);
  for (int i = 0; i < 64; ++i) literals.push_back(store.atom(std::string("p").append(std::to_string(i))));
  const Formula full = store.conjunction(literals);
  const auto atoms = atom_list(store, full);
  ASSERT_TRUE(atoms);
  EXPECT_TRUE(evaluate(store, full, *atoms, {{}, {~Letter{0}}}));
  EXPECT_FALSE(evaluate(store, full, *atoms, {{}, {~Letter{0} >> 1}}));
  literals.push_back(store.atom("p64"));
  const auto too_many = atom_list(store, store.conjunction(literals));
  ASSERT_FALSE(too_many);
  EXPECT_EQ(too_many.errors().front().message, "the formula has 65 atoms; at most 64 are possible");
}

}  // namespace
}  // namespace lariat::ltl
