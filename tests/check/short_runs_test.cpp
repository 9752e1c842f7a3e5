// SPDX-License-Identifier: Apache-2.0
// Counterexamples of random programs: those that end at a bad state are as short as a search through all runs says, and no
// shortening changes a verdict.
#include <gtest/gtest.h>

#include <set>

#include "check/violation.hpp"
#include "lariat/check/check.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/run/story.hpp"
#include "support/random_program.hpp"

namespace lariat::check {
namespace {

ltl::Formula read(ltl::FormulaStore& formulas, const char* text) {
  const auto parsed = ltl::parse_formula(formulas, text);
  EXPECT_TRUE(parsed) << text;
  return parsed->formula;
}

// Steps of the shortest run to a state where the expression is 0; nothing if there is none among the first states.
std::optional<std::size_t> distance_to(model::Interpreter& interpreter, model::ExprId expression, std::size_t max_states) {
  std::set<std::string> met;
  std::vector<model::State> level = {interpreter.initial()};
  for (std::size_t depth = 0; !level.empty(); ++depth) {
    std::vector<model::State> next;
    for (const model::State& s : level) {
      const model::Evaluation value = interpreter.evaluate(expression, s);
      if (!value.fault && value.value == 0) return depth;
      model::Successors successors;
      interpreter.successors(s, successors);
      for (std::size_t i = 0; i < successors.size(); ++i) {
        const model::StateView t = successors.state(i);
        if (met.emplace(t.begin(), t.end()).second) next.emplace_back(t.begin(), t.end());
      }
      if (met.size() > max_states) return std::nullopt;
    }
    level = std::move(next);
  }
  return std::nullopt;
}

TEST(ShortRuns, ToABadStateAreShortest) {
  int violated = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    model::Program program = model::RandomProgram(seed).make();
    if (program.globals.empty()) continue;
    const model::ExprId atom = program.binary(
        model::Op::less, program.read({.scope = model::Place::Scope::global, .variable = 0}), program.constant(1));
    ltl::FormulaStore formulas;
    const Requirement requirement{
        .kind = Requirement::Kind::ltl, .name = "", .text = "", .formula = read(formulas, "G a"), .atoms = {{"a", atom}}};
    const ModelCheckOptions first{.product = {.max_states = 5000}};
    ModelCheckOptions shorter = first;
    shorter.shorten = ShortenBudget{.seconds = 60};
    const auto found = check_infinite(program, formulas, requirement, first);
    const auto best = check_infinite(program, formulas, requirement, shorter);
    ASSERT_TRUE(found && best) << "seed " << seed;
    EXPECT_EQ(found->verdict, best->verdict) << "seed " << seed;
    if (!found->run || !found->is_bad_prefix) continue;
    ++violated;
    EXPECT_FALSE(found->run->cycle) << "seed " << seed;
    ASSERT_TRUE(best->is_bad_prefix) << "seed " << seed;
    EXPECT_LE(best->run->steps.size(), found->run->steps.size()) << "seed " << seed;
    model::Interpreter interpreter(program, best->interpretation);
    if (const auto distance = distance_to(interpreter, atom, 20'000); distance && best->shortest) {
      EXPECT_EQ(best->run->steps.size(), *distance) << "seed " << seed;
    }
    EXPECT_FALSE(run::find_flaw(interpreter, *best->run)) << "seed " << seed;
  }
  EXPECT_GT(violated, 10);
}

TEST(ShortRuns, LassosKeepTheirVerdict) {
  int shortened = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    model::Program program = model::RandomProgram(seed).make();
    if (program.globals.empty()) continue;
    const model::ExprId atom = program.binary(
        model::Op::equal, program.read({.scope = model::Place::Scope::global, .variable = 0}), program.constant(1));
    ltl::FormulaStore formulas;
    const Requirement requirement{
        .kind = Requirement::Kind::ltl, .name = "", .text = "", .formula = read(formulas, "F G a"), .atoms = {{"a", atom}}};
    const ModelCheckOptions first{.product = {.max_states = 3000}};
    ModelCheckOptions shorter = first;
    shorter.shorten = ShortenBudget{.seconds = 60};
    const auto found = check_infinite(program, formulas, requirement, first);
    const auto best = check_infinite(program, formulas, requirement, shorter);
    ASSERT_TRUE(found && best) << "seed " << seed;
    EXPECT_EQ(found->verdict, best->verdict) << "seed " << seed;
    if (!found->run || !best->run) continue;
    ASSERT_TRUE(best->run->cycle) << "seed " << seed;
    EXPECT_LE(best->run->steps.size(), found->run->steps.size()) << "seed " << seed;
    shortened += best->first_found ? 1 : 0;
  }
  EXPECT_GT(shortened, 3);
}

// The remarks on a word; atom i is bit i.
std::vector<std::string> told(const char* text, const std::vector<const char*>& names, const OpenWord& word) {
  ltl::FormulaStore formulas;
  const ltl::Formula f = read(formulas, text);
  std::vector<ltl::Formula> atoms;
  for (const char* name : names) atoms.push_back(formulas.atom(name));
  std::vector<std::string> result;
  for (const run::Story::Remark& remark : tell_violation(formulas, f, atoms, word, ltl::Notation::letters))
    result.push_back(std::to_string(remark.state) + ": " + remark.text);
  return result;
}

using Remarks = std::vector<std::string>;

TEST(Violation, IsToldWhereItIsDecided) {
  EXPECT_EQ(told("G a", {"a"}, {.letters = {1, 1, 0}}), Remarks{"2: `a` is false"});
  EXPECT_EQ(told("G (req -> F ack)", {"req", "ack"}, {.letters = {0, 1, 0, 0}, .cycle = 2}),
            Remarks{"1: `req` holds, and from here on `ack` never holds"});
  EXPECT_EQ(told("G F a", {"a"}, {.letters = {0, 1, 0}, .cycle = 2}), Remarks{"2: from here on `a` never holds"});
  EXPECT_EQ(told("F G a", {"a"}, {.letters = {1, 0, 1}, .cycle = 1}), Remarks{"1: `a` is false, again and again"});
  EXPECT_EQ(told("a U b", {"a", "b"}, {.letters = {1, 1, 0}}), Remarks{"2: `a` is false, and `b` has not held before"});
  EXPECT_EQ(told("G (a -> X b)", {"a", "b"}, {.letters = {0, 1, 0}}), (Remarks{"1: `a` holds", "2: `b` is false"}));
}

TEST(Violation, IsNotToldWhereItIsOpen) {
  EXPECT_TRUE(told("F a", {"a"}, {.letters = {0, 0}}).empty());
  EXPECT_TRUE(told("G a", {"a"}, {.letters = {1, 1}, .cycle = 0}).empty());
}

}  // namespace
}  // namespace lariat::check
