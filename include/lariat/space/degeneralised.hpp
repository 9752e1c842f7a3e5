// SPDX-License-Identifier: Apache-2.0
// A generalised space as a Büchi space: copies of each state that count the acceptance sets met, made on the fly.
//
// Sets on states only, n of them: n copies. Copy i waits for set i; leaving a state of that set leads to copy i+1 mod n, and
// the states of set 0 in copy 0 are accepting.
//
// Sets on transitions as well: n+1 copies. Copy i < n waits for set i, copy n is accepting and waits for set 0 again; one
// transition may pass several copies, if it belongs to all their sets.
//
// The i-th successor of a copy is a copy of the i-th successor of its state, so a lasso is projected back step by step
// (space/project.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "lariat/space/reducible.hpp"
#include "lariat/space/space.hpp"

namespace lariat {

// Where there are sets on transitions: the copy that a transition with these marks, its source's among them, leads to from copy
// `level`.
constexpr unsigned next_level(unsigned level, Marks marks, unsigned sets) {
  if (level == sets) level = 0;
  while (level < sets && (marks >> level & 1) != 0) ++level;
  return level;
}

template <GeneralisedSpace S>
class Degeneralised {
 public:
  // `state_based`: the caller guarantees that no transition has marks. The space must have at least one set, and outlive this
  // one.
  Degeneralised(S& space, bool state_based)
      : space_(&space), sets_(space.sets()), state_based_(state_based), copies_(state_based ? sets_ : sets_ + 1) {
    for (const StateId s : space.initial()) initial_.push_back(copy(s, 0));
  }

  unsigned copies() const { return copies_; }
  const std::vector<StateId>& initial() const { return initial_; }
  bool accepting(StateId id) const {
    const unsigned level = id % copies_;
    return state_based_ ? level == 0 && (space_->marks(id / copies_) & 1) != 0 : level == sets_;
  }
  void post(StateId id, std::vector<StateId>& arena) {
    successors_.clear();
    space_->post(id / copies_, successors_);
    append_copies(id, arena);
  }
  // The reduced set of a copy is that of its state.
  Reduction* reduction() const requires ReducibleSpace<S> { return space_->reduction(); }
  bool post_reduced(StateId id, std::vector<StateId>& arena) requires ReducibleSpace<S> {
    successors_.clear();
    const bool partial = space_->post_reduced(id / copies_, successors_);
    append_copies(id, arena);
    return partial;
  }
  void post_rest(StateId id, std::vector<StateId>& arena) requires ReducibleSpace<S> {
    successors_.clear();
    space_->post_rest(id / copies_, successors_);
    append_copies(id, arena);
  }
  bool post_candidate(StateId id, unsigned k, std::vector<StateId>& arena) requires ReducibleSpace<S> {
    successors_.clear();
    const bool exists = space_->post_candidate(id / copies_, k, successors_);
    append_copies(id, arena);
    return exists;
  }
  std::size_t state_bound() const requires BoundedSpace<S> { return space_->state_bound() * copies_; }

  // The transition of the original space that a transition of a copy corresponds to.
  S& original_space() { return *space_; }
  StateId original_state(StateId id) const { return id / copies_; }
  std::uint32_t original_choice(StateId /*source*/, std::uint32_t choice) const { return choice; }

 private:
  StateId copy(StateId s, unsigned level) const {
    const std::uint64_t id = std::uint64_t{s} * copies_ + level;
    if (id >= no_state) throw std::length_error("too many states for the copies that degeneralisation makes of them");
    return static_cast<StateId>(id);
  }
  // The transitions of the state that id is a copy of are in successors_.
  void append_copies(StateId id, std::vector<StateId>& arena) const {
    const Marks marks = space_->marks(id / copies_);
    for (const Successor& t : successors_) arena.push_back(copy(t.target, next(id % copies_, marks | t.marks)));
  }
  unsigned next(unsigned level, Marks marks) const {
    if (state_based_) return (marks >> level & 1) != 0 ? (level + 1) % sets_ : level;
    return next_level(level, marks, sets_);
  }

  S* space_;
  unsigned sets_;
  bool state_based_;
  unsigned copies_;
  std::vector<StateId> initial_;
  std::vector<Successor> successors_;
};

}  // namespace lariat
