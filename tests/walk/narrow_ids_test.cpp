// SPDX-License-Identifier: Apache-2.0
// Walks of more states than there are numbers for them, against walks with numbers for all: the same counts, levels and
// verdicts, and runs as short that the system can make. With fewer numbers than two levels need, walks end and say so.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "lariat/system/program_system.hpp"
#include "lariat/walk/explore.hpp"
#include "support/random_program.hpp"

namespace lariat::walk {
namespace {

constexpr std::uint64_t most_states = 20'000;
constexpr StateId block = 64;  // numbers are given out in blocks

std::vector<std::uint64_t> level_sizes(const Exploration& exploration) {
  std::vector<std::uint64_t> sizes;
  std::size_t i = 0;
  for (const std::uint32_t end : exploration.level_ends) {
    sizes.push_back(0);
    for (; i < end; ++i) sizes.back() += exploration.queue[i].size();
  }
  return sizes;
}

// Numbers that suffice for any two levels that follow each other.
StateId needed_ids(const std::vector<std::uint64_t>& sizes) {
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) most = std::max(most, sizes[i] + (i + 1 < sizes.size() ? sizes[i + 1] : 0));
  return static_cast<StateId>((most + 2 * block - 1) / block * block);
}

product::ProductOptions tree_options(StateId ids, unsigned threads = 1) {
  return {.store = store::StoreKind::tree, .numbering = store::Numbering::fresh, .ids = ids, .threads = threads};
}

void expect_same_counts(const Exploration& found, const Exploration& expected) {
  EXPECT_TRUE(found.complete) << found.reason;
  EXPECT_EQ(found.states, expected.states);
  EXPECT_EQ(found.transitions, expected.transitions);
  EXPECT_EQ(found.deadlocks, expected.deadlocks);
  EXPECT_EQ(found.stuck, expected.stuck);
  EXPECT_EQ(found.faults, expected.faults);
  EXPECT_EQ(found.levels, expected.levels);
  EXPECT_EQ(found.max_out_degree, expected.max_out_degree);
}

// Each step of the run must be one that the system can make.
void expect_possible(const run::Run& run, system::System& system) {
  std::vector<system::State> initial = system.initial();
  EXPECT_NE(std::find(initial.begin(), initial.end(), run.initial), initial.end());
  system::State state = run.initial;
  for (const run::RunStep& step : run.steps) {
    const system::Bytes view = state;
    system::Batch batch;
    system.successors({&view, 1}, batch, {});
    bool is_possible = false;
    for (std::size_t k = 0; k < batch.size(); ++k)
      is_possible |= std::equal(batch.state(k).begin(), batch.state(k).end(), step.state.begin(), step.state.end());
    ASSERT_TRUE(is_possible);
    state = step.state;
  }
}

TEST(NarrowIds, RandomProgramsAreExploredAsWithWideOnes) {
  const std::vector<Goal> goals = {{.kind = Goal::Kind::deadlock}, {.kind = Goal::Kind::fault}};
  unsigned reused = 0;
  unsigned ended = 0;
  unsigned runs = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    const model::Program program = model::RandomProgram(seed).make();
    system::ProgramSystem system(program, {}, nullptr, {});
    product::PlainProduct wide(system, {.max_states = most_states});
    const Exploration expected = explore_states(wide, goals, {});
    if (!expected.complete) continue;
    const std::vector<std::uint64_t> sizes = level_sizes(expected);
    ASSERT_EQ(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}), expected.states);
    const StateId ids = needed_ids(sizes);
    reused += expected.states > ids ? 1 : 0;

    product::PlainProduct forgetting(system, tree_options(ids));
    expect_same_counts(explore_states(forgetting, goals, {.forgets = true}), expected);
    product::PlainProduct narrow(system, tree_options(ids));
    const Exploration found = explore_states(narrow, goals, {});
    expect_same_counts(found, expected);
    for (std::size_t i = 0; i < goals.size(); ++i) {
      ASSERT_EQ(found.witnesses[i].has_value(), expected.witnesses[i].has_value());
      if (!found.witnesses[i]) continue;
      const run::Run run = run_to(narrow, found, *found.witnesses[i]);
      EXPECT_EQ(run.steps.size(), run_to(wide, expected, *expected.witnesses[i]).steps.size());
      expect_possible(run, system);
      ++runs;
    }
    // Each thread may leave numbers of its blocks unused on each level.
    product::PlainProduct shared(system, tree_options(ids + 8 * block, 2));
    expect_same_counts(explore_states(shared, goals, {}), expected);

    if (ids < 4 * block) continue;
    product::PlainProduct too_narrow(system, tree_options(ids - 3 * block));
    const Exploration stopped = explore_states(too_narrow, goals, {.forgets = true});
    EXPECT_FALSE(stopped.complete);
    EXPECT_NE(stopped.reason.find("more states than there are numbers"), std::string::npos) << stopped.reason;
    EXPECT_LT(stopped.states, expected.states);
    ++ended;
  }
  EXPECT_GT(reused, 10U);
  EXPECT_GT(ended, 0U);
  EXPECT_GT(runs, 40U);
}

// Three numbers that count to 15, one at a time: 4096 states, 46 levels, of up to 192 states.
class Grid final : public system::System {
 public:
  system::Layout layout() const override { return {.length = 3}; }
  std::vector<system::State> initial() override { return {{0, 0, 0}}; }
  void successors(std::span<const system::Bytes> states, system::Batch& out, system::Request request) override {
    out.clear();
    const system::Action action{.process = 0, .type = 0, .transition = 0};
    for (const system::Bytes s : states) {
      for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] == 15) continue;
        system::State next(s.begin(), s.end());
        ++next[i];
        out.add(next, system::no_flags, request.steps ? std::span(&action, 1) : std::span<const system::Action>{});
      }
      out.end_state();
    }
  }
  bool may_end(system::Bytes) override { return false; }
  std::unique_ptr<System> clone() const override { return std::make_unique<Grid>(); }
};

// However few numbers there are, a walk that ends early says why, and others are complete; and there is no way back.
TEST(NarrowIds, EnoughForTwoLevelsAreEnough) {
  const std::vector<Goal> goals = {{.kind = Goal::Kind::deadlock}};
  for (const bool forgets : {false, true}) {
    bool was_complete = false;
    for (StateId ids = block; ids <= 12 * block; ids += block) {
      SCOPED_TRACE(ids);
      Grid system;
      product::PlainProduct product(system, tree_options(ids));
      const Exploration found = explore_states(product, goals, {.forgets = forgets});
      EXPECT_EQ(found.complete, ids >= 2 * 192 + 2 * block || (found.complete && ids >= 2 * 192));
      EXPECT_TRUE(found.complete || !was_complete);
      was_complete = found.complete;
      if (!found.complete) {
        EXPECT_NE(found.reason.find("more states than there are numbers"), std::string::npos) << found.reason;
        EXPECT_LT(found.states, 4096U);
        continue;
      }
      EXPECT_EQ(found.states, 4096U);
      EXPECT_EQ(found.transitions, 3U * 15 * 16 * 16);
      EXPECT_EQ(found.levels, 46U);
      EXPECT_EQ(found.deadlocks, 1U);
      ASSERT_TRUE(found.witnesses[0]);
      if (forgets) continue;
      const run::Run run = run_to(product, found, *found.witnesses[0]);
      EXPECT_EQ(run.steps.size(), 45U);
      expect_possible(run, system);
    }
    EXPECT_TRUE(was_complete);
  }
}

}  // namespace
}  // namespace lariat::walk
