// SPDX-License-Identifier: Apache-2.0
// Formulas and cycles of random programs, searched by several threads: the verdicts are those of one thread, whatever the
// search, the store, fairness, and with the graph remembered or not.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "lariat/check/check.hpp"
#include "lariat/ltl/parse.hpp"
#include "support/parallel_claims.hpp"
#include "support/random_program.hpp"
#include "support/random_requirement.hpp"

namespace lariat::check {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr std::uint64_t program_count = 15;
#else
constexpr std::uint64_t program_count = 60;
#endif

TEST(Parallel, FormulasHaveTheVerdictOfOneThread) {
  testing::Watchdog watchdog(std::chrono::seconds(100));
  unsigned violated = 0;
  unsigned holds = 0;
  for (std::uint64_t seed = 1; seed <= program_count; ++seed) {
    model::Program program = model::RandomProgram(seed).make();
    if (program.globals.empty()) continue;
    ltl::FormulaStore formulas;
    const Requirement requirement = testing::requirement_for(program, formulas, seed);
    for (const bool fair : {false, true}) {
      const ModelCheckOptions options{.product = {.max_states = 3000}, .fair = fair};
      const auto expected = check_infinite(program, formulas, requirement, options);
      ASSERT_TRUE(expected);
      if (expected->verdict == Verdict::unknown) continue;
      violated += expected->verdict == Verdict::violated ? 1 : 0;
      holds += expected->verdict == Verdict::holds ? 1 : 0;
      for (const unsigned threads : {2U, 3U, 8U})
        for (const auto algorithm : {search::Algorithm::automatic, search::Algorithm::cndfs, search::Algorithm::ufscc}) {
          const std::string task = std::string(info(algorithm).name) + ", seed " + std::to_string(seed) + ", " +
                                   std::to_string(threads) + " threads" + (fair ? ", fair: " : ": ") + requirement.text;
          watchdog.set_task(task);
          ModelCheckOptions inner = options;
          inner.algorithm = algorithm;
          inner.product.max_states = 0;
          inner.product.threads = threads;
          inner.product.store = seed % 3 == 0 ? store::StoreKind::tree : store::StoreKind::exact;
          if (seed % 2 == 0) inner.product.graph_bytes = 0;
          const auto found = check_infinite(program, formulas, requirement, inner);
          ASSERT_TRUE(found) << task;
          ASSERT_EQ(found->verdict, expected->verdict) << task;
          EXPECT_EQ(found->threads, threads) << task;
        }
    }
  }
  EXPECT_GT(violated, program_count / 20);
  EXPECT_GT(holds, program_count / 20);
}

TEST(Parallel, CyclesHaveTheVerdictOfOneThread) {
  testing::Watchdog watchdog(std::chrono::seconds(100));
  unsigned violated = 0;
  for (std::uint64_t seed = 1; seed <= program_count; ++seed) {
    model::Program program = model::RandomProgram(seed).make();
    std::mt19937_64 random(seed);
    for (model::ProcessType& type : program.process_types)
      for (model::Location& location : type.locations) location.accepting = random() % 5 == 0 ? 1 : 0;
    ltl::FormulaStore formulas;
    const Requirement progress = progress_requirement(program, formulas);
    for (const bool fair : {false, true}) {
      const ModelCheckOptions options{.product = {.max_states = 3000}, .fair = fair};
      const auto acceptance = check_infinite(program, formulas, {.kind = Requirement::Kind::acceptance}, options);
      const auto stagnation = check_infinite(program, formulas, progress, options);
      ASSERT_TRUE(acceptance && stagnation);
      if (acceptance->verdict == Verdict::unknown || stagnation->verdict == Verdict::unknown) continue;
      violated += acceptance->verdict == Verdict::violated ? 1 : 0;
      for (const auto algorithm : {search::Algorithm::cndfs, search::Algorithm::ufscc}) {
        const std::string task = std::string(info(algorithm).name) + ", seed " + std::to_string(seed) + (fair ? ", fair" : "");
        watchdog.set_task(task);
        ModelCheckOptions inner = options;
        inner.algorithm = algorithm;
        inner.product.max_states = 0;
        inner.product.threads = 3;
        const auto accepted = check_infinite(program, formulas, {.kind = Requirement::Kind::acceptance}, inner);
        const auto stagnated = check_infinite(program, formulas, progress, inner);
        ASSERT_TRUE(accepted && stagnated) << task;
        ASSERT_EQ(accepted->verdict, acceptance->verdict) << task;
        ASSERT_EQ(stagnated->verdict, stagnation->verdict) << task;
      }
    }
  }
  EXPECT_GT(violated, program_count / 20);
}

// A program with a counter that runs to 250 and back to 0: a chain of that many states.
model::Program counter() {
  model::Program program{.name = "counter", .language = "promela"};
  program.globals = {{.name = "x", .type = model::byte_type}};
  const model::PlaceId x = program.add(model::Place{.variable = 0});
  const model::ExprId next =
      program.binary(model::Op::remainder, program.binary(model::Op::add, program.read({.variable = 0}), program.constant(1)),
                     program.constant(251));
  model::ProcessType type{.name = "counts"};
  type.locations.push_back({.name = "only", .out = {0}});
  type.transitions.push_back({.source = 0, .target = 0, .effects = {{.place = x, .value = next}}});
  program.process_types.push_back(type);
  program.processes.push_back({.name = "P", .type = 0});
  return program;
}

Requirement eventually_large(model::Program& program, ltl::FormulaStore& formulas) {
  return {.kind = Requirement::Kind::ltl,
          .name = "",
          .text = "G F a",
          .formula = formulas.globally(formulas.finally(formulas.atom("a"))),
          .atoms = {{"a", program.binary(model::Op::less, program.constant(200), program.read({.variable = 0}))}}};
}

TEST(Parallel, ALimitEndsAllThreads) {
  model::Program program = counter();
  ltl::FormulaStore formulas;
  const Requirement requirement = eventually_large(program, formulas);
  for (const auto algorithm : {search::Algorithm::automatic, search::Algorithm::cndfs, search::Algorithm::ufscc}) {
    const auto found =
        check_infinite(program, formulas, requirement, {.algorithm = algorithm, .product = {.max_states = 100, .threads = 4}});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->verdict, Verdict::unknown);
    EXPECT_NE(found->reason.find("limit of states"), std::string::npos) << found->reason;
  }
  const auto whole = check_infinite(program, formulas, requirement, {.product = {.threads = 4}});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->verdict, Verdict::holds);
}

TEST(Parallel, AnAlgorithmForOneThreadIsRefused) {
  model::Program program = counter();
  ltl::FormulaStore formulas;
  const Requirement requirement = eventually_large(program, formulas);
  const auto refused =
      check_infinite(program, formulas, requirement, {.algorithm = search::Algorithm::se, .product = {.threads = 2}});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.errors().front().message.find("cndfs"), std::string::npos) << refused.errors().front().message;
}

}  // namespace
}  // namespace lariat::check
