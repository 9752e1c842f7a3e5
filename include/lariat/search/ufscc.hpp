// SPDX-License-Identifier: Apache-2.0
// ufscc: components found by several workers on a shared union-find.
//   V. Bloemen, A. Laarman, J. van de Pol. Multi-core on-the-fly SCC decomposition. PPoPP 2016; with acceptance sets as in
//   V. Bloemen, J. van de Pol. Multi-core SCC-based LTL model checking. HVC 2016.
//
// Takes generalised acceptance on states and transitions. Finds a lasso iff there is one, as soon as workers have met all
// acceptance sets inside a partial component. Workers share the partial components (parallel/shared_sets.hpp) with the list of
// states in each that are still to be explored: who comes to a component that another worker is in helps to explore it. Each
// worker has a stack R of states, one in each partial component on its path, as in c99.
//
//   1  explore(v):  push v on R
//   2               while v is on top of R and there is a busy state u in v's set:
//   3                 for t in post(u), in the worker's own order:
//   4                   claim t:  dead    -> nothing
//   5                             success -> explore(t)
//   6                             found   -> while t and v are in different sets: r := pop R; unite r and the top of R
//   7                   if v and t are in one set: add the marks of u and of the transition to it;
//   8                                              if it has all marks: report a cycle
//   9                 u is no longer busy
//  10               if v is on top of R: v's set is dead; pop R
//
// Marks of the transition that led to r are added when r is united (line 6), to find cycles early; line 7 does not miss those
// that other workers unite. A state u may still be on its way into v's set, whose list it was found in: so v is asked about.
// The lasso is searched for in the component after all workers have stopped. docs/algorithms.md says why a set whose list is
// empty is a component, and why none with all marks is missed.
//
// Departs from the papers: explicit stack; line 2 leaves v when it is not on top of R any more, so that a worker alone calls
// post once per state: the call of explore that has the top of R goes on with what is busy in the united set.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "lariat/parallel/joint_search.hpp"
#include "lariat/parallel/shared_sets.hpp"
#include "lariat/parallel/worker_stack.hpp"
#include "lariat/search/ascc.hpp"
#include "lariat/search/statistics.hpp"
#include "lariat/search/team.hpp"
#include "lariat/search/trace_search.hpp"
#include "lariat/space/choices.hpp"

namespace lariat::search {

// The part of a space that workers have claimed and that is not known to be complete components, from one of its states on.
template <Space S>
class LivePart {
 public:
  LivePart(S& space, parallel::SharedSets& sets, StateId first) : space_(space), sets_(sets), initial_{first} {}
  const std::array<StateId, 1>& initial() const { return initial_; }
  bool accepting(StateId s) const requires BuchiSpace<S> { return space_.accepting(s); }
  unsigned sets() const requires GeneralisedSpace<S> { return space_.sets(); }
  Marks marks(StateId s) const requires GeneralisedSpace<S> { return space_.marks(s); }
  void post(StateId s, std::vector<successor_t<S>>& arena) {
    const auto begin = static_cast<std::ptrdiff_t>(arena.size());
    space_.post(s, arena);
    arena.erase(
        std::remove_if(arena.begin() + begin, arena.end(), [this](const auto& t) { return !sets_.is_live(target_of(t)); }),
        arena.end());
  }

 private:
  S& space_;
  parallel::SharedSets& sets_;
  std::array<StateId, 1> initial_;
};

template <Space S>
class alignas(64) UfsccWorker {
  using Sets = parallel::SharedSets;

 public:
  UfsccWorker(S& space, Statistics& statistics, unsigned number, parallel::JointSearch& search, Sets& sets)
      : space_(space),
        statistics_(statistics),
        number_(number),
        search_(search),
        sets_(sets),
        required_(required_marks(space)) {}
  ~UfsccWorker() {
    statistics_.stack_bytes +=
        frames_.capacity() * sizeof(Frame) + roots_.capacity() * sizeof(Root) + arena_.capacity() * sizeof(successor_t<S>);
  }

  void run() {
    for (const StateId s0 : space_.initial()) {
      if (search_.is_over()) return;
      claim(s0, 0);
      while (!frames_.empty() && !search_.is_over()) step();
    }
  }

  // The lasso that this worker reported. Only when all workers have stopped. The states of a set are in one component, but
  // the paths between them may lead through other sets that are not complete: these are searched. The way to the last state
  // that the worker explored is its stack, as long as the stack is a path.
  Lasso lasso() {
    const StateId goal = frames_.back().u;
    Lasso lasso;
    std::size_t i = 0;
    while (i + 1 < frames_.size() && frames_[i].u == frames_[i].v) lasso.stem.push_back(taken_step(i++));
    if (frames_[i].v != goal)
      TraceSearch<S>(space_).append_path(
          lasso.stem, frames_[i].v, [this](StateId t) { return sets_.is_live(t); },
          [goal](const Step& step) { return step.target == goal; });
    begin_trace(space_);
    LivePart<S> part(space_, sets_, goal);
    Statistics ignored;
    std::optional<Lasso> rest = AsccSearch<LivePart<S>>(part, ignored).run();
    if (!rest) throw std::logic_error("ufscc: the component that was reported has no accepting cycle");
    lasso.stem.insert(lasso.stem.end(), rest->stem.begin(), rest->stem.end());
    lasso.cycle = std::move(rest->cycle);
    find_choices(space_, lasso);
    return lasso;
  }

 private:
  struct Frame {
    std::size_t begin;    // of the successors of u in the arena
    StateId v;            // the call explore(v)
    StateId u;            // the state of v's set that is being explored; no_state: none
    std::uint32_t taken;  // successors
    Marks marks;          // of u
  };
  struct Root {
    StateId state;
    Marks arrival;  // of the transition that led to it, and of that one's source
  };

  // Comes to t by a transition with these marks.
  Sets::Claim claim(StateId t, Marks arrival) {
    parallel::pause_point(space_);
    const Sets::Claim claimed = sets_.claim(t, number_);  // 4
    if (claimed == Sets::Claim::first) ++statistics_.states;
    if (claimed != Sets::Claim::first && claimed != Sets::Claim::success) return claimed;
    frames_.push_back({arena_.size(), t, no_state, 0, 0});  // 5
    roots_.push_back({t, arrival});                         // 1
    statistics_.max_depth = std::max<std::uint64_t>(statistics_.max_depth, frames_.size());
    statistics_.roots = std::max<std::uint64_t>(statistics_.roots, roots_.size());
    return claimed;
  }

  void step() {
    Frame& frame = frames_.back();
    if (frame.u == no_state) {
      if (roots_.back().state != frame.v) return leave();
      parallel::pause_point(space_);
      frame.u = sets_.pick(frame.v);  // 2
      if (frame.u == no_state) return leave();
      frame.taken = 0;
      frame.marks = state_marks(space_, frame.u);
      space_.post(frame.u, arena_);
      for (std::size_t i = frame.begin; i < arena_.size(); ++i) sets_.prefetch(target_of(arena_[i]));
    }
    const auto count = static_cast<std::uint32_t>(arena_.size() - frame.begin);
    if (frame.taken == count) {
      sets_.finish(frame.u);  // 9
      frame.u = no_state;
      arena_.resize(frame.begin);
      return;
    }
    const std::uint32_t choice = parallel::Order(frame.u, number_).choice(frame.taken++, count);  // 3
    const auto transition = arena_[frame.begin + choice];
    const StateId t = target_of(transition);
    const Marks met = frame.marks | marks_of(transition);
    if (claim(t, met) != Sets::Claim::found) return;
    unite_with(t);
    add(t, met);  // 7
  }

  // The worker has come back to a set on its path: all above it is in one component.
  void unite_with(StateId t) {
    while (!sets_.same(t, frames_.back().v)) {  // 6
      parallel::pause_point(space_);
      if (roots_.size() < 2) throw std::logic_error("ufscc: a set of the worker is not on its path");
      const Root r = roots_.back();
      roots_.pop_back();
      sets_.unite(r.state, roots_.back().state);
      add(r.state, r.arrival);
    }
  }

  void add(StateId s, Marks more) {
    parallel::pause_point(space_);
    if ((sets_.add_marks(s, more) & required_) == required_) search_.report(number_);  // 8
  }

  void leave() {
    const StateId v = frames_.back().v;
    if (roots_.back().state == v) roots_.pop_back();  // 10
    frames_.pop_back();
    if (frames_.empty()) return;
    const Frame& frame = frames_.back();
    if (sets_.same(frame.v, v)) add(v, frame.marks | taken_step(frames_.size() - 1).marks);  // 7
  }

  // The step taken last from the state that the frame explores.
  Step taken_step(std::size_t i) const {
    const Frame& from = frames_[i];
    const std::size_t end = i + 1 < frames_.size() ? frames_[i + 1].begin : arena_.size();
    const auto count = static_cast<std::uint32_t>(end - from.begin);
    const std::uint32_t choice = parallel::Order(from.u, number_).choice(from.taken - 1, count);
    const auto& transition = arena_[from.begin + choice];
    return {from.u, choice, target_of(transition), marks_of(transition)};
  }

  S& space_;
  Statistics& statistics_;
  unsigned number_;
  parallel::JointSearch& search_;
  Sets& sets_;
  Marks required_;
  std::vector<Frame> frames_;
  std::vector<Root> roots_;
  std::vector<successor_t<S>> arena_;
};

template <Space S>
class UfsccSearch : public Team<S, UfsccWorker<S>, parallel::SharedSets, parallel::SharedSets::max_workers> {
 public:
  using Team<S, UfsccWorker<S>, parallel::SharedSets, parallel::SharedSets::max_workers>::Team;
};

}  // namespace lariat::search
