// SPDX-License-Identifier: Apache-2.0
// A program as a system: batches of any size, against the interpreter one state at a time, on random programs.
#include "lariat/system/program_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "support/random_program.hpp"

namespace lariat::system {
namespace {

TEST(ProgramSystem, GivesTheSuccessorsOfTheInterpreterInBatches) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    const model::Program program = model::RandomProgram(seed).make();
    model::Interpreter interpreter(program);
    std::vector<State> states = {interpreter.initial()};
    std::set<State> seen(states.begin(), states.end());
    model::Successors successors;
    for (std::size_t i = 0; i < states.size() && states.size() < 100; ++i) {
      interpreter.successors(State(states[i]), successors);
      for (std::size_t k = 0; k < successors.size(); ++k) {
        State state(successors.state(k).begin(), successors.state(k).end());
        if (seen.insert(state).second) states.push_back(std::move(state));
      }
    }
    ProgramSystem system(program);
    EXPECT_EQ(system.initial(), std::vector<State>{interpreter.initial()});
    std::mt19937_64 random(seed);
    Batch batch;
    for (std::size_t begin = 0; begin < states.size();) {
      const std::size_t size = std::min<std::size_t>(1 + random() % 20, states.size() - begin);
      const std::vector<Bytes> sources(states.begin() + static_cast<std::ptrdiff_t>(begin),
                                       states.begin() + static_cast<std::ptrdiff_t>(begin + size));
      system.successors(sources, batch, {.steps = true});
      ASSERT_EQ(batch.states(), size);
      bool has_flags = false;
      for (std::size_t i = 0; i < size; ++i) {
        interpreter.successors(sources[i], successors);
        ASSERT_EQ(batch.end(i) - batch.begin(i), successors.size());
        for (std::size_t k = 0; k < successors.size(); ++k) {
          const std::size_t at = batch.begin(i) + k;
          EXPECT_TRUE(std::ranges::equal(batch.state(at), successors.state(k)));
          EXPECT_TRUE(std::ranges::equal(batch.actions(at), successors.actions(k)));
          EXPECT_EQ(batch.fault(at).kind, successors.fault(k).kind);
          EXPECT_EQ(batch.flags(at) != no_flags, static_cast<bool>(successors.fault(k)));
          has_flags |= batch.flags(at) != no_flags;
          if (const std::size_t length = system.layout().length; length != 0) {
            EXPECT_EQ(batch.state(at).data(), batch.data() + at * length);
            EXPECT_EQ(batch.state(at).size(), length);
          }
          ++compared;
        }
      }
      EXPECT_EQ(batch.has_flags(), has_flags);
      begin += size;
    }
  }
  EXPECT_GT(compared, 5000U);
}

TEST(ProgramSystem, WritesOnlyWhatIsAskedFor) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const model::Program program = model::RandomProgram(seed).make();
    ProgramSystem system(program);
    const State initial = system.initial().front();
    const Bytes source(initial);
    Batch with;
    Batch without;
    system.successors({&source, 1}, with, {.steps = true});
    system.successors({&source, 1}, without, {});
    ASSERT_EQ(with.size(), without.size());
    EXPECT_EQ(with.has_flags(), without.has_flags());
    for (std::size_t k = 0; k < with.size(); ++k) {
      EXPECT_TRUE(std::ranges::equal(with.state(k), without.state(k)));
      EXPECT_EQ(with.flags(k), without.flags(k));
      EXPECT_THROW(static_cast<void>(without.actions(k)), std::logic_error);
    }
  }
}

}  // namespace
}  // namespace lariat::system
