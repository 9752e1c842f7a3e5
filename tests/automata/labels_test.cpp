// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/labels.hpp"

#include <gtest/gtest.h>

#include <bitset>
#include <random>

namespace lariat::automata {
namespace {

constexpr unsigned atoms = 6;
using Table = std::bitset<1U << atoms>;  // bit v: the value under the valuation v

std::vector<bool> valuation(unsigned v) {
  std::vector<bool> bits(atoms);
  for (unsigned i = 0; i < atoms; ++i) bits[i] = ((v >> i) & 1U) != 0;
  return bits;
}

Table table_of(const automata::Labels& labels, automata::LabelId a) {
  Table table;
  for (unsigned v = 0; v < table.size(); ++v) table[v] = labels.holds(a, valuation(v));
  return table;
}

Table table_of(unsigned atom) {
  Table table;
  for (unsigned v = 0; v < table.size(); ++v) table[v] = ((v >> atom) & 1U) != 0;
  return table;
}

Table table_of(const automata::Conjunction& product) {
  Table table;
  table.set();
  for (const auto& [atom, positive] : product) table &= positive ? table_of(atom) : ~table_of(atom);
  return table;
}

Table table_of(const std::vector<automata::Conjunction>& products) {
  Table table;
  for (const automata::Conjunction& product : products) table |= table_of(product);
  return table;
}

// A random function, built at once as a label and as a truth table.
std::pair<automata::LabelId, Table> random_function(automata::Labels& labels, std::mt19937& random, int size) {
  std::vector<std::pair<automata::LabelId, Table>> pool = {{automata::Labels::never, Table()},
                                                           {automata::Labels::always, ~Table()}};
  for (unsigned i = 0; i < atoms; ++i) pool.emplace_back(labels.atom(i), table_of(i));
  for (int i = 0; i < size; ++i) {
    const auto [a, ta] = pool[random() % pool.size()];
    const auto [b, tb] = pool[random() % pool.size()];
    switch (random() % 4) {
      case 0:
        pool.emplace_back(labels.negate(a), ~ta);
        break;
      case 1:
        pool.emplace_back(labels.conjoin(a, b), ta & tb);
        break;
      case 2:
        pool.emplace_back(labels.disjoin(a, b), ta | tb);
        break;
      default:
        pool.emplace_back(labels.subtract(a, b), ta & ~tb);
    }
  }
  return pool.back();
}

TEST(Labels, AgreeWithTruthTables) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    automata::Labels labels;
    const auto [a, ta] = random_function(labels, random, 40);
    const auto [b, tb] = random_function(labels, random, 40);
    ASSERT_EQ(table_of(labels, a), ta);
    ASSERT_EQ(table_of(labels, b), tb);
    ASSERT_EQ(a == b, ta == tb);
    ASSERT_EQ(a == automata::Labels::never, ta.none());
    ASSERT_EQ(a == automata::Labels::always, ta.all());
    ASSERT_EQ(labels.negate(labels.negate(a)), a);
    const auto cube = labels.some_cube(a);
    ASSERT_EQ(cube.has_value(), ta.any());
    ASSERT_TRUE(!cube || ((table_of(*cube) & ~ta).none() && table_of(*cube).any()));
  }
}

TEST(Labels, JoinManyAtOnce) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    automata::Labels labels;
    std::vector<automata::LabelId> parts;
    Table every = ~Table();
    Table some;
    for (unsigned i = random() % 9; i > 0; --i) {
      const auto [a, ta] = random_function(labels, random, static_cast<int>(random() % 10));
      parts.push_back(a);
      every &= ta;
      some |= ta;
    }
    ASSERT_EQ(table_of(labels, labels.conjoin_all(parts)), every);
    ASSERT_EQ(table_of(labels, labels.disjoin_all(parts)), some);
  }
}

TEST(Labels, CoversAreEqualAndIrredundant) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    automata::Labels labels;
    const auto [a, table] = random_function(labels, random, 60);
    const auto products = labels.cover(a);
    ASSERT_EQ(table_of(products), table);
    for (std::size_t i = 0; i < products.size(); ++i) {
      auto fewer = products;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      ASSERT_NE(table_of(fewer), table) << "product " << i << " is not needed";
      for (std::size_t j = 0; j < products[i].size(); ++j) {
        automata::Conjunction wider = products[i];
        wider.erase(wider.begin() + static_cast<std::ptrdiff_t>(j));
        ASSERT_TRUE((table_of(wider) & ~table).any()) << "literal " << j << " of product " << i << " is not needed";
      }
    }
    ASSERT_EQ(labels.cover(a, products.size()), products);
    ASSERT_TRUE(products.empty() || !labels.cover(a, products.size() - 1));
  }
}

TEST(Labels, AreWrittenAsHoaDoes) {
  automata::Labels labels;
  const automata::LabelId a = labels.atom(0), b = labels.atom(1), c = labels.atom(2);
  EXPECT_EQ(labels.to_hoa(automata::Labels::never), "f");
  EXPECT_EQ(labels.to_hoa(automata::Labels::always), "t");
  EXPECT_EQ(labels.to_hoa(labels.negate(b)), "!1");
  EXPECT_EQ(labels.to_hoa(labels.disjoin(labels.subtract(a, b), c)), "0&!1 | 2");
  EXPECT_TRUE(labels.cover(automata::Labels::never).empty());
  EXPECT_EQ(labels.cover(automata::Labels::always), std::vector<automata::Conjunction>{{}});
}

TEST(Labels, AtomsBeyondTheValuationAreFalse) {
  automata::Labels labels;
  EXPECT_FALSE(labels.holds(labels.atom(5), {true}));
  EXPECT_TRUE(labels.holds(labels.negate(labels.atom(5)), {true}));
}

TEST(Labels, TakeVeryManyAtoms) {
  constexpr std::uint32_t many = 200000;
  automata::Labels labels;
  std::vector<automata::LabelId> literals;
  for (std::uint32_t i = 0; i < many; ++i) literals.push_back(labels.atom(i * 7919U % many));
  const automata::LabelId every = labels.conjoin_all(literals);
  const automata::LabelId some = labels.disjoin_all(literals);
  EXPECT_TRUE(labels.holds(every, std::vector<bool>(many, true)));
  EXPECT_FALSE(labels.holds(some, std::vector<bool>(many, false)));
  EXPECT_EQ(labels.conjoin(every, some), every);
  EXPECT_EQ(labels.cover(every).size(), 1U);
  EXPECT_EQ(labels.cover(some).size(), many);
  for (automata::LabelId& literal : literals) literal = labels.negate(literal);
  EXPECT_EQ(labels.negate(labels.disjoin_all(literals)), every);
}

// The parity of n atoms has a diagram of 2n nodes, but its only cover has 2^(n-1) products.
automata::LabelId parity(automata::Labels& labels, std::uint32_t n) {
  automata::LabelId odd = automata::Labels::never;
  for (std::uint32_t i = n; i-- > 0;)
    odd = labels.disjoin(labels.subtract(labels.atom(i), odd), labels.subtract(odd, labels.atom(i)));
  return odd;
}

TEST(Labels, GiveUpOnLargeCoversQuickly) {
  automata::Labels labels;
  EXPECT_FALSE(labels.cover(parity(labels, 60), 1000));
  EXPECT_FALSE(labels.to_hoa(parity(labels, 2000), 1000));
  EXPECT_EQ(labels.cover(parity(labels, 10)).size(), 512U);
}

TEST(Labels, RefuseToGrowBeyondTheirLimit) {
  automata::Labels labels(100);
  EXPECT_THROW(parity(labels, 60), automata::Labels::TooLarge);
  EXPECT_LE(labels.size(), 100U);
  EXPECT_EQ(labels.conjoin(labels.atom(59), labels.atom(59)), labels.atom(59));  // what is there stays usable
  // Joining equal halves of two orders needs exponentially many nodes.
  automata::Labels large(100000);
  std::vector<automata::LabelId> pairs;
  for (std::uint32_t i = 0; i < 40; ++i) pairs.push_back(large.conjoin(large.atom(i), large.atom(i + 40)));
  EXPECT_THROW(large.disjoin_all(pairs), automata::Labels::TooLarge);
}

}  // namespace
}  // namespace lariat::automata
