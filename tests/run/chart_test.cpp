// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/chart.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "run/programs.hpp"

namespace lariat::run {
namespace {

using model::Effect;
using model::Interpreter;

std::string chart_of(Interpreter& interpreter, const run::Run& run, const run::RunTextOptions& options = {}) {
  EXPECT_EQ(run::find_flaw(interpreter, run), std::nullopt);
  std::ostringstream out;
  run::write_chart(out, interpreter, run, options);
  return "\n" + out.str();
}

// P sends 7 to Q, which sends 1,2 back to it and to nobody else.
model::Program meeting() {
  Maker make;
  const auto x = make.global("x");
  const auto y = make.global("y");
  const auto c = make.channel("c", 0, 1);
  const auto d = make.channel("d", 0, 2);
  const auto p = make.process("P", {"a", "b", "c"});
  const auto q = make.process("Q", {"a", "b", "c"});
  make.transition(p, 0, 1, 1, "c!7").communication = make.send(c, {make.number(7)});
  make.transition(p, 1, 2, 2, "d?x,y").communication = make.receive(d, {x, y});
  make.transition(q, 0, 1, 3, "c?x").communication = make.receive(c, {x});
  make.transition(q, 1, 2, 4, "d!1,2").communication = make.send(d, {make.number(1), make.number(2)});
  return make.program;
}

TEST(Chart, TwoMeet) {
  const model::Program program = meeting();
  Interpreter interpreter(program);
  const run::Run run = run_of(interpreter, {0, 0});
  EXPECT_EQ(chart_of(interpreter, run), R"(
        P         Q
    1   |- c!7 -->|
    2   |< d!1,2 -|
)");
  EXPECT_EQ(chart_of(interpreter, run, {.utf8 = true}), R"(
        P         Q
        ┬         ┬
    1   ├─ c!7 ──▶│
    2   │◀ d!1,2 ─┤
)");
}

TEST(Chart, NoRoomForTheText) {
  const model::Program program = meeting();
  Interpreter interpreter(program);
  const run::Run run = run_of(interpreter, {0, 0});
  EXPECT_EQ(chart_of(interpreter, run, {.width = 20}), R"(
        P     Q
    1   | c!7 |
        |---->|
    2   | d!1,2
        |<----|
)");
}

// P fills a channel with 5 and 6; Q takes them out, the second one first, and looks before it does so.
model::Program buffer(bool with_another = false) {
  Maker make;
  const auto x = make.global("x");
  const auto q = make.channel("q", 2, 1);
  const auto p = make.process("P", {"a", "b", "c"});
  if (with_another) make.process("R", {"a"});
  const auto r = make.process("Q", {"a", "b", "c", "d"});
  make.transition(p, 0, 1, 1, "q!5").communication = make.send(q, {make.number(5)});
  make.transition(p, 1, 2, 2, "q!6").communication = make.send(q, {make.number(6)});
  const auto six = make.receive(q, {x});
  make.program.communications[six].arguments[0] = {.value = make.number(6)};
  make.program.communications[six].anywhere = true;
  const auto look = make.receive(q, {x});
  make.program.communications[look].copies = true;
  make.transition(r, 0, 1, 3, "q??6").communication = six;
  make.transition(r, 1, 2, 4, "q?<x>").communication = look;
  make.transition(r, 2, 3, 5, "q?x").communication = make.receive(q, {x});
  return make.program;
}

TEST(Chart, WhatWaitsIsFoundAgain) {
  const model::Program program = buffer();
  Interpreter interpreter(program);
  const run::Run run = run_of(interpreter, {0, 0, 0, 0, 0});
  EXPECT_EQ(chart_of(interpreter, run, {.utf8 = true}), R"(
        P             Q
        ┬             ┬
    1   ├─▷ q!5       │
    2   ├─▷ q!6       │
    3   │             ├◁─ q??6 (2)
    4   │             ├◁─ q?<5> (1)
    5   │             ├◁─ q?5 (1)
)");
}

TEST(Chart, NarrowPages) {
  const model::Program program = buffer();
  Interpreter interpreter(program);
  EXPECT_EQ(chart_of(interpreter, run_of(interpreter, {0, 0, 0}), {.width = 22}), R"(
        P      Q
    1   |-> q!5
    2   |-> q!6
    3   |      |<- q??6 (2)
)");
}

TEST(Chart, AtTheRightEdgeTextsGoToTheLeft) {
  const model::Program program = buffer(true);
  Interpreter interpreter(program);
  const run::Run run = run_of(interpreter, {0, 0, 0});
  EXPECT_EQ(chart_of(interpreter, run, {.utf8 = true, .width = 40}), R"(
        P         R         Q
        ┬         ┬         ┬
    1   ├─▷ q!5   │         │
    2   ├─▷ q!6   │         │
    3   │         │         ├◁─ q??6 (2)
)");
  EXPECT_EQ(chart_of(interpreter, run, {.utf8 = true, .width = 39}), R"(
        P         R         Q
        ┬         ┬         ┬
    1   ├─▷ q!5   │         │
    2   ├─▷ q!6   │         │
    3   │        q??6 (2) ─▷┤
)");
}

TEST(Chart, CyclesAndPartsWithoutMessages) {
  const model::Program program = counter();
  Interpreter interpreter(program);
  run::Run run = run_of(interpreter, {0, 0, 0, 0});
  run.cycle = 1;
  EXPECT_EQ(chart_of(interpreter, run, {.utf8 = true}), R"(
        P_0   P_1
        ┬     ┬
┌─ the following repeats for ever ─
│   2   │     │
└─ and again from step 2 ─
no messages are sent in this run
)");
}

// Promela: A starts B and says so, B ends.
model::Program starting() {
  Maker make("promela");
  const auto a = make.process("A", {"a", "b", "c"});
  const auto b = make.process("B", {"a", "b"}, false);
  make.transition(a, 0, 1, 1, "run B()").effects = {{.kind = Effect::Kind::start, .type = b}};
  make.transition(a, 1, 2, 2, "printf").effects = {{.kind = Effect::Kind::print, .text = "MSC: done\n"},
                                                   {.kind = Effect::Kind::print, .text = "not for charts\n"}};
  make.transition(b, 0, 1, 3, "-end-").effects = {{.kind = Effect::Kind::end}};
  return make.program;
}

TEST(Chart, ProcessesThatComeAndGo) {
  const model::Program program = starting();
  Interpreter interpreter(program);
  const run::Run run = run_of(interpreter, {0, 0, 0});
  const std::string utf8 = chart_of(interpreter, run, {.utf8 = true});
  EXPECT_EQ(utf8, R"(
        A[0]
        ┬
    1   ├─ run ─▶┬ B[1]
    2   ● done   │
    3   │        ┴ ends
)");
  EXPECT_EQ(chart_of(interpreter, run), R"(
        A[0]
    1   |- run ->+ B[1]
    2   * done   |
    3   |        x ends
)");
}

TEST(Chart, Errors) {
  Maker make;
  const auto x = make.global("x");
  const auto p = make.process("P", {"a", "b"});
  make.transition(p, 0, 1, 1, "x = 300").effects = {Maker::assign(x, make.number(300))};
  make.program.overflow = model::Program::Overflow::error;
  Interpreter interpreter(make.program);
  EXPECT_EQ(chart_of(interpreter, run_of(interpreter, {0})), R"(
        P
    1   * error: the value 300 is out of the range of x, which is 0 to 255
no messages are sent in this run
)");
}

}  // namespace
}  // namespace lariat::run
