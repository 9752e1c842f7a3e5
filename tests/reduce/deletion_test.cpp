// SPDX-License-Identifier: Apache-2.0
// Sets that only the deletion algorithm finds, on models worked out by hand. That its sets keep what they promise is tested on
// random programs by reducer_test.cpp.
#include "reduce/deletion.hpp"

#include <gtest/gtest.h>

#include "lariat/promela/lower.hpp"
#include "lariat/reduce/reducer.hpp"

namespace lariat::reduce {
namespace {

// The processes whose steps are explored from the initial state, in ascending order.
std::vector<std::uint32_t> explored(const std::string& text, Method method = Method::stubborn) {
  const auto read = promela::read_promela(text, "model.pml");
  EXPECT_TRUE(read);
  model::Interpreter interpreter(read->program());
  Reducer reducer(interpreter, method, {});
  const model::State initial = interpreter.initial();
  model::Successors successors;
  interpreter.successors(initial, successors);
  std::vector<bool> selected(successors.size(), true);
  if (!reducer.reduce(initial, successors, selected)) selected.assign(successors.size(), true);
  std::vector<std::uint32_t> processes;
  for (std::size_t i = 0; i < successors.size(); ++i)
    if (selected[i]) processes.push_back(successors.actions(i)[0].process);
  std::sort(processes.begin(), processes.end());
  return processes;
}

using Processes = std::vector<std::uint32_t>;

// Q reads x only after P has told it that x was written. Q and R are in conflict about y.
constexpr const char* waiting =
    "byte x, y, z; bool go;\n"
    "active proctype P() { x = 1; go = true; false }\n"
    "active proctype Q() { y = 1; go; z = x; false }\n"
    "active proctype R() { y = 2; false }\n";

TEST(Deletion, SeesThatAProcessHasToWaitOnTheWayToAConflict) {
  EXPECT_EQ(explored(waiting), Processes({0}));
  EXPECT_EQ(explored(waiting, Method::ample), Processes({0, 1, 2}));
}

TEST(Deletion, KeepsTheConflictIfSomebodyElseMayEndTheWait) {
  EXPECT_EQ(explored(std::string(waiting) + "active proctype S() { y = 3; go = true; false }\n").size(), 3U);
}

// Q waits for two conditions. P and S can each make one of them true; R writes what P does.
TEST(Deletion, ChoosesAmongFalseConditions) {
  const std::string text =
      "byte x, y, z, w;\n"
      "active proctype P() { z = 1; x = 1; false }\n"
      "active proctype Q() { x == 1 && y == 1; w = 1; false }\n"
      "active proctype R() { z = 2; false }\n"
      "active proctype S() { w = 2; y = 1; false }\n";
  EXPECT_EQ(explored(text), Processes({3}));
}

// A process that cannot be told apart from one that comes later must not be forgotten.
TEST(Deletion, CountsWhatAStartedProcessMayDo) {
  const std::string text =
      "byte x, y;\n"
      "proctype T() { x = 2; false }\n"
      "active proctype P() { x = 1; false }\n"
      "active proctype Q() { y = 1; run T(); false }\n"
      "active proctype R() { y = 2; false }\n";
  EXPECT_EQ(explored(text).size(), 2U);
  EXPECT_EQ(explored(text), Processes({1, 2}));
}

}  // namespace
}  // namespace lariat::reduce
