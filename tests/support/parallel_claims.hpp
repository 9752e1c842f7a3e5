// SPDX-License-Identifier: Apache-2.0
// What every search by several threads has to satisfy, on random graphs, with other threads let in at random moments.
// LARIAT_PARALLEL_GRAPHS sets the number of graphs, LARIAT_PARALLEL_SEED the seed.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "lariat/search/check_parallel.hpp"
#include "lariat/space/graph.hpp"
#include "lariat/space/verify.hpp"
#include "support/brute_force.hpp"
#include "support/random_graph.hpp"

namespace lariat::testing {

// Ends the program if nobody tells it that the work is done in time: a search that hangs is a failure, not a wait.
class Watchdog {
 public:
  explicit Watchdog(std::chrono::seconds limit) : thread_([this, limit] { watch(limit); }) {}
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      is_done_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  // What is being done, for the message.
  void set_task(std::string task) {
    const std::lock_guard lock(mutex_);
    task_ = std::move(task);
    ++tasks_;
  }

 private:
  void watch(std::chrono::seconds limit) {
    std::unique_lock lock(mutex_);
    for (std::uint64_t seen = tasks_; !is_done_; seen = tasks_)
      if (!changed_.wait_for(lock, limit, [&] { return is_done_; }) && tasks_ == seen) {
        std::fprintf(stderr, "no progress for %lld s: %s\n", static_cast<long long>(limit.count()), task_.c_str());
        std::abort();
      }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string task_;
  std::uint64_t tasks_ = 0;
  bool is_done_ = false;
  std::thread thread_;
};

// A view of a graph for one thread that stops at random moments to let other threads run.
template <class View>
class Pausing {
 public:
  Pausing(View view, std::uint64_t seed) : view_(std::move(view)), random_(seed) {}
  auto initial() const { return view_.initial(); }
  bool accepting(StateId s) const requires BuchiSpace<View> { return view_.accepting(s); }
  unsigned sets() const requires GeneralisedSpace<View> { return view_.sets(); }
  Marks marks(StateId s) const requires GeneralisedSpace<View> { return view_.marks(s); }
  void post(StateId s, std::vector<successor_t<View>>& arena) {
    pause();
    view_.post(s, arena);
  }
  void pause() {
    const auto drawn = random_() % 16;
    if (drawn < 4) std::this_thread::yield();
    if (drawn == 15 && random_() % 8 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random_() % 40));
  }

 private:
  View view_;
  std::minstd_rand random_;
};

inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

inline std::uint64_t parallel_graphs() {
#ifdef LARIAT_SLOW_BUILD
  return from_environment("LARIAT_PARALLEL_GRAPHS", 60);
#else
  return from_environment("LARIAT_PARALLEL_GRAPHS", 400);
#endif
}

// Runs the search class with so many threads, and returns its lasso, verified, if there is one.
template <template <class> class Search, class View>
std::optional<Lasso> run_pausing(const View& view, unsigned threads, std::uint64_t seed, std::uint64_t* states = nullptr) {
  using S = Pausing<View>;
  std::vector<std::unique_ptr<S>> spaces;
  std::vector<S*> pointers;
  std::vector<search::Statistics> statistics(threads);
  std::vector<search::Statistics*> counters;
  for (unsigned i = 0; i < threads; ++i) {
    spaces.push_back(std::make_unique<S>(view, seed * 64 + i + 1));
    pointers.push_back(spaces.back().get());
    counters.push_back(&statistics[i]);
  }
  const std::optional<Lasso> lasso = Search<S>(pointers, counters).run();
  if (lasso) {
    const auto flaw = find_flaw(*spaces[0], *lasso);
    EXPECT_FALSE(flaw) << *flaw;
  }
  if (states != nullptr) *states = search::sum_of(statistics).states;
  return lasso;
}

// Makes a graph weak: all states of a component get the marks of its first state.
inline Graph made_weak(const Graph& graph) {
  const BruteForce brute(graph);
  GraphBuilder builder(1);
  builder.ensure_states(graph.states());
  for (const StateId s : graph.initial()) builder.add_initial(s);
  for (StateId s = 0; s < graph.states(); ++s) {
    StateId first = 0;
    while (!brute.same_component(first, s)) ++first;
    builder.mark_state(s, graph.state_marks(first));
    for (const StateId t : graph.targets(s)) builder.add_edge(s, t);
  }
  return std::move(builder).build();
}

// Compares the search with brute force on random graphs, with 1, 2, 3, 4 and 8 threads. view(graph) is the space.
template <template <class> class Search, class MakeGraph, class MakeView>
void expect_parallel_agreement(const MakeGraph& make_graph, const MakeView& make_view) {
  const std::uint64_t seed = from_environment("LARIAT_PARALLEL_SEED", 20120);
  std::mt19937_64 random(seed);
  Watchdog watchdog(std::chrono::seconds(100));
  unsigned nonempty = 0;
  for (std::uint64_t i = 0; i < parallel_graphs(); ++i) {
    const Graph graph = make_graph(random);
    const BruteForce brute(graph);
    const bool expected = brute.nonempty();
    nonempty += expected ? 1 : 0;
    std::uint64_t reachable = 0;
    for (StateId s = 0; s < graph.states(); ++s) reachable += brute.reachable(s) ? 1 : 0;
    for (const unsigned threads : {1U, 2U, 3U, 4U, 8U}) {
      const std::string task = "seed " + std::to_string(seed) + ", graph " + std::to_string(i) + ", " +
                               std::to_string(threads) + " threads\n" + describe(graph);
      SCOPED_TRACE(task);
      watchdog.set_task(task);
      std::uint64_t states = 0;
      const auto lasso = run_pausing<Search>(make_view(graph), threads, i, &states);
      ASSERT_EQ(lasso.has_value(), expected);
      if (!expected) {
        ASSERT_EQ(states, reachable) << "each state is to be counted once";
      }
    }
  }
  EXPECT_GT(nonempty, parallel_graphs() / 10) << "the graphs test nothing";
  EXPECT_LT(nonempty, parallel_graphs() * 95 / 100) << "the graphs test nothing";
}

}  // namespace lariat::testing
