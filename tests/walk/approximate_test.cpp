// SPDX-License-Identifier: Apache-2.0
// Approximate searches against the exact ones, on random programs: with ample room they see the same, with little room they see
// less, and what they find is there. (A wrong run would throw an InternalError.)
#include "lariat/walk/approximate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "lariat/check/check.hpp"
#include "lariat/system/program_system.hpp"
#include "run/programs.hpp"
#include "support/random_program.hpp"
#include "walk/state_stack.hpp"

namespace lariat::walk {
namespace {

using run::counter;

using model::Interpreter;
using model::Program;

constexpr std::uint64_t max_states = 300;  // with fairness each has a copy for each process
#ifdef LARIAT_SLOW_BUILD
constexpr std::uint64_t programs = 200;
#else
constexpr std::uint64_t programs = 600;
#endif

const walk::ApproximateOptions ample{.bits = 24};
const walk::ApproximateOptions scarce{.bits = 10, .hashes = 1};  // collisions from about 40 states on
const walk::ApproximateOptions hashed{.store = walk::ApproximateOptions::Store::hash_compaction};

// By three threads, for infinite runs by cndfs.
walk::ApproximateOptions with_threads(walk::ApproximateOptions options) {
  options.threads = 3;
  return options;
}

Program random_program(std::uint64_t seed) {
  Program program = model::RandomProgram(seed).make();
  std::mt19937_64 random(seed);
  for (model::ProcessType& type : program.process_types)
    for (model::Location& location : type.locations) location.accepting = random() % 5 == 0 ? 1 : 0;
  return program;
}

TEST(ApproximateWalk, SeesWhatTheExactOneSees) {
  std::size_t asked = 0;
  std::size_t less = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    SCOPED_TRACE(seed);
    const Program program = random_program(seed);
    system::ProgramSystem system(program);
    Interpreter& interpreter = system.interpreter();
    product::PlainProduct exact_product(system, {.max_states = max_states});
    const std::vector<walk::Goal> goals = {{.kind = walk::Goal::Kind::deadlock}, {.kind = walk::Goal::Kind::fault}};
    const walk::Exploration exact = walk::explore_states(exact_product, goals, {});
    // Of states that differ in hidden variables the first one stays, and the two searches come to them in different orders.
    if (!exact.complete || interpreter.layout().hidden_bytes() != 0) continue;
    ++asked;
    for (walk::ApproximateOptions options :
         {ample, hashed, scarce, with_threads(ample), with_threads(hashed), with_threads(scarce)}) {
      product::PlainProduct product(system, {});
      const walk::ApproximateWalk walk = walk::walk_approximately(product, goals, {}, options);
      const walk::Exploration& e = walk.exploration;
      EXPECT_FALSE(e.complete);
      EXPECT_EQ(e.reason, walk::remark(walk.approximation));
      for (const auto& found : walk.found)
        EXPECT_EQ(found ? run::find_flaw(interpreter, found->run) : std::nullopt, std::nullopt);
      if (options.hashes == scarce.hashes) {
        EXPECT_LE(e.states, exact.states);
        less += e.states < exact.states ? 1 : 0;
        for (std::size_t i = 0; i < goals.size(); ++i) EXPECT_LE(walk.found[i].has_value(), exact.witnesses[i].has_value());
        continue;
      }
      if (options.threads > 1 && options.store == walk::ApproximateOptions::Store::bitstate) {
        // Two threads that set different bits of one state at the same time both take it for new.
        EXPECT_GE(e.states, exact.states);
        EXPECT_LE(e.states, exact.states + exact.states / 4 + 8);
        for (std::size_t i = 0; i < goals.size(); ++i)
          EXPECT_EQ(walk.found[i].has_value(), exact.witnesses[i].has_value()) << i;
        continue;
      }
      EXPECT_EQ(e.states, exact.states);
      EXPECT_EQ(e.expanded, exact.expanded);
      EXPECT_EQ(e.transitions, exact.transitions);
      EXPECT_EQ(e.deadlocks, exact.deadlocks);
      EXPECT_EQ(e.stuck, exact.stuck);
      EXPECT_EQ(e.faults, exact.faults);
      EXPECT_EQ(e.max_out_degree, exact.max_out_degree);
      for (std::size_t i = 0; i < goals.size(); ++i) EXPECT_EQ(walk.found[i].has_value(), exact.witnesses[i].has_value()) << i;
    }
  }
  EXPECT_GT(asked, programs / 3);
  EXPECT_GT(less, 0U) << "2^10 bits should be too few now and then";
}

// A verdict of an approximate check, against the exact one: `violated` is true; `unknown` says less, which with ample room it
// may only where there is nothing.
void compare(const Result<check::Finding>& exact, const Result<check::Finding>& found, bool is_ample, std::size_t& violated) {
  ASSERT_TRUE(exact);
  ASSERT_TRUE(found);
  ASSERT_NE(found->verdict, check::Verdict::holds);
  ASSERT_TRUE(found->approximation);
  if (found->verdict == check::Verdict::violated) {
    ASSERT_EQ(exact->verdict, check::Verdict::violated);
    ASSERT_TRUE(found->run);
    ++violated;
  } else {
    ASSERT_TRUE(!is_ample || exact->verdict == check::Verdict::holds);
    ASSERT_FALSE(found->reason.empty());
  }
}

TEST(ApproximateLasso, FindsWhatTheExactSearchFinds) {
  std::size_t violated = 0;
  std::size_t asked = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    SCOPED_TRACE(seed);
    Program program = random_program(seed);
    system::ProgramSystem system(program);
    Interpreter& interpreter = system.interpreter();
    product::PlainProduct product(system, {.max_states = max_states});
    const walk::Exploration exploration = walk::explore_states(product, {}, {});
    bool crowded = false;
    for (StateId s = 0; s < exploration.states; ++s) crowded |= interpreter.process_count(product.system_state(s)) > 8;
    if (!exploration.complete || crowded) continue;
    ++asked;
    ltl::FormulaStore formulas;
    const check::Requirement progress = check::progress_requirement(program, formulas);
    for (const bool fair : {false, true}) {
      const auto acceptance =
          check::check_infinite(program, formulas, {.kind = check::Requirement::Kind::acceptance}, {.fair = fair});
      const auto stagnation = check::check_infinite(program, formulas, progress, {.fair = fair});
      for (const walk::ApproximateOptions& approximate :
           {ample, hashed, scarce, with_threads(ample), with_threads(hashed), with_threads(scarce)}) {
        const bool is_ample = approximate.hashes != scarce.hashes;
        const check::ModelCheckOptions options{.approximate = approximate, .fair = fair};
        compare(acceptance, check::check_infinite(program, formulas, {.kind = check::Requirement::Kind::acceptance}, options),
                is_ample, violated);
        compare(stagnation, check::check_infinite(program, formulas, progress, options), is_ample, violated);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(asked, programs / 3);
  EXPECT_GT(violated, programs / 5);
}

TEST(ApproximateLasso, VisitsEachStateAtMostTwice) {
  for (std::uint64_t seed = 1; seed <= programs / 10; ++seed) {
    const Program program = random_program(seed);
    ltl::FormulaStore formulas;
    const auto exact = check::check_infinite(program, formulas, {.kind = check::Requirement::Kind::acceptance},
                                             {.algorithm = search::Algorithm::se, .product = {.max_states = max_states}});
    if (!exact || exact->verdict != check::Verdict::holds) continue;
    const auto found =
        check::check_infinite(program, formulas, {.kind = check::Requirement::Kind::acceptance}, {.approximate = hashed});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->statistics.states, exact->statistics.states) << seed;
    EXPECT_EQ(found->statistics.post_calls, exact->statistics.post_calls) << seed;
    EXPECT_EQ(found->statistics.transitions, exact->statistics.transitions) << seed;
  }
}

TEST(Approximate, EndsAtItsLimits) {
  const Program program = counter();
  const check::Requirement deadlock{.kind = check::Requirement::Kind::deadlock, .name = "deadlock", .text = "deadlock"};
  const auto reason = [&](const check::ModelCheckOptions& options) {
    const auto results = check::check_safety(program, {&deadlock, 1}, options);
    EXPECT_EQ(results->front().verdict, check::Verdict::unknown);
    return results->front().reason;
  };
  std::atomic<bool> interrupted = true;
  EXPECT_EQ(reason({.approximate = hashed, .limits = {.interrupted = &interrupted}}), "interrupted");
  EXPECT_EQ(reason({.approximate = hashed, .limits = {.deadline = std::chrono::steady_clock::now()}}),
            "the time limit was reached");
  EXPECT_EQ(reason({.approximate = hashed, .limits = {.max_depth = 1}}), "the depth limit was reached");
  walk::ApproximateOptions few = ample;
  few.max_states = 1;
  EXPECT_EQ(reason({.approximate = few}), "the limit of states was reached");
  EXPECT_EQ(reason({.approximate = ample, .limits = {.max_memory = 1 << 20}}),
            "the memory limit was reached: 2^24 bits alone are more");
  walk::ApproximateOptions absurd = ample;
  absurd.bits = 44;
  EXPECT_EQ(reason({.approximate = absurd}), "out of memory: this machine has less than 2^44 bits");
}

TEST(StateStack, KeepsStatesAndKnowsWhereTheyAre) {
  walk::StateStack stack;
  walk::StackIndex index(stack, 1);
  std::mt19937 random(1);
  std::vector<model::State> expected;
  const auto hash = [](const model::State& state) { return store::hash_state(model::StateView(state).subspan(1)); };
  for (std::uint32_t i = 0; i < 200'000; ++i) {
    if (!expected.empty() && random() % 3 == 0) {
      index.remove_top(hash(expected.back()));
      stack.pop();
      EXPECT_EQ(index.find(expected.back(), hash(expected.back())), walk::StackIndex::nowhere);
      expected.pop_back();
      continue;
    }
    model::State state(5 + i % 4, static_cast<std::uint8_t>(i));
    for (std::size_t byte = 0; byte < 4; ++byte) state[1 + byte] = static_cast<std::uint8_t>(i >> (8 * byte));
    expected.push_back(state);
    stack.push(state, i);
    stack.enter_top();
    index.add_top(hash(state));
  }
  ASSERT_EQ(stack.size(), expected.size());
  ASSERT_EQ(stack.depth(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const model::StateView state = stack.state(i);
    ASSERT_TRUE(std::equal(state.begin(), state.end(), expected[i].begin(), expected[i].end())) << i;
    ++expected[i][0];  // is not compared
    ASSERT_EQ(index.find(expected[i], hash(expected[i])), i);
  }
}

}  // namespace
}  // namespace lariat::walk
