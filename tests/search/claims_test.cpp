// SPDX-License-Identifier: Apache-2.0
// What the papers claim of their algorithms, as properties over random graphs. The successor order is fixed by the graph.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "lariat/search/check.hpp"
#include "support/brute_force.hpp"
#include "support/random_graph.hpp"
#include "support/watched.hpp"

namespace lariat::search {
namespace {

using testing::describe;
using testing::MarksOn;
using testing::random_graph;
using testing::Shape;
using testing::Watched;

#ifdef LARIAT_SLOW_BUILD
constexpr unsigned graphs = 3000;
#else
constexpr unsigned graphs = 40000;
#endif

// What a search did to a space.
struct Observed {
  std::vector<bool> visited;
  unsigned most_posts = 0;  // calls of post for one state
  search::Statistics statistics;
  bool found = false;
};

template <template <class> class Search, Space S>
Observed observe(S space) {
  Watched<S> watched(space);
  Observed observed;
  observed.found = Search<Watched<S>>(watched, observed.statistics).run().has_value();
  observed.visited = watched.visited();
  observed.most_posts = watched.most_calls();
  // Transitions as the counting space has them, which stands outside here.
  for (StateId s = 0; s < watched.calls().size(); ++s) {
    std::vector<successor_t<S>> successors;
    space.post(s, successors);
    observed.statistics.transitions += successors.size() * watched.calls()[s];
  }
  return observed;
}

// Within one component all states are accepting or none is: by the definition, on the closure.
bool is_weak(const Graph& graph) {
  const testing::BruteForce brute(graph);
  for (StateId s = 0; s < graph.states(); ++s)
    for (StateId t = 0; t < graph.states(); ++t)
      if (brute.reachable(s) && brute.same_component(s, t) && graph.state_marks(s) != graph.state_marks(t)) return false;
  return true;
}

class Claims : public ::testing::Test {
 protected:
  template <class Test>
  void for_each_graph(std::uint64_t seed, const Shape& shape, Test test) {
    std::mt19937_64 random(seed);
    for (unsigned i = 0; i < graphs && !HasFailure(); ++i) {
      const Graph graph = random_graph(random, shape);
      test(graph);
      if (HasFailure()) ADD_FAILURE() << "seed " << seed << ", graph " << i << ": " << describe(graph);
    }
  }
};

TEST_F(Claims, SccBasedChecksVisitTheSameStatesAndNeverMoreThanNestedOnes) {
  unsigned fewer = 0;
  for_each_graph(11, {.max_states = 12}, [&](const Graph& graph) {
    const BuchiView view(graph);
    const Observed gv = observe<search::GvSearch>(view);
    EXPECT_EQ(observe<search::C99Search>(view).visited, gv.visited);
    EXPECT_EQ(observe<search::AsccSearch>(view).visited, gv.visited);
    for (const Observed& nested :
         {observe<search::CvwySearch>(view), observe<search::HpySearch>(view), observe<search::GmzSearch>(view),
          observe<search::SeSearch>(view), observe<search::AndSearch>(view)}) {
      EXPECT_LE(gv.statistics.states, nested.statistics.states);
      fewer += gv.statistics.states < nested.statistics.states ? 1 : 0;
    }
  });
  EXPECT_GT(fewer, graphs / 20) << "the campaign does not tell the families apart";
}

TEST_F(Claims, EverySearchCountsTheStatesItVisits) {
  for_each_graph(18, {.max_states = 12}, [&](const Graph& graph) {
    const BuchiView view(graph);
    const GeneralisedView generalised(graph);
    for (const Observed& search :
         {observe<search::CvwySearch>(view), observe<search::HpySearch>(view), observe<search::GmzSearch>(view),
          observe<search::SeSearch>(view), observe<search::AndSearch>(view), observe<search::TarjanSearch>(view),
          observe<search::GvSearch>(view), observe<search::C99Search>(view), observe<search::AsccSearch>(view),
          observe<search::CvwyGenSearch>(generalised), observe<search::TauSearch>(generalised)})
      EXPECT_EQ(search.statistics.states,
                static_cast<std::uint64_t>(std::count(search.visited.begin(), search.visited.end(), true)));
  });
}

TEST_F(Claims, AndVisitsTheStatesOfSeAndNeverMoreTransitions) {
  unsigned fewer = 0;
  for_each_graph(12, {.max_states = 12}, [&](const Graph& graph) {
    const BuchiView view(graph);
    const Observed se = observe<search::SeSearch>(view);
    const Observed with_all_red = observe<search::AndSearch>(view);
    EXPECT_EQ(with_all_red.visited, se.visited);
    EXPECT_LE(with_all_red.statistics.transitions, se.statistics.transitions);
    fewer += with_all_red.statistics.transitions < se.statistics.transitions ? 1 : 0;
  });
  EXPECT_GT(fewer, graphs / 50) << "the campaign does not tell se and and apart";
}

TEST_F(Claims, OnWeakGraphsThePlainSearchesVisitWhatGvVisits) {
  unsigned weak = 0;
  for_each_graph(13, {.max_states = 10}, [&](const Graph& graph) {
    if (!is_weak(graph)) return;
    ++weak;
    const BuchiView view(graph);
    const Observed gv = observe<search::GvSearch>(view);
    for (const Observed& plain :
         {observe<search::SeSearch>(view), observe<search::AndSearch>(view), observe<search::SdSearch>(view)}) {
      EXPECT_EQ(plain.visited, gv.visited);
      EXPECT_EQ(plain.found, gv.found);
    }
  });
  EXPECT_GT(weak, graphs / 10);
}

TEST_F(Claims, PostIsCalledAsOftenAsThePapersSay) {
  unsigned gmz_thrice = 0;
  for_each_graph(14, {.max_states = 12}, [&](const Graph& graph) {
    const BuchiView view(graph);
    EXPECT_LE(observe<search::CvwySearch>(view).most_posts, 2U);
    EXPECT_LE(observe<search::HpySearch>(view).most_posts, 2U);
    EXPECT_LE(observe<search::SeSearch>(view).most_posts, 2U);
    EXPECT_LE(observe<search::AndSearch>(view).most_posts, 2U);
    EXPECT_LE(observe<search::C99Search>(view).most_posts, 2U);
    EXPECT_LE(observe<search::GvSearch>(view).most_posts, 1U);
    EXPECT_LE(observe<search::SdSearch>(view).most_posts, 1U);
    EXPECT_LE(observe<search::AsccSearch>(view).most_posts, 1U);
    EXPECT_LE(observe<search::TarjanSearch>(view).most_posts, 1U);
    const unsigned gmz = observe<search::GmzSearch>(view).most_posts;  // "visits a state at most 3 times"
    EXPECT_LE(gmz, 3U);
    gmz_thrice += gmz == 3 ? 1 : 0;
  });
  EXPECT_GT(gmz_thrice, 0U) << "the bound of gmz is never reached";
}

TEST_F(Claims, GeneralisedNestedChecksKeepTheirBounds) {
  for (const MarksOn marks_on : {MarksOn::states, MarksOn::transitions, MarksOn::both})
    for (unsigned sets = 1; sets <= 4; ++sets) {
      unsigned most_cvwy_gen = 0;
      unsigned most_tau = 0;
      std::mt19937_64 random(15 + sets);
      for (unsigned i = 0; i < graphs / 10; ++i) {
        const Graph graph = random_graph(random, {.max_states = 12, .sets = sets, .marks_on = marks_on});
        const GeneralisedView view(graph);
        most_cvwy_gen = std::max(most_cvwy_gen, observe<search::CvwyGenSearch>(view).most_posts);
        most_tau = std::max(most_tau, observe<search::TauSearch>(view).most_posts);
        EXPECT_LE(observe<search::C99Search>(view).most_posts, 2U);
        EXPECT_LE(observe<search::AsccSearch>(view).most_posts, 1U);
      }
      EXPECT_LE(most_cvwy_gen, 2 * sets);
      EXPECT_LE(most_tau, sets + 1);
      EXPECT_GE(most_cvwy_gen, sets) << "the bound is not tried";
      EXPECT_GE(most_tau, 2U) << "the bound is not tried";
    }
}

TEST_F(Claims, RootsNeverExceedTheDepthNorActiveTheStates) {
  for_each_graph(16, {.max_states = 12, .sets = 2, .marks_on = MarksOn::both}, [](const Graph& graph) {
    const GeneralisedView view(graph);
    const search::Statistics ascc = observe<search::AsccSearch>(view).statistics;
    const search::Statistics c99 = observe<search::C99Search>(view).statistics;
    EXPECT_LE(ascc.roots, ascc.max_depth);
    EXPECT_LE(c99.roots, c99.max_depth);
    EXPECT_LE(ascc.active, ascc.states);
    EXPECT_EQ(ascc.roots, c99.roots);
  });
}

// A red state was found not to be part of any accepting run, so the nested searches visit it no more; black states of gmz lie
// on no accepting path at all.
TEST_F(Claims, NoBlackStateOfGmzLiesOnAnAcceptingPath) {
  for_each_graph(17, {.max_states = 9}, [](const Graph& graph) {
    BuchiView view(graph);
    search::Statistics statistics;
    search::GmzSearch<BuchiView> search(view, statistics);
    static_cast<void>(search.run());
    for (StateId s = 0; s < graph.states(); ++s) {
      if (!search.is_black(s)) continue;
      GraphBuilder from_s(1);
      from_s.add_initial(s);
      for (StateId u = 0; u < graph.states(); ++u) {
        from_s.mark_state(u, graph.state_marks(u));
        for (const StateId t : graph.targets(u)) from_s.add_edge(u, t);
      }
      const Graph reached = std::move(from_s).build();
      EXPECT_FALSE(testing::BruteForce(reached).nonempty()) << "state " << s << " is black";
    }
  });
}

}  // namespace
}  // namespace lariat::search
