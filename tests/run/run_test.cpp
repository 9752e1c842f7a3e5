// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/run.hpp"

#include <gtest/gtest.h>

#include <random>

#include "run/programs.hpp"

namespace lariat::run {
namespace {

using model::Interpreter;

std::string flaw(Interpreter& interpreter, const run::Run& run) { return run::find_flaw(interpreter, run).value_or("none"); }

class RunTest : public testing::Test {
 protected:
  const model::Program program = counter();
  Interpreter interpreter{program};
};

TEST_F(RunTest, StepsAreThoseOfTheInterpreter) {
  const auto steps = run::possible_steps(interpreter, interpreter.initial());
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].actions, (std::vector<model::Action>{{.process = 0, .type = 0, .transition = 0}}));
  EXPECT_EQ(steps[1].actions, (std::vector<model::Action>{{.process = 1, .type = 1, .transition = 0}}));
  // When P_1 has stopped everything, the only step repeats the state.
  const auto stuck = run::possible_steps(interpreter, steps[1].state);
  ASSERT_EQ(stuck.size(), 1U);
  EXPECT_TRUE(stuck[0].actions.empty());
  EXPECT_EQ(stuck[0].state, steps[1].state);
  EXPECT_TRUE(run::possible_steps(interpreter, interpreter.initial(), true).empty()) << "there is no observer to combine with";
}

TEST_F(RunTest, TrueRunsHaveNoFlaw) {
  EXPECT_EQ(flaw(interpreter, run::Run{.initial = interpreter.initial()}), "none");
  run::Run run = run_of(interpreter, {0, 0, 0});
  EXPECT_EQ(flaw(interpreter, run), "none");
  run.cycle = 0;
  EXPECT_EQ(flaw(interpreter, run), "none");
  run::Run end = run_of(interpreter, {0, 1, 0, 0});
  end.cycle = 2;
  EXPECT_EQ(flaw(interpreter, end), "none");
  end.cycle = 3;
  EXPECT_EQ(flaw(interpreter, end), "none");
}

TEST_F(RunTest, WrongBeginning) {
  run::Run run = run_of(interpreter, {0});
  run.initial = run.steps[0].state;
  EXPECT_EQ(flaw(interpreter, run), "the run does not begin in the initial state");
  run.initial.clear();
  EXPECT_EQ(flaw(interpreter, run), "the run does not begin in the initial state");
}

TEST_F(RunTest, WrongSteps) {
  const run::Run good = run_of(interpreter, {0, 0, 0, 1, 0});
  ASSERT_EQ(flaw(interpreter, good), "none");
  run::Run run = good;
  run.steps[1].actions[0].transition = 1;
  EXPECT_EQ(flaw(interpreter, run), "step 2: these transitions cannot be taken here");
  run = good;
  run.steps[1].actions[0].process = 7;
  EXPECT_EQ(flaw(interpreter, run), "step 2: these transitions cannot be taken here");
  run = good;
  run.steps[1].actions.push_back(run.steps[1].actions[0]);
  EXPECT_EQ(flaw(interpreter, run), "step 2: these transitions cannot be taken here");
  run = good;
  run.steps[2].actions.clear();
  EXPECT_EQ(flaw(interpreter, run), "step 3: the system is not stuck");
  run = good;
  run.steps[2].state = good.steps[1].state;
  EXPECT_EQ(flaw(interpreter, run), "step 3: the transitions lead to another state");
  run = good;
  run.steps[4].state[0] ^= 1;  // stuck, but elsewhere
  EXPECT_EQ(flaw(interpreter, run), "step 5: the transitions lead to another state");
  run = good;
  run.steps.erase(run.steps.begin() + 1);  // the next one needs x == 2
  EXPECT_EQ(flaw(interpreter, run), "step 2: these transitions cannot be taken here");
  run = good;
  run.steps[0].fault.kind = model::Fault::Kind::division;
  EXPECT_EQ(flaw(interpreter, run), "step 1: what goes wrong is not what the step says");
}

TEST_F(RunTest, CyclesMustClose) {
  run::Run run = run_of(interpreter, {0, 0, 0, 0});
  run.cycle = 1;
  EXPECT_EQ(flaw(interpreter, run), "none");
  for (const std::size_t begin : {0U, 2U, 3U}) {
    run.cycle = begin;
    EXPECT_EQ(flaw(interpreter, run), "the cycle does not close: it ends in another state") << begin;
  }
  run.cycle = 4;
  EXPECT_EQ(flaw(interpreter, run), "the cycle begins behind the last step");
}

TEST_F(RunTest, TheAutomatonIsInAllStepsOrInNone) {
  run::Run run = run_of(interpreter, {0, 0, 0});
  run.cycle = 0;
  run.automaton_initial = 4;
  EXPECT_EQ(flaw(interpreter, run), "step 1: the automaton is not in all steps");
  for (run::RunStep& step : run.steps) step.automaton_state = 4;
  EXPECT_EQ(flaw(interpreter, run), "none");
  run.steps[2].automaton_state = 5;
  EXPECT_EQ(flaw(interpreter, run), "the cycle does not close: it ends in another state of the automaton");
  run.automaton_initial = model::none;
  EXPECT_EQ(flaw(interpreter, run), "step 1: the automaton is not in all steps");
}

TEST(RunFaults, AreCompared) {
  Maker make;
  const auto x = make.global("x", model::byte_type, 255);
  make.program.overflow = model::Program::Overflow::error;
  const auto p = make.process("P", {"q"});
  make.transition(p, 0, 0, 3, "q -> q { effect x = x + 1; }").effects = {
      Maker::assign(x, make.plus(make.read(x), make.number(1)))};
  Interpreter interpreter(make.program);
  run::Run run = run_of(interpreter, {0, 0});
  EXPECT_EQ(flaw(interpreter, run), "none");
  EXPECT_EQ(run.steps[0].fault.kind, model::Fault::Kind::overflow);
  EXPECT_TRUE(run.steps[1].actions.empty()) << "nothing follows an error";
  EXPECT_EQ(run::fault_of(interpreter, run.initial, run.steps[0]).kind, model::Fault::Kind::overflow);
  EXPECT_FALSE(run::fault_of(interpreter, run.before(1), run.steps[1]));
  run.steps[0].fault = {};
  EXPECT_EQ(flaw(interpreter, run), "step 1: what goes wrong is not what the step says");
}

TEST(RunFaults, AssertionsAtLocationsAreToldOnce) {
  Maker make;
  const auto x = make.global("x");
  const auto p = make.process("P", {"good", "bad"});
  const auto increment = Maker::assign(x, make.plus(make.read(x), make.number(1)));
  make.transition(p, 0, 1, 3, "good -> bad").effects = {increment};
  make.transition(p, 1, 1, 4, "bad -> bad").effects = {increment};
  make.program.process_types[p].locations[1].assertions = {make.equal(make.read(x), make.number(0))};
  Interpreter interpreter(make.program);
  const run::Run run = run_of(interpreter, {0, 0});
  EXPECT_EQ(run::fault_of(interpreter, run.before(0), run.steps[0]).kind, model::Fault::Kind::assertion);
  EXPECT_FALSE(run::fault_of(interpreter, run.before(1), run.steps[1]));
}

TEST(HiddenVariables, AreNotPartOfAState) {
  Maker make;
  const auto count = make.global("count");
  make.global("x");
  make.program.globals[0].hidden = true;
  const auto p = make.process("P", {"q"});
  make.transition(p, 0, 0, 3, "count++").effects = {Maker::assign(count, make.plus(make.read(count), make.number(1)))};
  Interpreter interpreter(make.program);
  run::Run run = run_of(interpreter, {0, 0});
  ASSERT_NE(run.initial, run.steps[0].state);
  run.cycle = 0;
  EXPECT_EQ(flaw(interpreter, run), "none");
  run.steps[0].state = run.initial;  // as a store that knows no hidden variables gives it back
  EXPECT_EQ(flaw(interpreter, run), "none");
  run.steps[0].state[1] = 1;
  EXPECT_EQ(flaw(interpreter, run), "step 1: the transitions lead to another state");
}

// An observer that goes from `watch` to `seen` where x is 1, and stays there or where x is not 1.
model::Program observed_counter() {
  model::Program program = counter();
  model::ProcessType observer{.name = "never"};
  observer.locations = {{.name = "watch", .out = {0, 1}}, {.name = "seen", .out = {2}}};
  const auto x = program.read({.variable = 0});
  const auto is_one = program.binary(model::Op::equal, x, program.constant(1));
  observer.transitions = {{.source = 0, .target = 0, .text = "true"},
                          {.source = 0, .target = 1, .guard = is_one, .text = "x == 1"},
                          {.source = 1, .target = 1, .text = "true"}};
  program.process_types.push_back(observer);
  program.observer = model::Program::Observer{.name = "never", .type = 2};
  return program;
}

TEST(ObservedRuns, TheObserverMovesWithEveryStep) {
  const model::Program program = observed_counter();
  Interpreter interpreter(program);
  EXPECT_EQ(run::possible_steps(interpreter, interpreter.initial(), true).size(), 2U) << "x is not 1";
  run::Run run = run_of(interpreter, {0, 1}, true);  // the observer looks at the state before the step
  EXPECT_EQ(interpreter.observer_location(run.steps[1].state), 1U);
  ASSERT_EQ(run.steps[1].actions.size(), 2U);
  EXPECT_EQ(run.steps[1].actions[1], (model::Action{.process = model::observer_number, .type = 2, .transition = 1}));
  EXPECT_TRUE(run::is_observed(run));
  EXPECT_EQ(flaw(interpreter, run), "none");

  run = run_of(interpreter, {1, 0, 0}, true);  // stuck: the observer still moves
  ASSERT_EQ(run.steps[2].actions.size(), 1U);
  run.cycle = 2;
  EXPECT_EQ(flaw(interpreter, run), "none");
  run.steps[2].actions.clear();
  EXPECT_EQ(flaw(interpreter, run), "step 3: the system is not stuck") << "all steps are watched, or none";
}

TEST(ObservedRuns, MayGoUnwatched) {
  const model::Program program = observed_counter();
  Interpreter interpreter(program);
  run::Run run = run_of(interpreter, {0, 0, 0});
  run.cycle = 0;
  EXPECT_FALSE(run::is_observed(run));
  EXPECT_EQ(flaw(interpreter, run), "none");
  // One move of the observer that is not there in the others.
  run.steps[1].actions.push_back({.process = model::observer_number, .type = 2, .transition = 0});
  EXPECT_EQ(flaw(interpreter, run), "step 1: these transitions cannot be taken here");
}

TEST(ObservedRuns, NeedAnObserver) {
  const model::Program program = counter();
  Interpreter interpreter(program);
  run::Run run = run_of(interpreter, {0});
  run.steps[0].actions.push_back({.process = model::observer_number, .type = 2, .transition = 0});
  EXPECT_EQ(flaw(interpreter, run), "the program has no observer");
}

// Random runs are good, and no single change to one goes unnoticed.
TEST(RandomRuns, EveryChangeIsAFlaw) {
  for (const bool observed : {false, true}) {
    const model::Program program = observed ? observed_counter() : counter();
    Interpreter interpreter(program);
    for (unsigned seed = 0; seed < 200; ++seed) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", observed " << observed);
      std::mt19937 random(seed);
      run::Run run{.initial = interpreter.initial()};
      for (unsigned i = 0; i < 12; ++i) {
        auto steps = run::possible_steps(interpreter, run.before(i), observed);
        run.steps.push_back(steps[random() % steps.size()]);
      }
      ASSERT_EQ(flaw(interpreter, run), "none");
      // The cycle closes where the states are equal, and nowhere else.
      for (std::size_t begin = 0; begin < run.steps.size(); ++begin) {
        run.cycle = begin;
        const model::StateView first = run.before(begin);
        const bool closes =
            std::equal(first.begin(), first.end(), run.steps.back().state.begin(), run.steps.back().state.end());
        EXPECT_EQ(flaw(interpreter, run) == "none", closes) << begin;
      }
      run.cycle.reset();
      run::RunStep& step = run.steps[random() % run.steps.size()];
      switch (random() % 4) {
        case 0:
          step.state[random() % step.state.size()] ^= static_cast<std::uint8_t>(1 + random() % 255);
          break;
        case 1:
          step.state.pop_back();
          break;
        case 2:
          if (step.actions.empty())
            step.actions.push_back({});
          else
            step.actions[random() % step.actions.size()].transition += 1;
          break;
        default:
          if (step.actions.empty())
            step.actions.push_back({});
          else
            step.actions.pop_back();
      }
      EXPECT_NE(flaw(interpreter, run), "none");
    }
  }
}

}  // namespace
}  // namespace lariat::run
