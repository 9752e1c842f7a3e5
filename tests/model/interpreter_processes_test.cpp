// SPDX-License-Identifier: Apache-2.0
// Several processes: which may move, starting and ending, observers; the expected successors were worked out by hand.
#include <gtest/gtest.h>

#include <vector>

#include "support/world.hpp"

namespace lariat::model {
namespace {

using Numbers = std::vector<std::uint32_t>;

struct ProcessesTest : testing::Test {
  Maker make;
  model::Program& program = make.program;
  model::PlaceId x = make.global("x");
  model::PlaceId y = make.global("y");

  model::ExprId n(model::Value value) { return make.number(value); }
  model::ProcessTypeId process(const std::string& name, bool exists = true) {
    return make.process(name, {"0", "1", "2"}, exists);
  }
  model::Transition& go(model::ProcessTypeId type, model::LocationId from, model::LocationId to,
                        std::vector<model::Effect> effects = {}, model::ExprId guard = model::none) {
    model::Transition& transition = make.transition(type, from, to, 1, "", guard);
    transition.effects = std::move(effects);
    return transition;
  }
};

TEST_F(ProcessesTest, TheOrderInWhichTheyAreTried) {
  go(process("P"), 0, 1);
  go(process("Q"), 0, 1);
  World world(make);
  EXPECT_EQ(world.movers(world.initial()), (Numbers{0, 1}));
  program.newest_first = true;
  EXPECT_EQ(world.movers(world.initial()), (Numbers{1, 0}));
  EXPECT_EQ(world.interpreter.enabled_processes(world.initial()), (std::vector<bool>{true, true}));
}

TEST_F(ProcessesTest, CommittedOnesGoFirst) {
  const model::ProcessTypeId q = process("P");
  go(q, 0, 1);
  go(q, 1, 2);
  go(process("Q"), 0, 1);
  program.process_types[q].locations[1].committed = true;
  World world(make);
  const model::State s = world.steps(world.initial()).at(0).state;
  EXPECT_EQ(world.movers(s), Numbers{0});
  EXPECT_EQ(world.movers(world.next(s)), Numbers{1});
}

TEST_F(ProcessesTest, InLockstepAllSeeTheOldState) {
  program.composition = model::Program::Composition::lockstep;
  program.globals[0].initial = {1};
  program.globals[1].initial = {2};
  const model::ProcessTypeId p = process("P");
  const model::ProcessTypeId q = process("Q");
  go(p, 0, 1, {Maker::assign(x, make.read(y))});
  go(q, 0, 1, {Maker::assign(y, make.read(x))});
  go(q, 0, 2, {Maker::assign(x, n(9))});
  World world(make);
  const auto steps = world.steps(world.initial());
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(world.get(steps[0].state, x), 2);
  EXPECT_EQ(world.get(steps[0].state, y), 1);
  EXPECT_EQ(steps[1].fault.kind, model::Fault::Kind::conflict);
  EXPECT_TRUE(world.steps(steps[0].state).empty()) << "nobody moves if one cannot";
}

TEST_F(ProcessesTest, ThoseOfHigherPriorityGoFirst) {
  program.uses_priorities = true;
  const model::ProcessTypeId p = process("P");
  const model::ProcessTypeId q = process("Q");
  program.process_types[q].priority = 5;
  go(p, 0, 1);
  go(q, 0, 1, {}, make.equal(make.read(x), n(0)));
  go(q, 1, 2, {{.kind = model::Effect::Kind::set_priority, .value = n(0), .arguments = {n(1)}}});
  go(q, 2, 2);
  World world(make);
  model::State s = world.initial();
  EXPECT_EQ(world.movers(s), Numbers{1});
  s = world.next(world.next(s));
  EXPECT_EQ(world.movers(s), Numbers{0});
  EXPECT_EQ(world.get(s, model::Op::priority_of, n(1)), 0);
  EXPECT_EQ(world.movers(world.next(s)), Numbers{1}) << "the first is at its end";
}

TEST_F(ProcessesTest, TheLastThatMoved) {
  program.last_process = 0;
  go(process("P"), 0, 1);
  go(process("Q"), 0, 1);
  World world(make);
  const auto steps = world.steps(world.initial());
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(world.get(steps[0].state, x), 0);
  EXPECT_EQ(world.get(steps[1].state, x), 1);
}

TEST_F(ProcessesTest, QuestionsAboutOthers) {
  const model::ProcessTypeId p = process("P");
  const model::ProcessTypeId q = process("Q");
  const model::PlaceId u = make.local(q, "u");
  program.process_types[q].variables[0].initial = {6};
  program.process_types[q].locations[0].progress = true;
  go(q, 0, 1);
  World world(make);
  const auto value = [&](model::ExprId e, std::uint32_t self = model::none) {
    return world.interpreter.evaluate(e, world.initial(), self).value;
  };
  const auto foreign = [&](model::ExprId process, model::ProcessTypeId type) {
    return program.read({.scope = model::Place::Scope::foreign, .type = type, .process = process, .variable = 0});
  };
  EXPECT_EQ(value(make.read(u), 1), 6);
  EXPECT_EQ(value(foreign(n(1), q)), 6);
  EXPECT_EQ(value(foreign(model::none, q)), 6) << "the oldest one of the type";
  EXPECT_EQ(value(foreign(n(0), q)), 0) << "of another type";
  EXPECT_EQ(value(foreign(n(7), q)), 0) << "does not exist";
  EXPECT_EQ(value(program.at(p, n(0), {0, 2})), 1);
  EXPECT_EQ(value(program.at(p, n(0), {1})), 0);
  EXPECT_EQ(value(program.at(p, n(1), {0})), 0);
  EXPECT_EQ(value(program.add(model::Expr{.op = model::Op::own_number}), 1), 1);
  EXPECT_EQ(value(program.add(model::Expr{.op = model::Op::process_count})), 2);
  EXPECT_EQ(value(program.add(model::Expr{.op = model::Op::nonprogress})), 0);
  EXPECT_EQ(value(program.unary(model::Op::is_enabled, n(0))), 0);
  EXPECT_EQ(value(program.unary(model::Op::is_enabled, n(1))), 1);
  EXPECT_EQ(value(program.unary(model::Op::location_of, n(1))), 0);
}

TEST_F(ProcessesTest, AQuestionThatAsksItself) {
  const model::ProcessTypeId p = process("P");
  go(p, 0, 1, {}, program.unary(model::Op::is_enabled, n(0)));
  World world(make);
  EXPECT_TRUE(world.steps(world.initial()).empty());
}

// P starts a Q twice; Q has a parameter, a variable set on its start, and ends.
struct StartTest : ProcessesTest {
  model::ProcessTypeId p = process("P");
  model::ProcessTypeId q = process("Q", false);
  model::PlaceId parameter = make.local(q, "parameter");
  model::PlaceId twice = make.local(q, "twice");

  StartTest() {
    program.process_types[q].parameters = 1;
    program.process_types[q].on_start = {Maker::assign(twice, program.binary(model::Op::multiply, make.read(parameter), n(2)))};
    const model::Effect start{.kind = model::Effect::Kind::start, .place = x, .type = q, .arguments = {n(4)}};
    go(p, 0, 1, {start});
    go(p, 1, 2, {start});
    go(p, 2, 2, {{.kind = model::Effect::Kind::end}});
    go(q, 0, 1, {{.kind = model::Effect::Kind::end}});
  }
};

TEST_F(StartTest, ANewProcessIsTheYoungest) {
  World world(make);
  const model::State s = world.next(world.initial());
  EXPECT_EQ(world.interpreter.process_count(s), 2U);
  EXPECT_EQ(world.interpreter.process_type(s, 1), q);
  EXPECT_EQ(world.get(s, x), 1) << "its number";
  EXPECT_EQ(world.get(s, parameter, 1), 4);
  EXPECT_EQ(world.get(s, twice, 1), 8);
}

TEST_F(StartTest, TheYoungestEndsFirstAndItsNumberIsFree) {
  World world(make);
  model::State s = world.next(world.initial());
  auto steps = world.steps(s);
  ASSERT_EQ(steps.size(), 2U);
  const model::State ended = steps[1].state;
  EXPECT_EQ(world.interpreter.process_count(ended), 1U);
  EXPECT_EQ(world.get(world.next(ended), x), 1) << "the same number again";
  s = steps[0].state;
  EXPECT_EQ(world.get(s, x), 2);
  EXPECT_EQ(world.movers(s), Numbers{2}) << "process 1 is not the youngest, nor is 0";
  s = world.next(world.next(s));
  EXPECT_EQ(world.movers(s), Numbers{0});
  EXPECT_EQ(world.interpreter.process_count(world.next(s)), 0U);
  EXPECT_TRUE(world.interpreter.is_valid_end(world.next(s)));
}

TEST_F(StartTest, ThereMayBeTooMany) {
  go(p, 0, 0, {{.kind = model::Effect::Kind::start, .type = q, .arguments = {n(0)}}});
  program.process_types[p].locations[0].out = {3};
  program.process_types[q].locations[0].out.clear();
  World world(make);
  model::State s = world.initial();
  for (std::size_t i = 1; i < model::max_processes; ++i) s = world.next(s);
  EXPECT_EQ(world.interpreter.process_count(s), model::max_processes);
  EXPECT_EQ(world.fault(s), model::Fault::Kind::too_many_processes);
  EXPECT_TRUE(world.interpreter.is_error(world.next(s)));
}

TEST_F(StartTest, ChannelsGoWithTheProcessThatMadeThem) {
  program.channel_types = {{.name = "c", .capacity = 2, .fields = {model::byte_type}}};
  program.process_types[q].on_start = {{.kind = model::Effect::Kind::make_channel, .place = y, .type = 0}};
  World world(make);
  const model::State s = world.next(world.initial());
  EXPECT_EQ(world.get(s, y), 1);
  EXPECT_EQ(world.get(s, model::Op::length, n(1)), 0);
  EXPECT_FALSE(world.interpreter.evaluate(program.unary(model::Op::length, n(1)), s).fault);
  const model::State two = world.steps(s).at(0).state;
  EXPECT_EQ(world.get(two, y), 2);
  const model::State ended = world.steps(s).at(1).state;
  // As in Spin, a channel whose process has ended is empty; a number that no channel ever had is an error.
  EXPECT_FALSE(world.interpreter.evaluate(program.unary(model::Op::length, n(1)), ended).fault);
  EXPECT_EQ(world.get(ended, model::Op::length, n(1)), 0);
  EXPECT_EQ(world.interpreter.evaluate(program.unary(model::Op::length, n(0)), ended).fault.kind,
            model::Fault::Kind::bad_channel);
  EXPECT_LT(ended.size(), s.size());
  EXPECT_EQ(ended.size(), world.initial().size());
}

// An observer with a variable, and a process to watch.
struct ObserverTest : ProcessesTest {
  model::ProcessTypeId p = process("P");
  model::ProcessTypeId o = process("O", false);
  model::PlaceId seen = make.local(o, "seen");

  ObserverTest() {
    program.observer = model::Program::Observer{.name = "O", .type = o};
    go(o, 0, 1, {Maker::assign(seen, make.plus(make.read(seen), n(1)))}, make.equal(make.read(x), n(0)));
    go(o, 0, 2, {}, program.at(p, model::none, {0}));
    go(o, 0, 0).is_else = true;
  }
};

TEST_F(ObserverTest, ItMovesInTheStateBefore) {
  go(p, 0, 1, {Maker::assign(x, n(1))});
  World world(make);
  const model::State s = world.initial();
  std::vector<model::TransitionId> moves;
  world.interpreter.observer_moves(s, moves);
  EXPECT_EQ(moves, (Numbers{0, 1})) << "not the one for when no other is possible";
  const model::State t = world.next(s);
  EXPECT_EQ(world.interpreter.observer_location(t), 0U) << "the step is the system's alone";
  world.interpreter.observer_moves(t, moves);
  EXPECT_EQ(moves, Numbers{2});
  model::State moved;
  EXPECT_FALSE(world.interpreter.move_observer(0, t, moved));
  EXPECT_EQ(world.interpreter.observer_location(moved), 1U);
  EXPECT_EQ(world.interpreter.location(moved, 0), 1U);
  EXPECT_EQ(world.get(moved, seen, model::observer_number), 1);
}

TEST_F(ObserverTest, ItMayWatchAChannel) {
  const model::ExprId c = make.channel("c", 1, 0);
  go(p, 0, 1).communication = make.send(c, {});
  go(p, 0, 2);
  go(o, 0, 0).communication = make.send(c, {});
  World world(make);
  const auto steps = world.steps(world.initial());
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_TRUE(world.interpreter.observer_allows(3, world.initial(), steps[0].actions));
  EXPECT_FALSE(world.interpreter.observer_allows(3, world.initial(), steps[1].actions));
  EXPECT_TRUE(world.interpreter.observer_allows(0, world.initial(), steps[1].actions)) << "watches no channel";
}

TEST_F(ObserverTest, ItMayMeetASender) {
  program.observer->takes_part = true;
  const model::ExprId c = make.channel("c", 0, 0);
  go(p, 0, 1, {Maker::assign(x, n(7))}).communication = make.send(c, {});
  go(o, 0, 0).communication = make.receive(c, {});
  World world(make);
  EXPECT_TRUE(world.steps(world.initial()).empty()) << "there is no other receiver";
  model::Successors met;
  world.interpreter.observer_meetings(3, world.initial(), met);
  ASSERT_EQ(met.size(), 1U);
  EXPECT_EQ(world.get(model::State(met.state(0).begin(), met.state(0).end()), x), 7);
}

}  // namespace
}  // namespace lariat::model
