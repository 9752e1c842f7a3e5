// SPDX-License-Identifier: Apache-2.0
// Sums of terms against truth tables: over three atoms and four further variables, every function is 128 bits.
#include "automata/terms.hpp"

#include <gtest/gtest.h>

#include <bitset>
#include <map>
#include <vector>

#include "lariat/ltl/random.hpp"

namespace lariat::automata {
namespace {

constexpr unsigned atoms = 3;
constexpr unsigned variables = 4;
constexpr unsigned letters = 1U << atoms;
constexpr unsigned sets = 1U << variables;

// Bit letter * sets + set: the function for a letter and a set of true variables.
using Table = std::bitset<letters * sets>;

std::vector<bool> valuation(unsigned letter) {
  std::vector<bool> result(atoms);
  for (unsigned a = 0; a < atoms; ++a) result[a] = (letter >> a & 1) != 0;
  return result;
}

class Terms : public testing::Test {
 protected:
  unsigned mask(SetId set) const {
    unsigned result = 0;
    for (const std::uint32_t v : store_.variables(set)) result |= 1U << v;
    return result;
  }

  Table table(SumId sum) const {
    Table result;
    for (unsigned letter = 0; letter < letters; ++letter)
      for (unsigned set = 0; set < sets; ++set)
        for (const Term& term : store_.terms(sum))
          if ((mask(term.set) & ~set) == 0 && context_.labels.holds(term.letters, valuation(letter)))
            result.set(letter * sets + set);
    return result;
  }

  // Each set belongs to exactly the letters for which it is a prime implicant.
  void expect_primes(SumId sum) {
    const Table all = table(sum);
    std::map<unsigned, LabelId> terms;
    for (const Term& term : store_.terms(sum)) EXPECT_TRUE(terms.emplace(mask(term.set), term.letters).second);
    for (unsigned letter = 0; letter < letters; ++letter)
      for (unsigned set = 0; set < sets; ++set) {
        bool prime = all[letter * sets + set];
        for (unsigned v = 0; v < variables; ++v)
          if ((set >> v & 1) != 0 && all[letter * sets + (set & ~(1U << v))]) prime = false;
        const bool listed = terms.contains(set) && context_.labels.holds(terms[set], valuation(letter));
        ASSERT_EQ(listed, prime) << "letter " << letter << ", set " << set;
      }
  }

  SumId random_sum(ltl::RandomSource& random) {
    switch (random.below(4)) {
      case 0:
        return store_.variable(static_cast<std::uint32_t>(random.below(variables)));
      case 1:
        return store_.letters(context_.labels.atom(static_cast<std::uint32_t>(random.below(atoms))));
      case 2:
        return store_.letters(context_.labels.negate(context_.labels.atom(static_cast<std::uint32_t>(random.below(atoms)))));
      default:
        return known_[random.below(known_.size())];
    }
  }

  Context context_;
  SumStore store_{context_};
  std::vector<SumId> known_ = {SumStore::never, SumStore::always};
};

TEST_F(Terms, AreThePrimeImplicantsOfEachLetter) {
  ltl::RandomSource random(4711);
  std::map<std::string, SumId> by_table;
  for (int round = 0; round < 3000; ++round) {
    std::vector<SumId> parts(1 + random.below(4));
    for (SumId& part : parts) part = random_sum(random);
    const bool conjunction = random.below(2) == 0;
    Table expected;
    if (conjunction) expected.set();
    for (const SumId part : parts) expected = conjunction ? expected & table(part) : expected | table(part);
    SumId sum = conjunction ? store_.conjoin(parts) : store_.disjoin(parts);
    ASSERT_EQ(table(sum), expected) << "round " << round;
    if (random.below(4) == 0) {
      const LabelId atom = context_.labels.atom(static_cast<std::uint32_t>(random.below(atoms)));
      const Table restricted = table(sum) & table(store_.letters(atom));
      sum = store_.restrict(sum, atom);
      ASSERT_EQ(table(sum), restricted) << "round " << round;
    }
    expect_primes(sum);
    // The same function has the same number.
    EXPECT_EQ(by_table.emplace(table(sum).to_string(), sum).first->second, sum) << "round " << round;
    if (known_.size() < 200)
      known_.push_back(sum);
    else
      known_[random.below(known_.size())] = sum;
  }
  EXPECT_GT(by_table.size(), 500U);
}

TEST_F(Terms, GrowWithTheFunctionAndNotWithTheLetters) {
  // a1 & x1 | ... | a40 & x40: any diagram with all atoms above the variables has 2^40 nodes.
  std::vector<SumId> parts;
  for (std::uint32_t i = 0; i < 40; ++i)
    parts.push_back(store_.conjoin(store_.letters(context_.labels.atom(i)), store_.variable(i)));
  EXPECT_EQ(store_.terms(store_.disjoin(parts)).size(), 40U);
}

TEST_F(Terms, StopAtALimit) {
  context_.max_steps = 100'000;
  std::vector<SumId> parts;
  for (std::uint32_t i = 0; i < 20; ++i) parts.push_back(store_.disjoin(store_.variable(2 * i), store_.variable(2 * i + 1)));
  EXPECT_THROW(store_.conjoin(parts), Stopped);
}

}  // namespace
}  // namespace lariat::automata
