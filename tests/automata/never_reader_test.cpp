// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ctime>
#include <sstream>
#include <string>

#include "lariat/automata/accepts.hpp"
#include "lariat/automata/compare.hpp"
#include "lariat/automata/io/never.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::automata {
namespace {

ltl::Formula read(ltl::FormulaStore& store, const std::string& text) {
  auto parsed = ltl::parse_formula(store, text);
  EXPECT_TRUE(parsed) << text;
  return parsed->formula;
}

Automaton claim(const std::string& text) {
  auto result = read_never(text, "claim");
  EXPECT_TRUE(result) << text << "\n" << (result ? "" : to_string(result.errors().front()));
  return result ? *std::move(result) : Automaton{};
}

// The claim accepts the words that satisfy the formula, and no others.
void expect_means(const std::string& text, const std::string& formula) {
  const Automaton automaton = claim(text);
  ltl::FormulaStore store;
  const ltl::Formula f = read(store, formula);
  const Automaton yes = *translate(store, f).automaton;
  const Automaton no = *translate(store, store.negation(f)).automaton;
  EXPECT_FALSE(common_word(automaton, no).word) << text << "\naccepts more than " << formula;
  // What the claim leaves out is found by words: it is not complemented.
  ltl::RandomSource random(7);
  ltl::Evaluator evaluator(store, f, store.atoms(f));
  const std::vector<ltl::Formula> atoms = store.atoms(f);
  for (int i = 0; i < 300; ++i) {
    const ltl::LassoWord word = ltl::random_word(random, static_cast<unsigned>(atoms.size()), 3, 3);
    ltl::LassoWord renamed = word;
    for (auto* part : {&renamed.stem, &renamed.cycle})
      for (ltl::Letter& letter : *part) {
        ltl::Letter other = 0;
        for (std::size_t a = 0; a < atoms.size(); ++a)
          for (std::size_t b = 0; b < automaton.atoms.size(); ++b)
            if (automaton.atoms[b] == store.name(atoms[a]) && (letter >> a & 1) != 0) other |= ltl::Letter{1} << b;
        letter = other;
      }
    ASSERT_EQ(accepts(automaton, renamed), evaluator.holds(word)) << text << "\nand " << formula;
  }
}

std::string error_of(const std::string& text) {
  const auto result = read_claims(text, "claim");
  EXPECT_FALSE(result) << text;
  return result ? "" : to_string(result.errors().front());
}

TEST(NeverReader, ReadsWhatPeopleWrite) {
  expect_means("never { T0: do :: a -> goto T0 :: b -> goto accept_all od; accept_all: skip }", "a U b");
  expect_means("never { do :: true :: p && !q -> break od; accept: do :: !q od }", "F(p & !q & X G !q)");
  expect_means("never { do :: 1 :: !p -> break od }", "F !p");
  expect_means("never { accept_init: T0_init: do :: (a) -> goto T0_init od; }", "G a");
  expect_means("never { T0: do :: atomic { (b) -> assert(!(b)) } :: (a) -> goto T0 od; accept_all: skip }", "a U b");
  expect_means("never { a; b -> c }", "a & X(b & X c)");
  expect_means("never { if :: a -> skip :: b fi; c }", "(a & X X c) | (b & X c)");
  expect_means("never { if :: a -> goto x :: else -> goto y fi; x: b; goto end; y: c; end: skip }", "(a & X b) | (!a & X c)");
  expect_means("never { assert(a); b }", "!a | X b");
  expect_means("never { accept: do :: a od unless_is_no_keyword_here: skip }", "G a");
  expect_means("never { do :: a :: do :: b :: c -> break od od }", "false");
  expect_means("never { accept: do :: if :: a :: b && c fi od }", "G(a | (b & c))");
}

// What Spin 6 does: measured by the letters that claims read before an assertion is reached.
TEST(NeverReader, JumpsReadALetterWhereSpinReadsOne) {
  const std::pair<const char*, const char*> cases[] = {
      {"goto L; L: p", "p"},
      {"skip; goto L; L: p", "X p"},
      {"if :: goto L fi; L: p", "X p"},
      {"do :: break od; p", "X p"},
      {"if :: goto M :: false fi; M: goto L; L: p", "X p"},
      {"do :: skip -> break od; p", "X p"},
      {"{ skip; skip }; p", "X X p"},
      {"atomic { skip; skip }; p", "X p"},
      {"skip; accept_X: goto L; L: p", "X X p"},
      {"if :: if :: goto L fi fi; L: p", "X p"},
      {"if :: { goto L } fi; L: p", "X p"},
      {"if :: else fi; p", "X p"},
      {"if :: false :: else -> skip fi; p", "X X p"},
      {"assert(true); p", "X p"},
  };
  for (const auto& [text, meaning] : cases) expect_means("never { " + std::string(text) + " }", meaning);
}

TEST(NeverReader, KeepsExpressionsOfTheModel) {
  const Automaton automaton = claim("never n { /* c */ do :: (x[2]>3 && !P@cs) || len(q) == 0 // c\n :: skip od }");
  EXPECT_EQ(automaton.name, "n");
  EXPECT_EQ(automaton.atoms, (std::vector<std::string>{"x[2] > 3", "P@cs", "len(q) == 0"}));
}

TEST(NeverReader, ReadsSeveralClaims) {
  const auto claims = read_claims("#define p x\nnever a { p }\nnever b { accept: do :: p od };\n", "claim");
  ASSERT_TRUE(claims);
  ASSERT_EQ(claims->size(), 2U);
  EXPECT_EQ((*claims)[1].name, "b");
  EXPECT_FALSE(read_never("never a { p } never b { p }", "claim"));
}

TEST(NeverReader, Errors) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "claim:1:1: error: expected 'never', found the end of the text"},
      {"always { }", "claim:1:1: error: expected 'never', found 'always'"},
      {"never { }", "claim:1:9: error: expected a statement, found '}'"},
      {"never { a", "claim:1:7: error: this has no end"},
      {"never { /* a }", "claim:1:9: error: this comment has no end"},
      {"never {\n  goto X }", "claim:2:8: error: there is no label 'X'"},
      {"never { X: a; X: b }", "claim:1:15: error: there is a label 'X' already"},
      {"never { do :: (a -> goto X od }", "claim:1:15: error: this is not closed"},
      {"never { do :: a && od }", "claim:1:19: error: an operand is missing"},
      {"never { if a fi }", "claim:1:12: error: expected '::', found 'a'"},
      {"never { if :: a od }", "error: expected the end of what was begun, found 'od'"},
      {"never { if :: fi }", "error: expected a statement, found 'fi'"},
      {"never { if :: a }", "error: expected '::' or 'fi', found '}'"},
      {"never { L: goto M; M: goto L }", "error: these jumps go round in a circle"},
      {"never { break }", "error: 'break' outside of a loop"},
      {"never { [] a }", "error: a claim's conditions have no temporal operators"},
      {"never { a ) }", "error: expected a statement, found ')'"},
      {"never { do :: else :: a :: else od }", "error: there is an 'else' already"},
      {"never { do :: a :: if :: b :: else fi :: else od }", "error: two 'else' of nested choices meet here"},
      {"never { atomic { if :: a fi } }", "error: inside 'atomic' a claim may have conditions and assertions only"},
      {"never { printf(\"x\") }", "error: 'printf' is not understood in a never claim"},
      {"never { x = 3 }", "claim:1:11: error:"},
      {"never { a } b", "claim:1:13: error: expected 'never', found 'b'"},
      {"never { \xc3\xa4 }", "claim:1:9: error:"},
  };
  for (const auto& [text, message] : cases) {
    const std::string error = error_of(text);
    EXPECT_NE(error.find(message), std::string::npos) << text << "\n" << error << "wanted: " << message;
  }
}

std::string times(std::size_t count, const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

TEST(NeverReader, DeepNestingCostsNoStack) {
  constexpr std::size_t depth = 100'000;
  const std::clock_t begin = std::clock();
  EXPECT_TRUE(read_never("never { " + times(depth, "if :: ") + "a" + times(depth, " fi") + " }", "claim"));
  // Each loop is a state that can do all that is nested in it: too many transitions, and soon found so.
  EXPECT_FALSE(read_never("never { " + times(depth, "do :: a :: ") + "a" + times(depth, " od") + " }", "claim",
                          {.max_edges = 1'000'000}));
  EXPECT_TRUE(read_never("never { " + times(depth, "{ ") + "a" + times(depth, " }") + " }", "claim"));
  EXPECT_TRUE(read_never("never { " + times(depth, "(") + "a" + times(depth, ")") + " }", "claim"));
  EXPECT_FALSE(read_never("never { " + times(depth, "(") + "a }", "claim"));
  std::string chain = "never { goto L0;";
  for (std::size_t i = 0; i < depth; ++i) chain += " L" + std::to_string(i) + ": goto L" + std::to_string(i + 1) + ";";
  EXPECT_TRUE(read_never(chain + " L" + std::to_string(depth) + ": a }", "claim"));
  EXPECT_LT((std::clock() - begin) / CLOCKS_PER_SEC, 60);  // of the processor: other work does not count
}

}  // namespace
}  // namespace lariat::automata
