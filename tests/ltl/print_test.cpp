// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/print.hpp"

#include <gtest/gtest.h>

#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::ltl {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int formulas = 2000;
#else
constexpr int formulas = 20000;
#endif

ltl::Formula read(ltl::FormulaStore& store, const std::string& text, ltl::Dialect dialect = ltl::Dialect::command_line) {
  ltl::ParseOptions options;
  options.dialect = dialect;
  const auto parsed = ltl::parse_formula(store, text, options);
  if (parsed) return parsed->formula;
  ADD_FAILURE() << to_string(parsed.errors().front());
  return {};
}

TEST(Print, AllNotations) {
  ltl::FormulaStore store;
  const ltl::Formula f = read(store, "G(p0 -> F p1) & !(a U X b) | c M \"x > 3\" | d ^ e W 0 R a");
  EXPECT_EQ(to_string(store, f, ltl::Notation::letters),
            "(G (p0 -> F p1) & !(a U (X b))) | (c M \"x > 3\") | (d ^ (e W (G a)))");
  EXPECT_EQ(to_string(store, f, ltl::Notation::spin),
            "([] (p0 -> <> p1) && !(a U (X b))) || ((x > 3) U ((x > 3) && c)) || !(d <-> (e W ([] a)))");
  EXPECT_EQ(to_string(store, f, ltl::Notation::words),
            "(always (p0 implies eventually p1) && !(a until (next b))) || ((x > 3) until ((x > 3) && c)) || "
            "!(d equivalent (e weakuntil (always a)))");
  EXPECT_EQ(to_string(store, f, ltl::Notation::lbt),
            "| & G i p0 F p1 ! U \"a\" X \"b\" | M \"c\" \"x > 3\" ^ \"d\" W \"e\" G \"a\"");
}

TEST(Print, Constants) {
  ltl::FormulaStore store;
  EXPECT_EQ(to_string(store, store.truth()), "true");
  EXPECT_EQ(to_string(store, store.falsity(), ltl::Notation::lbt), "f");
}

// Atoms of every kind read back as themselves.
TEST(Print, AtomsReadBack) {
  ltl::FormulaStore store;
  for (const char* name :
       {"a",   "G",    "F",      "U",   "V",    "R",     "M",   "X",      "always", "xor",  "true",         "0",      "1",
        "42",  "Full", "Fa",     "F0",  "p@l",  "x > 3", "x>3", "a && b", "a & b",  "!a",   "~a",           "-a",     "a U b",
        "(a)", "",     " a",     "a b", "x[2]", "\"",    "\\",  "a\\\"b", "é",      "skip", "c_expr { x }", "c_expr", "len(q)",
        "P:X", "[]",   "a -> b", "'",   "x[",   "+"}) {
    if (*name == '\0') continue;  // an atom needs a text
    const ltl::Formula f = store.until(store.atom(name), store.next(store.atom(name)));
    EXPECT_EQ(read(store, to_string(store, f, ltl::Notation::letters)), f) << name;
    for (const ltl::Notation notation : {ltl::Notation::spin, ltl::Notation::words})
      EXPECT_EQ(read(store, to_string(store, f, notation), ltl::Dialect::promela), f) << name;
  }
  EXPECT_EQ(to_string(store, store.atom("x > 3"), ltl::Notation::spin), "(x > 3)");
  EXPECT_EQ(to_string(store, store.atom("Full"), ltl::Notation::spin), "Full");
  EXPECT_EQ(to_string(store, store.atom("Full"), ltl::Notation::letters), "\"Full\"");
  EXPECT_EQ(to_string(store, store.atom("a && b"), ltl::Notation::spin), "\"a && b\"");
}

TEST(Print, RandomFormulasReadBack) {
  constexpr std::uint64_t seed = 21;
  ltl::RandomSource random(seed);
  ltl::RandomFormulaOptions options;
  for (int round = 0; round < formulas; ++round) {
    ltl::FormulaStore store;
    options.size = 1 + static_cast<unsigned>(random.below(30));
    const ltl::Formula f = ltl::random_formula(store, random, options);
    const std::string letters = to_string(store, f, ltl::Notation::letters);
    const std::string spin = to_string(store, f, ltl::Notation::spin);
    const std::string words = to_string(store, f, ltl::Notation::words);
    ASSERT_EQ(read(store, letters), f) << "seed " << seed << " round " << round << ": " << letters;
    for (const ltl::Dialect dialect : {ltl::Dialect::command_line, ltl::Dialect::promela}) {
      ASSERT_EQ(read(store, spin, dialect), f) << "seed " << seed << " round " << round << ": " << spin;
      ASSERT_EQ(read(store, words, dialect), f) << "seed " << seed << " round " << round << ": " << words;
    }
    // Another store may order operands differently; the formula it prints is still the same one here.
    ltl::FormulaStore other;
    ASSERT_EQ(read(store, to_string(other, read(other, letters))), f)
        << "seed " << seed << " round " << round << ": " << letters;
  }
}

// What is printed never depends on precedence: no warning about Spin's reading.
TEST(Print, NeverWarns) {
  constexpr std::uint64_t seed = 22;
  ltl::RandomSource random(seed);
  ltl::RandomFormulaOptions options;
  ltl::FormulaStore store;
  for (int round = 0; round < 2000; ++round) {
    const ltl::Formula f = ltl::random_formula(store, random, options);
    for (const ltl::Notation notation : {ltl::Notation::letters, ltl::Notation::spin, ltl::Notation::words}) {
      const auto parsed = ltl::parse_formula(store, to_string(store, f, notation));
      ASSERT_TRUE(parsed);
      ASSERT_TRUE(parsed->warnings.empty()) << to_string(parsed->warnings.front());
    }
  }
}

}  // namespace
}  // namespace lariat::ltl
