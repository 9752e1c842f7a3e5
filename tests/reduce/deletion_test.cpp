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
  std::string text = waiting;
  text += "active proctype S() { y = 3; go = true; false }\n";
  EXPECT_EQ(explored(text).size(), 3U);
}

// The message that Q waits for is sent after x was written.
TEST(Deletion, SeesThatAChannelIsEmptyOnTheWayToAConflict) {
  const std::string text =
      "byte x, y, z; chan c = [1] of { byte };\n"
      "active proctype P() { x = 1; c!0; false }\n"
      "active proctype Q() { y = 1; c?_; z = x; false }\n"
      "active proctype R() { y = 2; false }\n";
  EXPECT_EQ(explored(text), Processes({0}));
  EXPECT_EQ(explored(text + "active proctype S() { y = 3; c!1; false }\n").size(), 3U);
}

// Here by rendezvous.
TEST(Deletion, SeesThatAPartnerIsElsewhere) {
  const std::string text =
      "byte x, y, z; chan c = [0] of { byte };\n"
      "active proctype P() { x = 1; c!0; false }\n"
      "active proctype Q() { y = 1; c?_; z = x; false }\n"
      "active proctype R() { y = 2; false }\n";
  EXPECT_EQ(explored(text), Processes({0}));
}

// A process that answers and stays where it is can answer in any order; one that counts or moves cannot.
TEST(Deletion, AnswersOfOneProcessCommuteIfItDoesNotChange) {
  const std::string askers =
      "chan c = [0] of { byte }; byte n;\n"
      "active proctype P() { byte v; c?v; false }\n"
      "active proctype Q() { byte v; c?v; false }\n";
  EXPECT_EQ(explored(askers + "active proctype S() { do :: c!1 od }\n").size(), 1U);
  EXPECT_EQ(explored(askers + "active proctype S() { do :: atomic { c!n; n = n + 1 } od }\n").size(), 2U);
  EXPECT_EQ(explored(askers + "active proctype S() { c!1; c!2; false }\n").size(), 2U);
}

// Two processes that are both on their way to meet: that each is not there yet is no reason to forget about the other.
TEST(Deletion, CountsAMeetingThatBothAreOnTheWayTo) {
  const std::string text =
      "byte x, y; chan c = [0] of { byte };\n"
      "active proctype P() { y = 1; c!0; x = 2; false }\n"
      "active proctype Q() { y = 2; c?_; false }\n"
      "active proctype R() { x = 1; y = 3; false }\n";
  EXPECT_EQ(explored(text).size(), 3U);
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

// S answers everybody and is then where it was before. Who asks first makes no difference, as long as nobody notices.
std::string server(const std::string& answer) {
  return "chan ask = [0] of { byte }; byte last;\n"
         "active proctype A() { ask!1; false }\n"
         "active proctype B() { ask!2; false }\n"
         "active proctype S() { byte who; do :: " +
         answer + " od }\n";
}

TEST(Deletion, TakesOneOfSeveralMeetingsOfAProcessThatStaysWhereItIs) {
  EXPECT_EQ(explored(server("ask?_")).size(), 1U);
  EXPECT_EQ(explored(server("ask?_"), Method::ample), Processes({0, 1}));
}

TEST(Deletion, KeepsMeetingsApartIfTheProcessMovesOrRemembers) {
  EXPECT_EQ(explored(server("ask?_ -> skip")), Processes({0, 1}));
  EXPECT_EQ(explored(server("ask?last")), Processes({0, 1}));
}

// A and B are in conflict about what a process would do that is started later, and that only B can meet.
TEST(Deletion, CountsMeetingsWithStartedProcesses) {
  const std::string text =
      "chan c = [0] of { byte }; byte x, y;\n"
      "proctype T() { c?_; x = 2; false }\n"
      "active proctype A() { x = 1; false }\n"
      "active proctype B() { c!1; false }\n"
      "active proctype Q() { y = 1; run T(); false }\n"
      "active proctype R() { y = 2; false }\n";
  EXPECT_EQ(explored(text), Processes({2, 3}));
}

// Q comes to write an element of a; Q and R are in conflict about z.
std::string writer_of_element(const std::string& before) {
  return "byte a[2], z;\n"
         "active proctype P() { a[0] = 1; false }\n"
         "active proctype Q() { byte i = 1; z = 1; " +
         before +
         "; a[i] = 2; i = 1; false }\n"
         "active proctype R() { z = 2; false }\n";
}

TEST(Deletion, TellsElementsApartByTheValueOfTheIndex) {
  EXPECT_EQ(explored(writer_of_element("skip")), Processes({0}));
  EXPECT_EQ(explored(writer_of_element("i = 1")), Processes({0}));
  EXPECT_EQ(explored(writer_of_element("i = 0")), Processes({1, 2}));
  EXPECT_EQ(explored(writer_of_element("i = i - 1")), Processes({1, 2}));
  EXPECT_EQ(explored(writer_of_element("i < 1; i = i - 1")), Processes({0}));
}

TEST(Deletion, TellsElementsApartByAGlobalIndex) {
  const std::string model =
      "byte a[2], g = 1, z;\n"
      "active proctype P() { a[0] = 1; false }\n"
      "active proctype Q() { z = 1; a[g] = 2; g = 1; false }\n"
      "active proctype R() { z = 2; false }\n";
  EXPECT_EQ(explored(model), Processes({0}));
  EXPECT_EQ(explored(model + "active proctype S() { byte v; g = v; v = 1; false }\n"), Processes({1, 2}));
}

// The index that a step uses after it has changed it.
TEST(Deletion, DoesNotTakeAnIndexForWhatItWasBeforeTheStep) {
  const std::string model =
      "byte a[2], z; byte i = 1;\n"
      "active proctype P() { a[0] = 1; false }\n"
      "active proctype Q() { z = 1; atomic { i = 1 - i; a[i] = 2 }; false }\n"
      "active proctype R() { z = 2; false }\n";
  EXPECT_EQ(explored(model), Processes({1, 2}));
}

// What decides if Q can go on is only whether i is 1.
TEST(Deletion, SeesThatAnOperandHasNoInfluence) {
  const std::string model =
      "byte a[2], z;\n"
      "active proctype P() { a[0] = 1; false }\n"
      "active proctype Q() { byte i = 1; z = 1; (i == 1 || a[i] == 1); i = 1; false }\n"
      "active proctype R() { z = 2; false }\n";
  EXPECT_EQ(explored(model), Processes({0}));
}

// Without a message the receive that would be in conflict with P cannot be taken, whatever R does to it.
TEST(Deletion, SeesThatAReceiveWaitsForAMessage) {
  const std::string text =
      "chan c = [2] of { byte }; byte x, y, z;\n"
      "active proctype P() { x = 1; false }\n"
      "active proctype Q() { c?eval(y); z = x; false }\n"
      "active proctype R() { y = 1; false }\n"
      "active proctype S() { y = 2; false }\n";
  EXPECT_EQ(explored(text), Processes({0}));
}

// Q's send fails as long as P has not said which channel it is. Nobody ever receives. P alone would hide the failure.
TEST(Deletion, KeepsASendThatMayFailByItself) {
  const std::string text =
      "chan c; byte z; chan d = [0] of { byte };\n"
      "active proctype P() { c = d; false }\n"
      "active proctype Q() { z = 1; c!1; false }\n"
      "active proctype R() { z = 2; false }\n";
  EXPECT_EQ(explored(text), Processes({1, 2}));
}

// Here it is the message that cannot be evaluated.
TEST(Deletion, KeepsASendWhoseMessageMayFail) {
  const std::string text =
      "byte i = 3, z; byte a[2]; chan d = [0] of { byte };\n"
      "active proctype P() { i = 0; false }\n"
      "active proctype Q() { z = 1; d!a[i]; false }\n"
      "active proctype R() { z = 2; false }\n"
      "active proctype S() { false; d?_ }\n";
  EXPECT_EQ(explored(text), Processes({1, 2}));
}

}  // namespace
}  // namespace lariat::reduce
