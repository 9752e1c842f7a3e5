// SPDX-License-Identifier: Apache-2.0
// Common parts of the tests of the searches: run one search on many random graphs and compare it with brute force, with
// the bounds that its paper states, or with another search. The order of successors is the graph's.
//
// Each function takes a search class, so that a test file instantiates only the searches that it is about.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "lariat/search/check.hpp"
#include "lariat/search/minimize.hpp"
#include "support/brute_force.hpp"
#include "support/random_graph.hpp"
#include "support/watched.hpp"

namespace lariat::testing {

#ifdef LARIAT_SLOW_BUILD
constexpr unsigned claim_graphs = 3000;
#else
constexpr unsigned claim_graphs = 40000;
#endif

// Observations of one search.
struct Observed {
  std::vector<bool> visited;  // by state
  unsigned most_posts = 0;    // calls of post for one state
  search::Statistics statistics;
  std::optional<Lasso> lasso;
};

template <template <class> class Search, Space S>
Observed observe(S space) {
  Watched<S> watched(space);
  Observed observed;
  observed.lasso = Search<Watched<S>>(watched, observed.statistics).run();
  observed.visited = watched.visited();
  observed.most_posts = watched.most_calls();
  // A search leaves the counting of transitions to the space Counting, which is not used here.
  for (StateId s = 0; s < watched.calls().size(); ++s) {
    std::vector<successor_t<S>> successors;
    space.post(s, successors);
    observed.statistics.transitions += successors.size() * watched.calls()[s];
  }
  return observed;
}

// Calls test(graph) for random graphs of a shape until one fails, and shows that one.
template <class Test>
void for_each_graph(std::uint64_t seed, const Shape& shape, Test test, unsigned graphs = claim_graphs) {
  std::mt19937_64 random(seed);
  for (unsigned i = 0; i < graphs && !::testing::Test::HasFailure(); ++i) {
    const Graph graph = random_graph(random, shape);
    test(graph);
    if (::testing::Test::HasFailure()) ADD_FAILURE() << "seed " << seed << ", graph " << i << ": " << describe(graph);
  }
}

// True if within each reachable component all states are accepting or none is: the definition, on the transitive closure.
inline bool is_weak(const Graph& graph) {
  const BruteForce brute(graph);
  for (StateId s = 0; s < graph.states(); ++s)
    for (StateId t = 0; t < graph.states(); ++t)
      if (brute.reachable(s) && brute.same_component(s, t) && graph.state_marks(s) != graph.state_marks(t)) return false;
  return true;
}

// A graph with the states and transitions of `graph`, but with the given initial state.
inline Graph start_at(const Graph& graph, StateId initial) {
  GraphBuilder builder(graph.sets());
  builder.ensure_states(static_cast<StateId>(graph.states()));
  builder.add_initial(initial);
  for (StateId s = 0; s < graph.states(); ++s) {
    builder.mark_state(s, graph.state_marks(s));
    for (const StateId t : graph.targets(s)) builder.add_edge(s, t);
  }
  return std::move(builder).build();
}

// Compares the verdict of a search on the space with brute force on its graph, and verifies the lasso.
template <template <class> class Search, Space S>
void expect_verdict(S view, const Graph& graph) {
  const Observed observed = observe<Search>(view);
  EXPECT_EQ(observed.lasso.has_value(), BruteForce(graph).nonempty());
  if (observed.lasso) {
    EXPECT_EQ(find_flaw(view, *observed.lasso), std::nullopt);
  }
}

// A search for Büchi acceptance on states agrees with brute force.
template <template <class> class Search>
void expect_agreement() {
  const auto test = [](const Graph& graph) { expect_verdict<Search>(BuchiView(graph), graph); };
  for_each_graph(21, {.max_states = 10}, test);
  for_each_graph(22, {.max_states = 8, .initial = 3}, test, claim_graphs / 10);
  for_each_graph(23, {.mark_percent = 95}, test, claim_graphs / 10);
  for_each_graph(24, {.max_states = 60}, test, claim_graphs / 8);
}

// A search for generalised acceptance agrees with brute force, with sets on states, on transitions and on both.
template <template <class> class Search>
void expect_generalised_agreement() {
  for (const MarksOn marks_on : {MarksOn::states, MarksOn::transitions, MarksOn::both})
    for (unsigned sets = 1; sets <= 4; ++sets)
      for_each_graph(
          30 + sets, {.max_states = 9, .sets = sets, .marks_on = marks_on},
          [](const Graph& graph) { expect_verdict<Search>(GeneralisedView(graph), graph); }, claim_graphs / 10);
}

// The search calls post at most `bound` times per state; on some graph it needs all of these calls.
template <template <class> class Search>
void expect_post_bound(unsigned bound) {
  unsigned most = 0;
  for_each_graph(14, {.max_states = 12}, [&](const Graph& graph) {
    const unsigned posts = observe<Search>(BuchiView(graph)).most_posts;
    EXPECT_LE(posts, bound);
    most = std::max(most, posts);
  });
  EXPECT_EQ(most, bound) << "no graph reaches the bound";
}

// The search calls post at most bound(sets) times per state, and on some graph at least `at_least_per_set` times per set.
template <template <class> class Search, class Bound>
void expect_generalised_post_bound(Bound bound, unsigned at_least_per_set) {
  for (const MarksOn marks_on : {MarksOn::states, MarksOn::transitions, MarksOn::both})
    for (unsigned sets = 1; sets <= 4; ++sets) {
      unsigned most = 0;
      for_each_graph(
          15 + sets, {.max_states = 12, .sets = sets, .marks_on = marks_on},
          [&](const Graph& graph) { most = std::max(most, observe<Search>(GeneralisedView(graph)).most_posts); },
          claim_graphs / 10);
      EXPECT_LE(most, bound(sets)) << sets << " sets";
      EXPECT_GE(most, at_least_per_set * sets) << "no graph comes near the bound";
    }
}

// The number of states that the search reports is the number of states for which it called post.
template <template <class> class Search, class View = BuchiView>
void expect_states_counted() {
  for_each_graph(18, {.max_states = 12}, [](const Graph& graph) {
    const Observed observed = observe<Search>(View(graph));
    EXPECT_EQ(observed.statistics.states,
              static_cast<std::uint64_t>(std::count(observed.visited.begin(), observed.visited.end(), true)));
  });
}

// A nested search visits at least as many states as gv, which ends as soon as an accepting cycle is closed; on some graphs
// more.
template <template <class> class Search>
void expect_no_fewer_states_than_gv() {
  unsigned fewer = 0;
  for_each_graph(11, {.max_states = 12}, [&](const Graph& graph) {
    const BuchiView view(graph);
    const std::uint64_t gv = observe<search::GvSearch>(view).statistics.states;
    const std::uint64_t nested = observe<Search>(view).statistics.states;
    EXPECT_LE(gv, nested);
    fewer += gv < nested ? 1 : 0;
  });
  EXPECT_GT(fewer, claim_graphs / 200) << "the graphs do not tell the two apart";
}

// The search visits exactly the states that gv visits.
template <template <class> class Search>
void expect_the_states_of_gv() {
  for_each_graph(11, {.max_states = 12}, [](const Graph& graph) {
    const BuchiView view(graph);
    EXPECT_EQ(observe<Search>(view).visited, observe<search::GvSearch>(view).visited);
  });
}

// On weak graphs the search gives the answer of gv and visits exactly the states that gv visits.
template <template <class> class Search>
void expect_the_states_of_gv_on_weak_graphs() {
  unsigned weak = 0;
  for_each_graph(13, {.max_states = 10}, [&](const Graph& graph) {
    if (!is_weak(graph)) return;
    ++weak;
    const BuchiView view(graph);
    const Observed gv = observe<search::GvSearch>(view);
    const Observed observed = observe<Search>(view);
    EXPECT_EQ(observed.visited, gv.visited);
    EXPECT_EQ(observed.lasso.has_value(), gv.lasso.has_value());
  });
  EXPECT_GT(weak, claim_graphs / 10);
}

// There are never more roots (components that are not complete) than states on the search stack, nor more active states than
// states visited.
template <template <class> class Search>
void expect_few_roots() {
  for_each_graph(16, {.max_states = 12, .sets = 2, .marks_on = MarksOn::both}, [](const Graph& graph) {
    const search::Statistics statistics = observe<Search>(GeneralisedView(graph)).statistics;
    EXPECT_LE(statistics.roots, statistics.max_depth);
    EXPECT_LE(statistics.active, statistics.states);
  });
}

// The counts of a search on one graph, which follow from the pseudocode by hand.
struct Counts {
  std::uint64_t states;
  std::uint64_t transitions;
  std::uint64_t depth;
};

template <template <class> class Search>
void expect_counts(const Graph& graph, search::Emptiness verdict, const Counts& counts) {
  BuchiView view(graph);
  search::CheckResult result = search::run_search<Search>(view, {});
  search::verify_lasso(view, search::Algorithm::automatic, result);
  EXPECT_EQ(result.verdict, verdict);
  EXPECT_EQ(result.statistics.states, counts.states);
  EXPECT_EQ(result.statistics.transitions, counts.transitions);
  EXPECT_EQ(result.statistics.max_depth, counts.depth);
}

// The length of the lasso that a minimiser ends with, which is verified; nothing if there is none.
template <template <class> class Search>
std::optional<std::size_t> length_by(const Graph& graph, const search::MinimizeOptions& options = {}) {
  BuchiView view(graph);
  search::Statistics statistics;
  search::BestLasso best(options);
  Search<BuchiView>(view, statistics, best).run();
  if (!best.best()) return std::nullopt;
  EXPECT_EQ(find_flaw(view, *best.best()), std::nullopt);
  return best.best()->length();
}

}  // namespace lariat::testing
