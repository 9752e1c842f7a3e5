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
model::Program sound() {
  Maker make;
  const model::PlaceId x = make.global("x");
  const model::ProcessTypeId p = make.process("P", {"s", "t"});
  const model::PlaceId u = make.local(p, "u");
  const model::ExprId c = make.channel("c", 1, 1);
  model::Program& program = make.program;
  program.observer = model::Program::Observer{.name = "O", .type = p};
  model::Transition& transition = make.transition(p, 0, 1, 1, "", make.equal(make.read(x), make.number(1)));
  transition.communication = make.receive(c, {u});
  transition.effects = {Maker::assign(x, make.number(1)),
                        {.kind = model::Effect::Kind::start, .place = x, .type = p},
                        {.kind = model::Effect::Kind::make_channel, .place = x, .type = 0},
                        {.kind = model::Effect::Kind::set_priority, .value = make.number(1), .arguments = {make.number(0)}}};
  program.at(p, model::none, {0});
  program.add(model::Expr{.op = model::Op::can_receive, .index = transition.communication});
  make.send(c, {make.number(1)});
  return program;
}

TEST(FindDefect, NothingIsWrongWithASoundProgram) {
  EXPECT_EQ(model::find_defect(sound()), std::nullopt);
  for (std::uint64_t seed = 1; seed <= 100; ++seed)
    EXPECT_EQ(model::find_defect(RandomProgram(seed).make()), std::nullopt) << seed;
}

TEST(FindDefect, EveryIndexIsWithinItsTable) {
  struct Damage {
    const char* what;
    std::function<void(model::Program&)> damage;
  };
  const auto transition = [](model::Program& p) -> Transition& { return p.process_types[0].transitions[0]; };
  const std::vector<Damage> damages = {
      {"operand a", [](model::Program& p) { p.expressions[0].a = 999; }},
      {"operand b", [](model::Program& p) { p.expressions[0].b = 999; }},
      {"operand c", [](model::Program& p) { p.expressions[0].c = 999; }},
      {"no operand", [](model::Program& p) { p.add(model::Expr{.op = model::Op::negate}); }},
      {"one operand of two", [](model::Program& p) { p.add(model::Expr{.op = model::Op::logical_or, .a = 0}); }},
      {"two operands of three", [](model::Program& p) { p.add(model::Expr{.op = model::Op::conditional, .a = 0, .b = 0}); }},
      {"read of no place", [](model::Program& p) { p.expressions.push_back({.op = model::Op::read}); }},
      {"location set", [](model::Program& p) { p.add(model::Expr{.op = model::Op::at_location, .type = 0, .index = 9}); }},
      {"type of a location",
       [](model::Program& p) { p.add(model::Expr{.op = model::Op::at_location, .type = 9, .index = 0}); }},
      {"poll", [](model::Program& p) { p.add(model::Expr{.op = model::Op::can_receive, .index = 9}); }},
      {"global of a place", [](model::Program& p) { p.places[0].variable = 9; }},
      {"index of a place", [](model::Program& p) { p.places[0].index = 999; }},
      {"type of a place", [](model::Program& p) { p.places[1].type = 9; }},
      {"local of a place", [](model::Program& p) { p.places[1].variable = 9; }},
      {"process of a place",
       [](model::Program& p) {
         p.add(model::Place{.scope = model::Place::Scope::foreign, .type = 0, .process = 999, .variable = 0});
       }},
      {"channel of a communication", [](model::Program& p) { p.communications[0].channel = 999; }},
      {"place of an argument", [](model::Program& p) { p.communications[0].arguments[0].place = 99; }},
      {"value of an argument", [](model::Program& p) { p.communications[1].arguments[0].value = 999; }},
      {"type of a channel", [](model::Program& p) { p.channels[0].type = 9; }},
      {"type of a process", [](model::Program& p) { p.processes[0].type = 9; }},
      {"type of the observer", [](model::Program& p) { p.observer->type = 9; }},
      {"last process", [](model::Program& p) { p.last_process = 9; }},
      {"initial location", [](model::Program& p) { p.process_types[0].initial = 9; }},
      {"provided", [](model::Program& p) { p.process_types[0].provided = 999; }},
      {"source", [&](model::Program& p) { transition(p).source = 9; }},
      {"target", [&](model::Program& p) { transition(p).target = 9; }},
      {"guard", [&](model::Program& p) { transition(p).guard = 999; }},
      {"unless", [&](model::Program& p) { transition(p).unless = {9}; }},
      {"communication", [&](model::Program& p) { transition(p).communication = 9; }},
      {"assigned place", [&](model::Program& p) { transition(p).effects[0].place = model::none; }},
      {"assigned value", [&](model::Program& p) { transition(p).effects[0].value = model::none; }},
      {"place of a start", [&](model::Program& p) { transition(p).effects[1].place = 99; }},
      {"type of a start", [&](model::Program& p) { transition(p).effects[1].type = 9; }},
      {"argument of a start", [&](model::Program& p) { transition(p).effects[1].arguments = {999}; }},
      {"priority of a start", [&](model::Program& p) { transition(p).effects[1].value = 999; }},
      {"type of a new channel", [&](model::Program& p) { transition(p).effects[2].type = 9; }},
      {"place of a new channel", [&](model::Program& p) { transition(p).effects[2].place = model::none; }},
      {"whose priority", [&](model::Program& p) { transition(p).effects[3].arguments.clear(); }},
      {"priority", [&](model::Program& p) { transition(p).effects[3].value = model::none; }},
      {"effect at the start", [](model::Program& p) { p.on_start = {{.place = 99, .value = 0}}; }},
      {"effect at a process' start", [](model::Program& p) { p.process_types[0].on_start = {{.place = 99, .value = 0}}; }},
      {"assertion", [](model::Program& p) { p.process_types[0].locations[0].assertions = {999}; }},
      {"way out", [](model::Program& p) { p.process_types[0].locations[0].out = {9}; }},
  };
  for (const Damage& damage : damages) {
    model::Program program = sound();
    damage.damage(program);
    EXPECT_NE(model::find_defect(program), std::nullopt) << damage.what;
  }
}

TEST(FindDefect, DepthIsLimited) {
  model::Program program = sound();
  model::ExprId e = program.constant(1);
  for (unsigned depth = 2; depth <= model::max_depth; ++depth) e = program.unary(model::Op::negate, e);
  EXPECT_EQ(program.depth(e), model::max_depth);
  EXPECT_EQ(model::find_defect(program), std::nullopt);
  // An index, and a message that is asked for, are deeper than what they contain.
  model::Program by_index = program;
  EXPECT_GT(by_index.depth(by_index.read({.variable = 0, .index = e})), model::max_depth);
  EXPECT_NE(model::find_defect(by_index), std::nullopt);
  model::Program by_message = program;
  const std::uint32_t receive = by_message.add(model::Communication{
      .kind = model::Communication::Kind::receive, .channel = by_message.constant(1), .arguments = {{.value = e}}});
  by_message.add(model::Expr{.op = model::Op::can_receive, .index = receive});
  EXPECT_NE(model::find_defect(by_message), std::nullopt);
  program.unary(model::Op::negate, e);
  EXPECT_NE(model::find_defect(program), std::nullopt);
}

TEST(FindDefect, StatesAreLimited) {
  model::Program program = sound();
  // Beside x: a channel of 2 bytes, an observer of 3 (type, location, u), 2 counts, a process of 3.
  program.globals[0].size = max_state_bytes - 2 - 3 - 2 - 3;
  EXPECT_EQ(model::find_defect(program), std::nullopt);
  ++program.globals[0].size;
  EXPECT_NE(model::find_defect(program), std::nullopt);
  program = sound();
  program.channel_types[0].capacity = 0xffffffff;
  EXPECT_NE(model::find_defect(program), std::nullopt);
  program = sound();
  program.processes.resize(model::max_processes + 1, program.processes[0]);
  EXPECT_NE(model::find_defect(program), std::nullopt);
}

TEST(Program, ProcessesByName) {
  EXPECT_EQ(model::find_process(sound(), "P"), 0U);
  EXPECT_EQ(model::find_process(sound(), "Q"), std::nullopt);
}

TEST(Program, ItIsDynamicIfAnythingComesOrGoes) {
  EXPECT_TRUE(sound().is_dynamic());
  model::Program program = sound();
  program.process_types[0].transitions[0].effects.clear();
  EXPECT_FALSE(program.is_dynamic());
  program.process_types[0].on_start = {{.kind = model::Effect::Kind::make_channel, .place = 0, .type = 0}};
  EXPECT_TRUE(program.is_dynamic());
}

}  // namespace
}  // namespace lariat::model
