// SPDX-License-Identifier: Apache-2.0
// The semantics of small models, whose states and steps were counted by hand.
#include <gtest/gtest.h>

#include "explore.hpp"
#include "lariat/check/check.hpp"
#include "lariat/dve/read.hpp"

namespace lariat::dve {
namespace {

using model::Program;

Program program(const std::string& text, const dve::DveOptions& options = {}) {
  auto result = dve::read_dve(text, "test.dve", options);
  if (!result) {
    std::string all;
    for (const Diagnostic& error : result.errors()) all += to_string(error);
    ADD_FAILURE() << all << text;
    return {};
  }
  EXPECT_EQ(model::find_defect(*result), std::nullopt);
  return std::move(*result);
}

struct Size {
  std::size_t states, edges, faults = 0;
  friend bool operator==(const Size&, const Size&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Size& size) {
    return out << size.states << " states, " << size.edges << " edges, " << size.faults << " faults";
  }
};

Size size_of(const std::string& text, const dve::DveOptions& options = {}) {
  const Counts counts = explore(program(text, options));
  return {counts.states, counts.edges, counts.faults};
}

// The value of a closed expression, by way of a guard: a model with one transition has two states if it is true.
bool is_true(const std::string& expression, const std::string& declarations = "") {
  return size_of(declarations + " process P { state a, b; init a; trans a -> b { guard " + expression + "; }; } system async;")
             .states == 2;
}

TEST(Meaning, Interleaving) {
  // Two processes of two states each: all four combinations, four steps.
  EXPECT_EQ(size_of("process P { state a, b; init a; trans a -> b {}; } process Q { state a, b; init a; trans a -> b {}; } "
                    "system async;"),
            (Size{4, 4}));
  // A counter modulo 5.
  EXPECT_EQ(size_of("byte x; process P { state a; init a; trans a -> a { effect x = (x + 1) % 5; }; } system async;"),
            (Size{5, 5}));
  // No transitions at all.
  EXPECT_EQ(size_of("process P { state a; init a; } system async;"), (Size{1, 0}));
}

TEST(Meaning, EffectsSeeWhatCameBefore) {
  EXPECT_EQ(size_of("byte x, y; process P { state a, b; init a; trans a -> b { effect x = 1, y = x + P.b; }, "
                    "b -> a { guard y != 2; }; } system async;"),
            (Size{2, 1}));
}

TEST(Meaning, EqualStepsAreCountedTwice) {
  EXPECT_EQ(size_of("process P { state a, b; init a; trans a -> b {}, a -> b {}; } system async;"), (Size{2, 2}));
}

TEST(Meaning, Operators) {
  for (const char* expression :
       {"1 or 1 and 0 == 0", "(1 or 1 and 0) == 0", "not 0 == 1", "-7 / 2 == -3", "-7 % 2 == -1", "7 & 3 | 8 == 8", "~0 == -1",
        "(5 ^ 1) == 4", "-8 >> 1 == -4", "1 << 4 == 16", "0 imply 0", "not (1 imply 0)", "true", "not false", "(2 and 4) == 1",
        "(3 == 3) * 5 == 5", "(2 > 1) + (3 > 2) == 2", "0 and 1 / 0 or 1"})
    EXPECT_TRUE(is_true(expression)) << expression;
  for (const char* expression : {"0", "false", "1 imply 0", "not 1 == 1", "0 or 0 and 1", "2 == 1 | 1 == 0"})
    EXPECT_FALSE(is_true(expression)) << expression;
}

TEST(Meaning, Constants) {
  const std::string constants =
      "const byte k = 3; const int m = -2 * k; const byte t[4] = {1, k, 5}; byte i = k - 1; byte z[k]; ";
  for (const char* expression : {"k == 3", "m == -6", "t[1] == 3", "t[3] == 0", "t == 1", "t[i] == 5", "t[i] + t[i + 1] == 5"})
    EXPECT_TRUE(is_true(expression, constants)) << expression;
  // Outside the array: an error, which counts as true and leads to the error state.
  for (const char* expression : {"t[i + 2] == 1", "t[4]", "t[i - 3]"})
    EXPECT_EQ(explore(program(constants + "process P { state a, b; init a; trans a -> b { guard " + expression +
                              "; }; } system async;"))
                  .faults,
              1U)
        << expression;
  // They are no part of the state, local ones either.
  const Program with =
      program("const byte t[100] = {1}; process P { const int u[9] = {2}; byte x; state a; init a; } system async;");
  EXPECT_EQ(model::Interpreter(with).layout().initial_bytes(), 2U);
}

TEST(Meaning, ConstantArraysOfAnySize) {
  for (const int size : {1, 2, 3, 5, 8, 100}) {
    std::string values;
    for (int i = 0; i < size; ++i) values += (i > 0 ? ", " : "") + std::to_string((i * 7) % 251);
    const std::string text = "const byte t[" + std::to_string(size) + "] = {" + values +
                             "}; byte i; process P { state a, bad; init a; trans a -> a { guard i < " +
                             std::to_string(size - 1) +
                             "; effect i = i + 1; }, a -> bad { guard t[i] != i * 7 % 251; }; } system async;";
    EXPECT_EQ(size_of(text), (Size{static_cast<std::size_t>(size), static_cast<std::size_t>(size) - 1})) << size;
  }
}

TEST(Meaning, ArraysAndInitialisers) {
  const std::string declarations = "byte b[3] = {1, 2}; int a[2] = {-1, 300, 70000}; byte x = b[1] + 1, y; byte P; ";
  for (const char* expression :
       {"b == 1", "b[1] == 2", "b[2] == 0", "a == -1", "a[1] == 300", "x == 3", "y == 0", "b[b[0]] == 2"})
    EXPECT_TRUE(is_true(expression, declarations)) << expression;
  // An array without an index is element 0 where it is assigned, too.
  EXPECT_EQ(size_of("byte b[2]; process P { state a, c; init a; trans a -> c { guard b == 0; effect b = 7; }, "
                    "c -> a { guard b[0] == 7; effect b[0] = 0; }; } system async;"),
            (Size{2, 2}));
}

TEST(Meaning, LocalNamesHideGlobalOnes) {
  EXPECT_EQ(size_of("byte x = 1; process P { byte x = 2, a; state a, b; init a; trans a -> b { guard x == 2 and a == 0; }; } "
                    "process Q { state a, b; init a; trans a -> b { guard x == 1 and P->x == 2; }; } system async;"),
            (Size{4, 4}));
}

TEST(Meaning, ForeignVariablesAndStates) {
  EXPECT_EQ(size_of("process P { byte v[2] = {4, 5}; state a, b; init a; trans a -> b { effect v[1] = 6; }; } "
                    "process Q { byte i = 1; state c, d; init c; trans c -> d { guard P->v[i] == 6 and P->v == 4 and P.b; }; } "
                    "system async;"),
            (Size{3, 2}));
}

TEST(Meaning, RendezvousOrder) {
  // The value is stored, then the receiver's effects are done, then the sender's: x is 2, then 2 * 10, then 20 + 1.
  EXPECT_EQ(size_of("channel c; byte x, y; process S { state a, b; init a; trans a -> b { sync c!2; effect x = x + 1; }; } "
                    "process R { state a, b, e; init a; trans a -> b { sync c?x; effect x = x * 10; }, "
                    "b -> e { guard x != 21; }; } system async;"),
            (Size{2, 1}));
  // Nobody meets itself.
  EXPECT_EQ(
      size_of("channel c; process P { state a, b; init a; trans a -> b { sync c!; }, a -> b { sync c?; }; } system async;"),
      (Size{1, 0}));
  // Three that can both send and receive: each ordered pair.
  std::string three = "channel c; ";
  for (const char* name : {"P", "Q", "R"})
    three += std::string("process ") + name + " { state a, b; init a; trans a -> b { sync c!; }, a -> b { sync c?; }; } ";
  EXPECT_EQ(size_of(three + "system async;"), (Size{4, 6}));
}

TEST(Meaning, SeveralValues) {
  // All values are those before the step; the receiver takes as many as it has variables for.
  EXPECT_EQ(size_of("channel c; byte x = 1, y = 2; process S { state a, b; init a; trans a -> b { sync c!{y, x}; }; } "
                    "process R { state a, b, e; init a; trans a -> b { sync c?{x, y}; }, b -> e { guard x != 2 or y != 1; }; } "
                    "system async;"),
            (Size{2, 1}));
  EXPECT_EQ(size_of("channel c; byte x = 1, y = 2; process S { state a, b; init a; trans a -> b { sync c!{7, 8}; }, "
                    "b -> a { sync c!; }; } process R { state a, b; init a; trans a -> b { sync c?{x}; }, "
                    "b -> a { guard x == 7 and y == 2; sync c?x; }; } system async;"),
            (Size{3, 3}));
}

TEST(Meaning, TypedRendezvousCutsValues) {
  EXPECT_EQ(size_of("channel {byte} c[0]; int x; process S { state a, b; init a; trans a -> b { sync c!257; }; } "
                    "process R { state a, b, e; init a; trans a -> b { sync c?x; }, b -> e { guard x == 1; }; } system async;"),
            (Size{3, 2}));
}

TEST(Meaning, Buffers) {
  // A buffer of two: 0, 1 or 2 messages wait. The values are 1 and 2 in turn: they are taken in that order.
  // States: (sender's next value, buffer): the buffer holds a suffix of 1 2 1 2 ... of length 0, 1 or 2: 2 * 3 states.
  EXPECT_EQ(size_of("channel {byte, int} c[2]; process S { byte x = 1; state a; init a; trans a -> a { sync c!{x, -x}; effect "
                    "x = 3 - x; }; } "
                    "process R { byte y = 1; int m; state a, e; init a; trans a -> a { guard 1; sync c?{y, m}; effect m = 0, y "
                    "= 1; }; } system async;"),
            (Size{6, 8}));
  // The effect of a send sees the message gone, and the message is what was before the effect.
  EXPECT_EQ(
      size_of("channel {byte} c[1]; byte x = 1, y; process S { state a, b; init a; trans a -> b { sync c!x; effect x = 5; }; } "
              "process R { state a, b, e; init a; trans a -> b { sync c?y; effect y = y + 1; }, b -> e { guard y != 2; }; } "
              "system async;"),
      (Size{3, 2}));
  // A value that the buffer cannot hold.
  EXPECT_EQ(
      explore(program("channel {byte} c[1]; process S { state a, b; init a; trans a -> b { sync c!256; }; } system async;"))
          .faults,
      1U);
}

TEST(Meaning, CommittedStates) {
  // Without `commit` 4 states; with it Q waits until P has left b.
  const std::string rest = "trans a -> b {}, b -> c {}; } process Q { state a, b; init a; trans a -> b {}; } system async;";
  EXPECT_EQ(size_of("process P { state a, b, c; init a; " + rest), (Size{6, 7}));
  EXPECT_EQ(size_of("process P { state a, b, c; init a; commit b; " + rest), (Size{6, 6}));
  // Both partners of a rendezvous must be committed.
  EXPECT_EQ(size_of("channel c; process P { state a, b; init a; commit a; trans a -> b { sync c!; }; } "
                    "process Q { state a, b; init a; trans a -> b { sync c?; }; } system async;"),
            (Size{1, 0}));
  EXPECT_EQ(size_of("channel c; process P { state a, b; init a; commit a; trans a -> b { sync c!; }; } "
                    "process Q { state a, b; init a; commit a; trans a -> b { sync c?; }; } system async;"),
            (Size{2, 1}));
}

TEST(Meaning, ErrorState) {
  const std::string text =
      "byte x = 254; process P { state a; init a; trans a -> a { effect x = x + 1; }; } "
      "process Q { state a, b; init b; trans b -> a {}, a -> b {}; } system async;";
  // x is 254 or 255, Q at a or b; from 255 an overflow; it ends in a state of its own.
  EXPECT_EQ(size_of(text), (Size{5, 8, 2}));
  // If Q goes on there: all is 0, hence Q at its first state, which is b for nobody: states (error, a) and (error, b).
  dve::DveOptions goes_on;
  goes_on.error_state = Program::ErrorState::goes_on;
  EXPECT_EQ(size_of(text, goes_on), (Size{6, 10, 2}));
  dve::DveOptions wraps;
  wraps.overflow = Program::Overflow::wrap;
  EXPECT_EQ(size_of(text, wraps), (Size{512, 1024}));
}

TEST(Meaning, WhatGoesWrong) {
  const auto faults = [](const std::string& transition, const std::string& declarations = "") {
    return explore(program("byte x, t[2]; int i; channel c; " + declarations +
                           " process P { state a, b; init a; trans a -> b { " + transition + " }; } system async;"))
        .faults;
  };
  EXPECT_EQ(faults("guard 1 / x == 1;"), 1U);
  EXPECT_EQ(faults("guard t[2] == 1;"), 1U);
  EXPECT_EQ(faults("guard t[x - 1] == 1;"), 1U);
  EXPECT_EQ(faults("effect x = 1 % x;"), 1U);
  EXPECT_EQ(faults("effect x = -1;"), 1U);
  EXPECT_EQ(faults("effect i = 32768;"), 1U);
  EXPECT_EQ(faults("effect i = -32768;"), 0U);
  EXPECT_EQ(faults("effect t[5] = 0;"), 1U);
  EXPECT_EQ(faults("guard x == 1 and 1 / x == 1;"), 0U);
  // A rendezvous happens only if the other process is ready.
  const std::string partner = "process R { state a, b; init a; trans a -> b { sync c?x; }; }";
  const std::string elsewhere = "channel d; process R { state a, b; init a; trans a -> b { guard 1 / x == 1; sync d?; }; }";
  EXPECT_EQ(faults("sync c!t[5];"), 0U);
  EXPECT_EQ(faults("sync c!t[5];", partner), 1U);
  EXPECT_EQ(faults("guard 1 / x == 1; sync c!;"), 0U);
  EXPECT_EQ(faults("guard 1 / x == 1; sync c!;", partner), 1U);
  EXPECT_EQ(faults("guard 1 / x == 1; sync c?;"), 0U);
  EXPECT_EQ(faults("sync c!;", elsewhere), 0U);
  EXPECT_EQ(faults("sync c!300;", partner), 1U);
}

TEST(Meaning, Lockstep) {
  // Both move together, or not at all.
  const std::string q = "process Q { state a, b; init a; trans a -> b {}, a -> a {}; } ";
  EXPECT_EQ(size_of("process P { state a, b; init a; trans a -> b {}; } " + q + "system sync;"), (Size{3, 2}));
  // Each starts from the state before: they swap.
  EXPECT_EQ(size_of("byte x = 1, y = 2; process P { state a, b; init a; trans a -> b { effect x = y; }; } "
                    "process Q { state a, b, e; init a; trans a -> b { effect y = x; }; } "
                    "process R { state a, b, e; init a; trans a -> b {}; } system sync;"),
            (Size{2, 1}));
  const Program swap = program(
      "byte x = 1, y = 2; process P { state a, b; init a; trans a -> b { effect x = y; }; } "
      "process Q { state a, b; init a; trans a -> b { effect y = x; }; } system sync;");
  model::Interpreter interpreter(swap);
  model::Successors successors;
  interpreter.successors(interpreter.initial(), successors);
  ASSERT_EQ(successors.size(), 1U);
  EXPECT_EQ(successors.state(0)[interpreter.layout().global(0)], 2);
  EXPECT_EQ(successors.state(0)[interpreter.layout().global(1)], 1);
  // Two that change the same variable.
  EXPECT_EQ(explore(program("byte x; process P { state a, b; init a; trans a -> b { effect x = 1, x = 2; }; } "
                            "process Q { state a, b; init a; trans a -> b { effect x = 1; }; } system sync;"))
                .faults,
            1U);
  // Channels play no part.
  EXPECT_EQ(size_of("channel c; process P { state a, b; init a; trans a -> b { sync c!; }; } system sync;"), (Size{2, 1}));
}

TEST(Meaning, ManyStates) {
  std::string states = "s0";
  std::string transitions = "s0 -> s1 {}";
  for (int i = 1; i < 300; ++i) {
    states += ", s" + std::to_string(i);
    transitions += ", s" + std::to_string(i) + " -> s" + std::to_string((i + 1) % 300) + " {}";
  }
  EXPECT_EQ(size_of("process P { state " + states + "; init s0; trans " + transitions + "; } system async;"), (Size{300, 300}));
}

TEST(Meaning, ChannelsMayBeDeclaredTwice) {
  EXPECT_EQ(size_of("channel c, d; channel c; process P { state a, b; init a; trans a -> b { sync c!; }; } "
                    "process Q { state a, b; init a; trans a -> b { sync c?; }; } system async;"),
            (Size{2, 1}));
}

TEST(Meaning, TransitionsAreShownOnOneLine) {
  const Program one = program(
      "channel c; process P { byte x; state a, b; init a; trans\n a -> b { guard x == 1; // why\n\n   sync c!x;\n },\n"
      "  -> a {effect x=1 , x = 2;}; } system async;");
  const auto& transitions = one.process_types[0].transitions;
  EXPECT_EQ(transitions[0].text, "a -> b { guard x == 1; sync c!x; }");
  EXPECT_EQ(transitions[1].text, "a -> a {effect x=1 , x = 2;}");
  EXPECT_EQ(transitions[0].position.line, 2U);
  EXPECT_EQ(transitions[0].position.column, 2U);
  EXPECT_EQ(transitions[1].position.line, 6U);
}

TEST(Meaning, Assertions) {
  const Program one = program(
      "byte x; process P { state a, b; init a; assert b: x == 0, a true; trans a -> b { effect x = 1; }; } system async;");
  model::Interpreter interpreter(one);
  const model::State initial = interpreter.initial();
  EXPECT_FALSE(interpreter.failed_assertion(initial));
  model::Successors successors;
  interpreter.successors(initial, successors);
  const auto failed = interpreter.failed_assertion(successors.state(0));
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->source.line, 1U);
}

TEST(Meaning, PropertyBecomesTheObserver) {
  const Program one = program(
      "process N { byte v; state a, b; init b; accept genbuchi (a), (a, b); trans b -> a { guard P.p and N.b; effect v = N.a; "
      "}; } "
      "process P { state p; init p; trans p -> p {}; } system async property N;");
  ASSERT_TRUE(one.observer);
  EXPECT_EQ(one.observer->name, "N");
  EXPECT_EQ(one.observer->sets, 2U);
  ASSERT_EQ(one.processes.size(), 1U);
  EXPECT_EQ(one.processes[0].name, "P");
  EXPECT_EQ(one.process_types[one.observer->type].locations[0].accepting, 3U);
  EXPECT_EQ(one.process_types[one.observer->type].locations[1].accepting, 2U);
  model::Interpreter interpreter(one);
  const model::State initial = interpreter.initial();
  std::vector<model::TransitionId> moves;
  interpreter.observer_moves(initial, moves);
  ASSERT_EQ(moves.size(), 1U);
  model::State after;
  EXPECT_FALSE(interpreter.move_observer(moves[0], initial, after));
  EXPECT_EQ(interpreter.observer_location(after), 0U);
  // Its variable: N.a is true when the effect runs.
  const auto& shape = interpreter.layout().shape(one.observer->type);
  EXPECT_EQ(after[interpreter.layout().observer() + shape.variables[0]], 1);
}

// The property stands in for a receiver: P sends to Q, while the property makes a step of its own; or P sends to the property,
// and Q stays where it is.
TEST(Meaning, PropertyThatReceives) {
  const Program one = program(
      "channel c, d; process P { state a, b; init a; trans a -> b { sync c!; }, b -> b { sync d!; }; } "
      "process Q { state a, b; init a; trans a -> b { sync c?; }; } "
      "process N { state n, m; init n; accept m; trans n -> n {}, n -> m { sync c?; }; } system async property N;");
  model::Interpreter interpreter(one);
  const model::State initial = interpreter.initial();
  std::vector<model::TransitionId> moves;
  interpreter.observer_moves(initial, moves);
  ASSERT_EQ(moves, (std::vector<model::TransitionId>{0, 1}));
  model::Successors steps;
  interpreter.successors(initial, steps);
  ASSERT_EQ(steps.size(), 1U) << "P with Q";
  EXPECT_TRUE(interpreter.observer_allows(0, initial, steps.actions(0)));
  EXPECT_FALSE(interpreter.observer_allows(1, initial, steps.actions(0)));
  model::Successors meetings;
  interpreter.observer_meetings(0, initial, meetings);
  EXPECT_EQ(meetings.size(), 0U);
  interpreter.observer_meetings(1, initial, meetings);
  ASSERT_EQ(meetings.size(), 1U) << "P with the property";
  ASSERT_EQ(meetings.actions(0).size(), 1U);
  EXPECT_EQ(meetings.actions(0)[0].process, 0U);
  EXPECT_EQ(interpreter.location(meetings.state(0), 0), 1U);
  EXPECT_EQ(interpreter.location(meetings.state(0), 1), 0U) << "Q does not move";
}

TEST(Meaning, PropertyThatReceivesIsChecked) {
  const auto verdict = [](const std::string& loop) {
    const Program one = program(
        "channel c; process P { state a, b; init a; trans a -> b { sync c!; }; } "
        "process N { state n, m; init n; accept m; trans n -> m { sync c?; }" +
        loop + "; } system async property N;");
    ltl::FormulaStore formulas;
    const auto finding = check::check_infinite(one, formulas, {.kind = check::Requirement::Kind::observer}, {});
    EXPECT_TRUE(finding);
    return finding ? finding->verdict : check::Verdict::unknown;
  };
  // P meets the property, then nothing moves any more: the run repeats its last state, if the property can go on.
  EXPECT_EQ(verdict(", m -> m {}"), check::Verdict::violated);
  EXPECT_EQ(verdict(""), check::Verdict::holds);
  EXPECT_EQ(verdict(", m -> m { sync c?; }"), check::Verdict::holds);
}

}  // namespace
}  // namespace lariat::dve
