// SPDX-License-Identifier: Apache-2.0
#include "lariat/model/program.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "support/make_program.hpp"
#include "support/random_program.hpp"

namespace lariat::model {
namespace {

// One of everything, and nothing wrong with it.
Program sound() {
  Maker make;
  const PlaceId x = make.global("x");
  const ProcessTypeId p = make.process("P", {"s", "t"});
  const PlaceId u = make.local(p, "u");
  const ExprId c = make.channel("c", 1, 1);
  Program& program = make.program;
  program.observer = Program::Observer{.name = "O", .type = p};
  Transition& transition = make.transition(p, 0, 1, 1, "", make.equal(make.read(x), make.number(1)));
  transition.communication = make.receive(c, {u});
  transition.effects = {Maker::assign(x, make.number(1)),
                        {.kind = Effect::Kind::start, .place = x, .type = p},
                        {.kind = Effect::Kind::make_channel, .place = x, .type = 0},
                        {.kind = Effect::Kind::set_priority, .value = make.number(1), .arguments = {make.number(0)}}};
  program.at(p, none, {0});
  program.add(Expr{.op = Op::can_receive, .index = transition.communication});
  make.send(c, {make.number(1)});
  return program;
}

TEST(FindDefect, NothingIsWrongWithASoundProgram) {
  EXPECT_EQ(find_defect(sound()), std::nullopt);
  for (std::uint64_t seed = 1; seed <= 100; ++seed) EXPECT_EQ(find_defect(RandomProgram(seed).make()), std::nullopt) << seed;
}

TEST(FindDefect, EveryIndexIsWithinItsTable) {
  struct Damage {
    const char* what;
    std::function<void(Program&)> damage;
  };
  const auto transition = [](Program& p) -> Transition& { return p.process_types[0].transitions[0]; };
  const std::vector<Damage> damages = {
      {"operand a", [](Program& p) { p.expressions[0].a = 999; }},
      {"operand b", [](Program& p) { p.expressions[0].b = 999; }},
      {"operand c", [](Program& p) { p.expressions[0].c = 999; }},
      {"no operand", [](Program& p) { p.add(Expr{.op = Op::negate}); }},
      {"one operand of two", [](Program& p) { p.add(Expr{.op = Op::logical_or, .a = 0}); }},
      {"two operands of three", [](Program& p) { p.add(Expr{.op = Op::conditional, .a = 0, .b = 0}); }},
      {"read of no place", [](Program& p) { p.expressions.push_back({.op = Op::read}); }},
      {"location set", [](Program& p) { p.add(Expr{.op = Op::at_location, .type = 0, .index = 9}); }},
      {"type of a location", [](Program& p) { p.add(Expr{.op = Op::at_location, .type = 9, .index = 0}); }},
      {"poll", [](Program& p) { p.add(Expr{.op = Op::can_receive, .index = 9}); }},
      {"global of a place", [](Program& p) { p.places[0].variable = 9; }},
      {"index of a place", [](Program& p) { p.places[0].index = 999; }},
      {"type of a place", [](Program& p) { p.places[1].type = 9; }},
      {"local of a place", [](Program& p) { p.places[1].variable = 9; }},
      {"process of a place",
       [](Program& p) { p.add(Place{.scope = Place::Scope::foreign, .type = 0, .process = 999, .variable = 0}); }},
      {"channel of a communication", [](Program& p) { p.communications[0].channel = 999; }},
      {"place of an argument", [](Program& p) { p.communications[0].arguments[0].place = 99; }},
      {"value of an argument", [](Program& p) { p.communications[1].arguments[0].value = 999; }},
      {"type of a channel", [](Program& p) { p.channels[0].type = 9; }},
      {"type of a process", [](Program& p) { p.processes[0].type = 9; }},
      {"type of the observer", [](Program& p) { p.observer->type = 9; }},
      {"last process", [](Program& p) { p.last_process = 9; }},
      {"initial location", [](Program& p) { p.process_types[0].initial = 9; }},
      {"provided", [](Program& p) { p.process_types[0].provided = 999; }},
      {"source", [&](Program& p) { transition(p).source = 9; }},
      {"target", [&](Program& p) { transition(p).target = 9; }},
      {"guard", [&](Program& p) { transition(p).guard = 999; }},
      {"unless", [&](Program& p) { transition(p).unless = {9}; }},
      {"communication", [&](Program& p) { transition(p).communication = 9; }},
      {"assigned place", [&](Program& p) { transition(p).effects[0].place = none; }},
      {"assigned value", [&](Program& p) { transition(p).effects[0].value = none; }},
      {"place of a start", [&](Program& p) { transition(p).effects[1].place = 99; }},
      {"type of a start", [&](Program& p) { transition(p).effects[1].type = 9; }},
      {"argument of a start", [&](Program& p) { transition(p).effects[1].arguments = {999}; }},
      {"priority of a start", [&](Program& p) { transition(p).effects[1].value = 999; }},
      {"type of a new channel", [&](Program& p) { transition(p).effects[2].type = 9; }},
      {"place of a new channel", [&](Program& p) { transition(p).effects[2].place = none; }},
      {"whose priority", [&](Program& p) { transition(p).effects[3].arguments.clear(); }},
      {"priority", [&](Program& p) { transition(p).effects[3].value = none; }},
      {"effect at the start", [](Program& p) { p.on_start = {{.place = 99, .value = 0}}; }},
      {"effect at a process' start", [](Program& p) { p.process_types[0].on_start = {{.place = 99, .value = 0}}; }},
      {"assertion", [](Program& p) { p.process_types[0].locations[0].assertions = {999}; }},
      {"way out", [](Program& p) { p.process_types[0].locations[0].out = {9}; }},
  };
  for (const Damage& damage : damages) {
    Program program = sound();
    damage.damage(program);
    EXPECT_NE(find_defect(program), std::nullopt) << damage.what;
  }
}

TEST(FindDefect, DepthIsLimited) {
  Program program = sound();
  ExprId e = program.constant(1);
  for (unsigned depth = 2; depth <= max_depth; ++depth) e = program.unary(Op::negate, e);
  EXPECT_EQ(program.depth(e), max_depth);
  EXPECT_EQ(find_defect(program), std::nullopt);
  // An index, and a message that is asked for, are deeper than what they contain.
  Program by_index = program;
  EXPECT_GT(by_index.depth(by_index.read({.variable = 0, .index = e})), max_depth);
  EXPECT_NE(find_defect(by_index), std::nullopt);
  Program by_message = program;
  const std::uint32_t receive = by_message.add(
      Communication{.kind = Communication::Kind::receive, .channel = by_message.constant(1), .arguments = {{.value = e}}});
  by_message.add(Expr{.op = Op::can_receive, .index = receive});
  EXPECT_NE(find_defect(by_message), std::nullopt);
  program.unary(Op::negate, e);
  EXPECT_NE(find_defect(program), std::nullopt);
}

TEST(FindDefect, StatesAreLimited) {
  Program program = sound();
  // Beside x: a channel of 2 bytes, an observer of 3 (type, location, u), 2 counts, a process of 3.
  program.globals[0].size = max_state_bytes - 2 - 3 - 2 - 3;
  EXPECT_EQ(find_defect(program), std::nullopt);
  ++program.globals[0].size;
  EXPECT_NE(find_defect(program), std::nullopt);
  program = sound();
  program.channel_types[0].capacity = 0xffffffff;
  EXPECT_NE(find_defect(program), std::nullopt);
  program = sound();
  program.processes.resize(max_processes + 1, program.processes[0]);
  EXPECT_NE(find_defect(program), std::nullopt);
}

TEST(Program, ProcessesByName) {
  EXPECT_EQ(find_process(sound(), "P"), 0U);
  EXPECT_EQ(find_process(sound(), "Q"), std::nullopt);
}

TEST(Program, ItIsDynamicIfAnythingComesOrGoes) {
  EXPECT_TRUE(sound().is_dynamic());
  Program program = sound();
  program.process_types[0].transitions[0].effects.clear();
  EXPECT_FALSE(program.is_dynamic());
  program.process_types[0].on_start = {{.kind = Effect::Kind::make_channel, .place = 0, .type = 0}};
  EXPECT_TRUE(program.is_dynamic());
}

}  // namespace
}  // namespace lariat::model
