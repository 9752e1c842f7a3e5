// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/state_text.hpp"

#include <gtest/gtest.h>

#include "run/programs.hpp"

namespace lariat::run {
namespace {

using model::Effect;
using model::Interpreter;
using model::Place;
using model::Variable;

std::string items_of(const Interpreter& interpreter, model::StateView s) {
  std::string text;
  for (const run::StateItem& item : run::state_items(interpreter, s)) text += item.name + " = " + item.value + "\n";
  return text;
}

std::string changes_of(const Interpreter& interpreter, model::StateView s, model::StateView t) {
  std::string text;
  for (const run::StateChange& change : run::state_changes(interpreter, s, t))
    text += change.name + ": " + change.before.value_or("-") + " -> " + change.after.value_or("-") + "\n";
  return text;
}

// Two processes of DVE, of one type each, with a channel that has a buffer and one that has none.
model::Program dve_program() {
  Maker make;
  make.global("x", model::short_type, -5);
  make.program.globals.push_back({.name = "ready", .type = model::byte_type, .kind = Variable::Kind::truth, .initial = {1}});
  make.program.symbol_tables = {{"", "red", "green"}};
  make.program.globals.push_back(
      {.name = "light", .type = model::byte_type, .kind = Variable::Kind::symbol, .symbols = 0, .initial = {2}});
  const auto c = make.channel("c", 2, 2);
  make.channel("meet", 0, 1);
  const auto a = make.global("a", model::byte_type, 0, 3);
  const auto p = make.process("P_0", {"idle", "busy"});
  const auto q = make.process("P_1", {"only"});
  const auto i = make.local(q, "i");
  const auto third = make.element(make.number(2));
  auto& send = make.transition(p, 0, 1, 4, "idle -> busy { sync c!{1,2}; effect a[2] = 7; }");
  send.communication = make.send(c, {make.number(1), make.number(2)});
  send.effects = {Maker::assign(third, make.number(7))};
  make.transition(q, 0, 0, 8, "only -> only { effect i = 3, a[0] = 1; }").effects = {Maker::assign(i, make.number(3)),
                                                                                     Maker::assign(a, make.number(1))};
  return make.program;
}

TEST(StateText, NamesEverything) {
  const model::Program program = dve_program();
  ASSERT_EQ(find_defect(program), std::nullopt);
  Interpreter interpreter(program);
  EXPECT_EQ(items_of(interpreter, interpreter.initial()),
            "x = -5\nready = true\nlight = green\na[0] = 0\na[1] = 0\na[2] = 0\nc = empty\nP_0 = idle\nP_1 = only\n"
            "P_1->i = 0\n");
  const auto items = run::state_items(interpreter, interpreter.initial());
  EXPECT_EQ(items[6].kind, run::StateItem::Kind::channel);
  EXPECT_EQ(items[7].kind, run::StateItem::Kind::location);
  EXPECT_EQ(items.back().process, 1U);
  EXPECT_EQ(items.back().short_name, "i");
}

TEST(StateText, ChangesAreWhatDiffers) {
  const model::Program program = dve_program();
  Interpreter interpreter(program);
  const run::Run run = run_of(interpreter, {0, 0, 0});
  EXPECT_EQ(changes_of(interpreter, run.initial, run.initial), "");
  EXPECT_EQ(changes_of(interpreter, run.initial, run.steps[0].state), "a[2]: 0 -> 7\nc: empty -> [1,2]\nP_0: idle -> busy\n");
  EXPECT_EQ(changes_of(interpreter, run.steps[0].state, run.steps[1].state), "a[0]: 0 -> 1\nP_1->i: 0 -> 3\n");
  EXPECT_EQ(changes_of(interpreter, run.steps[1].state, run.initial),
            "a[0]: 1 -> 0\na[2]: 7 -> 0\nc: [1,2] -> empty\nP_0: busy -> idle\nP_1->i: 3 -> 0\n");
}

TEST(StateText, UnknownSymbolsAndTruthsAreNumbers) {
  Maker make;
  make.program.symbol_tables = {{"", "red", "green"}};
  make.program.globals = {{.name = "none", .kind = Variable::Kind::symbol, .symbols = 0},
                          {.name = "many", .kind = Variable::Kind::symbol, .symbols = 0, .initial = {3}},
                          {.name = "less", .kind = Variable::Kind::symbol, .symbols = 0, .initial = {-1}},
                          {.name = "truth", .kind = Variable::Kind::truth, .initial = {2}},
                          {.name = "channel", .kind = Variable::Kind::channel, .initial = {9}}};
  Interpreter interpreter(make.program);
  EXPECT_EQ(items_of(interpreter, interpreter.initial()), "none = 0\nmany = 3\nless = -1\ntruth = 2\nchannel = 9\n");
}

// A process of Promela that makes a channel, starts another process, and that one ends.
model::Program promela_program() {
  Maker make("promela");
  const auto init = make.process("init", {"a", "b"});
  const auto c = make.local(init, "c");
  make.program.process_types[init].variables[0].kind = Variable::Kind::channel;
  const auto worker = make.process("Worker", {"w", "x"}, false);
  make.local(worker, "n");
  make.program.process_types[worker].parameters = 1;
  auto& locations = make.program.process_types[init].locations;
  locations[0].source = {.line = 3, .column = 1};
  locations[1].source = {.line = 5, .column = 1};
  locations[1].labels = {"again"};
  make.program.process_types[worker].locations[0].source = {.line = 9, .column = 1};
  make.program.symbol_tables = {{"", "ack"}};
  make.program.channel_types.push_back(
      {.name = "c", .capacity = 2, .fields = {model::byte_type, model::byte_type}, .symbols = {0}});
  make.transition(init, 0, 1, 4, "run Worker(6)").effects = {
      {.kind = Effect::Kind::make_channel, .place = c, .type = 0},
      {.kind = Effect::Kind::start, .type = worker, .arguments = {make.number(6)}}};
  make.transition(init, 1, 1, 5, "c!ack,2").communication = make.send(make.read(c), {make.number(1), make.number(2)});
  make.transition(worker, 0, 1, 9, "-end-").effects = {{.kind = Effect::Kind::end}};
  return make.program;
}

TEST(StateText, PromelaHasItsOwnNotation) {
  const model::Program program = promela_program();
  ASSERT_EQ(find_defect(program), std::nullopt);
  Interpreter interpreter(program);
  const run::Run run = run_of(interpreter, {0, 0, 0, 0});
  EXPECT_EQ(items_of(interpreter, run.initial), "init[0] = line 3\ninit[0]:c = 0\n");
  EXPECT_EQ(items_of(interpreter, run.steps[0].state),
            "c#1 = empty\ninit[0] = line 5 (again)\ninit[0]:c = c#1\nWorker[1] = line 9\nWorker[1]:n = 6\n");
  EXPECT_EQ(changes_of(interpreter, run.initial, run.steps[0].state),
            "c#1: - -> empty\ninit[0]: line 3 -> line 5 (again)\ninit[0]:c: 0 -> c#1\nWorker[1]: - -> line 9\n"
            "Worker[1]:n: - -> 6\n");
  EXPECT_EQ(changes_of(interpreter, run.before(2), run.steps[2].state), "c#1: [ack,2] -> [ack,2] [ack,2]\n");
  EXPECT_EQ(changes_of(interpreter, run.before(3), run.steps[3].state), "Worker[1]: line 9 -> -\nWorker[1]:n: 6 -> -\n");
}

TEST(StateText, TheErrorStateHasNoLocations) {
  for (const auto* language : {"dve", "promela"}) {
    Maker make(language);
    const auto x = make.global("x", model::byte_type, 1);
    make.program.overflow = model::Program::Overflow::error;
    const auto p = make.process("P", {"q"});
    make.transition(p, 0, 0, 3, "x = 256").effects = {Maker::assign(x, make.number(256))};
    if (make.program.language == "promela")
      make.transition(p, 0, 0, 4, "run P()").effects = {{.kind = Effect::Kind::start, .type = p}};
    Interpreter interpreter(make.program);
    const run::Run run = run_of(interpreter, {0});
    ASSERT_TRUE(interpreter.is_error(run.steps[0].state));
    EXPECT_EQ(items_of(interpreter, run.steps[0].state), make.program.language == "dve" ? "x = 0\nP = error\n" : "x = 0\n");
  }
}

TEST(StateText, WholeStates) {
  const model::Program program = dve_program();
  Interpreter interpreter(program);
  const run::Run run = run_of(interpreter, {0, 0});
  EXPECT_EQ(run::state_text(interpreter, run.steps[1].state, 2, 40),
            "  x = -5, ready = true, light = green,\n"
            "  a[0] = 1, a[1] = 0, a[2] = 7,\n"
            "  c = [1,2]\n"
            "  P_0  busy\n"
            "  P_1  only  i = 3\n");
  EXPECT_EQ(run::state_text(interpreter, run.steps[1].state, 0, 100),
            "x = -5, ready = true, light = green, a[0] = 1, a[1] = 0, a[2] = 7, c = [1,2]\n"
            "P_0  busy\n"
            "P_1  only  i = 3\n");
}

TEST(StateText, StatesOfARunLineUp) {
  Maker make;
  const auto p = make.process("P", {"short", "much_longer"});
  make.local(p, "x");
  make.transition(p, 0, 1, 3, "short -> much_longer {}");
  Interpreter interpreter(make.program);
  const run::Run run = run_of(interpreter, {0});
  EXPECT_EQ(run::state_text(interpreter, run.initial, 0, 80), "P  short        x = 0\n");
  EXPECT_EQ(run::state_text(interpreter, run.steps[0].state, 0, 80), "P  much_longer  x = 0\n");
}

TEST(StateText, ChannelsThatAreCalledAsTheirVariablesAreShownOnce) {
  Maker make("promela");
  make.channel("c", 1, 1);
  make.channel("d", 1, 1);
  make.program.globals = {{.name = "c", .type = model::byte_type, .kind = Variable::Kind::channel, .initial = {1}},
                          {.name = "d", .type = model::byte_type, .kind = Variable::Kind::channel, .initial = {1}}};
  Interpreter interpreter(make.program);
  EXPECT_EQ(items_of(interpreter, interpreter.initial()), "c = c\nd = c\nc = empty\nd = empty\n");
  EXPECT_EQ(run::state_text(interpreter, interpreter.initial(), 0, 80), "d = c, c = empty, d = empty\n");
}

TEST(StateText, TheObserverOnlyOnRequest) {
  Maker make;
  make.process("P", {"q"});
  const auto watcher = make.process("watcher", {"watches"}, false);
  make.local(watcher, "n");
  make.program.observer = model::Program::Observer{.name = "W", .type = watcher};
  Interpreter interpreter(make.program);
  EXPECT_EQ(run::state_text(interpreter, interpreter.initial(), 0, 80), "P  q\n");
  EXPECT_EQ(run::state_text(interpreter, interpreter.initial(), 0, 80, true), "P  q\nW  watches  n = 0\n");
  EXPECT_EQ(items_of(interpreter, interpreter.initial()), "P = q\nW = watches\nW->n = 0\n");
}

TEST(StateText, PrioritiesArePartOfAState) {
  Maker make("promela");
  make.program.uses_priorities = true;
  const auto p = make.process("P", {"q"});
  make.transition(p, 0, 0, 3, "set_priority(_pid, 5)").effects = {
      {.kind = Effect::Kind::set_priority, .value = make.number(5), .arguments = {make.number(0)}}};
  Interpreter interpreter(make.program);
  const run::Run run = run_of(interpreter, {0});
  EXPECT_EQ(changes_of(interpreter, run.initial, run.steps[0].state), "P[0]:_priority: 1 -> 5\n");
}

TEST(StateText, Sources) {
  Maker make;
  make.program.files = {"a.dve", "b\x1b.dve"};
  EXPECT_EQ(run::source_text(make.program, {.file = 0, .line = 3, .column = 1}), "a.dve:3");
  EXPECT_EQ(run::source_text(make.program, {.file = 1, .line = 3, .column = 1}), "b\\x1b.dve:3");
  EXPECT_EQ(run::source_text(make.program, {}), "");
  EXPECT_EQ(run::source_text(make.program, {.file = 2, .line = 3, .column = 1}), "");
}

}  // namespace
}  // namespace lariat::run
