// SPDX-License-Identifier: Apache-2.0
// Variables, faults, guards, and steps of one process; the expected successors were worked out by hand.
#include "lariat/model/interpreter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "support/world.hpp"

namespace lariat::model {
namespace {

using Then = model::Transition::Then;

// A global x and a process P with the locations 0 to 3.
struct InterpreterTest : testing::Test {
  Maker make;
  model::Program& program = make.program;
  model::PlaceId x = make.global("x");
  model::ProcessTypeId p = make.process("P", {"0", "1", "2", "3"});

  model::ExprId n(model::Value value) { return make.number(value); }
  model::ExprId read(model::PlaceId place) { return make.read(place); }
  model::Transition& go(model::LocationId from, model::LocationId to, std::vector<model::Effect> effects = {},
                        model::ExprId guard = model::none) {
    model::Transition& transition = make.transition(p, from, to, 1, "", guard);
    transition.effects = std::move(effects);
    return transition;
  }
  model::Effect set(model::PlaceId place, model::ExprId value) { return Maker::assign(place, value); }
  model::Effect add(model::PlaceId place, model::Value value) { return set(place, make.plus(read(place), n(value))); }
  model::Value value_of(model::ExprId expression) {
    model::Interpreter interpreter(program);
    return interpreter.evaluate(expression, interpreter.initial()).value;
  }
  model::ExprId binary(model::Op op, model::Value a, model::Value b) { return program.binary(op, n(a), n(b)); }
};

TEST_F(InterpreterTest, ArithmeticIsThatOf32Bits) {
  constexpr model::Value least = std::numeric_limits<model::Value>::min();
  constexpr model::Value most = std::numeric_limits<model::Value>::max();
  EXPECT_EQ(value_of(binary(model::Op::add, most, 1)), least);
  EXPECT_EQ(value_of(binary(model::Op::subtract, least, 1)), most);
  EXPECT_EQ(value_of(binary(model::Op::multiply, 65536, 65536)), 0);
  EXPECT_EQ(value_of(binary(model::Op::divide, -7, 2)), -3);
  EXPECT_EQ(value_of(binary(model::Op::remainder, -7, 2)), -1);
  EXPECT_EQ(value_of(binary(model::Op::divide, least, -1)), least);
  EXPECT_EQ(value_of(binary(model::Op::remainder, least, -1)), 0);
  EXPECT_EQ(value_of(binary(model::Op::shift_left, 1, 31)), least);
  EXPECT_EQ(value_of(binary(model::Op::shift_left, 1, 32)), 0);
  EXPECT_EQ(value_of(binary(model::Op::shift_left, 1, -1)), 0);
  EXPECT_EQ(value_of(binary(model::Op::shift_right, -8, 1)), -4);
  EXPECT_EQ(value_of(binary(model::Op::shift_right, -8, 40)), -1);
  EXPECT_EQ(value_of(binary(model::Op::bit_xor, 6, 3)), 5);
  EXPECT_EQ(value_of(program.unary(model::Op::negate, n(least))), least);
  EXPECT_EQ(value_of(program.unary(model::Op::complement, n(0))), -1);
  EXPECT_EQ(value_of(program.unary(model::Op::logical_not, n(7))), 0);
}

TEST_F(InterpreterTest, WhatIsNotNeededIsNotEvaluated) {
  const model::ExprId wrong = binary(model::Op::divide, 1, 0);
  const model::ExprId fine[] = {program.binary(model::Op::logical_and, n(0), wrong),
                                program.binary(model::Op::logical_or, n(1), wrong),
                                program.add(model::Expr{.op = model::Op::conditional, .a = n(1), .b = n(5), .c = wrong})};
  model::Interpreter interpreter(program);
  for (const model::ExprId expression : fine) EXPECT_FALSE(interpreter.evaluate(expression, interpreter.initial()).fault);
  EXPECT_EQ(interpreter.evaluate(fine[2], interpreter.initial()).value, 5);
  EXPECT_EQ(interpreter.evaluate(wrong, interpreter.initial()).fault.kind, model::Fault::Kind::division);
  EXPECT_EQ(interpreter.valuation(fine, interpreter.initial()), 6U);
  EXPECT_EQ(interpreter.valuation(std::vector{wrong}, interpreter.initial()), 1U) << "counts as true";
}

TEST_F(InterpreterTest, AnAssignmentWrapsOrGoesWrong) {
  go(0, 1, {set(x, n(255))});
  go(1, 2, {add(x, 1)});
  World world(make);
  const model::State s = world.next(world.initial());
  EXPECT_EQ(world.get(s, x), 255);
  EXPECT_EQ(world.get(world.next(s), x), 0);
  program.overflow = model::Program::Overflow::error;
  const auto wrong = world.steps(s);
  ASSERT_EQ(wrong.size(), 1U);
  EXPECT_EQ(wrong[0].fault.kind, model::Fault::Kind::overflow);
  EXPECT_EQ(wrong[0].fault.value, 256);
  EXPECT_TRUE(world.interpreter.is_error(wrong[0].state));
  EXPECT_TRUE(world.steps(wrong[0].state).empty());
}

TEST_F(InterpreterTest, SmallTypesKeepTheirBits) {
  const model::PlaceId small = make.global("small", model::Type{3, true});
  go(0, 1, {set(small, n(7))});
  World world(make);
  EXPECT_EQ(world.get(world.next(world.initial()), small), -1);
}

TEST_F(InterpreterTest, AnIndexOutOfRange) {
  make.global("a", model::byte_type, 0, 3);
  go(0, 1, {set(make.element(n(2)), n(9))});
  go(1, 2, {set(make.element(make.plus(n(1), n(2))), n(9))});
  World world(make);
  const model::State s = world.next(world.initial());
  EXPECT_EQ(world.get(s, make.element(n(2))), 9);
  EXPECT_EQ(world.get(s, make.element(n(1))), 0);
  EXPECT_EQ(world.fault(s), model::Fault::Kind::bad_index);
  EXPECT_EQ(world.interpreter.evaluate(read(make.element(n(-1))), s).fault.value, -1);
}

TEST_F(InterpreterTest, ABoundedIndex) {
  make.global("a", model::byte_type, 0, 4);
  const auto bounded = [&](model::Value value) {
    return program.add(model::Expr{.op = model::Op::bounded, .value = 2, .a = n(value), .place = x});
  };
  model::Interpreter interpreter(program);
  EXPECT_EQ(interpreter.evaluate(bounded(1), interpreter.initial()).value, 1);
  EXPECT_EQ(interpreter.evaluate(bounded(2), interpreter.initial()).fault.kind, model::Fault::Kind::bad_index);
  EXPECT_EQ(interpreter.evaluate(bounded(-1), interpreter.initial()).fault.kind, model::Fault::Kind::bad_index);
}

TEST_F(InterpreterTest, AGuardThatGoesWrongCountsAsTrue) {
  go(0, 1, {set(x, n(1))}, binary(model::Op::divide, 1, 0));
  World world(make);
  EXPECT_EQ(world.fault(world.initial()), model::Fault::Kind::division);
}

TEST_F(InterpreterTest, WhatGoesWrongLaterUndoesWhatWasDone) {
  go(0, 1, {set(x, n(1)), set(x, binary(model::Op::divide, 1, 0)), set(x, n(2))});
  World world(make);
  const auto steps = world.steps(world.initial());
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_TRUE(world.interpreter.is_error(steps[0].state));
  EXPECT_EQ(world.get(steps[0].state, x), 0);
}

TEST_F(InterpreterTest, TheErrorStateMayGoOn) {
  program.error_state = model::Program::ErrorState::goes_on;
  go(0, 1, {set(x, binary(model::Op::divide, 1, 0))});
  const model::ProcessTypeId q = make.process("Q", {"0", "1"});
  make.transition(q, 0, 1, 1, "");
  World world(make);
  const auto steps = world.steps(world.initial());
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(world.movers(steps[0].state), std::vector<std::uint32_t>{1}) << "the first process is stuck";
}

TEST_F(InterpreterTest, AFaultInAnInitialValue) {
  program.on_start = {set(x, binary(model::Op::remainder, 1, 0))};
  model::Interpreter interpreter(program);
  model::Fault fault;
  EXPECT_TRUE(interpreter.is_error(interpreter.initial(&fault)));
  EXPECT_EQ(fault.kind, model::Fault::Kind::division);
}

TEST_F(InterpreterTest, EffectsSeeWhatCameBeforeThem) {
  const model::PlaceId y = make.global("y");
  const model::PlaceId here = make.global("here");
  go(0, 1, {set(x, n(3)), set(y, make.plus(read(x), n(1))), set(here, program.at(p, n(0), {1}))});
  World world(make);
  const model::State s = world.next(world.initial());
  EXPECT_EQ(world.get(s, y), 4);
  EXPECT_EQ(world.get(s, here), 1) << "the process has arrived";
}

TEST_F(InterpreterTest, AnAssertionThatFailsDoesNotStopTheStep) {
  go(0, 1, {{.kind = model::Effect::Kind::check, .value = read(x)}, set(x, n(1))});
  World world(make);
  const auto steps = world.steps(world.initial());
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].fault.kind, model::Fault::Kind::assertion);
  EXPECT_EQ(world.get(steps[0].state, x), 1);
  EXPECT_FALSE(world.interpreter.is_error(steps[0].state));
}

TEST_F(InterpreterTest, AssertionsAtLocationsAndEnds) {
  go(0, 1);
  program.process_types[p].locations[1].assertions = {read(x)};
  program.process_types[p].locations[1].valid_end = true;
  World world(make);
  const model::State s = world.initial();
  const model::State t = world.next(s);
  EXPECT_FALSE(world.interpreter.failed_assertion(s));
  EXPECT_TRUE(world.interpreter.failed_assertion(t));
  EXPECT_FALSE(world.interpreter.is_valid_end(s));
  EXPECT_TRUE(world.interpreter.is_valid_end(t));
}

TEST_F(InterpreterTest, ElseIsForWhenNothingElseIsPossible) {
  go(0, 1, {}, make.equal(read(x), n(1)));
  go(0, 2).is_else = true;
  go(2, 0, {set(x, n(1))});
  World world(make);
  const model::State s = world.next(world.initial());
  EXPECT_EQ(world.interpreter.location(s, 0), 2U);
  EXPECT_EQ(world.interpreter.location(world.next(world.next(s)), 0), 1U);
}

TEST_F(InterpreterTest, UnlessGivesWay) {
  go(0, 1);
  go(0, 2, {}, make.equal(read(x), n(0)));
  program.process_types[p].transitions[0].unless = {1};
  World world(make);
  const model::State s = world.initial();
  EXPECT_EQ(world.interpreter.location(world.next(s), 0), 2U);
  program.globals[0].initial = {1};
  EXPECT_EQ(world.interpreter.location(world.next(world.initial()), 0), 1U);
}

TEST_F(InterpreterTest, TimeoutIsForWhenNobodyCanMove) {
  go(0, 1, {}, program.add(model::Expr{.op = model::Op::timeout}));
  const model::ProcessTypeId q = make.process("Q", {"0", "1"});
  make.transition(q, 0, 1, 1, "");
  World world(make);
  EXPECT_EQ(world.movers(world.initial()), std::vector<std::uint32_t>{1});
  EXPECT_EQ(world.movers(world.next(world.initial())), std::vector<std::uint32_t>{0});
}

TEST_F(InterpreterTest, Provided) {
  go(0, 0);
  program.process_types[p].provided = read(x);
  World world(make);
  EXPECT_TRUE(world.steps(world.initial()).empty());
  program.globals[0].initial = {1};
  EXPECT_EQ(world.steps(world.initial()).size(), 1U);
}

TEST_F(InterpreterTest, AProcessThatPromisedOneWayHasTwo) {
  go(0, 1);
  go(0, 2);
  program.process_types[p].deterministic = true;
  World world(make);
  const auto steps = world.steps(world.initial());
  EXPECT_TRUE(std::any_of(steps.begin(), steps.end(),
                          [](const TakenStep& step) { return step.fault.kind == model::Fault::Kind::nondeterminism; }));
}

TEST_F(InterpreterTest, AtomicStepsShowNoStateInBetween) {
  go(0, 1, {add(x, 1)}).then = Then::atomic;
  go(1, 2, {add(x, 10)}).then = Then::atomic;
  go(1, 3, {add(x, 20)});
  go(2, 3, {add(x, 100)});
  World world(make);
  const auto steps = world.steps(world.initial());
  ASSERT_EQ(steps.size(), 2U);
  // 0.1 ends the sequence at once, 0.2 goes on; those that end first come first.
  std::vector<model::Value> values = {world.get(steps[0].state, x), world.get(steps[1].state, x)};
  std::sort(values.begin(), values.end());
  EXPECT_EQ(values, (std::vector<model::Value>{21, 111}));
  EXPECT_EQ(steps[0].actions.size() + steps[1].actions.size(), 5U);
}

TEST_F(InterpreterTest, AnAtomicSequenceThatBlocksLetsOthersGoOn) {
  go(0, 1, {add(x, 1)}).then = Then::atomic;
  go(1, 2, {}, make.equal(read(x), n(7)));
  World world(make);
  const model::State s = world.next(world.initial());
  EXPECT_EQ(world.interpreter.location(s, 0), 1U);
  EXPECT_EQ(world.get(s, x), 1);
}

TEST_F(InterpreterTest, ADStepTakesTheFirstThatItCan) {
  go(0, 1).then = Then::at_once;
  go(1, 2, {add(x, 1)}, make.equal(read(x), n(5))).then = Then::free;
  go(1, 1, {add(x, 2)}, program.binary(model::Op::less, read(x), n(4))).then = Then::at_once;
  go(1, 3, {add(x, 10)});
  World world(make);
  const auto steps = world.steps(world.initial());
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(world.get(steps[0].state, x), 14);  // 2, 4, 14
  EXPECT_EQ(steps[0].actions.size(), 4U);
}

TEST_F(InterpreterTest, ADStepMustNotBlock) {
  go(0, 1).then = Then::at_once;
  go(1, 2, {}, read(x));
  World world(make);
  EXPECT_EQ(world.fault(world.initial()), model::Fault::Kind::blocked);
}

TEST_F(InterpreterTest, ADStepThatNeverEnds) {
  go(0, 0).then = Then::at_once;
  World world(make);
  EXPECT_EQ(world.fault(world.initial()), model::Fault::Kind::endless);
}

TEST_F(InterpreterTest, HiddenVariablesAreNoPartOfTheState) {
  program.globals[0].hidden = true;
  make.global("y");
  go(0, 1, {set(x, n(5))});
  go(0, 1, {set(x, n(6))});
  World world(make);
  const auto steps = world.steps(world.initial());
  ASSERT_EQ(steps.size(), 2U);
  const std::size_t hidden = world.interpreter.layout().hidden_bytes();
  EXPECT_EQ(hidden, 1U);
  EXPECT_NE(steps[0].state, steps[1].state);
  EXPECT_EQ(model::State(steps[0].state.begin() + 1, steps[0].state.end()),
            model::State(steps[1].state.begin() + 1, steps[1].state.end()));
}

TEST_F(InterpreterTest, NowhereTakesEverything) {
  const model::PlaceId nowhere = program.add(model::Place{.scope = model::Place::Scope::nowhere});
  go(0, 1, {set(nowhere, n(5))});
  World world(make);
  EXPECT_EQ(world.get(world.next(world.initial()), nowhere), 0);
}

TEST_F(InterpreterTest, WhatIsPrinted) {
  go(0, 1, {add(x, 2), {.kind = model::Effect::Kind::print, .arguments = {read(x)}, .text = "x is %d%%\n"}});
  World world(make);
  const auto steps = world.steps(world.initial());
  const auto printed = world.interpreter.printed(world.initial(), steps.at(0).actions);
  ASSERT_EQ(printed.size(), 1U);
  EXPECT_EQ(printed[0].text, "x is 2%\n");
}

}  // namespace
}  // namespace lariat::model
