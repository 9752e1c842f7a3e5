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

Formula read(FormulaStore& store, const std::string& text, Dialect dialect = Dialect::command_line) {
  ParseOptions options;
  options.dialect = dialect;
  const auto parsed = parse_formula(store, text, options);
  if (parsed) return parsed->formula;
  ADD_FAILURE() << to_string(parsed.errors().front());
  return {};
}

TEST(Print, AllNotations) {
  FormulaStore store;
  const Formula f = read(store, "G(p0 -> F p1) & !(a U X b) | c M \"x > 3\" | d ^ e W 0 R a");
  EXPECT_EQ(to_string(store, f, Notation::letters), "(G (p0 -> F p1) & !(a U (X b))) | (c M \"x > 3\") | (d ^ (e W (G a)))");
  EXPECT_EQ(to_string(store, f, Notation::spin),
            "([] (p0 -> <> p1) && !(a U (X b))) || ((x > 3) U ((x > 3) && c)) || !(d <-> (e W ([] a)))");
  EXPECT_EQ(to_string(store, f, Notation::words),
            "(always (p0 implies eventually p1) && !(a until (next b))) || ((x > 3) until ((x > 3) && c)) || "
            "!(d equivalent (e weakuntil (always a)))");
  EXPECT_EQ(to_string(store, f, Notation::lbt),
            "| & G i p0 F p1 ! U \"a\" X \"b\" | M \"c\" \"x > 3\" ^ \"d\" W \"e\" G \"a\"");
}

TEST(Print, Constants) {
  FormulaStore store;
  EXPECT_EQ(to_string(store, store.truth()), "true");
  EXPECT_EQ(to_string(store, store.falsity(), Notation::lbt), "f");
}

// Atoms of every kind read back as themselves.
TEST(Print, AtomsReadBack) {
  FormulaStore store;
  for (const char* name :
       {"a",   "G",    "F",      "U",   "V",    "R",     "M",   "X",      "always", "xor",  "true",         "0",      "1",
        "42",  "Full", "Fa",     "F0",  "p@l",  "x > 3", "x>3", "a && b", "a & b",  "!a",   "~a",           "-a",     "a U b",
        "(a)", "",     " a",     "a b", "x[2]", "\"",    "\\",  "a\\\"b", "é",      "skip", "c_expr { x }", "c_expr", "len(q)",
        "P:X", "[]",   "a -> b", "'",   "x[",   "+"}) {
    if (*name == '\0') continue;  // an atom needs a text
    const Formula f = store.until(store.atom(name), store.next(store.atom(name)));
    EXPECT_EQ(read(store, to_string(store, f, Notation::letters)), f) << name;
    for (const Notation notation : {Notation::spin, Notation::words})
      EXPECT_EQ(read(store, to_string(store, f, notation), Dialect::promela), f) << name;
  }
  EXPECT_EQ(to_string(store, store.atom("x > 3"), Notation::spin), "(x > 3)");
  EXPECT_EQ(to_string(store, store.atom("Full"), Notation::spin), "Full");
  EXPECT_EQ(to_string(store, store.atom("Full"), Notation::letters), "\"Full\"");
  EXPECT_EQ(to_string(store, store.atom("a && b"), Notation::spin), "\"a && b\"");
}

TEST(Print, RandomFormulasReadBack) {
  constexpr std::uint64_t seed = 21;
  RandomSource random(seed);
  RandomFormulaOptions options;
  for (int round = 0; round < formulas; ++round) {
    FormulaStore store;
    options.size = 1 + static_cast<unsigned>(random.below(30));
    const Formula f = random_formula(store, random, options);
    const std::string letters = to_string(store, f, Notation::letters);
    const std::string spin = to_string(store, f, Notation::spin);
    const std::string words = to_string(store, f, Notation::words);
    ASSERT_EQ(read(store, letters), f) << "seed " << seed << " round " << round << ": " << letters;
    for (const Dialect dialect : {Dialect::command_line, Dialect::promela}) {
      ASSERT_EQ(read(store, spin, dialect), f) << "seed " << seed << " round " << round << ": " << spin;
      ASSERT_EQ(read(store, words, dialect), f) << "seed " << seed << " round " << round << ": " << words;
    }
    // Another store may order operands differently; the formula it prints is still the same one here.
    FormulaStore other;
    ASSERT_EQ(read(store, to_string(other, read(other, letters))), f)
        << "seed " << seed << " round " << round << ": " << letters;
  }
}

// What is printed never depends on precedence: no warning about Spin's reading.
TEST(Print, NeverWarns) {
  constexpr std::uint64_t seed = 22;
  RandomSource random(seed);
  RandomFormulaOptions options;
  FormulaStore store;
  for (int round = 0; round < 2000; ++round) {
    const Formula f = random_formula(store, random, options);
    for (const Notation notation : {Notation::letters, Notation::spin, Notation::words}) {
      const auto parsed = parse_formula(store, to_string(store, f, notation));
      ASSERT_TRUE(parsed);
      ASSERT_TRUE(parsed->warnings.empty()) << to_string(parsed->warnings.front());
    }
  }
}

}  // namespace
}  // namespace lariat::ltl
