// SPDX-License-Identifier: Apache-2.0
// Spaces that may be explored by reduced sets: the interface between partial-order reduction and a search.
//
// The space has, for each state, a reduced set of its transitions, which is enough as long as no transition is put off for
// ever. The cycle proviso, a Reduction, ensures that: the depth-first search that explores the space first reports to it what
// happens on the stack, and it decides which states need all their transitions. Later searches, within the same check or for
// the transitions of a counterexample, must see the same graph; they call post_again.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/space/space.hpp"

namespace lariat {

// The targets of transitions, of either kind of space.
class Targets {
 public:
  explicit Targets(std::span<const StateId> ids) : ids_(ids.data()), size_(ids.size()) {}
  explicit Targets(std::span<const Successor> successors) : successors_(successors.data()), size_(successors.size()) {}
  std::size_t size() const { return size_; }
  StateId operator[](std::size_t i) const { return ids_ != nullptr ? ids_[i] : successors_[i].target; }

 private:
  const StateId* ids_ = nullptr;
  const Successor* successors_ = nullptr;
  std::size_t size_;
};

// The kinds of searches that provisos distinguish.
enum class SearchKind {
  plain,       // one depth-first search for an accepting cycle, which forgets finished states: sd, reach
  nested,      // a depth-first search and a second one that starts from finished states: hpy, se, and, gmz, tau
  components,  // a search that knows the strongly connected components: tarjan, gv, c99, ascc
  deadlocks,   // a walk that looks for deadlocks only
  safety,      // a walk that looks for faults, invariants or goals
};

struct ReductionStatistics {
  std::uint64_t partial = 0;   // states entered with a reduced set
  std::uint64_t expanded = 0;  // of these, states that were expanded
  std::uint64_t bytes = 0;     // arrays with one entry per state
};

// A cycle proviso during one search. The first search reports what happens to the states on its stack; the return values say
// when it has to explore the remaining transitions of the state on top.
class Reduction {
 public:
  Reduction() = default;
  Reduction(const Reduction&) = delete;
  Reduction& operator=(const Reduction&) = delete;
  virtual ~Reduction() = default;

  // The state s is pushed. Its transitions, all of them unless `partial`, lead to `targets`; `taken` transitions of the state
  // below were taken, the last one to s. True: the remaining transitions are to be explored, too, and this is known at once.
  virtual bool enter(StateId s, bool partial, Targets targets, std::uint32_t taken) = 0;
  // A transition of the state on top leads to t, which was entered before. True: the remaining transitions are to be explored,
  // too.
  virtual bool meet(StateId t) = 0;
  // The transitions of the state on top are explored. True: the remaining ones are to be explored, too; finish is then called
  // again.
  virtual bool finish() = 0;
  // The state on top is popped.
  virtual void leave() = 0;

  // True if the first search tries several candidate sets for each state and keeps the first that is accepted.
  virtual bool chooses_candidates() const { return false; }
  virtual bool accepts(StateId /*s*/, Targets /*targets*/) const { return true; }
  // Called instead of enter: s is pushed with its candidate set of that number, from 1; 0: none was accepted, or there is
  // nothing to choose because the first set has all transitions (not `partial`), and all are explored.
  virtual void enter_candidate(StateId /*s*/, unsigned /*number*/, bool /*partial*/) {}

  // The transitions of s that the first search explored.
  struct Selection {
    enum class Kind : std::uint8_t {
      all,        // all transitions
      reduced,    // those of post_reduced
      candidate,  // those of a candidate set
      visited     // at least the transitions that lead to visited states
    };
    Kind kind;
    unsigned candidate = 0;
  };
  virtual Selection selection(StateId s) const = 0;
  virtual bool visited(StateId /*s*/) const { return true; }
  // The proviso by which later searches decide anew what to explore; null: they explore what the first one did.
  virtual Reduction* anew() { return nullptr; }
  virtual bool decides_anew() const { return false; }

  // For messages: the proviso's name, and the proviso to use in searches that do not know components.
  virtual std::string_view name() const = 0;
  virtual bool needs_components() const { return false; }
  virtual std::string without_components() const { return std::string(name()); }
  // True if it preserves reachability, but not every infinite run.
  virtual bool for_safety_only() const { return false; }
  virtual ReductionStatistics statistics() const = 0;
};

// A space that may be explored by reduced sets. `post` still appends all transitions; the reduced set depends on the state
// alone.
template <class S>
concept ReducibleSpace = Space<S> && requires(S& space, StateId s, unsigned k, std::vector<successor_t<S>>& arena) {
  { space.reduction() } -> std::same_as<Reduction*>;       // null: nothing is reduced, and only post is used
  { space.post_reduced(s, arena) } -> std::same_as<bool>;  // appends the reduced set; true: there are more transitions
  { space.post_rest(s, arena) } -> std::same_as<void>;     // appends the remaining transitions
  {
    space.post_candidate(s, k, arena)
    } -> std::same_as<bool>;  // the k-th candidate set, the 0th is the reduced one; false:
                              // there are not so many, nothing is appended
};

// The reduction of a space, or null.
template <Space S>
Reduction* reduction_of(S& space) {
  if constexpr (ReducibleSpace<S>)
    return space.reduction();
  else
    return nullptr;
}

// Appends the transitions of s that the first search explored, or will have explored when it leaves s; with a reduction that
// keeps `visited` only, others between visited states as well.
template <Space S>
void post_again(S& space, StateId s, std::vector<successor_t<S>>& arena) {
  if constexpr (ReducibleSpace<S>) {
    if (const Reduction* reduction = space.reduction(); reduction != nullptr) {
      const Reduction::Selection selection = reduction->selection(s);
      switch (selection.kind) {
        case Reduction::Selection::Kind::all:
          space.post(s, arena);
          return;
        case Reduction::Selection::Kind::reduced:
          space.post_reduced(s, arena);
          return;
        case Reduction::Selection::Kind::candidate:
          space.post_candidate(s, selection.candidate, arena);
          return;
        case Reduction::Selection::Kind::visited: {
          const auto begin = static_cast<std::ptrdiff_t>(arena.size());
          space.post(s, arena);
          arena.erase(std::remove_if(arena.begin() + begin, arena.end(),
                                     [&](const auto& t) { return !reduction->visited(target_of(t)); }),
                      arena.end());
          return;
        }
      }
    }
  }
  space.post(s, arena);
}

}  // namespace lariat
