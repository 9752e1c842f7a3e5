// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/run_text.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "run/programs.hpp"

namespace lariat::run {
namespace {

using model::Effect;
using model::Interpreter;

// The text of a run, after a line break, so that it can be written below each other.
std::string text_of(Interpreter& interpreter, const run::Run& run, const run::RunTextOptions& options = {}) {
  EXPECT_EQ(run::find_flaw(interpreter, run), std::nullopt);
  std::ostringstream out;
  run::write_run(out, interpreter, run, options);
  return "\n" + out.str();
}

TEST(RunText, StepsAndWhatTheyChange) {
  const model::Program program = counter();
  Interpreter interpreter(program);
  run::Run run = run_of(interpreter, {0, 0, 0, 0});
  EXPECT_EQ(text_of(interpreter, run), R"(
    1  P_0  model.dve:5  counts -> counts { guard !stop && x != 2; effect x = x
                             + 1; }
                           x: 0 -> 1
    2  P_0  model.dve:5  counts -> counts { guard !stop && x != 2; effect x = x
                             + 1; }
                           x: 1 -> 2
    3  P_0  model.dve:6  counts -> counts { guard !stop && x == 2; effect x =
                             0; }
                           x: 2 -> 0
    4  P_0  model.dve:5  counts -> counts { guard !stop && x != 2; effect x = x
                             + 1; }
                           x: 0 -> 1
)");
  run.cycle = 1;
  EXPECT_EQ(text_of(interpreter, run, {.width = 120}), R"(
    1  P_0  model.dve:5  counts -> counts { guard !stop && x != 2; effect x = x + 1; }
                           x: 0 -> 1
-- the following repeats for ever --
|   2  P_0  model.dve:5  counts -> counts { guard !stop && x != 2; effect x = x + 1; }
|                          x: 1 -> 2
|   3  P_0  model.dve:6  counts -> counts { guard !stop && x == 2; effect x = 0; }
|                          x: 2 -> 0
|   4  P_0  model.dve:5  counts -> counts { guard !stop && x != 2; effect x = x + 1; }
|                          x: 0 -> 1
-- and again from step 2 --
)");
}

TEST(RunText, NothingAtAll) {
  const model::Program program = counter();
  Interpreter interpreter(program);
  EXPECT_EQ(text_of(interpreter, run_of(interpreter, {})), "\n");
}

TEST(RunText, TheEnd) {
  const model::Program program = counter();
  Interpreter interpreter(program);
  run::Run run = run_of(interpreter, {1, 0});
  run.cycle = 1;
  EXPECT_EQ(text_of(interpreter, run, {.utf8 = true}), R"(
    1  P_1  model.dve:9  waits -> done { effect stop = 1; }
                           stop: false -> true
┌─ the following repeats for ever ─
│   2  the system has come to its end and stays there
└─ and again from step 2 ─
)");
}

TEST(RunText, TheEndIsToldOnce) {
  const model::Program program = counter();
  Interpreter interpreter(program);
  run::Run run = run_of(interpreter, {1, 0, 0});
  run.cycle = 2;
  EXPECT_EQ(text_of(interpreter, run), R"(
    1  P_1  model.dve:9  waits -> done { effect stop = 1; }
                           stop: false -> true
    2  the system has come to its end and stays there
-- the following repeats for ever --
|   3  the system stays there
-- and again from step 3 --
)");
}

TEST(RunText, WholeStates) {
  const model::Program program = counter();
  Interpreter interpreter(program);
  run::Run run = run_of(interpreter, {1, 0});
  run.cycle = 1;
  EXPECT_EQ(text_of(interpreter, run, {.show_state = true}), R"(
       initial state
         x = 0, stop = false
         P_0  counts
         P_1  waits
    1  P_1  model.dve:9  waits -> done { effect stop = 1; }
                           stop: false -> true
         x = 0, stop = true
         P_0  counts
         P_1  done
-- the following repeats for ever --
|   2  the system has come to its end and stays there
|        x = 0, stop = true
|        P_0  counts
|        P_1  done
-- and again from step 2 --
)");
}

TEST(RunText, TheAutomatonOnRequest) {
  const model::Program program = counter();
  Interpreter interpreter(program);
  run::Run run = run_of(interpreter, {1, 0});
  run.cycle = 1;
  run.automaton_initial = 0;
  run.steps[0].automaton_state = run.steps[1].automaton_state = 3;
  EXPECT_EQ(text_of(interpreter, run).find("property"), std::string::npos);
  EXPECT_EQ(text_of(interpreter, run, {.show_automaton = true}), R"(
    1  P_1  model.dve:9  waits -> done { effect stop = 1; }
                           stop: false -> true, property: 0 -> 3
-- the following repeats for ever --
|   2  the system has come to its end and stays there
|                          property: 3
-- and again from step 2 --
)");
}

TEST(RunText, Colours) {
  const model::Program program = counter();
  Interpreter interpreter(program);
  EXPECT_EQ(text_of(interpreter, run_of(interpreter, {1}), {.color = {.on = true}}),
            "\n  \033[2m  1\033[0m  \033[1mP_1\033[0m  \033[2mmodel.dve:9\033[0m  waits -> done { effect stop = 1; }\n"
            "                           \033[36mstop: false -> true\033[0m\n");
}

// Two that meet, as DVE does it.
TEST(RunText, TwoThatMeet) {
  Maker make;
  const auto c = make.channel("c", 0, 1);
  const auto p = make.process("Sender", {"q"});
  const auto q = make.process("Me", {"wait", "got"});
  const auto v = make.local(q, "v");
  make.transition(p, 0, 0, 4, "q -> q { sync c!5; }").communication = make.send(c, {make.number(5)});
  make.transition(q, 0, 1, 12, "wait -> got { sync c?v; }").communication = make.receive(c, {v});
  Interpreter interpreter(make.program);
  EXPECT_EQ(text_of(interpreter, run_of(interpreter, {0})), R"(
    1  Sender  model.dve:4   sends     q -> q { sync c!5; }
       Me      model.dve:12  receives  wait -> got { sync c?v; }
                               Me->v: 0 -> 5
)");
}

// An atomic sequence of Promela that prints, meets another process, and starts one.
TEST(RunText, AtomicSequences) {
  Maker make("promela");
  const auto c = make.channel("c", 0, 1);
  const auto queue = make.channel("queue", 1, 1);
  const auto x = make.global("x");
  const auto p = make.process("init", {"a", "b", "c", "d", "e"});
  const auto q = make.process("Q", {"wait", "got"});
  const auto worker = make.process("Worker", {"w"}, false);
  const auto n = make.local(worker, "n");
  make.local(worker, "zero");
  make.program.process_types[worker].parameters = 1;
  (void)n;
  make.transition(p, 0, 1, 4, "x = 1").effects = {Maker::assign(x, make.number(1))};
  make.transition(p, 1, 2, 5, "printf(\"x is %d\\n...\", x)").effects = {
      {.kind = Effect::Kind::print, .arguments = {make.read(x)}, .text = "x is %d\n..."}};
  make.transition(p, 2, 3, 6, "c!x").communication = make.send(c, {make.read(x)});
  make.transition(p, 3, 4, 7, "run Worker(3)").effects = {
      {.kind = Effect::Kind::start, .type = worker, .arguments = {make.number(3)}}};
  make.transition(p, 4, 4, 8, "queue!9").communication = make.send(queue, {make.number(9)});
  for (const std::size_t i : {0U, 1U, 2U}) make.program.process_types[p].transitions[i].then = model::Transition::Then::atomic;
  make.transition(q, 0, 1, 20, "c?_").communication =
      make.receive(c, {make.program.add(model::Place{.scope = model::Place::Scope::nowhere})});
  make.transition(worker, 0, 0, 30, "-end-").effects = {{.kind = Effect::Kind::end}};
  ASSERT_EQ(find_defect(make.program), std::nullopt);
  Interpreter interpreter(make.program);
  const run::Run run = run_of(interpreter, {0, 0, 0});
  EXPECT_EQ(text_of(interpreter, run), R"(
    1  init[0]    model.pml:4   / x = 1
       init[0]    model.pml:5   | printf("x is %d\n...", x)
                                |   prints: x is 1
                                |   prints: ...
       init[0]    model.pml:6   | sends     c!x
       Q[1]       model.pml:20  | receives  c?_
       init[0]    model.pml:7   \ run Worker(3)
                                  x: 0 -> 1, Worker[2] starts, Worker[2]:n = 3
    2  init[0]    model.pml:8   queue!9
                                  queue = [9]
    3  Worker[2]  model.pml:30  -end-
                                  Worker[2] ends
)");
  EXPECT_NE(text_of(interpreter, run, {.utf8 = true}).find("┌ x = 1\n       init[0]    model.pml:5   │ printf"),
            std::string::npos);
}

TEST(RunText, Errors) {
  Maker make;
  make.program.overflow = model::Program::Overflow::error;
  const auto x = make.global("x", model::byte_type, 255);
  make.program.places[x].source = {.line = 3, .column = 20};
  const auto p = make.process("P", {"q"});
  make.transition(p, 0, 0, 3, "q -> q { effect x = x + 1; }").effects = {
      Maker::assign(x, make.plus(make.read(x), make.number(1)))};
  Interpreter interpreter(make.program);
  EXPECT_EQ(text_of(interpreter, run_of(interpreter, {0, 0})), R"(
    1  P  model.dve:3  q -> q { effect x = x + 1; }
       model.dve:3:20: error: the value 256 is out of the range of x, which is 0 to 255
    2  after the error nothing more happens
)");
}

TEST(RunText, AssertionsAtTheBeginning) {
  Maker make;
  const auto p = make.process("P", {"q"});
  make.program.process_types[p].locations[0].assertions = {make.program.constant(0, {.line = 7, .column = 2})};
  Interpreter interpreter(make.program);
  EXPECT_EQ(text_of(interpreter, run_of(interpreter, {})), "\n       model.dve:7:2: error: an assertion does not hold\n");
}

TEST(RunText, TheObserverOnRequest) {
  Maker make;
  const auto x = make.global("x");
  const auto p = make.process("P", {"q"});
  make.transition(p, 0, 0, 3, "x = 1").effects = {Maker::assign(x, make.number(1))};
  const auto never = make.process("never", {"watch", "seen"}, false);
  make.transition(never, 0, 1, 30, "true -> goto seen");
  make.transition(never, 1, 1, 31, "true");
  make.program.observer = model::Program::Observer{.name = "never", .type = never};
  Interpreter interpreter(make.program);
  const run::Run run = run_of(interpreter, {0, 0}, true);
  EXPECT_EQ(text_of(interpreter, run), R"(
    1  P  model.dve:3  x = 1
                         x: 0 -> 1
    2  P  model.dve:3  x = 1
)");
  EXPECT_EQ(text_of(interpreter, run, {.show_automaton = true}), R"(
    1  P      model.dve:3   x = 1
       never  model.dve:30  true -> goto seen
                              x: 0 -> 1
    2  P      model.dve:3   x = 1
       never  model.dve:31  true
)");
}

TEST(RunText, NarrowPagesAndLongNames) {
  Maker make;
  make.program.files = {"a/very/long/way/to/the/model.dve"};
  const auto x = make.global("x");
  const auto p = make.process("P", {"q"});
  make.transition(p, 0, 0, 3, "q -> q { effect x = 1; }").effects = {Maker::assign(x, make.number(1))};
  Interpreter interpreter(make.program);
  EXPECT_EQ(text_of(interpreter, run_of(interpreter, {0})), R"(
    1  P  model.dve:3  q -> q { effect x = 1; }
                         x: 0 -> 1
)");
  EXPECT_EQ(text_of(interpreter, run_of(interpreter, {0}), {.width = 160}), R"(
    1  P  a/very/long/way/to/the/model.dve:3  q -> q { effect x = 1; }
                                                x: 0 -> 1
)");
  EXPECT_EQ(text_of(interpreter, run_of(interpreter, {0}), {.width = 40}), R"(
    1  P  line 3
         q -> q { effect x = 1; }
           x: 0 -> 1
)");
}

TEST(RunText, OneFileWithALongNameNeedsNoName) {
  Maker make;
  make.program.files = {"a_very_long_name_of_a_model.dve"};
  const auto p = make.process("P", {"q"});
  make.transition(p, 0, 0, 3, "q -> q {}");
  Interpreter interpreter(make.program);
  EXPECT_EQ(text_of(interpreter, run_of(interpreter, {0})), "\n    1  P  line 3  q -> q {}\n");
  make.program.files.emplace_back("another.dve");
  EXPECT_EQ(text_of(interpreter, run_of(interpreter, {0})), "\n    1  P  a_very_long_name_of_a_model.dve:3  q -> q {}\n");
}

TEST(RunText, ManySteps) {
  const model::Program program = counter();
  Interpreter interpreter(program);
  const run::Run run = run_of(interpreter, std::vector<std::size_t>(12345, 0));
  std::ostringstream out;
  run::write_run(out, interpreter, run, {.width = 120});
  const std::string text = out.str();
  EXPECT_TRUE(text.starts_with("      1  P_0  model.dve:5 "));
  EXPECT_NE(text.find("\n  12345  P_0  model.dve:6 "), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2 * 12345);
}

TEST(RunText, TextsCannotDisturbTheTerminal) {
  Maker make;
  const auto p = make.process("P", {"q"});
  make.transition(p, 0, 0, 3, "q \033[2J\r\n\xff");
  Interpreter interpreter(make.program);
  EXPECT_EQ(text_of(interpreter, run_of(interpreter, {0})), "\n    1  P  model.dve:3  q \\x1b[2J\\x0d\\x0a\\xff\n");
}

TEST(RunText, Choices) {
  const model::Program program = counter();
  Interpreter interpreter(program);
  const run::RunText text(interpreter, {.width = 120});
  std::ostringstream out;
  const auto steps = run::possible_steps(interpreter, interpreter.initial());
  for (std::size_t i = 0; i < steps.size(); ++i) text.write_choice(out, i + 1, steps[i]);
  EXPECT_EQ("\n" + out.str(), R"(
  [1]  P_0  model.dve:5  counts -> counts { guard !stop && x != 2; effect x = x + 1; }
  [2]  P_1  model.dve:9  waits -> done { effect stop = 1; }
)");
}

}  // namespace
}  // namespace lariat::run
