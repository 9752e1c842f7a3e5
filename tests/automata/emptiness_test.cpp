// SPDX-License-Identifier: Apache-2.0
// All checks on many random graphs: they agree with brute force, their lassos are runs, minimal ones are minimal.
#include "lariat/automata/emptiness.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/brute_force.hpp"
#include "support/random_graph.hpp"

namespace lariat::automata {
namespace {

using testing::BruteForce;
using testing::describe;
using testing::MarksOn;
using testing::random_graph;
using testing::Shape;

#ifdef LARIAT_SLOW_BUILD
constexpr unsigned share = 10;  // sanitizers: a tenth of the campaign
#else
constexpr unsigned share = 1;
#endif

struct Campaign {
  const char* name;
  Shape shape;
  unsigned graphs;
};

constexpr Campaign campaigns[] = {
    {"one set on states", {}, 60000 / share},
    {"one set on states, larger", {.max_states = 20}, 10000 / share},
    {"several initial states", {.max_states = 8, .initial = 3}, 10000 / share},
    {"no initial state", {.max_states = 3, .initial = 0}, 100 / share},
    {"no sets", {.sets = 0}, 5000 / share},
    {"one set on transitions", {.marks_on = MarksOn::transitions}, 10000 / share},
    {"two sets on states", {.sets = 2}, 10000 / share},
    {"two sets on transitions", {.sets = 2, .marks_on = MarksOn::transitions}, 10000 / share},
    {"three sets on both", {.max_states = 9, .sets = 3, .marks_on = MarksOn::both}, 10000 / share},
    {"five sets on transitions", {.max_states = 9, .sets = 5, .marks_on = MarksOn::transitions}, 5000 / share},
    {"all states accepting or nearly", {.mark_percent = 95}, 5000 / share},
    {"sixty-four sets", {.max_states = 4, .sets = 64, .marks_on = MarksOn::both, .mark_percent = 97}, 500 / share},
};

class RandomGraphs : public ::testing::TestWithParam<Campaign> {
 protected:
  // Calls test(graph, brute force) for each graph, until one fails; then shows that graph.
  template <class Test>
  void for_each_graph(std::uint64_t seed, Test test) {
    std::mt19937_64 random(seed);
    for (unsigned i = 0; i < GetParam().graphs; ++i) {
      const Graph graph = random_graph(random, GetParam().shape);
      test(graph, BruteForce(graph));
      if (HasFailure()) {
        ADD_FAILURE() << GetParam().name << ", seed " << seed << ", graph " << i << ": " << describe(graph);
        return;
      }
    }
  }
};

TEST_P(RandomGraphs, AllChecksAgreeWithBruteForceAndShowRuns) {
  unsigned nonempty = 0;
  for_each_graph(1, [&](const Graph& graph, const BruteForce& brute) {
    const search::Emptiness expected = brute.nonempty() ? search::Emptiness::nonempty : search::Emptiness::empty;
    nonempty += expected == search::Emptiness::nonempty ? 1 : 0;
    const Structure structure = classify(graph);
    std::vector<search::Algorithm> names{search::Algorithm::automatic};
    for (const search::AlgorithmInfo& about : search::algorithms()) names.push_back(about.algorithm);
    for (const search::Algorithm name : names) {
      const auto result = check_emptiness(graph, {.algorithm = name});
      if (structure.strength < info(name).needs) {
        EXPECT_FALSE(result) << info(name).name << " ran on a graph that it does not cover";
        continue;
      }
      ASSERT_TRUE(result) << info(name).name << ": " << result.errors().front().message;
      EXPECT_EQ(result->verdict, expected) << info(name).name;
      EXPECT_EQ(result->lasso.has_value(), expected == search::Emptiness::nonempty) << info(name).name;
      if (!result->lasso) continue;
      GeneralisedView view(graph);
      EXPECT_EQ(find_flaw(view, *result->lasso), std::nullopt) << info(name).name;
    }
  });
  if (GetParam().shape.initial != 0 && GetParam().graphs >= 100) {
    EXPECT_GT(nonempty, GetParam().graphs / 20) << "hardly a graph has an accepting run";
    EXPECT_LT(nonempty, GetParam().graphs - GetParam().graphs / 50) << "hardly a graph has none";
  }
}

TEST_P(RandomGraphs, MinimalLassosAreMinimal) {
  for_each_graph(2, [&](const Graph& graph, const BruteForce& brute) {
    const std::optional<std::size_t> shortest = GetParam().shape.sets > 8 ? std::nullopt : brute.shortest_lasso();
    const bool exact = graph.sets() == 0 || (graph.sets() == 1 && graph.state_based());
    for (const Minimization name : {Minimization::min_bfs, Minimization::min_dfs, Minimization::spin_i}) {
      if (name == Minimization::min_dfs && graph.states() > 10) continue;  // exponential
      std::vector<std::size_t> reported;
      const search::MinimizeOptions options{.on_better = [&](const Lasso& lasso) { reported.push_back(lasso.length()); }};
      const MinimizeResult result = minimize(graph, name, options);
      ASSERT_TRUE(result.complete);
      ASSERT_EQ(result.check.lasso.has_value(), brute.nonempty()) << to_string(name);
      if (!result.check.lasso) continue;
      ASSERT_EQ(reported.size(), result.found);
      EXPECT_EQ(reported.back(), result.check.lasso->length());
      EXPECT_TRUE(std::ranges::is_sorted(reported, std::ranges::greater{}) &&
                  std::ranges::adjacent_find(reported) == reported.end())
          << "each lasso reported must be shorter than the one before";
      if (!shortest) continue;
      EXPECT_GE(result.check.lasso->length(), *shortest) << to_string(name);
      if (name == Minimization::min_bfs || (exact && name == Minimization::min_dfs)) {
        EXPECT_EQ(result.check.lasso->length(), *shortest) << to_string(name);
      }
    }
  });
}

TEST_P(RandomGraphs, ABoundOnTheLengthFindsWhatIsWithinIt) {
  std::mt19937_64 random(3);
  for_each_graph(4, [&](const Graph& graph, const BruteForce& brute) {
    if (graph.states() > 10 || graph.sets() > 8) return;
    const std::optional<std::size_t> shortest = brute.shortest_lasso();
    const std::size_t bound = random() % 8;
    for (const Minimization name : {Minimization::min_bfs, Minimization::min_dfs}) {
      const MinimizeResult result = minimize(graph, name, {.max_length = bound});
      ASSERT_EQ(result.check.lasso.has_value(), shortest.has_value()) << to_string(name);
      if (!shortest || (name == Minimization::min_dfs && !(graph.sets() <= 1 && graph.state_based()))) continue;
      if (*shortest <= bound)
        EXPECT_EQ(result.check.lasso->length(), *shortest) << to_string(name) << ", bound " << bound;
      else
        EXPECT_GT(result.check.lasso->length(), bound) << to_string(name);
    }
  });
}

TEST_P(RandomGraphs, NonprogressCyclesAreFoundBothWays) {
  for_each_graph(5, [&](const Graph& graph, const BruteForce& brute) {
    if (!graph.state_based()) {
      EXPECT_FALSE(check_nonprogress(graph, std::nullopt));
      return;
    }
    const search::Emptiness expected = brute.has_nonprogress_cycle() ? search::Emptiness::nonempty : search::Emptiness::empty;
    for (const std::optional<search::Algorithm> algorithm :
         {std::optional<search::Algorithm>(), std::optional(search::Algorithm::hpy), std::optional(search::Algorithm::sd),
          std::optional(search::Algorithm::ascc)}) {
      const auto result = check_nonprogress(graph, algorithm);
      ASSERT_TRUE(result);
      EXPECT_EQ(result->verdict, expected) << (algorithm ? info(*algorithm).name : "nonprogress");
      EXPECT_EQ(result->lasso.has_value(), expected == search::Emptiness::nonempty);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, RandomGraphs, ::testing::ValuesIn(campaigns), [](const auto& info) {
  std::string name = info.param.name;
  std::ranges::replace_if(
      name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

}  // namespace
}  // namespace lariat::automata
