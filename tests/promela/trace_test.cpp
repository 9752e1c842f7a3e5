// SPDX-License-Identifier: Apache-2.0
// trace and notrace: states, transitions and errors as Spin 6.5.2 counts them (-o1 -o2 -o3, -DNOREDUCE -DSAFETY, -c0).
#include <gtest/gtest.h>

#include "lariat/promela/lower.hpp"
#include "lariat/system/program_system.hpp"
#include "lariat/walk/explore.hpp"

namespace lariat::promela {
namespace {

struct Case {
  const char* model;
  std::uint64_t states;
  std::uint64_t transitions;  // without the one that Spin counts for the initial state
  bool error;
  bool stuck;
};

const Case cases[] = {
    // Only sends are in scope: the trace names no receive.
    {"chan c=[1] of {byte}; chan d=[1] of {byte}; byte x;\n"
     "active proctype S() { c!1; c!2; d!1 } active proctype R() { c?x; c?x; d?x } trace { c!1; c!2 }",
     10, 10, false, false},
    // The third message is one too many; execution goes on behind it.
    {"chan c=[1] of {byte}; byte x;\n"
     "active proctype S() { c!1; c!2; c!3 } active proctype R() { c?x; c?x; c?x } trace { do :: c!1; c!2 od }",
     9, 8, true, false},
    // A rendezvous is two events.
    {"chan c=[0] of {byte}; byte x;\n"
     "active proctype S() { c!1; c!2 } active proctype R() { c?x; c?x } trace { c!1; c?1; c!2; c?2 }",
     5, 4, false, false},
    {"chan c=[2] of {byte}; byte x;\n"
     "active proctype S() { c!1; c!2 } active proctype R() { c?x; c?x } notrace { c!1; c!2; c?1 }",
     8, 8, true, false},
    {"chan c=[2] of {byte,byte}; byte x; chan d = [2] of {byte,byte};\n"
     "active proctype S() { c!1,3; d!2,2; c!2,4 } active proctype R() { c?x,_; c?x,_ ; 0 }\n"
     "trace { c!1,_; if :: c!2,3 :: c!2,4; fi; c?_,_ }",
     9, 10, true, true},
    // Only the first attempt counts for notrace.
    {"chan c=[2] of {byte}; byte x;\n"
     "active proctype S() { c!3; c!1; c!2 } active proctype R() { c?x; c?x; c?x } notrace { c!1; c!2 }",
     11, 12, false, false},
    // Where processes are left, the trace must be at an end.
    {"mtype = {a, b}; chan c=[2] of {mtype, byte}; chan d = [0] of {mtype}; byte x;\n"
     "active proctype S() { do :: c!a(1); d!b :: c!b(2) -> break od }\n"
     "active proctype R() { do :: c?a(x) :: d?b :: c?b(x) od }\n"
     "trace { do :: c!a(_) ; end1: d?b :: c!b(2) ; break od }",
     16, 25, false, true},
    // Spin looks at the last place of the buffer, wherever a sorted send put the message.
    {"chan c=[3] of {byte}; byte x; active proctype S() { d_step { c!!2; c!!1 }; c?1 } trace { c!2; c!2; c?1 }", 4, 3, false,
     false},
};

TEST(Trace, AsSpinCountsIt) {
  for (const Case& expected : cases) {
    SCOPED_TRACE(expected.model);
    auto program = promela::read_promela(expected.model, "trace.pml");
    ASSERT_TRUE(program) << to_string(program.errors().front());
    system::ProgramSystem system(program->program());
    product::PlainProduct product(system, {});
    const auto found = walk::explore_states(product, {{.kind = walk::Goal::Kind::fault}}, {});
    EXPECT_EQ(found.states, expected.states);
    EXPECT_EQ(found.transitions, expected.transitions);
    EXPECT_EQ(found.witnesses[0].has_value(), expected.error);
    EXPECT_EQ(found.stuck > 0, expected.stuck);
    if (!found.witnesses[0]) continue;
    EXPECT_EQ(find_flaw(system.interpreter(), run_to(product, found, *found.witnesses[0])), std::nullopt);
  }
}

TEST(Trace, MustBeDeterministic) {
  auto program = promela::read_promela(
      "chan c=[3] of {byte}; byte x; active proctype S() { c!2; c!1; x == 9 } trace { c!2; if :: c!1 :: c!_ fi }", "trace.pml");
  ASSERT_TRUE(program);
  system::ProgramSystem system(program->program());
  product::PlainProduct product(system, {});
  const auto found = walk::explore_states(product, {{.kind = walk::Goal::Kind::fault}}, {});
  ASSERT_TRUE(found.witnesses[0]);
  EXPECT_EQ(found.witnesses[0]->fault.kind, model::Fault::Kind::nondeterminism);
}

}  // namespace
}  // namespace lariat::promela
