// SPDX-License-Identifier: Apache-2.0
// The engine: tiers, what it refuses, and what it leaves to the interpreter.
#include "lariat/native/engine.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "lariat/dve/read.hpp"
#include "lariat/native/agreement.hpp"
#include "lariat/native/code_text.hpp"

namespace lariat::native {
namespace {

constexpr const char* counters =
    "int x; byte a[3];\n"
    "process P { state run; init run; trans\n"
    "  run -> run { guard x < 12; effect x = x + 1, a[x % 3] = x % 3; },\n"
    "  run -> run { guard x > 6; effect x = x - 5; }; }\n"
    "process Q { byte y = 1; state one, two; init one; trans\n"
    "  one -> two { guard a[y] > 1; effect y = (y + x) % 3; }, two -> one { effect a[y] = 7 / (y + 2); }; }\n"
    "system async;\n";

// Goes wrong where y becomes 7, and by division where it is 0.
constexpr const char* faulty =
    "byte y = 9; byte a[7]; int z;\n"
    "process P { state run; init run; trans\n"
    "  run -> run { guard y > 0; effect y = y - 1, z = 10 / y; },\n"
    "  run -> run { guard a[y] == 0; effect z = 0; }; }\n"
    "system async;\n";

model::Program program(const char* text) {
  auto result = dve::read_dve(text, "test.dve");
  EXPECT_TRUE(result) << to_string(result.errors().front());
  return *std::move(result);
}

// All states, by the interpreter as it is.
std::size_t count(model::Interpreter& interpreter) {
  std::set<model::State> known = {interpreter.initial()};
  std::vector<model::State> queue(known.begin(), known.end());
  model::Successors successors;
  while (!queue.empty()) {
    const model::State state = queue.back();
    queue.pop_back();
    interpreter.successors(state, successors);
    for (std::size_t i = 0; i < successors.size(); ++i) {
      model::State next(successors.state(i).begin(), successors.state(i).end());
      if (known.insert(next).second) queue.push_back(std::move(next));
    }
  }
  return known.size();
}

bool has_llvm() {
  native::Engine engine({.kind = native::EngineOptions::Kind::native});
  const model::Program small = program(counters);
  model::Interpreter interpreter(small);
  engine.accelerate(interpreter, {});
  return engine.report().native;
}

#define NEEDS_LLVM() \
  if (!has_llvm()) GTEST_SKIP() << "there is no LLVM here"

TEST(Engine, AgreesWithTheInterpreterInBothTiers) {
  NEEDS_LLVM();
  for (const char* text : {counters, faulty})
    for (const bool optimise : {false, true}) {
      const model::Program p = program(text);
      const native::Agreement agreement = native::compare_with_interpreter(
          p, {}, {}, {.kind = native::EngineOptions::Kind::native, .optimise = optimise}, 100'000);
      EXPECT_TRUE(agreement.complete);
      EXPECT_FALSE(agreement.difference) << *agreement.difference;
      EXPECT_EQ(agreement.obstacle, "");
      EXPECT_GT(agreement.states, 3U);
    }
}

TEST(Engine, LeavesStatesWithFaultsToTheInterpreter) {
  NEEDS_LLVM();
  const model::Program p = program(faulty);
  const native::Agreement agreement =
      native::compare_with_interpreter(p, {}, {}, {.kind = native::EngineOptions::Kind::native}, 100'000);
  EXPECT_GT(agreement.given_up, 0U);
  EXPECT_LT(agreement.given_up, agreement.states);
}

TEST(Engine, TakesOverWhileASearchGoesOn) {
  NEEDS_LLVM();
  const model::Program p = program(counters);
  model::Interpreter plain(p);
  const std::size_t states = count(plain);
  native::Engine engine({.kind = native::EngineOptions::Kind::automatic, .delay = 0});
  model::Interpreter interpreter(p);
  engine.accelerate(interpreter, {});
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  do {
    EXPECT_EQ(count(interpreter), states);
  } while (!engine.report().optimised && std::chrono::steady_clock::now() < end);
  EXPECT_TRUE(engine.report().optimised);
  EXPECT_EQ(count(interpreter), states);
}

TEST(Engine, SeveralThreadsShareTheCode) {
  NEEDS_LLVM();
  const model::Program p = program(counters);
  model::Interpreter plain(p);
  const std::size_t states = count(plain);
  native::Engine engine({.kind = native::EngineOptions::Kind::automatic, .delay = 0});
  constexpr std::size_t workers = 3;
  std::vector<std::size_t> wrong(workers, 0);
  std::vector<std::thread> threads;
  for (std::size_t& result : wrong)
    threads.emplace_back([&] {
      model::Interpreter interpreter(p);
      engine.accelerate(interpreter, {});
      const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
      do {
        result += count(interpreter) != states ? 1 : 0;
      } while (!engine.report().optimised && std::chrono::steady_clock::now() < end);
      result += count(interpreter) != states ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<std::size_t>(workers, 0));
  EXPECT_GE(engine.report().expanded, workers * states) << "the last count of each was to be compiled code's";
}

TEST(Engine, LoadsNothingBeforeItsTime) {
  const model::Program p = program(counters);
  for (const auto kind : {native::EngineOptions::Kind::automatic, native::EngineOptions::Kind::interpreter}) {
    native::Engine engine({.kind = kind, .delay = 3600});
    model::Interpreter interpreter(p);
    engine.accelerate(interpreter, {});
    count(interpreter);
    EXPECT_FALSE(engine.report().native);
    EXPECT_EQ(engine.report().expanded, 0U);
  }
}

TEST(Engine, SaysWhyAProgramIsNotCompiled) {
  model::Program p = program(counters);
  p.composition = model::Program::Composition::lockstep;
  EXPECT_EQ(native::code_text(p, {}, {}).text, "");
  EXPECT_EQ(native::code_text(p, {}, {}).refusal, "processes that all move at the same time");
  native::Engine engine({.kind = native::EngineOptions::Kind::native});
  model::Interpreter interpreter(p);
  engine.accelerate(interpreter, {});
  EXPECT_FALSE(engine.report().native);
  EXPECT_NE(engine.report().obstacle, "");
}

TEST(Engine, EvaluatesAtoms) {
  NEEDS_LLVM();
  model::Program p = program(counters);
  std::vector<model::ExprId> atoms;
  for (const char* text : {"x > 5", "Q.two", "a[2] == x % 3", "Q.one or x < 5", "a[x] == 1"})
    atoms.push_back(*dve::read_expression(p, text, "atom"));
  const native::Agreement agreement =
      native::compare_with_interpreter(p, {}, atoms, {.kind = native::EngineOptions::Kind::native}, 100'000);
  EXPECT_TRUE(agreement.complete);
  EXPECT_FALSE(agreement.difference) << *agreement.difference;
}

TEST(Engine, CanBeDestroyedWhileItCompiles) {
  NEEDS_LLVM();
  const model::Program p = program(counters);
  model::Interpreter interpreter(p);
  const std::size_t states = count(interpreter);
  std::optional<native::Engine> engine;
  engine.emplace(native::EngineOptions{.kind = native::EngineOptions::Kind::automatic, .delay = 0});
  engine->accelerate(interpreter, {});
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  // Something is being compiled as soon as there is code of the first tier and none of the second.
  while (!engine->report().native && std::chrono::steady_clock::now() < end) count(interpreter);
  EXPECT_TRUE(engine->report().native);
  engine.reset();
  EXPECT_EQ(count(interpreter), states);
}

}  // namespace
}  // namespace lariat::native
