// SPDX-License-Identifier: Apache-2.0
// Every mistake is reported where it stands, once, and with a message that helps.
#include <gtest/gtest.h>

#include "lariat/dve/read.hpp"

namespace lariat::dve {
namespace {

struct Mistake {
  const char* text;
  std::size_t line, column;
  const char* message;  // part of it
};

std::string all(const std::vector<Diagnostic>& errors) {
  std::string text;
  for (const Diagnostic& error : errors) text += to_string(error);
  return text;
}

std::size_t count(const std::vector<Diagnostic>& diagnostics) {
  std::size_t errors = 0;
  for (const Diagnostic& d : diagnostics) errors += d.severity == Diagnostic::Severity::error ? 1 : 0;
  return errors;
}

void expect_one(const Mistake& mistake) {
  const auto result = dve::read_dve(mistake.text, "m.dve");
  ASSERT_FALSE(result) << mistake.text;
  const std::vector<Diagnostic>& errors = result.errors();
  EXPECT_EQ(count(errors), 1U) << mistake.text << "\n" << all(errors);
  EXPECT_EQ(errors[0].file, "m.dve");
  EXPECT_EQ(errors[0].line, mistake.line) << mistake.text << "\n" << all(errors);
  EXPECT_EQ(errors[0].column, mistake.column) << mistake.text << "\n" << all(errors);
  EXPECT_NE(errors[0].message.find(mistake.message), std::string::npos) << mistake.text << "\n" << all(errors);
}

#define MODEL(global, local, transitions)                                                                       \
  "byte x, t[3]; const byte k = 3; channel c; channel {byte, int} d[2]; " global "\nprocess P { byte v; " local \
  "\nstate a, b; init a;\ntrans a -> b {}, " transitions ";\n}\nprocess Q { byte w; state q; init q; }\nsystem async;"

TEST(DveErrors, Syntax) {
  static constexpr Mistake table[] = {
      {"", 1, 1, "empty"},
      {"  // nothing\n", 1, 1, "empty"},
      {"byte x;", 1, 8, "at least one process"},
      {"process P { state a; init a; }", 1, 31, "system async"},
      {"process P { state a; init a; } system async; byte x;", 1, 46, "nothing may follow"},
      {"process P { state a; init a; } } system async;", 1, 32, "closes nothing"},
      {"proces P { state a; init a; } system async;", 1, 1, "did you mean 'process'?"},
      {"process P { stat a; init a; } system async;", 1, 13, "did you mean 'state'?"},
      {"process P { state a; init a; } sytsem async;", 1, 32, "did you mean 'system'?"},
      {"process P { state a; init a; } system asinc;", 1, 39, "did you mean 'async'?"},
      {"process P { state a; init a; } system async proprty P;", 1, 45, "did you mean 'property'?"},
      {"byt x; process P { state a; init a; } system async;", 1, 1, "did you mean 'byte'?"},
      {"conts byte x = 1; process P { state a; init a; } system async;", 1, 1, "did you mean 'const'?"},
      {"byte x\nprocess P { state a; init a; } system async;", 1, 7, "expected ';'"},
      {"byte state; process P { state a; init a; } system async;", 1, 6, "cannot be a name"},
      {"byte x[]; process P { state a; init a; } system async;", 1, 8, "size is missing"},
      {"byte x[2][2]; process P { state a; init a; } system async;", 1, 10, "one dimension"},
      {"state a; process P { state a; init a; } system async;", 1, 1, "inside a process"},
      {"process P { state a; init a;\nsystem async;", 2, 1, "the end of process 'P'"},
      {"process P state a; init a; } system async;", 1, 10, "expected '{'"},
      {"process P { channel e; state a; init a; } system async;", 1, 13, "outside of processes"},
      {"process P { state a; state b; init a; } system async;", 1, 22, "already"},
      {"process P { state a, b; init a, b; } system async;", 1, 31, "one state only"},
      {"process P { state a; init a; trans -> a {}; } system async;", 1, 36, "must name its source"},
      {"process P { state a; init a; /* } system async;", 1, 30, "no end"},
      {MODEL("", "", "b -> a { guard !x; }"), 4, 33, "write 'not'"},
      {MODEL("", "", "b -> a { guard x = 1; }"), 4, 35, "did you mean '=='?"},
      {MODEL("", "", "b -> a { effect x == 1; }"), 4, 36, "write '=' to assign"},
      {MODEL("", "", "b -> a { gaurd x; }"), 4, 27, "did you mean 'guard'?"},
      {MODEL("", "", "b -> a { guard x; guard x; }"), 4, 36, "'guard' already"},
      {MODEL("", "", "b -> a { guard x }"), 4, 34, "expected ';'"},
      {MODEL("", "", "b -> a { guard x; , a -> b { }"), 4, 36, "expected '}'"},
      {MODEL("", "", "b -> a { guard (x; }"), 4, 35, "expected ')'"},
      {MODEL("", "", "b -> a { guard t[1; }"), 4, 36, "expected ']'"},
      {MODEL("", "", "b -> a { guard x); }"), 4, 34, "expected ';'"},
      {MODEL("", "", "b -> a { guard x +; }"), 4, 36, "expected an expression"},
      {MODEL("", "", "b -> a { sync c; }"), 4, 33, "'!' or '?'"},
      {MODEL("", "", "b -> { }"), 4, 23, "name of a state"},
      {MODEL("", "", "b => { a : 1 }"), 4, 20, "probabilities"},
      {MODEL("", "", "b -> a { guard x == 99999999999; }"), 4, 38, "2147483647"},
      {MODEL("", "", "b -> a { guard x @ 1; }"), 4, 35, "'@' has no meaning"},
      {MODEL("", "", ""), 4, 18, "expected a transition"},
  };
  for (const Mistake& mistake : table) expect_one(mistake);
}

TEST(DveErrors, NamesAndTypes) {
  static constexpr Mistake table[] = {
      {MODEL("", "", "b -> a { guard y == 1; }"), 4, 33, "there is no variable 'y'"},
      {MODEL("byte counter;", "", "b -> a { guard countr == 1; }"), 4, 33, "did you mean 'counter'?"},
      {MODEL("", "", "b -> a { guard a; }"), 4, 33, "a state is 'P.a'"},
      {MODEL("", "", "b -> a { guard c; }"), 4, 33, "it is a channel"},
      {MODEL("", "", "b -> a { guard Q; }"), 4, 33, "it is a process"},
      {MODEL("", "", "b -> a { guard w == 0; }"), 4, 33, "there is no variable 'w'"},
      {MODEL("", "", "b -> a { guard Q->u == 0; }"), 4, 36, "process 'Q' has no variable 'u'"},
      {MODEL("", "", "b -> a { guard R.q; }"), 4, 33, "there is no process 'R'"},
      {MODEL("", "", "b -> a { guard Q.r; }"), 4, 35, "process 'Q' has no state 'r'"},
      {MODEL("", "", "b -> a { guard Q.w; }"), 4, 35, "a variable is 'Q->w'"},
      {MODEL("", "", "b -> a { guard x[1] == 0; }"), 4, 33, "'x' is no array"},
      {MODEL("", "", "b -> a { effect k = 1; }"), 4, 34, "'k' is a constant"},
      {MODEL("", "", "b -> a { effect x + 1 = 1; }"), 4, 36, "can take a value"},
      {MODEL("", "", "b -> a { effect Q->w = 1; }"), 4, 34, "only process 'Q' can change"},
      {MODEL("", "", "b -> a { sync e!; }"), 4, 32, "there is no channel 'e'"},
      {MODEL("", "", "b -> a { sync x!; }"), 4, 32, "it is a variable"},
      {MODEL("", "", "b -> a { sync c?1; }"), 4, 34, "can take a value"},
      {MODEL("", "", "b -> a { sync c?k; }"), 4, 34, "'k' is a constant"},
      {MODEL("", "", "b -> a { sync d!1; }"), 4, 32, "messages of 2 values, not of 1"},
      {MODEL("", "", "b -> d {}"), 4, 23, "no state 'd'"},
      {MODEL("", "", "bb -> a {}"), 4, 18, "did you mean 'b'?"},
      {MODEL("byte x;", "", "b -> a {}"), 1, 75, "already"},
      {MODEL("channel d;", "", "b -> a {}"), 1, 78, "another channel 'd'"},
      {MODEL("", "byte v;", "b -> a {}"), 2, 26, "already"},
      {MODEL("const int z;", "", "b -> a {}"), 1, 80, "has no value"},
      {MODEL("byte z = 256;", "", "b -> a {}"), 1, 79, "0 to 255"},
      {MODEL("int z = -32769;", "", "b -> a {}"), 1, 78, "-32768 to 32767"},
      {MODEL("byte z = {1};", "", "b -> a {}"), 1, 75, "no array"},
      {MODEL("byte z[2] = 1;", "", "b -> a {}"), 1, 75, "in braces"},
      {MODEL("byte z[0];", "", "b -> a {}"), 1, 77, "at least one element"},
      {MODEL("byte z = 1 / 0;", "", "b -> a {}"), 1, 81, "division by 0"},
      {MODEL("byte z = t[3];", "", "b -> a {}"), 1, 79, "outside the array"},
      {MODEL("byte z[2000000];", "", "b -> a {}"), 1, 77, "at most"},
      {MODEL("byte y[1000000], z[1000000];", "", "b -> a {}"), 1, 87, "a state takes more than"},
      {MODEL("channel {byte} z[99999];", "", "b -> a {}"), 1, 87, "0 to 65535 places"},
      {MODEL("channel z[2];", "", "b -> a {}"), 1, 80, "channel {byte} z[2];"},
      {"process P { state a, a; init a; } system async;", 1, 22, "already"},
      {"process P { state a; init b; } system async;", 1, 27, "no state 'b'"},
      {"process P { state a; } system async;", 1, 9, "'init' is missing"},
      {"process P { byte x; } system async;", 1, 9, "has no states"},
      {"process P { state a; init a; } process P { state a; init a; } system async;", 1, 40, "process 'P' already"},
      {"process P { state a; init a; } system async property R;", 1, 54, "there is no process 'R'"},
      {"process P { state a; init a; } system async property P;", 1, 54, "besides the property"},
  };
  for (const Mistake& mistake : table) expect_one(mistake);
}

std::string with_property(const std::string& statements) {
  return "byte g; channel c; process P { byte v; state p; init p; trans p -> p {}; }\nprocess R { byte own; state a, b; init "
         "a; " +
         statements + " }\nsystem async property R;";
}

TEST(DveErrors, WhatAPropertyCannotDo) {
  const auto message = [](const std::string& statements) {
    const auto result = dve::read_dve(with_property(statements), "m.dve");
    return result ? std::string() : result.errors().front().message;
  };
  EXPECT_EQ(message("accept b; trans a -> b { guard P.p and R.a; effect own = 1; };"), "");
  EXPECT_EQ(message("accept genbuchi (a), (b); trans a -> b {};"), "");
  for (const char* kind : {"muller (a), (b)", "rabin (a; b)", "streett (a; b)"})
    EXPECT_NE(message("accept " + std::string(kind) + ";").find("cannot be checked"), std::string::npos) << kind;
  EXPECT_NE(message("trans a -> b { effect g = 1; };").find("cannot change"), std::string::npos);
  EXPECT_EQ(message("trans a -> b { sync c?; };"), "");
  EXPECT_NE(message("trans a -> b { sync c!; };").find("cannot send"), std::string::npos);
  EXPECT_NE(message("trans a -> b { sync c?own; };").find("cannot receive values"), std::string::npos);
  EXPECT_NE(message("commit a;").find("no committed"), std::string::npos);
}

TEST(DveErrors, NobodyRefersToTheProperty) {
  const auto result = dve::read_dve(
      "process P { state p; init p; trans p -> p { guard R.a; }; } process R { state a; init a; } "
      "system async property R;",
      "m.dve");
  ASSERT_FALSE(result);
  EXPECT_NE(result.errors()[0].message.find("watches"), std::string::npos);
}

TEST(DveErrors, SeveralAreReportedInOrder) {
  const auto result = dve::read_dve(
      "byte x = ;\n"
      "process P {\n"
      "  byte y\n"
      "  state a, b;\n"
      "  init a;\n"
      "  trans a -> b { guard x = 1; },\n"
      "        b -> a { efect y = 1; },\n"
      "        b -> a { sync ; effect y = ; },\n"
      "        a -> b { guard y == 1; };\n"
      "}\n"
      "system async;",
      "m.dve");
  ASSERT_FALSE(result);
  std::vector<std::size_t> lines;
  for (const Diagnostic& error : result.errors()) lines.push_back(error.line);
  EXPECT_EQ(lines, (std::vector<std::size_t>{1, 3, 6, 7, 8})) << all(result.errors());
}

TEST(DveErrors, SeveralNamesAreReportedInOrder) {
  const auto result = dve::read_dve(MODEL("byte y = u;", "", "b -> a { guard v1 == v2; effect x = v3; }, b -> e {}"), "m.dve");
  ASSERT_FALSE(result);
  EXPECT_EQ(count(result.errors()), 5U) << all(result.errors());
  for (std::size_t i = 1; i < result.errors().size(); ++i) {
    const Diagnostic& a = result.errors()[i - 1];
    const Diagnostic& b = result.errors()[i];
    EXPECT_TRUE(a.line < b.line || (a.line == b.line && a.column < b.column));
  }
}

// The warnings about a model without errors, as `line:column message`.
std::vector<std::string> warnings_of(const char* text) {
  std::vector<Diagnostic> warnings;
  const auto result = dve::read_dve(text, "m.dve", {}, &warnings);
  EXPECT_TRUE(result) << text;
  std::vector<std::string> lines;
  for (const Diagnostic& warning : warnings) {
    EXPECT_EQ(warning.severity, Diagnostic::Severity::warning);
    lines.push_back(std::to_string(warning.line) + ":" + std::to_string(warning.column) + " " + warning.message);
  }
  return lines;
}

TEST(DveWarnings, ConstantsThatCannotBeMeant) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(warnings_of(MODEL("", "", "b -> a { effect x = 300, v = -1, x = 255, v = 0; }")),
            (Lines{"4:38 the value 300 does not fit into 'x', which holds 0 to 255",
                   "4:47 the value -1 does not fit into 'v', which holds 0 to 255"}));
  EXPECT_EQ(warnings_of(MODEL("", "", "b -> a { guard t[3] == 0; effect t[k] = 1, t[2] = 200 + 56; }")),
            (Lines{"4:33 the index 3 is outside the array 't', which has 3 elements",
                   "4:51 the index 3 is outside the array 't', which has 3 elements",
                   "4:72 the value 256 does not fit into 't', which holds 0 to 255"}));
  EXPECT_EQ(warnings_of(MODEL("const byte m[2] = {1, 2};", "", "b -> a { guard m[2] == 0; }, b -> a { guard m[1] == 2; }")),
            Lines{"4:33 the index 2 is outside the array 'm', which has 2 elements"});
  EXPECT_EQ(warnings_of(MODEL("", "", "b -> a { sync d!{256, -5}; }, b -> a { sync d!{255, 40000}; }")),
            (Lines{"4:35 the value 256 does not fit into 'd', which holds 0 to 255",
                   "4:70 the value 40000 does not fit into 'd', which holds -32768 to 32767"}));
  EXPECT_EQ(warnings_of(MODEL("", "", "b -> a { guard x + 300 > 2; effect x = x + 300, t[x] = 1; sync c!300; }")), Lines{});
}

TEST(DveErrors, TheirNumberIsLimited) {
  std::string text = "process P { state a; init a; trans\n";
  for (int i = 0; i < 100; ++i) text += "a -> a { guard ; },\n";
  const auto result = dve::read_dve(text + "a -> a {}; } system async;", "m.dve");
  ASSERT_FALSE(result);
  EXPECT_EQ(count(result.errors()), 20U);
  EXPECT_NE(result.errors().back().message.find("more errors"), std::string::npos);
}

TEST(DveErrors, CaretUnderThePlace) {
  const auto result = dve::read_dve("process P {\n\tstate a; init b;\n}\nsystem async;", "m.dve");
  ASSERT_FALSE(result);
  EXPECT_EQ(to_string(result.errors()[0]),
            "m.dve:2:16: error: process 'P' has no state 'b' (did you mean 'a'?)\n"
            "   state a; init b;\n"
            "                 ^\n");
}

}  // namespace
}  // namespace lariat::dve
