// SPDX-License-Identifier: Apache-2.0
// The algorithms of the paper as they are printed, by recursion, against the provisos: the same states are visited, and the
// same are expanded. Numbers in comments are the algorithms' lines; `todo` is a queue.
//   E. Renault, F. Kordon, D. Poitrenaud, A. Duret-Lutz. Heuristics for checking liveness properties with partial order
//   reductions. ATVA 2016.
#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "lariat/reduce/reduction.hpp"
#include "lariat/search/sd.hpp"
#include "reduced_system.hpp"

namespace lariat::reduce {
namespace {

using testing::random_system;
using testing::ReducedSystem;
using testing::ReducedView;
using testing::Witness;

using States = std::deque<StateId>;

enum class Colour { in, out, green, orange, purple, red };

class Paper {
 public:
  explicit Paper(const ReducedSystem& system)
      : system_(system),
        color_(system.graph.states()),
        mark_(system.graph.states()),
        weight_(system.graph.states()),
        depth_(system.graph.states()) {}

  std::set<StateId> visited;
  std::set<StateId> expanded;

  void run(void (Paper::*procedure)(StateId)) {
    for (const StateId s : system_.graph.initial())
      if (visited.count(s) == 0) (this->*procedure)(s);
  }

  void source(StateId s) {  // Algorithm 1
    States todo = reduced(s);
    visited.insert(s);
    color_[s] = Colour::in;
    bool e = is_partial(s);
    while (!todo.empty()) {
      const StateId t = pick(todo);
      if (visited.count(t) == 0) {
        source(t);
      } else if (e && color_[t] == Colour::in) {
        add_rest(todo, s);
        e = false;
      }
    }
    color_[s] = Colour::out;
  }

  void cond_source(StateId s) {  // Algorithm 2
    States todo = reduced(s);
    visited.insert(s);
    color_[s] = is_partial(s) ? Colour::in : Colour::out;
    while (!todo.empty()) {
      const StateId t = pick(todo);
      if (visited.count(t) == 0) {
        cond_source(t);
      } else if (color_[s] == Colour::in && color_[t] == Colour::in) {
        add_rest(todo, s);
        color_[s] = Colour::out;
      }
    }
    color_[s] = Colour::out;
  }

  void cond_source_known(StateId s) {  // Algorithm 3
    States todo = reduced(s);
    visited.insert(s);
    color_[s] = is_partial(s) ? Colour::in : Colour::out;
    States postponed;
    while (!todo.empty()) {
      const StateId t = pick(todo);
      if (visited.count(t) == 0) {
        postponed.push_back(t);
      } else if (color_[s] == Colour::in && color_[t] == Colour::in) {
        add_rest(todo, s);
        color_[s] = Colour::out;
      }
    }
    while (!postponed.empty()) {
      const StateId t = pick(postponed);
      if (visited.count(t) == 0) cond_source_known(t);
    }
    color_[s] = Colour::out;
  }

  void weighted_source(StateId s) {  // Algorithm 4
    States todo = reduced(s);
    visited.insert(s);
    color_[s] = Colour::orange;
    weight_[s] = w_;
    if (!is_partial(s)) expand(s, todo);
    while (!todo.empty()) {
      const StateId t = pick(todo);
      if (visited.count(t) == 0) {
        weighted_source(t);
        if (color_[s] == Colour::orange && color_[t] == Colour::red) color_[s] = Colour::purple;  // 12, 13
      } else if (is_open(s)) {
        if (color_[t] == Colour::red) {
          expand(s, todo);
        } else if (is_open(t)) {
          if (weight_[t] == w_)
            expand(s, todo);
          else
            color_[s] = Colour::purple;
        }
      }
    }
    close_weighted(s);
  }

  void weighted_source_known(StateId s) {  // Algorithm 5
    States todo = reduced(s);
    visited.insert(s);
    color_[s] = Colour::orange;
    weight_[s] = w_;
    if (!is_partial(s)) expand(s, todo);
    States postponed;
    while (!todo.empty()) {
      const StateId t = pick(todo);
      if (visited.count(t) == 0) {
        postponed.push_back(t);
      } else if (is_open(s)) {
        if (color_[t] == Colour::red) {
          expand(s, todo);
        } else if (is_open(t)) {
          if (weight_[t] == w_)
            expand(s, todo);
          else
            color_[s] = Colour::purple;
        }
      }
    }
    while (!postponed.empty()) {
      const StateId t = pick(postponed);
      if (visited.count(t) == 0) {
        weighted_source_known(t);
        if (color_[s] == Colour::orange && color_[t] == Colour::red) color_[s] = Colour::purple;  // 25, 26
      } else if (is_open(s) && color_[t] == Colour::red) {
        expand(s, postponed);  // 28
      }
    }
    close_weighted(s);
  }

  void dest(StateId s) {  // Algorithm 6
    States todo = reduced(s);
    visited.insert(s);
    mark_[s] = false;
    while (!todo.empty()) {
      const StateId t = pick(todo);
      if (visited.count(t) == 0)
        dest(t);
      else
        mark_[t] = true;
    }
    if (mark_[s]) visit_rest(s, &Paper::dest);
  }

  void cond_dest_unknown(StateId s) {  // Algorithm 7
    States todo = reduced(s);
    visited.insert(s);
    mark_[s] = !is_partial(s);
    States postponed;
    while (!todo.empty()) {
      const StateId t = pick(todo);
      if (visited.count(t) == 0)
        cond_dest_unknown(t);
      else if (s == t)
        mark_[s] = true;
      else if (!mark_[s] && !mark_[t])
        postponed.push_back(t);
    }
    if (mark_[s])
      visit_rest(s, &Paper::cond_dest_unknown);
    else
      while (!postponed.empty()) mark_[pick(postponed)] = true;
    mark_[s] = true;
  }

  void colored_dest(StateId s) {  // Algorithm 8
    States todo = reduced(s);
    visited.insert(s);
    color_[s] = is_partial(s) ? Colour::orange : Colour::green;
    mark_[s] = false;
    while (!todo.empty()) {
      const StateId t = pick(todo);
      if (visited.count(t) == 0) {
        colored_dest(t);
        if (color_[s] == Colour::orange && color_[t] == Colour::red) color_[s] = Colour::purple;  // 10, 11
      } else if (is_open(s) && color_[t] != Colour::green) {
        color_[s] = Colour::purple;
        mark_[t] = true;
      }
    }
    if (color_[s] == Colour::orange) {
      color_[s] = Colour::green;
    } else if (color_[s] == Colour::purple) {
      if (mark_[s]) {
        color_[s] = Colour::green;
        visit_rest(s, &Paper::colored_dest);
      } else {
        color_[s] = Colour::red;
      }
    }
  }

  void weighted_dest(StateId s) {  // Algorithm 9
    States todo = reduced(s);
    visited.insert(s);
    color_[s] = Colour::orange;
    mark_[s] = false;
    ++d_;
    depth_[s] = d_;
    if (!is_partial(s)) {
      color_[s] = Colour::green;
      e_.push_back(d_);
    }
    while (!todo.empty()) {
      const StateId t = pick(todo);
      if (visited.count(t) == 0) {
        weighted_dest(t);
        if (color_[s] == Colour::orange && color_[t] == Colour::red) color_[s] = Colour::purple;  // 15, 16
      } else if (is_open(s) && color_[t] != Colour::green) {
        color_[s] = Colour::purple;
        if (is_open(t)) {
          if (e_.empty() || depth_[t] > e_.back()) mark_[t] = true;  // 20, 21
        } else if (color_[t] == Colour::red) {
          color_[s] = Colour::green;
          e_.push_back(d_);
          add_rest(todo, s);
        }
      }
    }
    if (color_[s] == Colour::green) {
      e_.pop_back();
    } else if (color_[s] == Colour::orange) {
      color_[s] = Colour::green;
    } else if (mark_[s]) {
      color_[s] = Colour::green;
      e_.push_back(d_);
      visit_rest(s, &Paper::weighted_dest);
      e_.pop_back();
    } else {
      color_[s] = Colour::red;
    }
    --d_;
  }

 private:
  States chosen(StateId s, std::uint32_t set) const {
    States result;
    const auto targets = system_.graph.targets(s);
    for (std::size_t i = 0; i < targets.size(); ++i)
      if ((set >> i & 1) != 0) result.push_back(targets[i]);
    return result;
  }
  std::uint32_t reduced_set(StateId s) const { return system_.candidates[s].front(); }
  States reduced(StateId s) const { return chosen(s, reduced_set(s)); }
  bool is_partial(StateId s) const { return reduced_set(s) != system_.all(s); }
  static StateId pick(States& todo) {
    const StateId t = todo.front();
    todo.pop_front();
    return t;
  }
  void add_rest(States& todo, StateId s) {
    for (const StateId t : chosen(s, system_.all(s) & ~reduced_set(s))) todo.push_back(t);
    if (is_partial(s)) expanded.insert(s);
  }
  void visit_rest(StateId s, void (Paper::*procedure)(StateId)) {
    States todo;
    add_rest(todo, s);
    while (!todo.empty()) {
      const StateId t = pick(todo);
      if (visited.count(t) == 0) (this->*procedure)(t);
    }
  }
  bool is_open(StateId s) const { return color_[s] == Colour::orange || color_[s] == Colour::purple; }
  void expand(StateId s, States& todo) {  // Algorithm 4, 26 to 30
    add_rest(todo, s);
    color_[s] = Colour::green;
    ++w_;
  }
  void close_weighted(StateId s) {  // Algorithm 4, 22 to 25
    if (color_[s] == Colour::green)
      --w_;
    else
      color_[s] = color_[s] == Colour::orange ? Colour::green : Colour::red;
  }

  const ReducedSystem& system_;
  std::vector<Colour> color_;
  std::vector<bool> mark_;
  std::vector<int> weight_;
  std::vector<int> depth_;
  int w_ = 0;
  int d_ = 0;
  std::vector<int> e_;
};

struct Algorithm {
  const char* name;
  void (Paper::*procedure)(StateId);
};

constexpr Algorithm printed[] = {{"Source", &Paper::source},
                                 {"CondSource", &Paper::cond_source},
                                 {"CondSourceKnown", &Paper::cond_source_known},
                                 {"WeightedSource", &Paper::weighted_source},
                                 {"WeightedSourceKnown", &Paper::weighted_source_known},
                                 {"Dest", &Paper::dest},
                                 {"CondDestUnknown", &Paper::cond_dest_unknown},
                                 {"ColoredDest", &Paper::colored_dest},
                                 {"WeightedDest", &Paper::weighted_dest}};

TEST(Printed, AlgorithmsExpandTheSameStates) {
#ifdef LARIAT_SLOW_BUILD
  constexpr std::uint64_t systems = 300;
#else
  constexpr std::uint64_t systems = 3000;
#endif
  std::set<std::size_t> different;  // numbers of expanded states that the algorithms come to for one system
  for (std::uint64_t seed = 1; seed <= systems && !HasFailure(); ++seed) {
    std::mt19937_64 random(seed);
    const ReducedSystem system = random_system(random, {.max_states = seed % 10 == 0 ? 40U : 12U, .mark_percent = 0});
    std::set<std::size_t> numbers;
    for (const Algorithm& algorithm : printed) {
      Paper paper(system);
      paper.run(algorithm.procedure);
      const auto proviso = reduce::make_reduction({*parse_proviso(algorithm.name)});
      Witness witness(*proviso);
      ReducedView<BuchiView> space(system, &witness);
      search::Statistics statistics;
      EXPECT_FALSE(search::SdSearch(space, statistics).run());
      std::set<StateId> visited;
      for (const auto& [s, entered] : witness.entered()) visited.insert(s);
      EXPECT_EQ(visited, paper.visited) << algorithm.name << ", seed " << seed << "\n" << system.text();
      EXPECT_EQ(witness.expanded_states(), paper.expanded) << algorithm.name << ", seed " << seed << "\n" << system.text();
      numbers.insert(paper.expanded.size());
    }
    different.insert(numbers.size());
  }
  EXPECT_GT(*different.rbegin(), 4U) << "the systems do not tell the algorithms apart";
}

}  // namespace
}  // namespace lariat::reduce
