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

Table table_of(const Labels& labels, LabelId a) {
  Table table;
  for (unsigned v = 0; v < table.size(); ++v) table[v] = labels.holds(a, valuation(v));
  return table;
}

Table table_of(unsigned atom) {
  Table table;
  for (unsigned v = 0; v < table.size(); ++v) table[v] = ((v >> atom) & 1U) != 0;
  return table;
}

Table table_of(const Conjunction& product) {
  Table table;
  table.set();
  for (const auto& [atom, positive] : product) table &= positive ? table_of(atom) : ~table_of(atom);
  return table;
}

Table table_of(const std::vector<Conjunction>& products) {
  Table table;
  for (const Conjunction& product : products) table |= table_of(product);
  return table;
}

// A random function, built at once as a label and as a truth table.
std::pair<LabelId, Table> random_function(Labels& labels, std::mt19937& random, int size) {
  std::vector<std::pair<LabelId, Table>> pool = {{Labels::never, Table()}, {Labels::always, ~Table()}};
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
    Labels labels;
    const auto [a, ta] = random_function(labels, random, 40);
    const auto [b, tb] = random_function(labels, random, 40);
    ASSERT_EQ(table_of(labels, a), ta);
    ASSERT_EQ(table_of(labels, b), tb);
    ASSERT_EQ(a == b, ta == tb);
    ASSERT_EQ(a == Labels::never, ta.none());
    ASSERT_EQ(a == Labels::always, ta.all());
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
    Labels labels;
    std::vector<LabelId> parts;
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
    Labels labels;
    const auto [a, table] = random_function(labels, random, 60);
    const auto products = labels.cover(a);
    ASSERT_EQ(table_of(products), table);
    for (std::size_t i = 0; i < products.size(); ++i) {
      auto fewer = products;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      ASSERT_NE(table_of(fewer), table) << "product " << i << " is not needed";
      for (std::size_t j = 0; j < products[i].size(); ++j) {
        Conjunction wider = products[i];
        wider.erase(wider.begin() + static_cast<std::ptrdiff_t>(j));
        ASSERT_TRUE((table_of(wider) & ~table).any()) << "literal " << j << " of product " << i << " is not needed";
      }
    }
    ASSERT_EQ(labels.cover(a, products.size()), products);
    ASSERT_TRUE(products.empty() || !labels.cover(a, products.size() - 1));
  }
}

TEST(Labels, AreWrittenAsHoaDoes) {
  Labels labels;
  const LabelId a = labels.atom(0), b = labels.atom(1), c = labels.atom(2);
  EXPECT_EQ(labels.to_hoa(Labels::never), "f");
  EXPECT_EQ(labels.to_hoa(Labels::always), "t");
  EXPECT_EQ(labels.to_hoa(labels.negate(b)), "!1");
  EXPECT_EQ(labels.to_hoa(labels.disjoin(labels.subtract(a, b), c)), "0&!1 | 2");
  EXPECT_TRUE(labels.cover(Labels::never).empty());
  EXPECT_EQ(labels.cover(Labels::always), std::vector<Conjunction>{{}});
}

TEST(Labels, AtomsBeyondTheValuationAreFalse) {
  Labels labels;
  EXPECT_FALSE(labels.holds(labels.atom(5), {true}));
  EXPECT_TRUE(labels.holds(labels.negate(labels.atom(5)), {true}));
}

TEST(Labels, TakeVeryManyAtoms) {
  constexpr std::uint32_t many = 200000;
  Labels labels;
  std::vector<LabelId> literals;
  for (std::uint32_t i = 0; i < many; ++i) literals.push_back(labels.atom(i * 7919U % many));
  const LabelId every = labels.conjoin_all(literals);
  const LabelId some = labels.disjoin_all(literals);
  EXPECT_TRUE(labels.holds(every, std::vector<bool>(many, true)));
  EXPECT_FALSE(labels.holds(some, std::vector<bool>(many, false)));
  EXPECT_EQ(labels.conjoin(every, some), every);
  EXPECT_EQ(labels.cover(every).size(), 1U);
  EXPECT_EQ(labels.cover(some).size(), many);
  for (LabelId& literal : literals) literal = labels.negate(literal);
  EXPECT_EQ(labels.negate(labels.disjoin_all(literals)), every);
}

// The parity of n atoms has a diagram of 2n nodes, but its only cover has 2^(n-1) products.
LabelId parity(Labels& labels, std::uint32_t n) {
  LabelId odd = Labels::never;
  for (std::uint32_t i = n; i-- > 0;)
    odd = labels.disjoin(labels.subtract(labels.atom(i), odd), labels.subtract(odd, labels.atom(i)));
  return odd;
}

TEST(Labels, GiveUpOnLargeCoversQuickly) {
  Labels labels;
  EXPECT_FALSE(labels.cover(parity(labels, 60), 1000));
  EXPECT_FALSE(labels.to_hoa(parity(labels, 2000), 1000));
  EXPECT_EQ(labels.cover(parity(labels, 10)).size(), 512U);
}

TEST(Labels, RefuseToGrowBeyondTheirLimit) {
  Labels labels(100);
  EXPECT_THROW(parity(labels, 60), Labels::TooLarge);
  EXPECT_LE(labels.size(), 100U);
  EXPECT_EQ(labels.conjoin(labels.atom(59), labels.atom(59)), labels.atom(59));  // what is there stays usable
  // Joining equal halves of two orders needs exponentially many nodes.
  Labels large(100000);
  std::vector<LabelId> pairs;
  for (std::uint32_t i = 0; i < 40; ++i) pairs.push_back(large.conjoin(large.atom(i), large.atom(i + 40)));
  EXPECT_THROW(large.disjoin_all(pairs), Labels::TooLarge);
}

}  // namespace
}  // namespace lariat::automata
