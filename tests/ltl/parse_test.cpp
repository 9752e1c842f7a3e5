// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/parse.hpp"

#include <gtest/gtest.h>

#include <ctime>

#include "lariat/ltl/print.hpp"

namespace lariat::ltl {
namespace {

ParseOptions with(Dialect dialect) {
  ParseOptions options;
  options.dialect = dialect;
  return options;
}

// The reading, fully parenthesised; or the first error as line:col: message.
std::string reading(std::string_view text, Dialect dialect = Dialect::command_line) {
  FormulaStore store;
  const auto parsed = parse_formula(store, text, with(dialect));
  if (parsed) return to_string(store, parsed->formula);
  const Diagnostic& error = parsed.errors().front();
  return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message;
}

std::string spin_reading(std::string_view text) { return reading(text, Dialect::promela); }

// The warnings, one a line, as col: message.
std::string warnings(std::string_view text, Dialect dialect = Dialect::command_line) {
  FormulaStore store;
  const auto parsed = parse_formula(store, text, with(dialect));
  std::string all;
  if (!parsed) return "error";
  for (const Diagnostic& warning : parsed->warnings) {
    EXPECT_EQ(warning.severity, Diagnostic::Severity::warning);
    all += std::to_string(warning.column) + ": " + warning.message + "\n";
  }
  return all;
}

TEST(Parse, AllSpellings) {
  for (const char* text : {"G a", "[] a", "always a", "G(a)", "Ga", "(((G a)))", "\n[]\ta "})
    EXPECT_EQ(reading(text), "G a") << text;
  for (const char* text : {"F a", "<> a", "eventually a", "Fa"}) EXPECT_EQ(reading(text), "F a") << text;
  for (const char* text : {"X a", "next a", "Xa", "X(a)"}) EXPECT_EQ(reading(text), "X a") << text;
  for (const char* text : {"a U b", "a until b", "a stronguntil b"}) EXPECT_EQ(reading(text), "a U b") << text;
  for (const char* text : {"a R b", "a V b", "a release b"}) EXPECT_EQ(reading(text), "a R b") << text;
  for (const char* text : {"a W b", "a weakuntil b"}) EXPECT_EQ(reading(text), "a W b") << text;
  EXPECT_EQ(reading("a M b"), "a M b");
  for (const char* text : {"a & b", "a && b", "a&b", "\"a\" & b"}) EXPECT_EQ(reading(text), "a & b") << text;
  for (const char* text : {"a | b", "a || b"}) EXPECT_EQ(reading(text), "a | b") << text;
  for (const char* text : {"!a", "~a", "! a", "!(a)", "!!!a"}) EXPECT_EQ(reading(text), "!a") << text;
  for (const char* text : {"a ^ b", "a xor b"}) EXPECT_EQ(reading(text), "a ^ b") << text;
  for (const char* text : {"a -> b", "a => b", "a implies b"}) EXPECT_EQ(reading(text), "a -> b") << text;
  for (const char* text : {"a <-> b", "a <=> b", "a equivalent b"}) EXPECT_EQ(reading(text), "a <-> b") << text;
  for (const char* text : {"true", "1", "!0", "!false"}) EXPECT_EQ(reading(text), "true") << text;
  for (const char* text : {"false", "0", "!1"}) EXPECT_EQ(reading(text), "false") << text;
}

TEST(Parse, PromelaKnowsFewerOperators) {
  for (const char* text : {"[] a", "always a"}) EXPECT_EQ(spin_reading(text), "G a") << text;
  EXPECT_EQ(spin_reading("X a"), "X a");
  EXPECT_EQ(spin_reading("a V b"), "a R b");
  EXPECT_EQ(spin_reading("a implies b equivalent c"), "(a -> b) <-> c");
  EXPECT_EQ(spin_reading("skip U [] p ;"), "F G p");
  EXPECT_EQ(spin_reading("G"), "\"G\"");  // a name like any other
  EXPECT_EQ(spin_reading("Fa"), "\"Fa\"");
  EXPECT_EQ(spin_reading("a => b"), "1:3: unknown operator '=>'; Promela writes '->'");
  EXPECT_EQ(spin_reading("a <=> b"), "1:3: unknown operator '<=>'; Promela writes '<->'");
  EXPECT_EQ(spin_reading("G a"), "1:3: two operands without an operator between them: 'G' and 'a'; Promela writes '[]' for G");
  EXPECT_EQ(spin_reading("a R b"),
            "1:3: two operands without an operator between them: 'a' and 'R'; Promela has no operator R, its name there is V");
}

TEST(Parse, PrecedenceOnTheCommandLine) {
  EXPECT_EQ(reading("a U b U c"), "a U (b U c)");
  EXPECT_EQ(reading("a R b W c M d U e"), "a R (b W (c M (d U e)))");
  EXPECT_EQ(reading("a -> b -> c"), "a -> (b -> c)");
  EXPECT_EQ(reading("a -> b <-> c -> d"), "a -> (b <-> (c -> d))");
  EXPECT_EQ(reading("a | b & c U d"), "a | (b & (c U d))");
  EXPECT_EQ(reading("a U b & c | d"), "((a U b) & c) | d");
  EXPECT_EQ(reading("a | b xor c & d"), "a | (b ^ (c & d))");
  EXPECT_EQ(reading("G a U F b"), "(G a) U (F b)");
  EXPECT_EQ(reading("!a U X b & c"), "(!a U (X b)) & c");
  EXPECT_EQ(reading("!a -> b | c"), "!a -> (b | c)");
}

// As spin 6.5.2 -a shows them in its line "ltl f: ...".
TEST(Parse, PrecedenceInPromela) {
  EXPECT_EQ(spin_reading("a U b U c"), "(a U b) U c");
  EXPECT_EQ(spin_reading("a V b U c"), "(a R b) U c");
  EXPECT_EQ(spin_reading("a W b U c"), "(a W b) U c");
  EXPECT_EQ(spin_reading("a -> b -> c"), "(a -> b) -> c");
  EXPECT_EQ(spin_reading("a && b -> c <-> d"), "((a & b) -> c) <-> d");
  EXPECT_EQ(spin_reading("a <-> b -> c"), "(a <-> b) -> c");
  EXPECT_EQ(spin_reading("a U b && c"), "(a U b) & c");
  EXPECT_EQ(spin_reading("[] a U b"), "(G a) U b");
  EXPECT_EQ(spin_reading("! a U b"), "!a U b");
  EXPECT_EQ(spin_reading("always a implies b"), "G a -> b");
  EXPECT_EQ(spin_reading("a U b | c"), "a U \"b | c\"");
  EXPECT_EQ(spin_reading("[] (x > 3 && P@L)"), "G (\"x > 3\" & \"P@L\")");
  EXPECT_EQ(spin_reading("P:x > 1"), "\"P:x > 1\"");
  EXPECT_EQ(spin_reading("~a"), "\"~a\"");
  EXPECT_EQ(spin_reading("[] 2"), "true");
}

TEST(Parse, LettersGluedToNames) {
  EXPECT_EQ(reading("GFa"), "G F a");
  EXPECT_EQ(reading("GFp0 -> XXp1"), "G F p0 -> X X p1");
  EXPECT_EQ(reading("FGa1 & F0"), "F G a1 & F0");
  EXPECT_EQ(reading("p0Up1"), "p0Up1");
  EXPECT_EQ(reading("aUb U c"), "aUb U c");
  EXPECT_EQ(reading("Full"), "F ull");
  EXPECT_EQ(warnings("Full"), "1: 'Full' is read as F ull; write \"Full\" in quotes if it is a name\n");
  EXPECT_EQ(warnings("GFa | Fp1"), "");
  FormulaStore store;
  ParseOptions options;
  options.is_name = [](std::string_view word) { return word == "Full" || word == "ack"; };
  const auto parsed = parse_formula(store, "G(Full -> Fack)", options);
  ASSERT_TRUE(parsed);
  EXPECT_TRUE(parsed->warnings.empty());
  EXPECT_EQ(to_string(store, parsed->formula), "G (\"Full\" -> F ack)");
}

TEST(Parse, ModelExpressionsAreAtoms) {
  for (const Dialect dialect : {Dialect::command_line, Dialect::promela}) {
    EXPECT_EQ(reading("(x>3&&p@cs)", dialect), "\"x > 3\" & \"p@cs\"");
    EXPECT_EQ(reading("x[2]==1", dialect), "\"x[2] == 1\"");
    EXPECT_EQ(reading("( (x [ i+1 ] == 1) )", dialect), "\"x[i + 1] == 1\"");
    EXPECT_EQ(reading("len( q )<3", dialect), "\"len(q) < 3\"");
    EXPECT_EQ(reading("[] (P[1]@l -> <> !P:x)", dialect), "G (\"P[1]@l\" -> F !\"P:x\")");
    EXPECT_EQ(reading("a.b[1].c + -2 * (y-1) >= 4", dialect), "\"a.b[1].c + -2 * (y - 1) >= 4\"");
    EXPECT_EQ(reading("q?[a , 3] && q ?? [b]", dialect), "\"q?[a, 3]\" & \"q??[b]\"");
    EXPECT_EQ(reading("!x == 1", dialect), "\"!x == 1\"");
    EXPECT_EQ(reading("!(x == 1)", dialect), "!\"x == 1\"");
    EXPECT_EQ(reading("(a && b) == 1 U c", dialect), "\"(a && b) == 1\" U c");
    EXPECT_EQ(reading("x == true || y == 'a'", dialect), "\"x == true\" | \"y == 'a'\"");
    EXPECT_EQ(reading("c_expr { a->b > {3} } U q", dialect), "\"c_expr { a->b > {3} }\" U q");
    EXPECT_EQ(reading("P@X && P:U", dialect), "\"P@X\" & \"P:U\"");
    EXPECT_EQ(reading("x[F] == 1 && len(Full) > 0", dialect), "\"x[F] == 1\" & \"len(Full) > 0\"");
  }
  EXPECT_EQ(reading("(x & 3) == 1"), "\"(x & 3) == 1\"");
  EXPECT_EQ(reading("x & y == 1"), "x & \"y == 1\"");
  EXPECT_EQ(reading("x & 3"), "1:5: 3 is a number, not a formula");
  EXPECT_EQ(spin_reading("x & 3"), "\"x & 3\"");
  EXPECT_EQ(reading("a U b == c U d"), "a U (\"b == c\" U d)");
}

TEST(Parse, QuotedTextIsTakenAsItIs) {
  FormulaStore store;
  const auto parsed = parse_formula(store, R"("x[2]>3  \"\\ é" U "true")");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(store.name(store.left(parsed->formula)), "x[2]>3  \"\\ é");
  EXPECT_EQ(store.name(store.right(parsed->formula)), "true");
  EXPECT_EQ(to_string(store, parsed->formula), R"("x[2]>3  \"\\ é" U "true")");
}

TEST(Parse, WarnsWhereSpinReadsDifferently) {
  EXPECT_EQ(warnings("a U b U c"), "7: read as a U (b U c); Spin reads (a U b) U c\n");
  EXPECT_EQ(warnings("a -> b -> c"), "8: read as a -> (b -> c); Spin reads (a -> b) -> c\n");
  EXPECT_EQ(warnings("[] x == 1"),
            "6: read as G \"x == 1\"; Spin reads a comparison of a temporal formula with a value here, which has no meaning\n");
  EXPECT_EQ(warnings("[] x == 1", Dialect::promela), warnings("[] x == 1"));
  EXPECT_EQ(spin_reading("[] x == 1"), "G \"x == 1\"");
  EXPECT_EQ(spin_reading("[] !x == 1 -> a"), "G \"!x == 1\" -> a");
  EXPECT_EQ(warnings("a U b & c"), "7: read as (a U b) & c; Spin reads a U (b & c)\n");
  EXPECT_EQ(warnings("a && b | c"), "8: read as (a & b) | c; Spin reads a & (b | c)\n");
  // No warning: same reading, or an operator Spin does not have.
  for (const char* text : {"a U b", "a U (b U c)", "(a U b) U c", "a && b && c || d", "[] (x == 1)", "a & b | c", "a R b R c",
                           "a => b => c", "G x == 1", "[] a -> <> b", "a <-> b <-> c", "! a U b", "[] a && b"})
    EXPECT_EQ(warnings(text), "") << text;
  for (const char* text : {"a U b U c", "a -> b -> c", "a U b | c", "[] (x == 1)", "[] a U b"})
    EXPECT_EQ(warnings(text, Dialect::promela), "") << text;
}

TEST(Parse, Errors) {
  EXPECT_EQ(reading(""), "1:1: the formula is empty");
  EXPECT_EQ(reading(" \n "), "2:2: the formula is empty");
  EXPECT_EQ(reading("G(a -> (b | c)"), "1:2: this '(' is never closed");
  EXPECT_EQ(reading("(a) & ((b"), "1:8: this '(' is never closed");
  EXPECT_EQ(reading("a | b) & c"), "1:6: this ')' closes nothing");
  EXPECT_EQ(reading("a & "), "1:5: an operand is missing: after '&', the formula ends");
  EXPECT_EQ(reading("a & -> b"), "1:5: an operand is missing: after '&', '->' comes");
  EXPECT_EQ(reading("| a"), "1:1: an operand is missing before '|'");
  EXPECT_EQ(reading("G()"), "1:3: these parentheses are empty");
  EXPECT_EQ(reading("a b"), "1:3: two operands without an operator between them: 'a' and 'b'");
  EXPECT_EQ(reading("a and b"), "1:3: two operands without an operator between them: 'a' and 'and'; 'and' is written '&&'");
  EXPECT_EQ(reading("a !b"), "1:3: two operands without an operator between them: 'a' and '!'");
  EXPECT_EQ(reading("a (b)"), "1:3: two operands without an operator between them: 'a' and '('");
  EXPECT_EQ(reading("a $ b"), "1:3: unknown operator '$'");
  EXPECT_EQ(reading("a = b"), "1:3: unknown operator '='; write '=='");
  EXPECT_EQ(reading("a /\\ b"), "1:3: unknown operator '/\\'; write '&&'");
  EXPECT_EQ(reading("a → b"), "1:3: unknown operator '→'; write '->'");
  EXPECT_EQ(reading("a &\n  é"), "2:3: formulas are written in ASCII; other characters may stand only in \"quoted text\"");
  EXPECT_EQ(reading(std::string_view("a\0b", 3)), "1:2: unexpected control character (code 0)");
  EXPECT_EQ(reading("\"a"), "1:1: this quoted text is never closed");
  EXPECT_EQ(reading("\"a\\"), "1:1: this quoted text is never closed");
  EXPECT_EQ(reading("a & \"\""), "1:5: this quoted text is empty");
  EXPECT_EQ(reading("'a"), "1:1: this character constant is never closed");
  EXPECT_EQ(reading("x[1 == 2"), "1:2: this '[' is never closed");
  EXPECT_EQ(reading("x[(1]) == 2"), "1:3: this '(' is closed by a ']'");
  EXPECT_EQ(reading("len() == 2"), "1:5: something is missing between '(' and ')'");
  EXPECT_EQ(reading("P@ == 2"), "1:4: a name is expected after '@'");
  EXPECT_EQ(reading("(F a) == 2"), "1:7: the operand before '==' must be an expression of the model, not a temporal formula");
  EXPECT_EQ(reading("2 + (a -> b)"), "1:3: the operand after '+' must be an expression of the model, not a temporal formula");
  EXPECT_EQ(reading("\"a\" == 2"), "1:5: the operand before '==' must be an expression of the model, not a quoted text");
  EXPECT_EQ(reading("a , b"), "1:3: ',' is not possible here");
  EXPECT_EQ(reading("G 7"), "1:3: 7 is a number, not a formula");
  EXPECT_EQ(reading("c_expr x"), "1:1: c_expr needs { ... } after it");
  EXPECT_EQ(reading("c_expr { x"), "1:1: the { of this c_expr is never closed");
  EXPECT_EQ(reading("x[] == 1"), "1:2: two operands without an operator between them: 'x' and '[]'");
}

TEST(Parse, ErrorsShowTheirPlace) {
  FormulaStore store;
  ParseOptions options;
  options.file = "model.pml";
  options.line = 12;
  options.column = 9;
  const auto first_line = parse_formula(store, "a $ b", options);
  EXPECT_EQ(to_string(first_line.errors().front()), "model.pml:12:11: error: unknown operator '$'\n  a $ b\n    ^\n");
  const auto second_line = parse_formula(store, "a &\n\tb c", options);
  EXPECT_EQ(to_string(second_line.errors().front()),
            "model.pml:13:4: error: two operands without an operator between them: 'b' and 'c'\n   b c\n     ^\n");
  const std::string padding(100000, ' ');
  const auto long_line = parse_formula(store, padding + ")" + padding, options);
  const Diagnostic& error = long_line.errors().front();
  EXPECT_LT(error.source_line.size(), 200U);
  EXPECT_EQ(error.source_line[error.caret], ')');
  EXPECT_EQ(error.column, 100009U);
}

std::string repeat(std::string_view piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

class LargeFormula : public testing::TestWithParam<Dialect> {
 protected:
  void SetUp() override { start_ = std::clock(); }
  // Seconds of the processor, so that other work does not count; generous for sanitizers. A quadratic algorithm takes minutes.
  void TearDown() override { EXPECT_LT((std::clock() - start_) / CLOCKS_PER_SEC, 60); }
  // Parses, prints, and parses the print.
  void round_trip(const std::string& text) {
    FormulaStore store;
    const auto parsed = parse_formula(store, text, with(GetParam()));
    ASSERT_TRUE(parsed);
    const Notation notation = GetParam() == Dialect::promela ? Notation::spin : Notation::letters;
    const auto again = parse_formula(store, to_string(store, parsed->formula, notation), with(GetParam()));
    ASSERT_TRUE(again);
    EXPECT_EQ(parsed->formula, again->formula);
  }

 private:
  std::clock_t start_ = 0;
};

TEST_P(LargeFormula, NestedHundredThousandDeep) {
  constexpr std::size_t depth = 100000;
  round_trip(repeat("(", depth) + "a" + repeat(")", depth));
  round_trip(repeat("! [] ", depth) + "a");
  round_trip(repeat("X ", depth) + "a");
  round_trip(repeat("a U (b V ", depth) + "c" + repeat(")", depth));
  round_trip(repeat("a U b W ", depth) + "c");
  round_trip(repeat("a -> b -> ", depth) + "c");
  round_trip(repeat("a && X (b || ", depth) + "c" + repeat(")", depth));
  round_trip(repeat("(", depth) + "x" + repeat(" == 1 && y)", depth) + " == 1");
  round_trip(repeat("x + (", depth) + "1" + repeat(")", depth) + " > 0");
}

TEST_P(LargeFormula, WideConjunctionsHoweverNested) {
  constexpr std::size_t count = 100000;
  std::string flat = "p", right = "p", left = "p";
  for (std::size_t i = 0; i < count; ++i) {
    flat.append(" && p").append(std::to_string(i));
    right.append(" && (p").append(std::to_string(i));
    left.append(" && p").append(std::to_string(i)).append(")");
  }
  right += repeat(")", count);
  left = repeat("(", count) + left;
  FormulaStore store;
  const auto a = parse_formula(store, flat, with(GetParam()));
  const auto b = parse_formula(store, right, with(GetParam()));
  const auto c = parse_formula(store, left, with(GetParam()));
  ASSERT_TRUE(a && b && c);
  EXPECT_EQ(a->formula, b->formula);
  EXPECT_EQ(a->formula, c->formula);
  EXPECT_EQ(store.operands(a->formula).size(), count + 1);
}

TEST_P(LargeFormula, MegabyteOfBrokenText) {
  for (const std::string& text :
       {repeat("(", 1 << 20), repeat("a ", 1 << 19), repeat("[", 1 << 20), repeat("\xff", 1 << 20), repeat("x[", 1 << 19),
        repeat("!", 1 << 20), repeat("len(", 1 << 18), repeat(") ", 1 << 19)}) {
    FormulaStore store;
    EXPECT_FALSE(parse_formula(store, text, with(GetParam())));
  }
}

INSTANTIATE_TEST_SUITE_P(Dialects, LargeFormula, testing::Values(Dialect::command_line, Dialect::promela));

}  // namespace
}  // namespace lariat::ltl
