// SPDX-License-Identifier: Apache-2.0
// Random programs, of which `automatic` explores a few states without a reduction and then decides: the verdicts are those
// without a reduction, and both decisions occur.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "lariat/check/check.hpp"
#include "lariat/dve/read.hpp"
#include "lariat/ltl/parse.hpp"
#include "reduce/random_programs.hpp"

namespace lariat::check {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr std::uint64_t program_count = 400;
#else
constexpr std::uint64_t program_count = 3000;
#endif

// The program of that seed, in DVE.
model::Program program_of(std::uint64_t seed) {
  const std::string text = reduce::RandomText(seed).dve();
  auto read = dve::read_dve(text, "model.dve");
  EXPECT_TRUE(read) << text;
  return *std::move(read);
}

// The value of a global variable is less than the bound.
model::ExprId atom(model::Program& program, std::uint32_t variable, int bound) {
  return program.binary(model::Op::less, program.read({.scope = model::Place::Scope::global, .variable = variable}),
                        program.constant(bound));
}

ModelCheckOptions plain_options() { return {.shorten = ShortenBudget{}, .product = {.max_states = 20'000}}; }

ModelCheckOptions automatic_options(std::uint64_t seed) {
  ModelCheckOptions options = plain_options();
  options.reduction = {.method = reduce::Method::stubborn, .automatic = true, .first_states = 1 + seed % 8};
  return options;
}

TEST(AutoReduction, FormulasHaveTheVerdictWithoutReduction) {
  constexpr std::array texts = {"G a", "G F a", "F G a", "G (a -> F b)", "a U b", "G F a -> G F b", "X a"};
  unsigned reduced = 0;
  unsigned full = 0;
  unsigned violated = 0;
  for (std::uint64_t seed = 1; seed <= program_count; ++seed) {
    model::Program program = program_of(seed);
    if (program.globals.empty()) continue;
    ltl::FormulaStore formulas;
    const auto parsed = ltl::parse_formula(formulas, texts[seed % texts.size()]);
    ASSERT_TRUE(parsed);
    const Requirement requirement{.kind = Requirement::Kind::ltl,
                                  .formula = parsed->formula,
                                  .atoms = {{"a", atom(program, 0, 1)}, {"b", atom(program, 0, 2)}}};
    const auto expected = check_infinite(program, formulas, requirement, plain_options());
    ASSERT_TRUE(expected);
    if (expected->verdict == Verdict::unknown) continue;
    const auto found = check_infinite(program, formulas, requirement, automatic_options(seed));
    ASSERT_TRUE(found);
    ASSERT_EQ(found->verdict, expected->verdict) << "seed " << seed << ", " << texts[seed % texts.size()];
    violated += found->verdict == Verdict::violated ? 1 : 0;
    ++(found->proviso.empty() ? full : reduced);
    // Nobody asked for a reduction, hence nobody is told that there is none.
    for (const std::string& note : found->notes) EXPECT_EQ(note.find("without partial-order reduction"), std::string::npos);
  }
  EXPECT_GT(reduced, program_count / 100);
  EXPECT_GT(full, program_count / 20);
  EXPECT_GT(violated, program_count / 25);
}

TEST(AutoReduction, WalksHaveTheVerdictsWithoutReduction) {
  unsigned reduced = 0;
  unsigned full = 0;
  unsigned violated = 0;
  for (std::uint64_t seed = 1; seed <= program_count; ++seed) {
    model::Program program = program_of(seed);
    if (program.globals.empty()) continue;
    std::vector<Requirement> requirements = {{.kind = Requirement::Kind::deadlock}};
    if (seed % 3 != 0) requirements.push_back({.kind = Requirement::Kind::assertion});
    if (seed % 3 == 1) requirements.push_back({.kind = Requirement::Kind::invariant, .expression = atom(program, 0, 2)});
    const auto expected = check_safety(program, requirements, plain_options());
    const auto found = check_safety(program, requirements, automatic_options(seed));
    ASSERT_TRUE(expected && found);
    ++(found->front().proviso.empty() ? full : reduced);
    for (std::size_t i = 0; i < requirements.size(); ++i) {
      if ((*expected)[i].verdict == Verdict::unknown) continue;
      ASSERT_EQ((*found)[i].verdict, (*expected)[i].verdict) << "seed " << seed << ", " << to_string(requirements[i].kind);
      if ((*found)[i].verdict != Verdict::violated) continue;
      ++violated;
      // A run that a reduced walk finds is replaced by a shortest one.
      EXPECT_TRUE((*found)[i].shortest) << "seed " << seed;
      EXPECT_EQ((*found)[i].run->steps.size(), (*expected)[i].run->steps.size()) << "seed " << seed;
    }
  }
  EXPECT_GT(reduced, program_count / 100);
  EXPECT_GT(full, program_count / 20);
  EXPECT_GT(violated, program_count / 20);
}

// Options that ask for what a reduction does not keep, or for a certain search, exclude it.
TEST(AutoReduction, IsNotUsedBesideOtherRequests) {
  std::uint64_t seed = 0;
  model::Program program;
  for (bool is_reduced = false; !is_reduced;) {
    ASSERT_LT(++seed, program_count);
    program = program_of(seed);
    const auto found =
        check_safety(program, std::vector<Requirement>{{.kind = Requirement::Kind::deadlock}}, automatic_options(seed));
    is_reduced = found && !found->front().proviso.empty();
  }
  const auto is_reduced_with = [&](auto change) {
    ModelCheckOptions options = automatic_options(seed);
    change(options);
    const auto found = check_safety(program, std::vector<Requirement>{{.kind = Requirement::Kind::deadlock}}, options);
    return !found->front().proviso.empty();
  };
  EXPECT_TRUE(is_reduced_with([](ModelCheckOptions&) {}));
  EXPECT_FALSE(is_reduced_with([](ModelCheckOptions& o) { o.product.threads = 2; }));
  EXPECT_FALSE(is_reduced_with([](ModelCheckOptions& o) { o.order = walk::SearchOrder::depth_first; }));
  EXPECT_FALSE(is_reduced_with([](ModelCheckOptions& o) { o.coverage = true; }));
  EXPECT_FALSE(is_reduced_with([](ModelCheckOptions& o) { o.fair = true; }));
  EXPECT_FALSE(is_reduced_with([](ModelCheckOptions& o) { o.product.order = 7; }));
  EXPECT_FALSE(is_reduced_with([](ModelCheckOptions& o) { o.product.max_states = 1; }));
  EXPECT_FALSE(is_reduced_with([](ModelCheckOptions& o) { o.limits.max_depth = 1000; }));
  EXPECT_FALSE(is_reduced_with([](ModelCheckOptions& o) { o.approximate = walk::ApproximateOptions{}; }));
}

}  // namespace
}  // namespace lariat::check
