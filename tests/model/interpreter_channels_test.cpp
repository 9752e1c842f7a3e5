// SPDX-License-Identifier: Apache-2.0
// Sends and receives; the expected successors were worked out by hand.
#include <gtest/gtest.h>

#include <vector>

#include "support/world.hpp"

namespace lariat::model {
namespace {

using Numbers = std::vector<std::uint32_t>;

// A sender (process 0) and a receiver (process 1), each with the locations 0 to 2; globals x and y.
struct ChannelsTest : testing::Test {
  Maker make;
  model::Program& program = make.program;
  model::PlaceId x = make.global("x");
  model::PlaceId y = make.global("y");
  model::ProcessTypeId sender = make.process("S", {"0", "1", "2"});
  model::ProcessTypeId receiver = make.process("R", {"0", "1", "2"});

  model::ExprId n(model::Value value) { return make.number(value); }
  model::Transition& go(model::ProcessTypeId type, model::LocationId from, model::LocationId to, std::uint32_t communication) {
    model::Transition& transition = make.transition(type, from, to, 1, "");
    transition.communication = communication;
    return transition;
  }
  model::Communication& last() { return program.communications.back(); }
  // A receive that takes only this value.
  std::uint32_t match(model::ExprId channel, model::Value value) {
    return program.add(model::Communication{
        .kind = model::Communication::Kind::receive, .channel = channel, .arguments = {{.value = n(value)}}});
  }
};

TEST_F(ChannelsTest, ABufferIsAQueue) {
  const model::ExprId c = make.channel("c", 2, 1);
  go(sender, 0, 1, make.send(c, {n(5)}));
  go(sender, 1, 2, make.send(c, {n(3)}));
  go(sender, 2, 2, make.send(c, {n(9)}));
  go(receiver, 0, 1, make.receive(c, {x}));
  World world(make);
  model::State s = world.initial();
  EXPECT_EQ(world.movers(s), Numbers{0}) << "nothing to receive yet";
  EXPECT_EQ(world.get(s, model::Op::is_empty, c), 1);
  s = world.steps(world.next(s)).at(0).state;
  EXPECT_EQ(world.get(s, model::Op::length, c), 2);
  EXPECT_EQ(world.get(s, model::Op::is_full, c), 1);
  EXPECT_EQ(world.movers(s), Numbers{1}) << "no room to send";
  s = world.next(s);
  EXPECT_EQ(world.get(s, x), 5);
  EXPECT_EQ(world.get(s, model::Op::length, c), 1);
}

TEST_F(ChannelsTest, ALossyChannelLosesWhatDoesNotFit) {
  const model::ExprId c = make.channel("c", 1, 1);
  go(sender, 0, 1, make.send(c, {n(5)}));
  go(sender, 1, 2, make.send(c, {n(3)}));
  World world(make, {.lossy = true});
  const model::State s = world.next(world.next(world.initial()));
  EXPECT_EQ(world.interpreter.location(s, 0), 2U);
  EXPECT_EQ(world.get(s, model::Op::length, c), 1);
}

TEST_F(ChannelsTest, ASortedSendPutsSmallerOnesFirst) {
  const model::ExprId c = make.channel("c", 3, 1);
  go(sender, 0, 1, make.send(c, {n(5)}));
  go(sender, 1, 2, make.send(c, {n(3)}));
  last().sorted = true;
  go(receiver, 0, 1, make.receive(c, {x}));
  World world(make);
  model::State s = world.next(world.initial());
  s = world.steps(s).at(0).state;
  EXPECT_EQ(world.get(world.next(s), x), 3);
}

TEST_F(ChannelsTest, AReceiveFromAnywhereTakesTheFirstThatMatches) {
  const model::ExprId c = make.channel("c", 3, 1);
  go(sender, 0, 1, make.send(c, {n(5)}));
  go(sender, 1, 2, make.send(c, {n(3)}));
  const std::uint32_t first_only = match(c, 3);
  const model::ExprId poll_first = program.add(model::Expr{.op = model::Op::can_receive, .index = first_only});
  const std::uint32_t anywhere = match(c, 3);
  last().anywhere = true;
  const model::ExprId poll_anywhere = program.add(model::Expr{.op = model::Op::can_receive, .index = anywhere});
  go(receiver, 0, 1, first_only);
  go(receiver, 0, 2, anywhere);
  go(receiver, 2, 1, make.receive(c, {x}));
  World world(make);
  model::State s = world.steps(world.next(world.initial())).at(0).state;
  EXPECT_EQ(world.interpreter.evaluate(poll_first, s).value, 0);
  EXPECT_EQ(world.interpreter.evaluate(poll_anywhere, s).value, 2);  // the second message
  s = world.next(s);
  EXPECT_EQ(world.interpreter.location(s, 1), 2U);
  EXPECT_EQ(world.get(s, model::Op::length, c), 1);
  EXPECT_EQ(world.get(world.next(s), x), 5);
}

TEST_F(ChannelsTest, ACopyLeavesTheMessage) {
  const model::ExprId c = make.channel("c", 1, 1);
  go(sender, 0, 1, make.send(c, {n(5)}));
  go(receiver, 0, 1, make.receive(c, {x}));
  last().copies = true;
  World world(make);
  const model::State s = world.next(world.next(world.initial()));
  EXPECT_EQ(world.get(s, x), 5);
  EXPECT_EQ(world.get(s, model::Op::length, c), 1);
}

TEST_F(ChannelsTest, FieldsAreStoredInOrder) {
  const model::ExprId c = make.channel("c", 1, 2);
  make.global("a", model::byte_type, 0, 4);
  go(sender, 0, 1, make.send(c, {n(2), n(7)}));
  go(receiver, 0, 1, make.receive(c, {x, make.element(make.read(x))}));
  World world(make);
  const model::State s = world.next(world.next(world.initial()));
  EXPECT_EQ(world.get(s, make.element(n(2))), 7) << "the index is the one just received";
  EXPECT_EQ(world.get(s, make.element(n(0))), 0);
}

TEST_F(ChannelsTest, WhatGoesWrongWithChannels) {
  const model::ExprId c = make.channel("c", 1, 2);
  go(sender, 0, 1, make.send(n(0), {n(1)}));
  World world(make);
  EXPECT_EQ(world.fault(world.initial()), model::Fault::Kind::bad_channel);
  program.communications[0].channel = n(2);
  EXPECT_EQ(world.fault(world.initial()), model::Fault::Kind::bad_channel);
  program.communications[0].channel = c;
  EXPECT_EQ(World(make).fault(world.initial()), model::Fault::Kind::bad_message);
  program.communications[0].arguments.push_back({.value = n(256)});
  EXPECT_EQ(World(make).fault(world.initial()), model::Fault::Kind::none);
  program.overflow = model::Program::Overflow::error;
  EXPECT_EQ(World(make).fault(world.initial()), model::Fault::Kind::overflow);
}

TEST_F(ChannelsTest, TheReceiversEffectsComeFirst) {
  const model::ExprId c = make.channel("c", 0, 1);
  program.globals[0].initial = {3};
  go(sender, 0, 1, make.send(c, {make.read(x)})).effects = {
      Maker::assign(x, program.binary(model::Op::multiply, make.read(x), n(2)))};
  go(receiver, 0, 2, make.receive(c, {y})).effects = {Maker::assign(x, make.plus(make.read(x), n(1)))};
  World world(make);
  const auto steps = world.steps(world.initial());
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(world.get(steps[0].state, x), 8);  // (3 + 1) * 2
  EXPECT_EQ(world.get(steps[0].state, y), 3);
  EXPECT_EQ(world.interpreter.location(steps[0].state, 0), 1U);
  EXPECT_EQ(world.interpreter.location(steps[0].state, 1), 2U);
  const std::vector<model::Action> expected = {{.process = 0, .type = sender, .transition = 0},
                                               {.process = 1, .type = receiver, .transition = 0}};
  EXPECT_EQ(steps[0].actions, expected);
}

TEST_F(ChannelsTest, NobodyMeetsAlone) {
  const model::ExprId c = make.channel("c", 0, 1);
  go(sender, 0, 1, make.send(c, {n(1)}));
  go(sender, 0, 2, make.receive(c, {x}));
  go(receiver, 0, 1, match(c, 2));
  World world(make);
  EXPECT_TRUE(world.steps(world.initial()).empty()) << "the receiver wants another value";
}

TEST_F(ChannelsTest, ValuesThatAreNotStoredAreFree) {
  const model::ExprId c = make.channel("c", 0, 0);
  program.channel_types[0].any_fields = true;
  const model::PlaceId wide = make.global("wide", model::int_type);
  go(sender, 0, 1, make.send(c, {n(70000)}));
  go(receiver, 0, 1, make.receive(c, {wide}));
  World world(make);
  EXPECT_EQ(world.get(world.next(world.initial()), wide), 70000);
}

TEST_F(ChannelsTest, WhoGoesOnAfterAMeeting) {
  const model::ExprId c = make.channel("c", 0, 0);
  go(sender, 0, 1, make.send(c, {})).then = model::Transition::Then::atomic;
  make.transition(sender, 1, 2, 1, "");
  go(receiver, 0, 1, make.receive(c, {})).then = model::Transition::Then::atomic;
  make.transition(receiver, 1, 2, 1, "");
  const auto locations = [&] {
    World world(make);
    const model::State s = world.next(world.initial());
    return Numbers{world.interpreter.location(s, 0), world.interpreter.location(s, 1)};
  };
  EXPECT_EQ(locations(), (Numbers{2, 1}));
  program.receiver_takes_over = true;
  EXPECT_EQ(locations(), (Numbers{1, 2}));
}

TEST_F(ChannelsTest, ADStepDoesNotMeetInTheMiddle) {
  const model::ExprId c = make.channel("c", 0, 0);
  make.transition(sender, 0, 1, 1, "").then = model::Transition::Then::at_once;
  go(sender, 1, 2, make.send(c, {}));
  go(receiver, 0, 1, make.receive(c, {}));
  World world(make);
  EXPECT_EQ(world.fault(world.initial()), model::Fault::Kind::rendezvous);
}

TEST_F(ChannelsTest, ADStepUsesBuffers) {
  const model::ExprId c = make.channel("c", 1, 1);
  go(sender, 0, 1, make.send(c, {n(4)})).then = model::Transition::Then::at_once;
  go(sender, 1, 2, make.receive(c, {x}));
  World world(make);
  EXPECT_EQ(world.get(world.next(world.initial()), x), 4);
}

TEST_F(ChannelsTest, CommittedProcessesMeetOnlyEachOther) {
  const model::ExprId c = make.channel("c", 0, 0);
  go(sender, 0, 1, make.send(c, {}));
  go(receiver, 0, 1, make.receive(c, {}));
  program.process_types[sender].locations[0].committed = true;
  World world(make);
  EXPECT_TRUE(world.steps(world.initial()).empty());
  program.process_types[receiver].locations[0].committed = true;
  EXPECT_EQ(world.steps(world.initial()).size(), 1U);
}

TEST_F(ChannelsTest, AFaultOfEitherSideNeedsAMeeting) {
  const model::ExprId c = make.channel("c", 0, 1);
  go(sender, 0, 1, make.send(c, {program.binary(model::Op::divide, n(1), n(0))}));
  World alone(make);
  EXPECT_TRUE(alone.steps(alone.initial()).empty());
  go(receiver, 0, 1, make.receive(c, {x}));
  World world(make);
  EXPECT_EQ(world.fault(world.initial()), model::Fault::Kind::division);
}

}  // namespace
}  // namespace lariat::model
