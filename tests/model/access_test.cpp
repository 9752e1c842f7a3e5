// SPDX-License-Identifier: Apache-2.0
// The read and write sets of hand-made transitions: as large as necessary, and no larger.
#include "lariat/model/access.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/make_program.hpp"

namespace lariat::model {
namespace {

using Kind = model::Access::Kind;
using Use = model::Access::Use;
using List = std::vector<model::Access>;

List sorted(List list) {
  std::sort(list.begin(), list.end());
  return list;
}

model::Access global(model::VariableId variable, std::uint32_t first = 0, std::uint32_t last = 0) {
  return {.kind = Kind::global, .variable = variable, .first = first, .last = last};
}
model::Access local(model::ProcessTypeId type, model::VariableId variable, std::uint32_t process = model::own_process) {
  return {.kind = Kind::local, .type = type, .process = process, .variable = variable};
}
model::Access location(model::ProcessTypeId type, std::uint32_t process = model::own_process) {
  return {.kind = Kind::location, .type = type, .process = process};
}
// Without the details of locations: which of them are asked for, and where moves lead.
model::AccessSets plain(model::AccessSets sets) {
  for (List* list : {&sets.guard_reads, &sets.reads, &sets.writes}) {
    for (model::Access& access : *list) access.locations = access.from = access.to = model::none;
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return sets;
}
model::AccessSets touched(const model::Program& program, model::ProcessTypeId type, model::TransitionId transition,
                          const model::InterpreterOptions& options = {}) {
  return plain(model::accesses(program, type, transition, options));
}
model::AccessSets touched(const model::Program& program, model::ExprId expression) {
  return plain(model::accesses(program, expression));
}
model::AccessSets step_touched(const model::Program& program, model::ProcessTypeId type, model::TransitionId transition) {
  return plain(model::step_accesses(program, type, transition));
}
model::Access channel(model::Value number, Use use) { return {.kind = Kind::channel, .use = use, .channel = number}; }
constexpr model::Access table{.kind = Kind::table};
constexpr model::Access everything{.kind = Kind::everything};

// Globals x (0) and a[4] (1), a process P with u (0), and one transition of P, to be filled in.
struct AccessTest : testing::Test {
  Maker make;
  model::PlaceId x = make.global("x");
  model::PlaceId a = make.global("a", model::byte_type, 0, 4);
  model::ProcessTypeId p = make.process("P", {"s", "t"});
  model::PlaceId u = make.local(p, "u");
  model::TransitionId t = add(0, 1);

  model::TransitionId add(model::LocationId from, model::LocationId to, model::ExprId guard = model::none) {
    make.transition(p, from, to, 1, "", guard);
    return static_cast<model::TransitionId>(type().transitions.size() - 1);
  }
  model::ProcessType& type() { return make.program.process_types[p]; }
  model::Transition& transition() { return type().transitions[t]; }
  model::PlaceId element(model::ExprId index) { return make.program.add(model::Place{.variable = 1, .index = index}); }
  model::ExprId number(model::Value value) { return make.number(value); }
  model::AccessSets sets() { return touched(make.program, p, t); }
};

TEST_F(AccessTest, AnEmptyTransitionTouchesItsLocation) {
  EXPECT_EQ(sets().guard_reads, List{location(p)});
  EXPECT_EQ(sets().reads, List{});
  EXPECT_EQ(sets().writes, List{location(p)});
}

TEST_F(AccessTest, ReadsOfTheGuardAreApart) {
  transition().guard = make.equal(make.read(x), number(0));
  transition().effects = {Maker::assign(x, make.read(u))};
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0)}));
  EXPECT_EQ(sets().reads, List{local(p, 0)});
  EXPECT_EQ(sets().writes, sorted({location(p), global(0)}));
}

TEST_F(AccessTest, AConstantIndexIsOneElement) {
  transition().effects = {Maker::assign(element(number(2)), make.read(element(number(3))))};
  EXPECT_EQ(sets().reads, List{global(1, 3, 3)});
  EXPECT_EQ(sets().writes, sorted({location(p), global(1, 2, 2)}));
}

TEST_F(AccessTest, AnyOtherIndexIsAllElements) {
  const model::ExprId bounded =
      make.program.add(model::Expr{.op = model::Op::bounded, .value = 4, .a = make.read(u), .place = a});
  transition().effects = {Maker::assign(element(make.read(x)), make.read(element(bounded)))};
  EXPECT_EQ(sets().reads, sorted({global(1, 0, 3), global(0), local(p, 0)}));
  EXPECT_EQ(sets().writes, sorted({location(p), global(1, 0, 3)}));
}

TEST_F(AccessTest, AConditionalReadsBothBranches) {
  const model::ExprId value = make.program.add(model::Expr{
      .op = model::Op::conditional, .a = make.read(u), .b = make.read(element(number(0))), .c = make.read(element(number(1)))});
  transition().effects = {Maker::assign(x, value)};
  EXPECT_EQ(sets().reads, sorted({local(p, 0), global(1, 0, 0), global(1, 1, 1)}));
}

TEST_F(AccessTest, ForeignPlaces) {
  const model::ProcessTypeId q = make.process("Q", {"s"});
  make.local(q, "w");
  const auto foreign = [&](model::ExprId process) {
    return make.program.read({.scope = model::Place::Scope::foreign, .type = q, .process = process, .variable = 0});
  };
  EXPECT_EQ(touched(make.program, foreign(number(1))).reads, List{local(q, 0, 1)});
  EXPECT_EQ(touched(make.program, foreign(model::none)).reads, List{local(q, 0, 1)}) << "the oldest one of the type";
  EXPECT_EQ(touched(make.program, foreign(make.read(x))).reads, sorted({local(q, 0, model::none), global(0)}));
  EXPECT_EQ(touched(make.program, make.program.at(q, model::none, {0})).reads, List{location(q, 1)});
}

TEST_F(AccessTest, AProcessThatMayEndIsNotWhereItWas) {
  type().transitions[t].effects = {{.kind = model::Effect::Kind::end}};
  EXPECT_EQ(sets().guard_reads, sorted({location(p), table})) << "it must be the youngest";
  EXPECT_EQ(sets().writes, sorted({location(p), table}));
  EXPECT_EQ(touched(make.program, make.program.at(p, model::none, {0})).reads, sorted({location(p, model::none), table}));
}

TEST_F(AccessTest, AStartRunsWhatTheNewProcessBeginsWith) {
  const model::ProcessTypeId q = make.process("Q", {"s"}, false);
  const model::PlaceId w = make.local(q, "w");
  make.program.process_types[q].on_start = {Maker::assign(x, make.read(w))};
  transition().effects = {
      {.kind = model::Effect::Kind::start, .place = u, .type = q, .arguments = {make.read(element(number(0)))}}};
  EXPECT_EQ(sets().reads, sorted({global(1, 0, 0), table, local(q, 0, model::none)}));
  EXPECT_EQ(sets().writes, sorted({location(p), table, global(0), local(p, 0)}));
}

TEST_F(AccessTest, BufferedChannels) {
  const model::ExprId c = make.channel("c", 2, 1);
  transition().communication = make.send(c, {make.read(x)});
  EXPECT_EQ(sets().guard_reads, sorted({location(p), channel(1, Use::room)}));
  EXPECT_EQ(sets().reads, List{global(0)});
  EXPECT_EQ(sets().writes, sorted({location(p), channel(1, Use::send)}));
  transition().communication = make.receive(c, {u});
  EXPECT_EQ(sets().guard_reads, sorted({location(p), channel(1, Use::message)}));
  EXPECT_EQ(sets().writes, sorted({location(p), channel(1, Use::receive), local(p, 0)}));
  make.program.communications[transition().communication].copies = true;
  EXPECT_EQ(sets().writes, sorted({location(p), local(p, 0)}));
}

TEST_F(AccessTest, AReceivedIndexIsAllElements) {
  const model::ExprId c = make.channel("c", 1, 2);
  transition().communication = make.receive(c, {u, element(make.read(u))});
  EXPECT_EQ(sets().reads, List{local(p, 0)});
  EXPECT_EQ(sets().writes, sorted({location(p), channel(1, Use::receive), local(p, 0), global(1, 0, 3)}));
}

TEST_F(AccessTest, ASendThatMayBeLostDependsOnTheRoom) {
  transition().communication = make.send(make.channel("c", 2, 1), {number(0)});
  const model::AccessSets lossy = touched(make.program, p, t, {.lossy = true});
  EXPECT_EQ(lossy.guard_reads, List{location(p)});
  EXPECT_EQ(lossy.reads, List{channel(1, Use::all)});
}

TEST_F(AccessTest, ASortedSendTouchesAllMessages) {
  transition().communication = make.send(make.channel("c", 2, 1), {number(0)});
  make.program.communications[transition().communication].sorted = true;
  EXPECT_EQ(sets().writes, sorted({location(p), channel(1, Use::all)}));
}

TEST_F(AccessTest, AMeetingTouchesNoBuffer) {
  const model::ExprId c = make.channel("c", 0, 1);
  transition().communication = make.send(c, {make.read(x)});
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0)})) << "the receiver may want another value";
  EXPECT_EQ(sets().writes, List{location(p)});
  transition().communication = make.receive(c, {u});
  EXPECT_EQ(sets().guard_reads, List{location(p)});
  EXPECT_EQ(sets().writes, sorted({location(p), local(p, 0)}));
}

TEST_F(AccessTest, AnUnknownChannelMayBeAny) {
  make.channel("c", 1, 1);
  transition().communication = make.receive(make.read(x), {u});
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0), channel(0, Use::message)}));
  EXPECT_TRUE(model::may_overlap(channel(0, Use::all), channel(1, Use::all)));
}

TEST_F(AccessTest, TestsForRoomAndMessages) {
  const model::ExprId c = make.channel("c", 2, 1);
  model::Program& program = make.program;
  const model::ExprId has_room = program.unary(model::Op::logical_not, program.unary(model::Op::is_full, c));
  transition().guard = program.binary(model::Op::logical_and, has_room, make.read(x));
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0), channel(1, Use::room)}));
  transition().guard = program.binary(model::Op::logical_or, has_room, make.read(x));
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0), channel(1, Use::all)})) << "need not hold";
  transition().guard = program.unary(model::Op::is_full, c);
  EXPECT_EQ(sets().guard_reads, sorted({location(p), channel(1, Use::all)}));
}

TEST_F(AccessTest, ElseReadsTheGuardsBeforeIt) {
  const model::ExprId c = make.channel("c", 2, 1);
  transition().communication = make.receive(c, {u});
  const model::TransitionId otherwise = add(0, 0);
  add(0, 1, make.read(x));
  type().transitions[otherwise].is_else = true;
  EXPECT_EQ(touched(make.program, p, otherwise).guard_reads, sorted({location(p), channel(1, Use::all)}))
      << "it goes wrong as soon as there is a message";
}

TEST_F(AccessTest, UnlessReadsWhatMayComeInstead) {
  const model::TransitionId escape = add(0, 1, make.read(x));
  transition().unless = {escape};
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0)}));
  const model::PlaceId y = make.global("y");
  const model::VariableId y_id = make.program.places[y].variable;
  const model::ProcessTypeId q = make.process("Q", {"s"});
  make.transition(q, 0, 0, 1, "", make.read(y));
  const auto c = make.channel("c", 0, 0);
  make.program.process_types[q].transitions.back().communication = make.receive(c, {});
  type().transitions[escape].communication = make.send(c, {});
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0), location(q, model::none), global(y_id)}))
      << "whoever is there to receive";
}

TEST_F(AccessTest, AskingForTimeoutReadsEverything) {
  transition().guard = make.program.add(model::Expr{.op = model::Op::timeout});
  EXPECT_EQ(sets().guard_reads, sorted({location(p), everything}));
}

TEST_F(AccessTest, ProvidedCommittedPrioritiesLast) {
  type().provided = make.read(x);
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0)}));
  const model::ProcessTypeId q = make.process("Q", {"s"});
  make.program.process_types[q].locations[0].committed = true;
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0), location(q, model::none)}));
  type().locations[0].committed = true;
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0)}));
  make.program.last_process = 0;
  EXPECT_EQ(sets().writes, sorted({location(p), global(0)}));
  make.program.uses_priorities = true;
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0), everything}));
  transition().effects = {{.kind = model::Effect::Kind::set_priority,
                           .value = number(3),
                           .arguments = {make.program.add(model::Expr{.op = model::Op::own_number})}}};
  EXPECT_EQ(sets().writes, sorted({location(p), global(0), {.kind = Kind::priority, .process = model::own_process}}));
}

TEST_F(AccessTest, AStepGoesToTheEndOfTheSequence) {
  transition().then = model::Transition::Then::at_once;
  const model::TransitionId second = add(1, 0, make.read(x));
  type().transitions[second].effects = {Maker::assign(u, make.read(element(number(0))))};
  EXPECT_EQ(sets().reads, List{});
  const model::AccessSets step = step_touched(make.program, p, t);
  EXPECT_EQ(step.guard_reads, List{location(p)});
  EXPECT_EQ(step.reads, sorted({location(p), global(0), global(1, 0, 0)}));
  EXPECT_EQ(step.writes, sorted({location(p), local(p, 0)}));
}

TEST_F(AccessTest, ASequenceMayComeRoundAgain) {
  transition().then = model::Transition::Then::atomic;
  type().transitions[add(1, 0)].then = model::Transition::Then::atomic;
  EXPECT_EQ(step_touched(make.program, p, t).writes, List{location(p)});
}

TEST(MayOverlap, Variables) {
  EXPECT_TRUE(model::may_overlap(global(0, 0, 3), global(0, 3, 3)));
  EXPECT_FALSE(model::may_overlap(global(0, 0, 2), global(0, 3, 3)));
  EXPECT_FALSE(model::may_overlap(global(0), global(1)));
  EXPECT_FALSE(model::may_overlap(global(0), local(0, 0)));
  EXPECT_FALSE(model::may_overlap(local(0, 0, 1), local(0, 0, 2)));
  EXPECT_FALSE(model::may_overlap(local(0, 0), local(1, 0)));
  EXPECT_TRUE(model::may_overlap(local(0, 0, 1), local(0, 0, model::none)));
  EXPECT_TRUE(model::may_overlap(local(0, 0), local(0, 0, 1)));
  EXPECT_TRUE(model::may_overlap(everything, local(0, 0)));
  EXPECT_TRUE(model::may_overlap(location(model::none, 1), location(3, 1)));
}

TEST(MayOverlap, Binding) {
  const model::AccessSets sets{.guard_reads = {location(0)}, .reads = {local(0, 0)}, .writes = {location(0)}};
  EXPECT_EQ(model::bound_to(sets, 4).guard_reads, List{location(0, 4)});
  EXPECT_FALSE(model::may_overlap(model::bound_to(sets, 4).reads[0], model::bound_to(sets, 5).reads[0]));
}

TEST(MayDisturb, SendersAndReceivers) {
  const Use uses[] = {Use::all, Use::send, Use::receive, Use::room, Use::message};
  const bool by_send[] = {true, true, false, true, false};
  const bool by_receive[] = {true, false, true, false, true};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(model::may_disturb(channel(1, Use::send), channel(1, uses[i])), by_send[i]) << i;
    EXPECT_EQ(model::may_disturb(channel(1, Use::receive), channel(1, uses[i])), by_receive[i]) << i;
    EXPECT_TRUE(model::may_disturb(channel(1, Use::all), channel(1, uses[i]))) << i;
    EXPECT_FALSE(model::may_disturb(channel(1, Use::all), channel(2, uses[i]))) << i;
  }
  EXPECT_TRUE(model::may_overlap(channel(1, Use::send), channel(1, Use::message))) << "it may have waited for that";
}

}  // namespace
}  // namespace lariat::model
