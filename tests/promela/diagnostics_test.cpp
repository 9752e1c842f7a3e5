// SPDX-License-Identifier: Apache-2.0
// Messages: several in a run, at their places, none that only follows from another. And nothing, however odd, that hangs.
#include <fmt/format.h>

#include "promela/print.hpp"
#include "promela/support.hpp"

namespace lariat::promela {
namespace {

using Lines = std::vector<std::string>;

TEST(Diagnostics, SeveralInOneRun) {
  EXPECT_EQ(
      errors_of("byte counter;\n"
                "chan c = [2] of { byte, byte };\n"
                "active proctype P() {\n"
                "  byte i;\n"
                "  cuonter = 1;\n"
                "  if\n"
                "  :: i == 1 -> c!1,2,3\n"
                "  :: i = = 2\n"
                "  :: else -> goto out\n"
                "  fi;\n"
                "  i = i +;\n"
                "  atomic { i++; j++ }\n"
                "}\n"
                "active proctype Q() { run R() }\n"),
      (Lines{"5:3: 'cuonter' is not declared; did you mean 'counter'?",
             "8:10: expected an expression, found '='; assignments are statements of the form x = expression",
             "11:10: expected an expression, found ';'", "12:17: 'j' is not declared", "9:19: there is no label 'out' in 'P'",
             "14:27: there is no proctype 'R'", "7:16: 3 values are sent, but no channel takes more than 2"}));
}

TEST(Diagnostics, Suggestions) {
  EXPECT_EQ(errors_of("typedef Message { byte sender; byte length }; Message m; init { m.lenght = 1 }"),
            (Lines{"1:67: the type 'Message' has no field 'lenght'; did you mean 'length'?"}));
  EXPECT_EQ(errors_of("init { goto finsh; skip; finish: skip }"),
            (Lines{"1:13: there is no label 'finsh' in 'init'; did you mean 'finish'?"}));
  EXPECT_EQ(errors_of("proctype Worker() { skip } init { run Wroker() }"),
            (Lines{"1:39: there is no proctype 'Wroker'; did you mean 'Worker'?"}));
  EXPECT_EQ(
      errors_of("inline send_all() { skip } init { sendall() }"),
      (Lines{"1:35: there is no inline 'sendall' (an inline must be defined before it is called); did you mean 'send_all'?"}));
  EXPECT_EQ(errors_of("actve proctype P() { skip }"),
            (Lines{"1:1: expected a declaration or a process (did you mean 'active'?), found 'actve'"}));
  EXPECT_EQ(errors_of("mtype = {request}; mtype m; init { m = reqest }"),
            (Lines{"1:40: 'reqest' is not declared; did you mean 'request'?"}));
}

// One mistake, one message, whatever it makes of the rest.
TEST(Diagnostics, NoCascades) {
  const auto count = [](const std::string& text) {
    std::size_t result = 0;
    for (const std::string& line : errors_of(text))
      if (line.find(": note:") == line.npos) ++result;
    return result;
  };
  EXPECT_EQ(count("init { x = 1; x = 2; x++; if :: x -> x = 3 fi }"), 1U);
  EXPECT_EQ(count("init { byte a; if :: a = 1 :: a = fi; a = 2; { a = 3 } }"), 1U);
  EXPECT_EQ(count("init { byte a; do :: a == 1 -> break od od; a = 2 }"), 1U);
  EXPECT_EQ(count("init { byte a; (a == 1; a = 2; a = 3 }"), 1U);
  EXPECT_EQ(count("proctype P() { byte a; if :: a == 1 -> skip } init { run P(); run P() }"), 1U);
  EXPECT_EQ(count("typedef T { byte a; foo b; byte c }; T t; init { t.a = 1; t = t }"), 3U);
  EXPECT_EQ(count("byte x = ; byte y = 1; init { x = y }"), 1U + 1U);
  EXPECT_EQ(count("inline f(a) { a = b } init { byte x; f(x); f(x); f(x) }"), 1U);
  EXPECT_EQ(count("c_state \"X x\" \"Global\"\nint y;\nc_track \"&y\" \"4\"\nint z; init { y = z }"), 2U);
  EXPECT_EQ(count("c_decl { int x; { } }\nbyte y; init { c_code { y = 1; z = 2 }; y = 3; y = w }"), 3U);
}

TEST(Diagnostics, ThroughMacrosAndInlines) {
  EXPECT_EQ(errors_of("#define INCREASE(v) v = v + unknown\n"
                      "inline twice(v) {\n"
                      "  INCREASE(v);\n"
                      "  INCREASE(v)\n"
                      "}\n"
                      "init {\n"
                      "  byte x;\n"
                      "  twice(x)\n"
                      "}\n"),
            (Lines{"3:3: 'unknown' is not declared", "1:9: note: 'INCREASE' is a macro, defined here",
                   "8:3: note: the inline 'twice' is called here"}));
}

TEST(Diagnostics, RangesThatThePreprocessorTakesForNumbers) {
  EXPECT_EQ(errors_of("#define N 3\ninit { byte i; for (i : 1..N) { skip } }"),
            (Lines{"2:28: 'N' is not declared; it is a macro, but "
                   "belongs to the number before it for the preprocessor: put a blank before it"}));
}

TEST(Diagnostics, WarningsAreNoErrors) {
  const promela::Model model = model_of("byte n = 3; byte a[n]; chan c = [1] of {byte, byte}; init { c!1 }");
  ASSERT_EQ(model.warnings.size(), 2U);
  EXPECT_EQ(model.warnings[0].message, "'n' is no constant; the array gets 3 elements");
  EXPECT_EQ(model.warnings[1].message, "1 value is sent, but the messages of 'c' have 2");
}

TEST(Diagnostics, NotMoreThanOneCanRead) {
  std::string text = "init {\n";
  for (int i = 0; i < 1000; ++i) text.append("  x").append(std::to_string(i)).append(" = 1;\n");
  EXPECT_EQ(errors_of(text + "}\n").size(), 20U);
}

std::string repeated(const std::string& part, std::size_t count) {
  std::string result;
  result.reserve(part.size() * count);
  for (std::size_t i = 0; i < count; ++i) result += part;
  return result;
}

// Depth has a limit, and says so.
TEST(Diagnostics, Depth) {
  constexpr std::size_t many = 100'000;
  const std::string deep[] = {
      "init { " + repeated("(", many) + "1" + repeated(")", many) + " }",
      "init { " + repeated("!", many) + "1 }",
      "init { " + repeated("! ", many) + "1 }",
      "init { " + repeated("{ ", many) + "skip" + repeated(" }", many) + " }",
      "init { " + repeated("if :: ", many) + "skip" + repeated(" fi", many) + " }",
      "init { " + repeated("skip unless ", many) + "skip }",
      "init { " + repeated("atomic { ", many),
      "byte a[2]; init { " + repeated("a[", many) + "1" + repeated("]", many) + " == 1 }",
      "init { " + repeated("(1 -> ", many) + "1" + repeated(" : 0)", many) + " }",
      "chan c = [1] of {byte}; init { c?" + repeated("(", many) + "1" + repeated(")", many) + " }",
      "byte a[" + repeated("(", many) + "1" + repeated(")", many) + "]; init { skip }",
      "byte a[" + repeated("-", many) + "1]; init { skip }",
      "byte a[" + repeated("- ", many) + "1]; init { skip }",
      "proctype P() { " + repeated("run P(", many) + repeated(")", many) + " } init { skip }",
      "init { byte i; " + repeated("for (i : 1 .. 2) { ", many),
  };
  for (const std::string& text : deep) EXPECT_FALSE(errors_of(text).empty()) << text.substr(0, 60);

  const auto types = [](const std::string& field) {
    std::string result = "typedef T0 { byte x };\n";
    for (int i = 1; i < 1000; ++i) {
      result += field == "b" ? fmt::format("typedef T{} {{ T{} a; T{} b }};\n", i, i - 1, i - 1)
                             : fmt::format("typedef T{} {{ T{} a }};\n", i, i - 1);
    }
    return result + "init { skip }";
  };
  EXPECT_EQ(errors_of(types("")).at(0), "101:9: structures are nested too deeply");
  EXPECT_EQ(errors_of(types("b")).at(0), "21:9: the structure 'T20' is too large");

  std::string inlines = "inline f0() { skip }\n";
  for (int i = 1; i < 1000; ++i) inlines += "inline f" + std::to_string(i) + "() { f" + std::to_string(i - 1) + "() }\n";
  EXPECT_FALSE(errors_of(inlines + "init { f999() }").empty());
}

// Length has none.
TEST(Diagnostics, Length) {
  constexpr std::size_t many = 50'000;
  const std::string names = repeated("x, ", many) + "x";
  const std::string deep[] = {
      "byte x; init { x = 1" + repeated(" + x", many) + " }",
      "byte x; init { x" + repeated(" && x", many) + " }",
      "byte x; init { x = 1" + repeated("; x = 1", many) + " }",
      "byte x; init { if" + repeated(" :: x = 1", many) + " fi }",
      "byte x; init { printf(\"x\", " + names + ") }",
      "byte a[1" + repeated(" + 1", many) + "]; init { skip }",
      "mtype = { m" + repeated(" }; mtype:b = { n", 1) + " }; init { skip }",
      "init { skip" + repeated("\n;", many) + " skip }",
      repeated("/* comment */ ", many) + "init { skip }",
      repeated("#define A\n#undef A\n", many) + "init { skip }",
  };
  for (const std::string& text : deep) {
    const promela::Model model = model_of(text);
    const std::string printed = promela::to_text(model);
    EXPECT_FALSE(printed.empty());
  }
  std::string labels = "init { ";
  for (std::size_t i = 0; i < 5000; ++i) labels.append("L").append(std::to_string(i)).append(": ");
  EXPECT_EQ(model_of(labels + "skip }").labels.size(), 5000U);
}

TEST(Diagnostics, InlinesThatGrow) {
  std::string text = "byte x; inline f0(a) { x = a; x = a }\n";
  for (int i = 1; i < 60; ++i)
    text += "inline f" + std::to_string(i) + "(a) { f" + std::to_string(i - 1) + "(a); f" + std::to_string(i - 1) + "(a) }\n";
  EXPECT_NE(errors_of(text + "init { f59(1) }").at(0).find("the inlines expand to more than"), std::string::npos);
}

}  // namespace
}  // namespace lariat::promela
