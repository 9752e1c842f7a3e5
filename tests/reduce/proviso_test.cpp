// SPDX-License-Identifier: Apache-2.0
// The guarantees of the provisos hold under every search: every cycle of the explored graph has an expanded state, later
// searches see what the first one explored, and the answer of a search is right for the explored graph.
//
// LARIAT_SYSTEMS=100000 runs a long campaign; LARIAT_SEED changes its first seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <random>
#include <string>

#include "lariat/reduce/reduction.hpp"
#include "lariat/search/check.hpp"
#include "reduced_system.hpp"
#include "support/brute_force.hpp"
#include "support/reducible_searches.hpp"

namespace lariat::reduce {
namespace {

using testing::BruteForce;
using testing::Edge;
using testing::Explored;
using testing::random_system;
using testing::ReducedSystem;
using testing::ReducedView;
using testing::SystemShape;
using testing::Witness;

#ifdef LARIAT_SLOW_BUILD
constexpr std::uint64_t few = 25;
#else
constexpr std::uint64_t few = 300;
#endif

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// By depth-first search with three colours, which shares nothing with what is tested.
bool has_cycle_of_partial_states(const Explored& explored) {
  std::vector<int> colour(explored.entered.size());
  const std::function<bool(StateId)> visit = [&](StateId s) {
    colour[s] = 1;
    for (const StateId t : explored.graph.targets(s)) {
      if (explored.complete[t] || !explored.entered[t]) continue;
      if (colour[t] == 1 || (colour[t] == 0 && visit(t))) return true;
    }
    colour[s] = 2;
    return false;
  };
  for (StateId s = 0; s < colour.size(); ++s)
    if (explored.entered[s] && !explored.complete[s] && colour[s] == 0 && visit(s)) return true;
  return false;
}

// True if from each explored state an expanded one can be reached.
bool reaches_complete_states(const Explored& explored) {
  std::vector<bool> good = explored.complete;
  for (bool changed = true; changed;) {
    changed = false;
    for (StateId s = 0; s < good.size(); ++s) {
      if (good[s] || !explored.entered[s]) continue;
      for (const StateId t : explored.graph.targets(s))
        if (good[t] && !good[s]) good[s] = changed = true;
    }
  }
  for (StateId s = 0; s < good.size(); ++s)
    if (explored.entered[s] && !good[s]) return false;
  return true;
}

// The observations of one run of a search.
struct Observed {
  bool found = false;
  bool ignored_for_ever = false;  // the proviso's promise is broken
  std::string complaint;          // of anything else
  std::size_t states = 0;
  std::size_t expanded = 0;
};

// Later searches see what the first one explored; with `discard`, more, but between visited states only.
template <Space S>
std::string compare_posts(S& space, const Witness& witness, reduce::NestedPor nested) {
  for (const auto& [s, entered] : witness.entered()) {
    std::vector<Edge> first = explored_edges(space, s, entered);
    std::vector<successor_t<S>> successors;
    post_again(space, s, successors);
    std::vector<Edge> again;
    for (const auto& t : successors) again.emplace_back(target_of(t), marks_of(t));
    // A search that ended early has not entered all targets.
    if (nested == reduce::NestedPor::discard)
      std::erase_if(first, [&](const Edge& edge) { return witness.entered().count(edge.first) == 0; });
    std::sort(first.begin(), first.end());
    std::sort(again.begin(), again.end());
    if (nested != reduce::NestedPor::discard && first != again)
      return "later searches see another graph at " + std::to_string(s);
    if (!std::includes(again.begin(), again.end(), first.begin(), first.end())) return "later searches miss transitions";
    for (const Edge& edge : again)
      if (nested == reduce::NestedPor::discard && witness.entered().count(edge.first) == 0)
        return "later searches leave the graph";
  }
  return "";
}

template <template <class> class Search, Space S>
Observed observe(S& space, Witness& witness, const reduce::ReductionOptions& options) {
  Observed observed;
  search::Statistics statistics;
  std::optional<Lasso> lasso = Search<S>(space, statistics).run();
  observed.found = lasso.has_value();
  observed.complaint = witness.complaint();
  observed.states = witness.entered().size();
  observed.expanded = witness.expanded();
  if (statistics.states != observed.states) observed.complaint = "states entered and states counted differ";
  if (witness.statistics().expanded != witness.expanded()) observed.complaint = "expanded states are not counted right";
  if (auto text = compare_posts(space, witness, options.nested); !text.empty()) observed.complaint = text;
  const Explored explored = explored_graph(space, witness);
  if (lasso) {
    if (options.nested != reduce::NestedPor::discard) {
      for (const auto* part : {&lasso->stem, &lasso->cycle})
        for (const Step& step : *part) {
          const auto edges = explored_edges(space, step.source, witness.entered().at(step.source));
          if (std::count(edges.begin(), edges.end(), Edge{step.target, step.marks}) == 0)
            observed.complaint = "the lasso leaves the explored graph";
        }
    }
    find_choices(space, *lasso);
    if (const auto flaw = find_flaw(space, *lasso)) observed.complaint = *flaw;
    return observed;
  }
  if (BruteForce(explored.graph).nonempty()) observed.complaint = "a lasso of the explored graph is missed";
  observed.ignored_for_ever = options.proviso.expands == reduce::Proviso::Expands::terminal
                                  ? !reaches_complete_states(explored)
                                  : has_cycle_of_partial_states(explored);
  return observed;
}

using Run = std::function<Observed(const ReducedSystem&, const reduce::ReductionOptions&)>;

// The searches on the system as a Büchi space, or as a generalised one.
template <template <class> class Search, class View>
Observed run_on(const ReducedSystem& system, const reduce::ReductionOptions& options) {
  const auto proviso =
      reduce::make_reduction(options, options.nested == reduce::NestedPor::discard ? system.graph.states() : 0);
  Witness witness(*proviso);
  ReducedView<View> space(system, &witness);
  return observe<Search>(space, witness, options);
}
template <template <class> class Search>
Observed run_on_one_set(const ReducedSystem& system, const reduce::ReductionOptions& options) {
  const auto proviso = reduce::make_reduction(options);
  Witness witness(*proviso);
  ReducedView<BuchiView> space(system, &witness);
  OneSet one_set(space);
  return observe<Search>(one_set, witness, options);
}
template <template <class> class Search>
Observed run_degeneralised_on(const ReducedSystem& system, const reduce::ReductionOptions& options) {
  const auto proviso = reduce::make_reduction(options);
  Witness witness(*proviso);
  ReducedView<GeneralisedView> space(system, &witness);
  Degeneralised degeneralised(space, false);
  return observe<Search>(degeneralised, witness, options);
}

struct NamedRun {
  const char* name;
  search::Algorithm algorithm;
  Run run;
};

const std::vector<NamedRun>& buchi_runs() {
  static const std::vector<NamedRun> runs = {
      {"hpy", search::Algorithm::hpy, run_on<search::HpySearch, BuchiView>},
      {"gmz", search::Algorithm::gmz, run_on<search::GmzSearch, BuchiView>},
      {"se", search::Algorithm::se, run_on<search::SeSearch, BuchiView>},
      {"and", search::Algorithm::and_, run_on<search::AndSearch, BuchiView>},
      {"tarjan", search::Algorithm::tarjan, run_on<search::TarjanSearch, BuchiView>},
      {"gv", search::Algorithm::gv, run_on<search::GvSearch, BuchiView>},
      {"c99", search::Algorithm::c99, run_on<search::C99Search, BuchiView>},
      {"ascc", search::Algorithm::ascc, run_on<search::AsccSearch, BuchiView>},
      {"tau", search::Algorithm::tau, run_on_one_set<search::TauSearch>},
  };
  return runs;
}

const std::vector<NamedRun>& generalised_runs() {
  static const std::vector<NamedRun> runs = {
      {"tarjan", search::Algorithm::tarjan, run_on<search::TarjanSearch, GeneralisedView>},
      {"c99", search::Algorithm::c99, run_on<search::C99Search, GeneralisedView>},
      {"ascc", search::Algorithm::ascc, run_on<search::AsccSearch, GeneralisedView>},
      {"tau", search::Algorithm::tau, run_on<search::TauSearch, GeneralisedView>},
      {"se, degeneralised", search::Algorithm::se, run_degeneralised_on<search::SeSearch>},
  };
  return runs;
}

// The combinations that the options allow.
std::vector<reduce::ReductionOptions> all_options() {
  std::vector<reduce::ReductionOptions> result;
  for (const reduce::Proviso& proviso : reduce::all_provisos())
    for (const auto& row : reduce::nested_pors) {
      const reduce::NestedPor nested = row.value;
      const reduce::ReductionOptions options{proviso, nested};
      // Graphs have no locations, and so no ranks.
      if (proviso.expands != reduce::Proviso::Expands::everything && proviso.expands != reduce::Proviso::Expands::rank &&
          nested != reduce::NestedPor::naive && !find_refusal(options))
        result.push_back(options);
    }
  return result;
}

std::string describe(const reduce::ReductionOptions& options) {
  return to_string(options.proviso) + ", " + std::string(to_string(options.nested));
}

class Campaign : public ::testing::Test {
 protected:
  // Systems of one shape; each, with all options, under `share` of the runs in turn.
  void run(SystemShape shape, const std::vector<NamedRun>& runs, std::uint64_t systems, std::size_t share) {
    const std::uint64_t first = from_environment("LARIAT_SEED", 1);
    const std::vector<reduce::ReductionOptions> options = all_options();
    for (std::uint64_t seed = first; seed < first + systems && !HasFailure(); ++seed) {
      std::mt19937_64 random(seed);
      if (shape.mark_percent != 0) shape.mark_percent = 3 + static_cast<unsigned>(random() % 40);
      const ReducedSystem system = random_system(random, shape);
      for (std::size_t i = 0; i < options.size(); ++i)
        for (std::size_t k = 0; k < share; ++k) {
          const NamedRun& named = runs[(seed + i + k) % runs.size()];
          try_one(named, system, options[i], seed);
        }
    }
    std::cout << checks_ << " runs, " << broken_without_proviso_ << " broken without a proviso\n";
    EXPECT_GT(broken_without_proviso_, 0U) << "the campaign could not fail";
  }

  void try_one(const NamedRun& named, const ReducedSystem& system, const reduce::ReductionOptions& options,
               std::uint64_t seed) {
    const Observed observed = named.run(system, options);
    ++checks_;
    const bool none = options.proviso.expands == reduce::Proviso::Expands::nothing;
    if (none && observed.ignored_for_ever) ++broken_without_proviso_;
    if (!observed.complaint.empty() || (!none && observed.ignored_for_ever))
      ADD_FAILURE() << describe(options) << " under " << named.name << ": "
                    << (observed.complaint.empty() ? "transitions are ignored for ever" : observed.complaint) << "\nseed "
                    << seed << "\n"
                    << system.text();
  }

  std::uint64_t checks_ = 0;
  std::uint64_t broken_without_proviso_ = 0;
};

TEST_F(Campaign, RunsEverySearchThatCanBeReduced) {
  for (const search::Algorithm algorithm : testing::reducible_searches()) {
    const auto runs = [&](const NamedRun& run) { return run.algorithm == algorithm; };
    EXPECT_TRUE(std::ranges::any_of(buchi_runs(), runs)) << info(algorithm).name << " is not tested";
  }
}

TEST_F(Campaign, EveryCycleHasAnExpandedState) {
  run({.max_states = 12, .mark_percent = 0},
      {{"sd", search::Algorithm::sd, run_on<search::SdSearch, BuchiView>},
       {"reach", search::Algorithm::reach, run_on<search::ReachSearch, BuchiView>}},
      from_environment("LARIAT_SYSTEMS", few * 10), 1);
}

TEST_F(Campaign, EveryCycleOfALargeSystemHasAnExpandedState) {
  run({.max_states = 64, .max_degree = 6, .mark_percent = 0},
      {{"sd", search::Algorithm::sd, run_on<search::SdSearch, BuchiView>}}, from_environment("LARIAT_SYSTEMS", few), 1);
}

// Long stacks, and states that lead back to many places of them.
TEST_F(Campaign, EveryCycleOfADeepSystemHasAnExpandedState) {
  run({.max_states = 64, .max_degree = 3, .mark_percent = 0, .ladder = 60},
      {{"sd", search::Algorithm::sd, run_on<search::SdSearch, BuchiView>}}, from_environment("LARIAT_SYSTEMS", few), 1);
}

TEST_F(Campaign, AnswersAreRightForTheExploredGraph) {
  run({.max_states = 10}, buchi_runs(), from_environment("LARIAT_SYSTEMS", few), 2);
}

TEST_F(Campaign, AnswersAreRightForSeveralSets) {
  run({.max_states = 10, .sets = 2, .marked_transitions = true}, generalised_runs(), from_environment("LARIAT_SYSTEMS", few),
      1);
}

}  // namespace
}  // namespace lariat::reduce
