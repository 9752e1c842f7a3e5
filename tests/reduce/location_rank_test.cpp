// SPDX-License-Identifier: Apache-2.0
// Ranks of locations: what the proviso Rank builds on.
#include "lariat/reduce/location_rank.hpp"

#include <gtest/gtest.h>

#include "lariat/check/exploration.hpp"
#include "lariat/promela/lower.hpp"
#include "reduce/random_programs.hpp"

namespace lariat::reduce {
namespace {

promela::PromelaProgram read(const std::string& text) {
  auto result = promela::read_promela(text, "ranks.pml");
  EXPECT_TRUE(result) << text;
  return *std::move(result);
}

// True if the transitions that raise the rank have no cycle among them.
bool is_acyclic(const model::ProcessType& type, const LocationRank& ranks, model::ProcessTypeId id) {
  std::vector<unsigned> entering(type.locations.size());
  std::vector<std::pair<model::LocationId, model::LocationId>> raising;
  for (const model::Transition& transition : type.transitions)
    if (transition.target != model::none && ranks.rank(id, transition.target) > ranks.rank(id, transition.source)) {
      raising.emplace_back(transition.source, transition.target);
      ++entering[transition.target];
    }
  std::vector<model::LocationId> ready;
  for (model::LocationId location = 0; location < entering.size(); ++location)
    if (entering[location] == 0) ready.push_back(location);
  for (std::size_t i = 0; i < ready.size(); ++i)
    for (const auto& [source, target] : raising)
      if (source == ready[i] && --entering[target] == 0) ready.push_back(target);
  return ready.size() == entering.size();
}

TEST(LocationRank, RisesInTheOrderOfControl) {
  const promela::PromelaProgram program = read("byte x; active proctype P() { x = 1; x = 2; do :: x = 3; x = 4 od }");
  const model::Layout layout(program.program());
  const LocationRank ranks(program.program(), layout);
  std::vector<std::string> back;
  for (const model::Transition& transition : program.program().process_types[0].transitions)
    if (transition.text != "-end-" && ranks.rank(0, transition.target) <= ranks.rank(0, transition.source))
      back.push_back(transition.text);
  EXPECT_EQ(back, std::vector<std::string>{"x = 4"}) << "only the end of the loop steps back";
}

TEST(LocationRank, CannotRiseForEver) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const promela::PromelaProgram program = read(RandomText(seed).promela());
    const model::Layout layout(program.program());
    const LocationRank ranks(program.program(), layout);
    for (model::ProcessTypeId type = 0; type < program.program().process_types.size(); ++type)
      EXPECT_TRUE(is_acyclic(program.program().process_types[type], ranks, type)) << "seed " << seed;
  }
}

// Processes that count by themselves, once: all orders but one are left out. In a loop, the steps back are explored in all.
TEST(LocationRank, LeavesOutOrdersOfStepsForward) {
  const auto states = [](const std::string& text, Proviso::Expands expands) {
    const promela::PromelaProgram program = read(text);
    check::ExplorationOptions options;
    options.reduction = {.method = Method::stubborn, .proviso = Proviso{.expands = expands}};
    const auto found = check::explore_model(program.program(), options);
    EXPECT_TRUE(found);
    return found->found.states;
  };
  const std::string line = "active [3] proctype P() { byte x; x = 1; x = 2; x = 3 }";
  EXPECT_EQ(states(line, Proviso::Expands::rank), states(line, Proviso::Expands::nothing));
  EXPECT_LT(states(line, Proviso::Expands::rank), states(line, Proviso::Expands::everything));
  const std::string loop = "active [3] proctype P() { byte x; do :: x = 1; x = 2; x = 3 od }";
  EXPECT_GT(states(loop, Proviso::Expands::rank), states(loop, Proviso::Expands::nothing)) << "all are ignored but one";
  EXPECT_LT(states(loop, Proviso::Expands::rank), states(loop, Proviso::Expands::everything));
}

}  // namespace
}  // namespace lariat::reduce
