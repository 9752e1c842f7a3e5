// SPDX-License-Identifier: Apache-2.0
// Tests of trails without Spin; tests/promela/trail_test.py compares with Spin.
#include "lariat/run/trail.hpp"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

namespace lariat::run {
namespace {

promela::PromelaProgram read(const std::string& text) {
  auto program = promela::read_promela(text, "m.pml");
  EXPECT_TRUE(program) << (program ? "" : to_string(program.errors().front()));
  return *std::move(program);
}

std::string written(const promela::PromelaProgram& program, const run::Run& run) {
  std::ostringstream out;
  run::write_trail(out, program, run);
  return out.str();
}

TEST(Trail, Recognised) {
  EXPECT_TRUE(run::is_trail("1:0:3"));
  EXPECT_TRUE(run::is_trail("-4:-4:-4\n1:0:3\n"));
  EXPECT_TRUE(run::is_trail("-2:1:-2\r\n1:0:3\n"));
  for (const char* const text : {"", "\n", "{}", "1:0", "1:0:", "1:0:3:4", "1:0:x", "1 0 3", "1:0:99999999999999999999"})
    EXPECT_FALSE(run::is_trail(text)) << text;
}

// The numbers are those that `pan -d` shows for this model.
TEST(Trail, NumbersOfStatements) {
  promela::PromelaProgram program = read(
      "byte x;\n"
      "active proctype P() {\n"
      "  x = 1;\n"                                     // 0
      "  if :: x == 1 -> x = 2 :: else -> skip fi;\n"  // 1, 2; 3, 4; 5 and 6 are the if and its end
      "  do :: x == 2 -> break od;\n"                  // 7, 8; 9 to 11
      "  atomic { x = 3; x = 4 };\n"                   // 12, 13; 14
      "  d_step { x = 5; x = 6 }\n"                    // 15, 16; 17
      "}\n");                                          // 18
  model::Interpreter interpreter(program.program());
  run::Run run{.initial = interpreter.initial()};
  for (int i = 0; i < 7; ++i) run.steps.push_back(run::possible_steps(interpreter, run.before(run.steps.size())).front());
  EXPECT_EQ(written(program, run), "1:0:0\n2:0:1\n3:0:2\n4:0:7\n5:0:12\n6:0:13\n7:0:17\n8:0:18\n");
  const auto again = run::parse_trail(written(program, run), "t", program, interpreter);
  ASSERT_TRUE(again) << to_string(again.errors().front());
  EXPECT_TRUE(again->notes.empty());
  EXPECT_EQ(written(program, again->run), written(program, run));
}

TEST(Trail, MergedStatements) {
  promela::PromelaProgram program = read(
      "byte g;\n"
      "active proctype P() { byte i, j; i = 1; j = 2; i = j; g = i }\n"  // 0 to 3
      "active proctype Q() { g = 7 }\n");                                // 5
  model::Interpreter interpreter(program.program());
  const auto run = run::parse_trail("-4:-4:-4\n1:0:0\n2:1:5\n3:0:3\n", "t", program, interpreter);
  ASSERT_TRUE(run) << to_string(run.errors().front());
  EXPECT_EQ(written(program, run->run), "1:0:0\n2:0:1\n3:0:2\n4:1:5\n5:0:3\n");
  // Without the header, each statement has its line.
  const auto none = run::parse_trail("1:0:0\n2:1:5\n3:0:3\n", "t", program, interpreter);
  ASSERT_FALSE(none);
  EXPECT_EQ(to_string(none.errors().front()),
            "t:3:1: error: P[0] cannot do statement 3 (g = i, m.pml:2) here; the model may have changed since the trail was "
            "written\n  3:0:3\n  ^\n");
}

TEST(Trail, CyclesOfWhichSpinSeesLess) {
  promela::PromelaProgram program = read("bit b; active proctype P() { byte i = 250; do :: b = 1 - b; i++ od }\n");
  model::Interpreter interpreter(program.program());
  const auto run = run::parse_trail("-1:-1:-1\n1:0:0\n2:0:1\n", "t", program, interpreter);
  ASSERT_TRUE(run) << to_string(run.errors().front());
  EXPECT_EQ(run->run.cycle, 0U);
  EXPECT_EQ(run->run.steps.size(), 512U);
  EXPECT_TRUE(run->notes.empty());
}

TEST(Trail, CyclesThatDoNotClose) {
  promela::PromelaProgram program = read("bit b; active proctype P() { int i; do :: b = 1 - b; i++ od }\n");
  model::Interpreter interpreter(program.program());
  const auto run = run::parse_trail("-1:-1:-1\n1:0:0\n2:0:1\n", "t", program, interpreter);
  ASSERT_TRUE(run) << to_string(run.errors().front());
  EXPECT_EQ(run->run.cycle, std::nullopt);
  EXPECT_EQ(run->run.steps.size(), 2U);
  ASSERT_EQ(run->notes.size(), 1U);
  EXPECT_NE(run->notes[0].find("does not come back"), std::string::npos);
}

TEST(Trail, Claims) {
  promela::PromelaProgram program = read(
      "byte x;\n"
      "active proctype P() { do :: x = 1 - x od }\n"                                     // 0
      "never { T0: do :: x == 1 -> goto accept :: true od; accept: do :: true od }\n");  // 5, 7, 11
  model::Interpreter interpreter(program.program());
  const std::string text = "-2:1:-2\n1:0:7\n2:1:0\n3:0:5\n4:1:0\n-1:-1:-1\n5:0:11\n6:1:0\n7:0:11\n8:1:0\n";
  const auto run = run::parse_trail(text, "t", program, interpreter);
  ASSERT_TRUE(run) << to_string(run.errors().front());
  EXPECT_TRUE(run::is_observed(run->run));
  EXPECT_EQ(written(program, run->run), text);
  // Another claim than that of the model, such as one of a formula: only the model's steps count.
  const auto other =
      run::parse_trail("-2:2:-2\n1:0:99\n2:1:0\n-1:-1:-1\n3:0:99\n4:1:0\n5:0:99\n6:1:0\n", "t", program, interpreter);
  ASSERT_TRUE(other) << to_string(other.errors().front());
  EXPECT_EQ(written(program, other->run), "1:0:0\n-1:-1:-1\n2:0:0\n3:0:0\n");
}

// Whatever is changed in a trail, it is a run then, or refused with a line of it.
TEST(Trail, Mutations) {
  promela::PromelaProgram program = read(
      "byte g; chan c = [0] of { byte }; chan q = [1] of { byte };\n"
      "active proctype P() { byte i; do :: atomic { i = 1; c!i; g++ } :: q?i :: d_step { g = 2; g = 3 } od }\n"
      "active proctype Q() { byte j; do :: c?j; j = j + 1; j = 0 :: q!3; j = 4 :: g > 5 -> assert(g < 7) od }\n"
      "never { do :: g < 3 :: true od }\n");
  model::Interpreter interpreter(program.program());
  std::mt19937 random(7);
  for (const bool observed : {false, true}) {
    run::Run run{.initial = interpreter.initial()};
    for (int i = 0; i < 12; ++i) {
      const auto steps = run::possible_steps(interpreter, run.before(run.steps.size()), observed);
      run.steps.push_back(steps[random() % steps.size()]);
    }
    const std::string good = written(program, run);
    ASSERT_TRUE(run::parse_trail(good, "t", program, interpreter));
    std::size_t refused = 0;
    for (int round = 0; round < 3000; ++round) {
      std::string text = (round % 2 == 0 ? "" : "-4:-4:-4\n") + good;
      for (std::size_t i = random() % 3 + 1; i > 0; --i) {
        const std::size_t at = random() % text.size();
        switch (random() % 4) {
          case 0:
            text[at] = "0123456789-:\nx"[random() % 14];
            break;
          case 1:
            text.erase(at, random() % 9);
            break;
          case 2:
            text.insert(at, "-1:-1:-1\n");
            break;
          default:
            text.insert(at, text.substr(at, random() % 20));
        }
      }
      const auto result = run::parse_trail(text, "t", program, interpreter);
      if (result) {
        EXPECT_EQ(run::find_flaw(interpreter, result->run), std::nullopt) << text;
      } else {
        ++refused;
        EXPECT_EQ(to_string(result.errors().front()).rfind("t:", 0), 0U) << text;
      }
    }
    EXPECT_GT(refused, 100U);
  }
}

}  // namespace
}  // namespace lariat::run
