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
  Definition(const ltl::FormulaStore& store, const std::vector<ltl::Formula>& atoms, const ltl::LassoWord& word)
      : store_(store), atoms_(atoms), word_(word) {}

  bool holds(ltl::Formula f, std::size_t i) const {
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
      case ltl::Op::constant_false:
        return false;
      case ltl::Op::constant_true:
        return true;
      case ltl::Op::atom: {
        const auto place = std::find(atoms_.begin(), atoms_.end(), f) - atoms_.begin();
        const std::size_t k = i < word_.stem.size() ? i : word_.stem.size() + (i - word_.stem.size()) % word_.cycle.size();
        return ((word_.letter(k) >> place) & 1) != 0;
      }
      case ltl::Op::negation:
        return !a(i);
      case ltl::Op::conjunction:
        for (const ltl::Formula g : store_.operands(f))
          if (!holds(g, i)) return false;
        return true;
      case ltl::Op::disjunction:
        for (const ltl::Formula g : store_.operands(f))
          if (holds(g, i)) return true;
        return false;
      case ltl::Op::exclusive_or:
        return a(i) != b(i);
      case ltl::Op::implication:
        return !a(i) || b(i);
      case ltl::Op::equivalence:
        return a(i) == b(i);
      case ltl::Op::next:
        return a(i + 1);
      case ltl::Op::finally:
        return some(a, [](std::size_t) { return true; });
      case ltl::Op::globally:
        return all(a);
      case ltl::Op::until:
        return some(b, a);
      case ltl::Op::weak_until:
        return some(b, a) || all(a);
      case ltl::Op::strong_release:
        return some([&](std::size_t k) { return a(k) && b(k); }, b);
      case ltl::Op::release:
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
  const ltl::FormulaStore& store_;
  const std::vector<ltl::Formula>& atoms_;
  const ltl::LassoWord& word_;
};

TEST(Evaluate, AgreesWithTheDefinition) {
  constexpr std::uint64_t seed = 11;
  ltl::RandomSource random(seed);
  ltl::FormulaStore store;
  const std::vector<ltl::Formula> atoms = {store.atom("p0"), store.atom("p1"), store.atom("p2")};
  ltl::RandomFormulaOptions options;
  options.atoms = 3;
  for (int round = 0; round < formulas; ++round) {
    options.size = 1 + static_cast<unsigned>(random.below(8));
    const ltl::Formula f = ltl::random_formula(store, random, options);
    const ltl::LassoWord word = ltl::random_word(random, 3, 3, 3);
    ltl::Evaluator evaluator(store, f, atoms);
    const std::vector<bool> truths = evaluator.truths(word);
    const Definition definition(store, atoms, word);
    for (std::size_t i = 0; i < word.positions(); ++i)
      ASSERT_EQ(truths[i], definition.holds(f, i)) << "seed " << seed << " round " << round << ": " << to_string(store, f);
    ASSERT_EQ(evaluator.holds(word), truths[0]);
  }
}

TEST(Evaluate, KnownWords) {
  ltl::FormulaStore store;
  const ltl::Formula a = store.atom("a");
  const ltl::Formula b = store.atom("b");
  const std::vector<ltl::Formula> atoms = {a, b};
  const ltl::LassoWord a_a_b_forever{{1, 1}, {2}};
  EXPECT_TRUE(ltl::evaluate(store, store.until(a, b), atoms, a_a_b_forever));
  EXPECT_FALSE(ltl::evaluate(store, store.release(b, a), atoms, a_a_b_forever));
  EXPECT_TRUE(ltl::evaluate(store, store.next(store.next(store.globally(b))), atoms, a_a_b_forever));
  const ltl::LassoWord alternating{{}, {1, 2}};
  EXPECT_TRUE(ltl::evaluate(store, store.globally(store.finally(a)), atoms, alternating));
  EXPECT_FALSE(ltl::evaluate(store, store.finally(store.globally(a)), atoms, alternating));
  const ltl::LassoWord only_a{{}, {1}};
  EXPECT_TRUE(ltl::evaluate(store, store.weak_until(a, b), atoms, only_a));
  EXPECT_FALSE(ltl::evaluate(store, store.until(a, b), atoms, only_a));
  EXPECT_TRUE(ltl::evaluate(store, store.release(b, a), atoms, only_a));
  EXPECT_FALSE(ltl::evaluate(store, store.strong_release(b, a), atoms, only_a));
}

TEST(Evaluate, SixtyFourAtomsAndOneMore) {
  ltl::FormulaStore store;
  std::vector<ltl::Formula> literals;
  literals.reserve(65);
  for (int i = 0; i < 64; ++i) literals.push_back(store.atom(std::string("p").append(std::to_string(i))));
  const ltl::Formula full = store.conjunction(literals);
  const auto atoms = ltl::atom_list(store, full);
  ASSERT_TRUE(atoms);
  EXPECT_TRUE(ltl::evaluate(store, full, *atoms, {{}, {~ltl::Letter{0}}}));
  EXPECT_FALSE(ltl::evaluate(store, full, *atoms, {{}, {~ltl::Letter{0} >> 1}}));
  literals.push_back(store.atom("p64"));
  const auto too_many = ltl::atom_list(store, store.conjunction(literals));
  ASSERT_FALSE(too_many);
  EXPECT_EQ(too_many.errors().front().message, "the formula has 65 atoms; at most 64 are possible");
}

}  // namespace
}  // namespace lariat::ltl
