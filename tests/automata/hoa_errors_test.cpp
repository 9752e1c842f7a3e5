// SPDX-License-Identifier: Apache-2.0
// Errors in HOA files: the message, and the position that it points at.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <sstream>

#include "lariat/automata/io/hoa.hpp"

namespace lariat::automata {
namespace {

Diagnostic error_of(const std::string& text) {
  std::istringstream in(text);
  HoaReader reader(in, "test.hoa");
  while (true) {
    auto result = reader.next();
    if (!result) {
      const auto again = reader.next();
      EXPECT_TRUE(!again && again.errors()[0].message == result.errors()[0].message) << "the error must stay";
      return result.errors()[0];
    }
    if (!*result) return {};
  }
}

struct Case {
  const char* text;  // `^` stands before the token that the error must point at, and is taken out
  const char* message;
};

constexpr Case cases[] = {
    // Tokens
    {"^$", "unexpected character `$`"},
    {"\n\n  ^\x01", "unexpected byte 0x01"},
    {"HOA: v1 ^\xff\xfe", "unexpected byte 0xFF"},
    {"HOA: v1 ^/ x", "unexpected character `/`; a comment is written /* ... */"},
    {"HOA: v1\n/* a */ ^/* b /* c */\n\n", "unexpected end of file, expected `*/` to close this comment"},
    {"HOA: v1 name: ^\"abc\n\n", "unexpected end of file, expected `\"` to close this string"},
    {"HOA: v1 name: ^\"abc\\", "unexpected end of file, expected `\"` to close this string"},
    {"HOA: v1 Alias: ^@ 0", "expected the name of an alias behind `@`"},
    {"HOA: v1 States: ^007", "a number must not begin with a superfluous 0"},
    {"HOA: v1 ^--BDY--", "expected `--BODY--`, `--END--` or `--ABORT--`"},
    {"HOA: v1 ^-", "expected `--BODY--`, `--END--` or `--ABORT--`"},
    {"HOA: v1 ^--ABORTING--", "expected `--BODY--`, `--END--` or `--ABORT--`"},
    // Header
    {"^never claim", "expected `HOA:`, found `never`"},
    {"HOA: ^v2", "version `v2` of the format is not supported; lariat reads `v1`"},
    {"HOA: ^1", "expected the version of the format, `v1`, found the number 1"},
    {"HOA: v1\n^HOA: v1", "a new automaton begins before the last one has ended; `--BODY--` and `--END--` are missing"},
    {"HOA: v1\n^\"x\"", "expected a header or `--BODY--`, found a string"},
    {"HOA: v1 ^Foo: 1", "the header `Foo:` is unknown, and may change the meaning of the automaton"},
    {"HOA: v1 foo: 1 ^& 2", "expected a header or `--BODY--`, found `&`"},
    {"HOA: v1 ^State: 0", "`State:` belongs behind `--BODY--`"},
    {"HOA: v1 States: 1 ^States: 1", "the header `States:` occurs twice"},
    {"HOA: v1 AP: 0 ^AP: 0", "the header `AP:` occurs twice"},
    {"HOA: v1 name: \"a\" ^name: \"a\"", "the header `name:` occurs twice"},
    {"HOA: v1 tool: \"a\" \"b\" ^tool: \"a\"", "the header `tool:` occurs twice"},
    {"HOA: v1 acc-name: all ^acc-name: all", "the header `acc-name:` occurs twice"},
    {"HOA: v1 Acceptance: 0 t ^Acceptance: 0 t", "the header `Acceptance:` occurs twice"},
    {"HOA: v1 States: ^x", "expected the number of states, found `x`"},
    {"HOA: v1 States: ^4294967296", "this number is too large; the largest possible is 4294967295"},
    {"HOA: v1 States: ^123456789012345678901234567890123456789012345678901234567890",
     "this number is too large; the largest possible is 4294967295"},
    {"HOA: v1 Start: ^--BODY--", "expected the number of an initial state, found `--BODY--`"},
    {"HOA: v1 Start: ^4294967295", "this number is too large; the largest possible is 4294967294"},
    {"HOA: v1 Start: 0 ^& 1", "alternation (a conjunction of states) is not supported; lariat accepts one state here"},
    {"HOA: v1 States: 3 Start: ^3", "there is no state 3; 3 declared"},
    {"HOA: v1 Start: 0\nStart: ^3 Start: 4\nStates: 3 Acceptance: 0 t --BODY--", "there is no state 3; 3 declared"},
    {"HOA: v1 name: ^x", "expected the name of the automaton, a string, found `x`"},
    {"HOA: v1 tool: ^5", "expected the name of a tool, a string, found the number 5"},
    {"HOA: v1 acc-name: ^5", "expected the name of an acceptance condition, found the number 5"},
    {"HOA: v1 ^--BODY--", "the header `Acceptance:` is missing"},
    // Atomic propositions and aliases
    {"HOA: v1 AP: 2 \"a\" ^States: 1", "expected the names of 2 atomic propositions, of which 1 are here, found `States:`"},
    {"HOA: v1 AP: 1 \"a\" ^\"b\"", "there are more names than the 1 atomic propositions declared"},
    {"HOA: v1 AP: 2 \"a\" ^\"a\"", "two atomic propositions have this name"},
    {"HOA: v1 AP: 4000000000 ^States: 1",
     "expected the names of 4000000000 atomic propositions, of which 0 are here, found `States:`"},
    {"HOA: v1 AP: 1 \"a\" Alias: @a ^1", "there is no atomic proposition 1; 1 declared"},
    {"HOA: v1 Alias: @a 0 & ^2 | 3 Alias: @b 1 AP: 1 \"a\" Acceptance: 0 t --BODY--",
     "there is no atomic proposition 2; 1 declared"},
    {"HOA: v1 Alias: @a ^0 Acceptance: 0 t --BODY--", "there is no atomic proposition 0; 0 declared"},
    {"HOA: v1 Alias: @a t Alias: ^@a f", "the alias `@a` is already defined"},
    {"HOA: v1 Alias: @a ^@a", "the alias `@a` is not defined"},
    {"HOA: v1 Alias: @a t & ^States: 1",
     "expected a label: `t`, `f`, the number of an atomic proposition, an alias, `!` or `(`, found `States:`"},
    {"HOA: v1 Alias: @a (t ^States: 1", "expected `&`, `|` or `)`, found `States:`"},
    {"HOA: v1 Alias: ^a t", "expected the name of an alias, as in `@a`, found `a`"},
    // Acceptance
    {"HOA: v1 Acceptance: ^Inf(0)", "expected the number of acceptance sets, found `Inf`"},
    {"HOA: v1 Acceptance: 1 ^Fin(0)",
     "acceptance with Fin is not supported; lariat accepts conjunctions of Inf, as in Inf(0)&Inf(1)"},
    {"HOA: v1 Acceptance: 2 Inf(0) ^| Inf(1)",
     "acceptance with `|` is not supported; lariat accepts conjunctions of Inf, as in Inf(0)&Inf(1)"},
    {"HOA: v1 Acceptance: 1 Inf(^!0)",
     "acceptance with complemented sets is not supported; lariat accepts conjunctions of Inf(n)"},
    {"HOA: v1 Acceptance: 1 Inf(^1)", "there is no acceptance set 1; 1 declared"},
    {"HOA: v1 Acceptance: 1 Inf ^0", "expected `(` behind `Inf`, found the number 0"},
    {"HOA: v1 Acceptance: 1 Inf(0 ^States: 1", "expected `)`, found `States:`"},
    {"HOA: v1 Acceptance: 1 (Inf(0) ^States: 1", "expected `&` or `)`, found `States:`"},
    {"HOA: v1 Acceptance: 1 Inf(0)^) States: 1", "expected a header or `--BODY--`, found `)`"},
    {"HOA: v1 Acceptance: 1 ^Often(0)", "expected an acceptance condition: `Inf(n)`, `t`, `f` or `(`, found `Often`"},
    {"HOA: v1 Acceptance: 1 Inf(0) & ^States: 1",
     "expected an acceptance condition: `Inf(n)`, `t`, `f` or `(`, found `States:`"},
};

// Behind `HOA: v1 AP: 2 "a" "b" Acceptance: 2 Inf(0) States: 2 --BODY--` and a line break.
constexpr Case body_cases[] = {
    {"^[t] 0", "expected `State:` or `--END--`, found `[`"},
    {"^Start: 0", "expected `State:` or `--END--`, found `Start:`"},
    {"State: ^x", "expected the number of a state, found `x`"},
    {"State: 0 ^x", "expected an edge, `State:` or `--END--`, found `x`"},
    {"State: 0 {0} ^\"name\"", "expected an edge, `State:` or `--END--`, found a string"},
    {"State: ^2", "there is no state 2; 2 declared"},
    {"State: 0 State: ^0", "state 0 is defined twice"},
    {"State: 0 {0 ^2}", "there is no acceptance set 2; 2 declared"},
    {"State: 0 {0 ^State: 1", "expected the number of an acceptance set or `}`, found `State:`"},
    {"State: 0 [t] 1 {^2}", "there is no acceptance set 2; 2 declared"},
    {"State: 0 [t] ^2", "there is no state 2; 2 declared"},
    {"State: 0 [t] ^[t]", "expected the number of the state that the edge leads to, found `[`"},
    {"State: 0 [t] 0^&1", "alternation (a conjunction of states) is not supported; lariat accepts one state here"},
    {"State: 0 [^2] 0", "there is no atomic proposition 2; 2 declared"},
    {"State: 0 [^9999999999] 0", "this number is too large; the largest possible is 4294967294"},
    {"State: 0 [0 & ^@x] 0", "the alias `@x` is not defined"},
    {"State: 0 [^] 0", "expected a label: `t`, `f`, the number of an atomic proposition, an alias, `!` or `(`, found `]`"},
    {"State: 0 [0 ^1] 0", "expected `&`, `|` or `]`, found the number 1"},
    {"State: 0 [0^) & 1] 0", "expected `&`, `|` or `]`, found `)`"},
    {"State: 0 [(0^] 0", "expected `&`, `|` or `)`, found `]`"},
    {"State: 0 [0 ^{", "expected `&`, `|` or `]`, found `{`"},
    {"State: [0] 0 ^[1] 0", "the state has a label, so its edges cannot have labels"},
    {"State: 0 0 ^[1] 0", "edges with and without labels cannot be mixed in one state"},
    {"State: 0 [1] 0 ^1", "edges with and without labels cannot be mixed in one state; expected `[`"},
    {"State: 0 0 1 0 1 ^0", "too many edges: with 2 atomic propositions and no labels, a state has exactly 4"},
    {"State: 0 0 1 0 ^State: 1",
     "expected another edge of state 0 (with 2 atomic propositions and no labels, a state has exactly 4), found `State:`"},
    {"State: 0 0 1 0 ^--END--",
     "expected another edge of state 0 (with 2 atomic propositions and no labels, a state has exactly 4), found `--END--`"},
    {"State: 0 [t] 0\n  [t] ^1 [0] 1 --END--", "state 1 has no definition"},
    {"State: 1 [f] 1\n  [f] ^0 [0] 0 --END--", "state 0 has no definition"},
    // Texts that end too early
    {"^", "unexpected end of file, expected `State:` or `--END--`"},
    {"State: 0\n[0^", "unexpected end of file, expected `&`, `|` or `]`"},
    {"State: 0\n^", "unexpected end of file, expected an edge, `State:` or `--END--`"},
    {"State: 0 {0 ^", "unexpected end of file, expected the number of an acceptance set or `}`"},
    {"State: 0 [0] ^", "unexpected end of file, expected the number of the state that the edge leads to"},
};

void expect_error(std::string text, const std::string& message) {
  SCOPED_TRACE(text);
  const std::size_t mark = text.find('^');
  text.erase(mark, 1);
  const std::size_t line_start = text.rfind('\n', mark - 1);
  const std::string before = text.substr(0, mark);
  const Diagnostic error = error_of(text);
  EXPECT_EQ(error.message, message);
  EXPECT_EQ(error.file, "test.hoa");
  EXPECT_EQ(error.line, static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1);
  EXPECT_EQ(error.column, mark == 0 || line_start == std::string::npos ? mark + 1 : mark - line_start);
  if (text.size() < 100 && error.source_line.find('\\') == std::string::npos) {
    EXPECT_EQ(error.caret + 1, error.column);
    EXPECT_EQ(error.source_line.substr(error.caret), text.substr(mark, text.find('\n', mark) - mark));
  }
}

TEST(HoaErrors, PointAtTheOffendingToken) {
  for (const auto& [text, message] : cases) expect_error(text, message);
  for (const auto& [text, message] : body_cases)
    expect_error(std::string("HOA: v1 AP: 2 \"a\" \"b\" Acceptance: 2 Inf(0) States: 2 --BODY--\n") + text, message);
}

TEST(HoaErrors, HeadersThatEndTooEarly) {
  expect_error("HOA: ^", "unexpected end of file, expected the version of the format, `v1`");
  expect_error("HOA: v1\n^", "unexpected end of file, expected a header or `--BODY--`");
  expect_error("HOA: v1 Acceptance: 1 ^",
               "unexpected end of file, expected an acceptance condition: `Inf(n)`, `t`, `f` or `(`");
}

TEST(HoaErrors, EveryStateMustBeDefined) {
  // Never used: the number of states is what is wrong.
  expect_error("HOA: v1 States: ^3 Acceptance: 0 t --BODY-- State: 0 State: 2 --END--", "state 1 has no definition");
  expect_error("HOA: v1 States: ^4000000000 Acceptance: 0 t --BODY-- --END--", "state 0 has no definition");
  expect_error("HOA: v1 Acceptance: 0 t --BODY-- State: 0 State: 2 ^--END--", "state 1 has no definition");
  // Used: the first use in the file.
  expect_error("HOA: v1 Start: ^7 Acceptance: 0 t --BODY-- State: 0 [t] 9 --END--", "state 7 has no definition");
  expect_error("HOA: v1 Acceptance: 0 t --BODY-- State: 0 [t] ^4000000000 [t] 8 --END--", "state 4000000000 has no definition");
  expect_error("HOA: v1 Acceptance: 0 t --BODY-- State: 4294967294 ^--END--", "state 0 has no definition");
}

TEST(HoaErrors, SixtyFiveSetsAreTooMany) {
  std::string condition = "Inf(0)";
  for (int i = 1; i < 64; ++i) condition += std::string("&Inf(") + std::to_string(i) + ")";
  expect_error("HOA: v1 Acceptance: 65 " + condition + "\n&Inf(3)&Inf(^64)", "lariat accepts at most 64 acceptance sets");
}

TEST(HoaErrors, ImplicitLabelsNeedFewAtoms) {
  std::string atoms;
  for (int i = 0; i < 40; ++i) atoms += std::string(" \"") + std::to_string(i) + "\"";
  expect_error(
      "HOA: v1 Acceptance: 0 t AP: 40" + atoms + "\n--BODY-- State: 0 ^0",
      "an edge without label stands for one of the 2^40 letters, which lariat cannot number; write labels, as in [0&!1]");
}

// The disjunction of x_i & y_i is exponentially large when all x come before all y.
TEST(HoaErrors, LabelsMayBeTooComplex) {
  std::string atoms, label;
  for (int i = 0; i < 80; ++i) atoms += std::string(" \"") + std::to_string(i) + "\"";
  for (int i = 0; i < 40; ++i) label += std::string(i == 0 ? "" : "|") + std::to_string(i) + "&" + std::to_string(i + 40);
  expect_error("HOA: v1 Acceptance: 0 t AP: 80" + atoms + "\n--BODY-- State: 0 [" + label + "^] 0",
               "label too complex: the labels of this automaton need too many decision nodes");
}

TEST(HoaErrors, LongLinesAreCut) {
  const std::string filler(5000, ' ');
  const Diagnostic error = error_of("HOA: v1" + filler + "States: oops" + filler + "Acceptance: 0 t --BODY--");
  EXPECT_EQ(error.line, 1U);
  EXPECT_EQ(error.column, 5016U);
  EXPECT_LE(error.source_line.size(), 106U);
  EXPECT_EQ(error.source_line.substr(error.caret, 4), "oops");
  EXPECT_TRUE(error.source_line.starts_with("...") && error.source_line.ends_with("..."));
}

TEST(HoaErrors, AreShownWithTheLineAndACaret) {
  EXPECT_EQ(to_string(error_of("HOA: v1\r\nAP:\t\x07 1\r\n")),
            "test.hoa:2:5: error: unexpected byte 0x07\n  AP: \\x07 1\n      ^\n");
  EXPECT_EQ(to_string(error_of("HOA: v1\r\nname: \"\xce\xb1\xff\" States: x\r\n")),
            "test.hoa:2:21: error: expected the number of states, found `x`\n  name: \"\xce\xb1\\xff\" States: x\n             "
            "       "
            "    ^\n");
}

TEST(HoaErrors, AnErrorInALaterAutomatonIsFoundThere) {
  const Diagnostic error = error_of("HOA: v1 Acceptance: 0 t --BODY-- --END--\nHOA: v1 Acceptance: 0 t --BODY-- State: 0 ]");
  EXPECT_EQ(error.line, 2U);
  EXPECT_EQ(error.column, 43U);
}

TEST(HoaErrors, WhatCannotBeReadIsSaidSo) {
  const int directory = open(".", O_RDONLY);
  ASSERT_GE(directory, 0);
  HoaReader reader(input_from_descriptor(directory), ".");
  const auto result = reader.next();
  ASSERT_FALSE(result);
  EXPECT_EQ(to_string(result.errors()[0]), ".: error: cannot read: Is a directory\n");
  close(directory);
}

}  // namespace
}  // namespace lariat::automata
