// SPDX-License-Identifier: Apache-2.0
// Automata made of the automata of operands, against the meaning of the whole formula.
#include "automata/combine.hpp"

#include <gtest/gtest.h>

#include <string>

#include "automata/prune.hpp"
#include "automata/tableau.hpp"
#include "lariat/automata/accepts.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"
#include "lariat/ltl/rewrite.hpp"

namespace lariat::automata {
namespace {

ltl::Formula read(ltl::FormulaStore& store, const std::string& text) {
  auto parsed = ltl::parse_formula(store, text);
  EXPECT_TRUE(parsed) << text;
  return parsed->formula;
}

// A formula that a word satisfies iff its suffixes do: a Boolean combination of G F and F G.
ltl::Formula random_tail(ltl::FormulaStore& store, ltl::RandomSource& random) {
  ltl::Formula result = store.falsity();
  for (std::uint64_t i = 1 + random.below(2); i > 0; --i) {
    const ltl::Formula part =
        ltl::random_formula(store, random, {.size = 1 + static_cast<unsigned>(random.below(4)), .atoms = 3});
    const ltl::Formula inner = ltl::negation_normal_form(store, part);
    result = store.disjunction(
        result, random.below(2) == 0 ? store.globally(store.finally(inner)) : store.finally(store.globally(inner)));
  }
  return result;
}

TEST(Combine, IndependentPartsShareNoAtoms) {
  ltl::FormulaStore store;
  const ltl::Formula f = read(store, "F(a & b) | G c | X b | G(d U e) | F G c");
  const std::vector<ltl::Formula> parts = independent_parts(store, f);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(store.disjunction(parts), f);
  EXPECT_EQ(independent_parts(store, read(store, "G a & F b & X(a & b)")).size(), 1U);
}

// Two automata are joined and compared with a formula on words.
template <class Make>
void expect_means(ltl::RandomSource& random, ltl::FormulaStore& store, ltl::Formula f, ltl::Formula g, ltl::Formula whole,
                  Make make) {
  Context context;
  std::vector<ltl::Formula> atoms = {store.atom("p0"), store.atom("p1"), store.atom("p2"), store.atom("p3")};
  context.atoms = static_cast<std::uint32_t>(atoms.size());
  const Tgba left = prune(context, tableau(context, store, f, atoms));
  const Tgba right = prune(context, tableau(context, store, g, atoms));
  const Automaton joined = publish(context, make(context, left, right), {"p0", "p1", "p2", "p3"}, false);
  ltl::Evaluator evaluator(store, whole, atoms);
  for (int i = 0; i < 25; ++i) {
    const ltl::LassoWord word = ltl::random_word(random, 4, 3, 4);
    ASSERT_EQ(accepts(joined, word), evaluator.holds(word)) << to_string(store, f) << " and " << to_string(store, g) << "\n"
                                                            << to_hoa(joined);
  }
}

TEST(Combine, SumAcceptsWhatOneOfBothAccepts) {
  ltl::RandomSource random(31);
  for (int round = 0; round < 400; ++round) {
    ltl::FormulaStore store;
    for (const char* name : {"p0", "p1", "p2", "p3"}) store.atom(name);
    const ltl::Formula f = ltl::negation_normal_form(store, ltl::random_formula(store, random, {.size = 8, .atoms = 4}));
    const ltl::Formula g = ltl::negation_normal_form(store, ltl::random_formula(store, random, {.size = 8, .atoms = 4}));
    expect_means(random, store, f, g, store.disjunction(f, g),
                 [](Context& context, const Tgba& a, const Tgba& b) { return sum(context, a, b); });
    if (testing::Test::HasFatalFailure()) FAIL() << "round " << round;
  }
}

TEST(Combine, ProductOfTailsAcceptsWhatBothAccept) {
  ltl::RandomSource random(32);
  for (int round = 0; round < 400; ++round) {
    ltl::FormulaStore store;
    for (const char* name : {"p0", "p1", "p2", "p3"}) store.atom(name);
    const ltl::Formula f = random_tail(store, random);
    const ltl::Formula g = random_tail(store, random);
    expect_means(random, store, f, g, store.conjunction(f, g), [](Context& context, const Tgba& a, const Tgba& b) {
      const Tgba both[] = {a, b};
      return product_of_tails(context, both);
    });
    if (testing::Test::HasFatalFailure()) FAIL() << "round " << round;
  }
}

}  // namespace
}  // namespace lariat::automata
