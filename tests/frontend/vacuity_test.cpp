// SPDX-License-Identifier: Apache-2.0
// Vacuity against brute force: on random small programs and formulas, a formula is said to be vacuous iff one of the stronger
// formulas, each made by a textual definition of its own, holds by an algorithm of its own. Never claims in the same way.
#include "lariat/check/vacuity.hpp"

#include <gtest/gtest.h>

#include <array>

#include "lariat/frontend/check.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::check {
namespace {

using frontend::Answer;

// The warnings about one formula, or expression, of a model.
std::vector<PropertyWarning> warnings_of(const std::string& text, const frontend::RequirementTexts& asked,
                                         const ModelCheckOptions& options = {}, bool with_notes = false) {
  auto model = frontend::read_model(text, "model");
  if (!model) throw std::runtime_error(to_string(model.errors().front()));
  ltl::FormulaStore formulas;
  auto requirements = frontend::read_requirements(*model, formulas, asked);
  if (!requirements) throw std::runtime_error(to_string(requirements.errors().front()));
  frontend::Checker checker(*model, formulas, requirements->list);
  std::vector<PropertyWarning> all;
  for (std::size_t i = 0; i < checker.size(); ++i) {
    const Answer& answer = checker.answer(i, options);
    checker.warn(options, VacuityBudget{.seconds = 60});
    all.insert(all.end(), answer.warnings.begin(), answer.warnings.end());
    if (with_notes)
      for (const std::string& note : answer.finding.notes) all.push_back({PropertyWarning::Kind::vacuous, note});
  }
  return all;
}

// Two processes take turns; nobody ever asks.
const char* const turns = R"(
byte turn; bool asked;
active [2] proctype P() {
  do :: turn == _pid -> cs: turn = 1 - turn od
}
init { skip }
)";

std::string first_text(const std::vector<PropertyWarning>& warnings) { return warnings.empty() ? "" : warnings.front().text; }

TEST(VacuityBudget, IsAQuarterOfTheSearchWithinBounds) {
  EXPECT_DOUBLE_EQ(VacuityBudget::beside(0).seconds, 0.1);
  EXPECT_DOUBLE_EQ(VacuityBudget::beside(2).seconds, 0.5);
  EXPECT_DOUBLE_EQ(VacuityBudget::beside(1000).seconds, 1);
}

TEST(Vacuity, AnImplicationWhoseLeftSideIsNeverTrue) {
  EXPECT_EQ(first_text(warnings_of(turns, {.formulas = {"[] (asked -> <> P[0]@cs)"}})),
            "`asked` is never true, so that nothing is asked of `<> (P[0]@cs)`");
}

TEST(Vacuity, APartThatMakesNoDifference) {
  const auto warnings = warnings_of(turns, {.formulas = {"[] (turn < 2 || asked)"}});
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].kind, PropertyWarning::Kind::vacuous);
  EXPECT_EQ(warnings[0].text,
            "`asked` makes no difference: the formula still holds with false in its place (`asked` is never true)");
}

TEST(Vacuity, PartsThatMakeNoDifferenceAreToldTogether) {
  const auto warnings = warnings_of(turns, {.formulas = {"[] (turn < 2 || asked || turn == 7)"}});
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].text,
            "`turn == 7` and `asked` make no difference: the formula still holds with false in place of one of them (`asked` "
            "and `turn == 7` are never true)");
}

TEST(Vacuity, APropertyThatIsNeeded) {
  EXPECT_EQ(first_text(warnings_of(turns, {.formulas = {"[] (turn == 0 || turn == 1)"}})), "");
  EXPECT_EQ(first_text(warnings_of(turns, {.formulas = {"[] !asked"}})), "");
  EXPECT_EQ(first_text(warnings_of(turns, {.formulas = {"[] !(P[0]@cs && P[1]@cs)"}})), "");
}

TEST(Vacuity, AProcessThatNeverExists) {
  const auto warnings = warnings_of(turns, {.formulas = {"[] !P[5]@cs"}});
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].kind, PropertyWarning::Kind::no_process);
  EXPECT_EQ(warnings[0].text, "process 5 is never a P: P has the process numbers 0, 1");
  EXPECT_EQ(warnings_of(turns, {.invariants = {"!P[2]@cs"}}).size(), 1U);  // that is init
  EXPECT_EQ(warnings_of(turns, {.invariants = {"!P[1]@cs || turn == 1"}}).size(), 0U);
}

TEST(Vacuity, LabelsThatTheModelDoesNotHave) {
  const auto warnings = warnings_of(turns, {.acceptance = true, .progress = true});
  ASSERT_EQ(warnings.size(), 2U);
  for (const PropertyWarning& warning : warnings) EXPECT_EQ(warning.kind, PropertyWarning::Kind::no_label);
}

TEST(Vacuity, PartsOfAnInvariant) {
  EXPECT_EQ(first_text(warnings_of(turns, {.invariants = {"!asked || turn == 0"}})),
            "the left side of the implication is never true");
  EXPECT_EQ(first_text(warnings_of(turns, {.invariants = {"turn == 0 || turn == 1 || asked"}})),
            "part 3 of 3 between || makes no difference: the others hold without it");
}

TEST(Vacuity, WhatHoldsOfEveryModel) {
  EXPECT_EQ(warnings_of(turns, {.formulas = {"[] asked || <> !asked"}}).at(0).kind, PropertyWarning::Kind::valid);
}

TEST(Vacuity, NoRunCounts) {
  const char* const ends = "byte x; active proctype P() { x = 1 }";
  ModelCheckOptions options;
  options.product.deadlock_runs = product::DeadlockRuns::ignore;
  EXPECT_EQ(warnings_of(ends, {.formulas = {"<> x == 3"}}, options).at(0).kind, PropertyWarning::Kind::no_run);
}

TEST(Vacuity, ABudgetThatIsTooSmallLeavesIt) {
  auto model = frontend::read_model(turns, "model");
  ASSERT_TRUE(model);
  ltl::FormulaStore formulas;
  auto requirements = frontend::read_requirements(*model, formulas, {.formulas = {"[] (asked -> <> P[0]@cs)"}});
  ASSERT_TRUE(requirements);
  Finding finding;
  finding.verdict = Verdict::holds;
  const Vacuity vacuity = find_vacuity(model->program(), formulas, requirements->list[0], finding, {}, {.max_states = 1});
  EXPECT_FALSE(vacuity.complete);
  EXPECT_TRUE(vacuity.warnings.empty());
}

// The warnings about the never claim, or the property process, that the model has.
std::vector<PropertyWarning> claim_warnings(const std::string& model, bool with_notes = false) {
  return warnings_of(model, {.properties = {""}}, {}, with_notes);
}

TEST(ObserverVacuity, WhatIsAskedIsNeverAsked) {
  const std::string model = "bool p, q; active proctype A() { do :: q = 1 - q od }\n";
  EXPECT_EQ(
      first_text(claim_warnings(model + "never {\nT0: do :: p && !q -> goto accept :: true od;\n"
                                        "accept: do :: !q od }")),
      "`q` (model:3) makes no difference: the never claim accepts no run, whatever its value (`p` (model:3) is never true)");
  EXPECT_EQ(first_text(claim_warnings(model + "never { do :: p -> break :: else od }")), "");
  EXPECT_EQ(
      first_text(claim_warnings(model + "never { do :: p && q -> break :: else od }")),
      "`q` (model:2) makes no difference: the never claim accepts no run, whatever its value (`p` (model:2) is never true)");
}

TEST(ObserverVacuity, AnAssumptionThatIsNotNeededIsANote) {
  const std::string model =
      "bool p, q; active proctype A() { do :: p = 1 - p; q = 1; q = 0 od }\n"
      "never { T0: do :: p && !q -> goto accept :: true od; accept: do :: !q od }";
  EXPECT_TRUE(claim_warnings(model).empty());
  EXPECT_EQ(first_text(claim_warnings(model, true)),
            "`p` (model:2) makes no difference: the never claim accepts no run, whatever its value");
}

TEST(ObserverVacuity, AClaimThatCannotAccept) {
  const std::string model = "byte x; active proctype A() { do :: x = 1 - x od }\n";
  const auto begins = claim_warnings(model + "never { (x == 5) -> accept: do :: x == 1 od }");
  EXPECT_EQ(first_text(begins),
            "the never claim cannot make its first step: it looks at the first state only, and accepts no "
            "run, whatever follows");
  const auto ends = claim_warnings(model + "never { do :: x < 2 od }");
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends[0].kind, PropertyWarning::Kind::valid);
  EXPECT_EQ(ends[0].text,
            "the never claim accepts no run of any model: no way leads to its end, or to an accept label again "
            "and again");
  EXPECT_EQ(first_text(claim_warnings("byte x; process A { state a; init a; trans a -> a {}; } process N { state n; init n; "
                                      "trans n -> n {}; } system async property N;")),
            "the property process accepts no run of any model: it has no accept label");
}

TEST(ObserverVacuity, AProcessThatNeverExists) {
  const auto warnings = claim_warnings(
      "byte x; active proctype A() { cs: do :: x = 1 - x od }\n"
      "never { do :: A[3]@cs -> break :: else od }");
  ASSERT_FALSE(warnings.empty());
  EXPECT_EQ(warnings[0].kind, PropertyWarning::Kind::no_process);
}

TEST(ObserverVacuity, AgreesWithBruteForce) {
  std::size_t vacuous = 0;
  std::size_t needed = 0;
  // A guard says nothing of an atom, or that it is true, or false.
  struct Edge {
    int target;
    std::array<int, 2> literals;
  };
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    ltl::RandomSource random(seed);
    std::string program = "bool p0, p1;\nactive proctype P() {\n";
    for (int location = 0; location < 3; ++location)
      program += "L" + std::to_string(location) + ": atomic { p0 = " + std::to_string(random.below(2)) +
                 "; p1 = " + std::to_string(random.below(2)) + " }; if :: goto L" + std::to_string(random.below(3)) +
                 " :: goto L" + std::to_string(random.below(3)) + " fi;\n";
    program += "}\n";
    std::array<std::vector<Edge>, 3> claim;
    for (auto& edges : claim)
      for (std::size_t n = 1 + random.below(2); n-- > 0;)
        edges.push_back({static_cast<int>(random.below(3)),
                         {static_cast<int>(random.below(3)) - 1, static_cast<int>(random.below(3)) - 1}});
    // The claim with one atom, or none, left out of all guards; location 2 is accepting.
    const auto text_without = [&](int atom) {
      std::string text = "never {\n";
      for (std::size_t l = 0; l < claim.size(); ++l) {
        text += (l == 2 ? "accept_" : "T") + std::to_string(l) + ": if\n";
        for (const Edge& edge : claim[l]) {
          std::string guard = "true";
          for (int i = 0; i < 2; ++i)
            if (i != atom && edge.literals[i] >= 0) guard += (edge.literals[i] != 0 ? " && p" : " && !p") + std::to_string(i);
          text += ":: " + guard + " -> goto " + (edge.target == 2 ? "accept_" : "T") + std::to_string(edge.target) + "\n";
        }
        text += "fi;\n";
      }
      return program + text + "}\n";
    };
    const auto holds = [&](int atom) {
      auto model = frontend::read_model(text_without(atom), "model");
      if (!model) throw std::runtime_error(to_string(model.errors().front()));
      const auto answers = frontend::check_model(*model, {.properties = {""}}, {.algorithm = search::Algorithm::tarjan});
      return answers && answers->front().finding.verdict == Verdict::holds;
    };
    if (!holds(-1)) continue;
    const auto warnings = claim_warnings(text_without(-1), true);
    // Said of the claim as a whole.
    if (!warnings.empty() &&
        (warnings[0].kind == PropertyWarning::Kind::valid || warnings[0].text.find("first step") != std::string::npos))
      continue;
    bool expected = false;
    for (int atom = 0; atom < 2; ++atom) {
      bool is_used = false;  // in a location that some way leads to
      std::array<bool, 3> reached = {true, false, false};
      for (int round = 0; round < 3; ++round)
        for (std::size_t l = 0; l < claim.size(); ++l)
          for (const Edge& edge : claim[l])
            if (reached[l]) {
              reached[static_cast<std::size_t>(edge.target)] = true;
              is_used |= edge.literals[static_cast<std::size_t>(atom)] >= 0;
            }
      expected |= is_used && holds(atom);
    }
    EXPECT_EQ(!warnings.empty(), expected) << text_without(-1) << first_text(warnings);
    ++(expected ? vacuous : needed);
  }
  EXPECT_GT(vacuous, 10U);
  EXPECT_GT(needed, 10U);
}

// Brute force. A random deterministic program over two bits; the formula with an occurrence replaced is made by walking down
// the tree anew, and checked by another algorithm.
struct Made {
  ltl::Formula formula;
  bool is_pure = true;  // no <-> and ^ on the way
};
Made replaced(ltl::FormulaStore& store, ltl::Formula f, std::size_t& skip, bool positive, bool& done) {
  const ltl::Op op = store.op(f);
  if (op == ltl::Op::atom || op == ltl::Op::equivalence || op == ltl::Op::exclusive_or) {
    if (done || skip-- != 0) return {f};
    done = true;
    return {positive ? store.falsity() : store.truth()};
  }
  std::vector<ltl::Formula> operands;
  const auto old = store.operands(f);
  for (std::size_t i = 0; i < old.size(); ++i) {
    const bool flips = op == ltl::Op::negation || (op == ltl::Op::implication && i == 0);
    operands.push_back(replaced(store, old[i], skip, positive != flips, done).formula);
  }
  return {store.is_constant(f) ? f : store.make(op, operands)};
}

TEST(Vacuity, AgreesWithBruteForce) {
  std::size_t vacuous = 0;
  std::size_t needed = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    ltl::RandomSource random(seed);
    // Four locations, in each of which p0 and p1 have values, and from which two others can be reached.
    std::string text = "bool p0, p1;\nactive proctype P() {\n";
    for (int location = 0; location < 4; ++location) {
      text += "L" + std::to_string(location) + ": atomic { p0 = " + std::to_string(random.below(2)) +
              "; p1 = " + std::to_string(random.below(2)) + " }; if :: goto L" + std::to_string(random.below(4)) +
              " :: goto L" + std::to_string(random.below(4)) + " fi;\n";
    }
    text += "}\n";
    auto model = frontend::read_model(text, "model");
    ASSERT_TRUE(model);
    ltl::FormulaStore store;
    const ltl::Formula formula = ltl::random_formula(store, random, {.size = 7, .atoms = 2});
    const std::string formula_text = to_string(store, formula);
    SCOPED_TRACE(formula_text);
    const auto holds = [&](const std::string& asked) {
      const auto answers = frontend::check_model(*model, {.formulas = {asked}}, {.algorithm = search::Algorithm::tarjan});
      return answers && answers->front().finding.verdict == Verdict::holds;
    };
    if (!holds(formula_text)) continue;
    bool expected = false;
    for (std::size_t n = 0;; ++n) {
      std::size_t skip = n;
      bool done = false;
      const Made stronger = replaced(store, formula, skip, true, done);
      if (!done) break;
      // A formula that is one leaf cannot hold vacuously: there is always a run.
      expected |= !(stronger.formula == store.falsity()) && holds(to_string(store, stronger.formula));
    }
    const auto warnings = warnings_of(text, {.formulas = {formula_text}}, {}, true);
    const bool is_valid = !warnings.empty() && warnings[0].kind == PropertyWarning::Kind::valid;
    if (is_valid) continue;  // said of the formula as a whole
    EXPECT_EQ(!warnings.empty(), expected) << text;
    ++(expected ? vacuous : needed);
  }
  EXPECT_GT(vacuous, 10U);
  EXPECT_GT(needed, 5U);
}

}  // namespace
}  // namespace lariat::check
