// SPDX-License-Identifier: Apache-2.0
// The sets of transitions made by hand: as large as they must be, and no larger.
#include "lariat/model/access.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/make_program.hpp"

namespace lariat::model {
namespace {

using Kind = Access::Kind;
using Use = Access::Use;
using List = std::vector<Access>;

List sorted(List list) {
  std::sort(list.begin(), list.end());
  return list;
}

Access global(VariableId variable, std::uint32_t first = 0, std::uint32_t last = 0) {
  return {.kind = Kind::global, .variable = variable, .first = first, .last = last};
}
Access local(ProcessTypeId type, VariableId variable, std::uint32_t process = own_process) {
  return {.kind = Kind::local, .type = type, .process = process, .variable = variable};
}
Access location(ProcessTypeId type, std::uint32_t process = own_process) {
  return {.kind = Kind::location, .type = type, .process = process};
}
// Without the details of locations: which of them are asked for, and where moves lead.
AccessSets plain(AccessSets sets) {
  for (List* list : {&sets.guard_reads, &sets.reads, &sets.writes}) {
    for (Access& access : *list) access.locations = access.from = access.to = none;
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return sets;
}
AccessSets touched(const Program& program, ProcessTypeId type, TransitionId transition,
                   const InterpreterOptions& options = {}) {
  return plain(accesses(program, type, transition, options));
}
AccessSets touched(const Program& program, ExprId expression) { return plain(accesses(program, expression)); }
AccessSets step_touched(const Program& program, ProcessTypeId type, TransitionId transition) {
  return plain(step_accesses(program, type, transition));
}
Access channel(Value number, Use use) { return {.kind = Kind::channel, .use = use, .channel = number}; }
constexpr Access table{.kind = Kind::table};
constexpr Access everything{.kind = Kind::everything};

// Globals x (0) and a[4] (1), a process P with u (0), and one transition of P, to be filled in.
struct AccessTest : testing::Test {
  Maker make;
  PlaceId x = make.global("x");
  PlaceId a = make.global("a", byte_type, 0, 4);
  ProcessTypeId p = make.process("P", {"s", "t"});
  PlaceId u = make.local(p, "u");
  TransitionId t = add(0, 1);

  TransitionId add(LocationId from, LocationId to, ExprId guard = none) {
    make.transition(p, from, to, 1, "", guard);
    return static_cast<TransitionId>(type().transitions.size() - 1);
  }
  ProcessType& type() { return make.program.process_types[p]; }
  Transition& transition() { return type().transitions[t]; }
  PlaceId element(ExprId index) { return make.program.add(Place{.variable = 1, .index = index}); }
  ExprId number(Value value) { return make.number(value); }
  AccessSets sets() { return touched(make.program, p, t); }
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
  const ExprId bounded = make.program.add(Expr{.op = Op::bounded, .value = 4, .a = make.read(u), .place = a});
  transition().effects = {Maker::assign(element(make.read(x)), make.read(element(bounded)))};
  EXPECT_EQ(sets().reads, sorted({global(1, 0, 3), global(0), local(p, 0)}));
  EXPECT_EQ(sets().writes, sorted({location(p), global(1, 0, 3)}));
}

TEST_F(AccessTest, AConditionalReadsBothBranches) {
  const ExprId value = make.program.add(
      Expr{.op = Op::conditional, .a = make.read(u), .b = make.read(element(number(0))), .c = make.read(element(number(1)))});
  transition().effects = {Maker::assign(x, value)};
  EXPECT_EQ(sets().reads, sorted({local(p, 0), global(1, 0, 0), global(1, 1, 1)}));
}

TEST_F(AccessTest, ForeignPlaces) {
  const ProcessTypeId q = make.process("Q", {"s"});
  make.local(q, "w");
  const auto foreign = [&](ExprId process) {
    return make.program.read({.scope = Place::Scope::foreign, .type = q, .process = process, .variable = 0});
  };
  EXPECT_EQ(touched(make.program, foreign(number(1))).reads, List{local(q, 0, 1)});
  EXPECT_EQ(touched(make.program, foreign(none)).reads, List{local(q, 0, 1)}) << "the oldest one of the type";
  EXPECT_EQ(touched(make.program, foreign(make.read(x))).reads, sorted({local(q, 0, none), global(0)}));
  EXPECT_EQ(touched(make.program, make.program.at(q, none, {0})).reads, List{location(q, 1)});
}

TEST_F(AccessTest, AProcessThatMayEndIsNotWhereItWas) {
  type().transitions[t].effects = {{.kind = Effect::Kind::end}};
  EXPECT_EQ(sets().guard_reads, sorted({location(p), table})) << "it must be the youngest";
  EXPECT_EQ(sets().writes, sorted({location(p), table}));
  EXPECT_EQ(touched(make.program, make.program.at(p, none, {0})).reads, sorted({location(p, none), table}));
}

TEST_F(AccessTest, AStartRunsWhatTheNewProcessBeginsWith) {
  const ProcessTypeId q = make.process("Q", {"s"}, false);
  const PlaceId w = make.local(q, "w");
  make.program.process_types[q].on_start = {Maker::assign(x, make.read(w))};
  transition().effects = {{.kind = Effect::Kind::start, .place = u, .type = q, .arguments = {make.read(element(number(0)))}}};
  EXPECT_EQ(sets().reads, sorted({global(1, 0, 0), table, local(q, 0, none)}));
  EXPECT_EQ(sets().writes, sorted({location(p), table, global(0), local(p, 0)}));
}

TEST_F(AccessTest, BufferedChannels) {
  const ExprId c = make.channel("c", 2, 1);
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
  const ExprId c = make.channel("c", 1, 2);
  transition().communication = make.receive(c, {u, element(make.read(u))});
  EXPECT_EQ(sets().reads, List{local(p, 0)});
  EXPECT_EQ(sets().writes, sorted({location(p), channel(1, Use::receive), local(p, 0), global(1, 0, 3)}));
}

TEST_F(AccessTest, ASendThatMayBeLostDependsOnTheRoom) {
  transition().communication = make.send(make.channel("c", 2, 1), {number(0)});
  const AccessSets lossy = touched(make.program, p, t, {.lossy = true});
  EXPECT_EQ(lossy.guard_reads, List{location(p)});
  EXPECT_EQ(lossy.reads, List{channel(1, Use::all)});
}

TEST_F(AccessTest, ASortedSendTouchesAllMessages) {
  transition().communication = make.send(make.channel("c", 2, 1), {number(0)});
  make.program.communications[transition().communication].sorted = true;
  EXPECT_EQ(sets().writes, sorted({location(p), channel(1, Use::all)}));
}

TEST_F(AccessTest, AMeetingTouchesNoBuffer) {
  const ExprId c = make.channel("c", 0, 1);
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
  EXPECT_TRUE(may_overlap(channel(0, Use::all), channel(1, Use::all)));
}

TEST_F(AccessTest, TestsForRoomAndMessages) {
  const ExprId c = make.channel("c", 2, 1);
  Program& program = make.program;
  const ExprId has_room = program.unary(Op::logical_not, program.unary(Op::is_full, c));
  transition().guard = program.binary(Op::logical_and, has_room, make.read(x));
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0), channel(1, Use::room)}));
  transition().guard = program.binary(Op::logical_or, has_room, make.read(x));
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0), channel(1, Use::all)})) << "need not hold";
  transition().guard = program.unary(Op::is_full, c);
  EXPECT_EQ(sets().guard_reads, sorted({location(p), channel(1, Use::all)}));
}

TEST_F(AccessTest, ElseReadsTheGuardsBeforeIt) {
  const ExprId c = make.channel("c", 2, 1);
  transition().communication = make.receive(c, {u});
  const TransitionId otherwise = add(0, 0);
  add(0, 1, make.read(x));
  type().transitions[otherwise].is_else = true;
  EXPECT_EQ(touched(make.program, p, otherwise).guard_reads, sorted({location(p), channel(1, Use::all)}))
      << "it goes wrong as soon as there is a message";
}

TEST_F(AccessTest, UnlessReadsWhatMayComeInstead) {
  const TransitionId escape = add(0, 1, make.read(x));
  transition().unless = {escape};
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0)}));
  const PlaceId y = make.global("y");
  const VariableId y_id = make.program.places[y].variable;
  const ProcessTypeId q = make.process("Q", {"s"});
  make.transition(q, 0, 0, 1, "", make.read(y));
  const auto c = make.channel("c", 0, 0);
  make.program.process_types[q].transitions.back().communication = make.receive(c, {});
  type().transitions[escape].communication = make.send(c, {});
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0), location(q, none), global(y_id)}))
      << "whoever is there to receive";
}

TEST_F(AccessTest, AskingForTimeoutReadsEverything) {
  transition().guard = make.program.add(Expr{.op = Op::timeout});
  EXPECT_EQ(sets().guard_reads, sorted({location(p), everything}));
}

TEST_F(AccessTest, ProvidedCommittedPrioritiesLast) {
  type().provided = make.read(x);
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0)}));
  const ProcessTypeId q = make.process("Q", {"s"});
  make.program.process_types[q].locations[0].committed = true;
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0), location(q, none)}));
  type().locations[0].committed = true;
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0)}));
  make.program.last_process = 0;
  EXPECT_EQ(sets().writes, sorted({location(p), global(0)}));
  make.program.uses_priorities = true;
  EXPECT_EQ(sets().guard_reads, sorted({location(p), global(0), everything}));
  transition().effects = {
      {.kind = Effect::Kind::set_priority, .value = number(3), .arguments = {make.program.add(Expr{.op = Op::own_number})}}};
  EXPECT_EQ(sets().writes, sorted({location(p), global(0), {.kind = Kind::priority, .process = own_process}}));
}

TEST_F(AccessTest, AStepGoesToTheEndOfTheSequence) {
  transition().then = Transition::Then::at_once;
  const TransitionId second = add(1, 0, make.read(x));
  type().transitions[second].effects = {Maker::assign(u, make.read(element(number(0))))};
  EXPECT_EQ(sets().reads, List{});
  const AccessSets step = step_touched(make.program, p, t);
  EXPECT_EQ(step.guard_reads, List{location(p)});
  EXPECT_EQ(step.reads, sorted({location(p), global(0), global(1, 0, 0)}));
  EXPECT_EQ(step.writes, sorted({location(p), local(p, 0)}));
}

TEST_F(AccessTest, ASequenceMayComeRoundAgain) {
  transition().then = Transition::Then::atomic;
  type().transitions[add(1, 0)].then = Transition::Then::atomic;
  EXPECT_EQ(step_touched(make.program, p, t).writes, List{location(p)});
}

TEST(MayOverlap, Variables) {
  EXPECT_TRUE(may_overlap(global(0, 0, 3), global(0, 3, 3)));
  EXPECT_FALSE(may_overlap(global(0, 0, 2), global(0, 3, 3)));
  EXPECT_FALSE(may_overlap(global(0), global(1)));
  EXPECT_FALSE(may_overlap(global(0), local(0, 0)));
  EXPECT_FALSE(may_overlap(local(0, 0, 1), local(0, 0, 2)));
  EXPECT_FALSE(may_overlap(local(0, 0), local(1, 0)));
  EXPECT_TRUE(may_overlap(local(0, 0, 1), local(0, 0, none)));
  EXPECT_TRUE(may_overlap(local(0, 0), local(0, 0, 1)));
  EXPECT_TRUE(may_overlap(everything, local(0, 0)));
  EXPECT_TRUE(may_overlap(location(none, 1), location(3, 1)));
}

TEST(MayOverlap, Binding) {
  const AccessSets sets{.guard_reads = {location(0)}, .reads = {local(0, 0)}, .writes = {location(0)}};
  EXPECT_EQ(bound_to(sets, 4).guard_reads, List{location(0, 4)});
  EXPECT_FALSE(may_overlap(bound_to(sets, 4).reads[0], bound_to(sets, 5).reads[0]));
}

TEST(MayDisturb, SendersAndReceivers) {
  const Use uses[] = {Use::all, Use::send, Use::receive, Use::room, Use::message};
  const bool by_send[] = {true, true, false, true, false};
  const bool by_receive[] = {true, false, true, false, true};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(may_disturb(channel(1, Use::send), channel(1, uses[i])), by_send[i]) << i;
    EXPECT_EQ(may_disturb(channel(1, Use::receive), channel(1, uses[i])), by_receive[i]) << i;
    EXPECT_TRUE(may_disturb(channel(1, Use::all), channel(1, uses[i]))) << i;
    EXPECT_FALSE(may_disturb(channel(1, Use::all), channel(2, uses[i]))) << i;
  }
  EXPECT_TRUE(may_overlap(channel(1, Use::send), channel(1, Use::message))) << "it may have waited for that";
}

}  // namespace
}  // namespace lariat::model
