// SPDX-License-Identifier: Apache-2.0
// The relations between the steps of small models, worked out by hand. That they are conservative on all models is tested by
// reducer_test.cpp, on random programs.
#include "lariat/reduce/dependence.hpp"

#include <gtest/gtest.h>

#include "lariat/dve/read.hpp"
#include "lariat/promela/lower.hpp"

namespace lariat::reduce {
namespace {

// A model of processes without variables of their own; in DVE each process is a type of its own.
class Relations {
 public:
  explicit Relations(const std::string& text, const std::string& observed = "")
      : program_(*dve::read_dve(text, "model.dve")),
        observed_(observe(program_, observed)),
        interpreter_(program_),
        dependence_(interpreter_, observed_) {}

  // True if the transition of process p is in conflict with one of q at its first location, or with one that this leads to.
  bool conflict(std::uint32_t p, model::TransitionId transition, std::uint32_t q) {
    return dependence_.conflicts(id(p), transition, id(q))[0] != 0;
  }
  // True if a transition of q may make the first condition of the transition of p true, or leads to one that may.
  bool enables(std::uint32_t q, std::uint32_t p, model::TransitionId transition) {
    return dependence_.enablers(id(p), transition, 0, id(q))[0] != 0;
  }
  bool partners(std::uint32_t p, model::TransitionId transition, std::uint32_t q) {
    return dependence_.partners(id(p), transition, id(q))[0] != 0;
  }
  bool visible(std::uint32_t p, model::TransitionId transition) { return dependence_.is_visible(id(p), transition); }

 private:
  static Observed observe(model::Program& program, const std::string& text) {
    if (text.empty()) return {};
    return {.expressions = {*dve::read_expression(program, text, "observed")}};
  }
  Dependence::InstanceId id(std::uint32_t process) { return dependence_.find(program_.processes[process].type, process, {}); }

  model::Program program_;
  Observed observed_;
  model::Interpreter interpreter_;
  Dependence dependence_;
};

// P writes x, Q reads x, R uses y only.
constexpr const char* readers =
    "byte x; byte y;\n"
    "process P { state a, b; init a; trans a -> b { effect x = 1; }; }\n"
    "process Q { state c, d; init c; trans c -> d { guard x == 0; }; }\n"
    "process R { state e; init e; trans e -> e { effect y = 1 - y; }; }\n"
    "system async;\n";

TEST(Dependence, AWriteIsInConflictWithAReadAndIndependentOfOtherVariables) {
  Relations relations(readers);
  EXPECT_TRUE(relations.conflict(0, 0, 1));
  EXPECT_TRUE(relations.conflict(1, 0, 0));
  EXPECT_FALSE(relations.conflict(0, 0, 2));
  EXPECT_FALSE(relations.conflict(2, 0, 1));
}

TEST(Dependence, OnlyAValueWithinTheRangeEnables) {
  Relations relations(
      "byte x = 2;\n"
      "process One { state a, b; init a; trans a -> b { effect x = 1; }; }\n"
      "process Zero { state a, b; init a; trans a -> b { effect x = 0; }; }\n"
      "process Waits { state c, d; init c; trans c -> d { guard x == 0; }; }\n"
      "system async;\n");
  EXPECT_FALSE(relations.enables(0, 2, 0)) << "x = 1 does not make x == 0 true";
  EXPECT_TRUE(relations.enables(1, 2, 0));
}

TEST(Dependence, AStepLeadsToLaterConflicts) {
  Relations relations(
      "byte x; byte y;\n"
      "process P { state a, b, c; init a; trans a -> b { effect y = 1; }, b -> c { effect x = 1; }; }\n"
      "process Q { state d, e; init d; trans d -> e { effect x = 2; }; }\n"
      "system async;\n");
  EXPECT_TRUE(relations.conflict(1, 0, 0)) << "the first step of P leads to one that writes x";
  EXPECT_FALSE(relations.conflict(0, 0, 1)) << "y is written by P only";
}

TEST(Dependence, ContradictoryGuardsAreNeverInConflict) {
  Relations relations(
      "byte x;\n"
      "process P { state a; init a; trans a -> a { guard x == 0; effect x = 1; }; }\n"
      "process Q { state b; init b; trans b -> b { guard x == 1; effect x = 0; }; }\n"
      "system async;\n");
  EXPECT_FALSE(relations.conflict(0, 0, 1)) << "both are never enabled in the same state";
  EXPECT_TRUE(relations.enables(0, 1, 0));
}

TEST(Dependence, ASenderAndAReceiverArePartners) {
  Relations relations(
      "channel c;\n"
      "process P { state a; init a; trans a -> a { sync c!; }; }\n"
      "process Q { state b; init b; trans b -> b { sync c?; }; }\n"
      "process R { state d; init d; trans d -> d { }; }\n"
      "system async;\n");
  EXPECT_TRUE(relations.partners(0, 0, 1));
  EXPECT_FALSE(relations.partners(0, 0, 2));
}

TEST(Dependence, ASequenceThatMeetsAReceiverTouchesOnlyReceiversOnItsChannel) {
  const auto read = promela::read_promela(
      "chan a = [0] of { byte }; chan b = [0] of { byte };\n"
      "byte x, y;\n"
      "active proctype P() { do :: atomic { x == 0; a!1 } od }\n"
      "active proctype Q() { do :: a?_; x = 1 od }\n"
      "active proctype R() { byte v; do :: b?v; y = v od }\n",
      "model.pml");
  ASSERT_TRUE(read);
  model::Interpreter interpreter(read->program());
  Dependence dependence(interpreter, {});
  const auto conflict = [&](std::uint32_t p, std::uint32_t q) {
    return dependence.conflicts(dependence.find(p, p, {}), 0, dependence.find(q, q, {}))[0] != 0;
  };
  EXPECT_TRUE(conflict(0, 1));
  EXPECT_FALSE(conflict(0, 2));
}

TEST(Dependence, AStepThatWritesWhatIsObservedIsVisible) {
  Relations relations(readers, "x > 0");
  EXPECT_TRUE(relations.visible(0, 0));
  EXPECT_FALSE(relations.visible(1, 0));
  EXPECT_FALSE(relations.visible(2, 0));
}

// Two processes with one step each, by what these do.
bool dve_conflict(const std::string& one, const std::string& other) {
  Relations relations("byte n = 1;\nprocess P { state a; init a; trans a -> a { " + one +
                      " }; }\nprocess Q { state b; init b; trans b -> b { " + other + " }; }\nsystem async;\n");
  return relations.conflict(0, 0, 1);
}

TEST(Dependence, CountersCommuteIfNeitherDisablesTheOther) {
  EXPECT_FALSE(dve_conflict("guard n < 3; effect n = n + 1;", "guard n > 0; effect n = n - 1;"));
  EXPECT_TRUE(dve_conflict("guard n < 3; effect n = n + 1;", "guard n < 3; effect n = n + 1;")) << "one may disable the other";
  EXPECT_TRUE(dve_conflict("guard n != 3; effect n = n + 1;", "guard n > 0; effect n = n - 1;")) << "n - 1 may be 3";
  EXPECT_TRUE(dve_conflict("guard n < 3; effect n = n + 1;", "effect n = n - 1;")) << "n - 1 may fail";
  EXPECT_TRUE(dve_conflict("guard n < 3; effect n = n + n;", "guard n > 0; effect n = n - 1;")) << "another assignment";
  EXPECT_TRUE(dve_conflict("guard n < 9; effect n = n + 1;", "guard n < 3 && n > 0; effect n = n - 1;")) << "n + 1 may be 3";
}

TEST(Dependence, EqualConstantsCommute) {
  EXPECT_FALSE(dve_conflict("effect n = 2;", "guard n > 0; effect n = 2;"));
  EXPECT_TRUE(dve_conflict("effect n = 2;", "effect n = 1;"));
  EXPECT_TRUE(dve_conflict("effect n = 2;", "guard n == 1; effect n = 2;")) << "one disables the other";
  EXPECT_TRUE(dve_conflict("effect n = 2;", "effect n = n + 1;"));
}

// Where values wrap around, a difference may be greater than what it was subtracted from.
TEST(Dependence, CountersThatWrapAroundCommuteOnlyWithoutBounds) {
  const auto conflict = [](const std::string& one, const std::string& other) {
    const auto read = promela::read_promela("byte n, m;\nactive proctype P() { do :: d_step { " + one +
                                                " } od }\nactive proctype Q() { do :: d_step { " + other + " } od }\n",
                                            "model.pml");
    EXPECT_TRUE(read);
    model::Interpreter interpreter(read->program());
    Dependence dependence(interpreter, {});
    return dependence.conflicts(dependence.find(0, 0, {}), 0, dependence.find(1, 1, {}))[0] != 0;
  };
  EXPECT_FALSE(conflict("n = n + 1", "n = n - 1"));
  EXPECT_FALSE(conflict("n = n + 1", "n = n + 3"));
  EXPECT_TRUE(conflict("n < 3; n = n + 1", "n = n - 1")) << "0 - 1 is 255";
  EXPECT_FALSE(conflict("n < 3; n = n + 1", "n > 0; n = n - 1"));
  EXPECT_TRUE(conflict("n = n + 1", "n = n - 1; m = n")) << "the value is used";
  EXPECT_TRUE(conflict("n = n + 1; n = 0", "n = n - 1")) << "two assignments";
}

TEST(FindObstacle, ProcessesThatMoveTogetherCannotBeReduced) {
  const auto together = dve::read_dve("process P { state a; init a; trans a -> a { }; }\nsystem sync;\n", "model.dve");
  ASSERT_TRUE(together);
  EXPECT_TRUE(find_obstacle(*together));
  const auto apart = dve::read_dve(readers, "model.dve");
  EXPECT_FALSE(find_obstacle(*apart));
}

}  // namespace
}  // namespace lariat::reduce
