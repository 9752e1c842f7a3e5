// SPDX-License-Identifier: Apache-2.0
// Conversions between Büchi and generalised Büchi spaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lariat/space/reducible.hpp"
#include "lariat/space/space.hpp"

namespace lariat {

// A Büchi space as a generalised one with the single set 0.
template <BuchiSpace S>
class OneSet {
 public:
  explicit OneSet(S& space) : space_(&space) {}
  decltype(auto) initial() const { return space_->initial(); }
  unsigned sets() const { return 1; }
  Marks marks(StateId s) const { return space_->accepting(s) ? 1 : 0; }
  void post(StateId s, std::vector<Successor>& arena) {
    successors_.clear();
    space_->post(s, successors_);
    append(arena);
  }
  Reduction* reduction() const requires ReducibleSpace<S> { return space_->reduction(); }
  bool post_reduced(StateId s, std::vector<Successor>& arena) requires ReducibleSpace<S> {
    successors_.clear();
    const bool partial = space_->post_reduced(s, successors_);
    append(arena);
    return partial;
  }
  void post_rest(StateId s, std::vector<Successor>& arena) requires ReducibleSpace<S> {
    successors_.clear();
    space_->post_rest(s, successors_);
    append(arena);
  }
  bool post_candidate(StateId s, unsigned k, std::vector<Successor>& arena) requires ReducibleSpace<S> {
    successors_.clear();
    const bool exists = space_->post_candidate(s, k, successors_);
    append(arena);
    return exists;
  }
  std::size_t state_bound() const requires BoundedSpace<S> { return space_->state_bound(); }

 private:
  void append(std::vector<Successor>& arena) const {
    for (const StateId t : successors_) arena.push_back({t, 0});
  }

  S* space_;
  std::vector<StateId> successors_;
};

// A generalised space with no sets, of which every infinite run is accepting, as a Büchi space.
template <GeneralisedSpace S>
class AllAccepting {
 public:
  explicit AllAccepting(S& space) : space_(&space) {}
  decltype(auto) initial() const { return space_->initial(); }
  bool accepting(StateId /*s*/) const { return true; }
  void post(StateId s, std::vector<StateId>& arena) {
    successors_.clear();
    space_->post(s, successors_);
    append(arena);
  }
  Reduction* reduction() const requires ReducibleSpace<S> { return space_->reduction(); }
  bool post_reduced(StateId s, std::vector<StateId>& arena) requires ReducibleSpace<S> {
    successors_.clear();
    const bool partial = space_->post_reduced(s, successors_);
    append(arena);
    return partial;
  }
  void post_rest(StateId s, std::vector<StateId>& arena) requires ReducibleSpace<S> {
    successors_.clear();
    space_->post_rest(s, successors_);
    append(arena);
  }
  bool post_candidate(StateId s, unsigned k, std::vector<StateId>& arena) requires ReducibleSpace<S> {
    successors_.clear();
    const bool exists = space_->post_candidate(s, k, successors_);
    append(arena);
    return exists;
  }
  std::size_t state_bound() const requires BoundedSpace<S> { return space_->state_bound(); }

  // The transition of the original space that the given one stands for (space/project.hpp).
  S& original_space() { return *space_; }
  StateId original_state(StateId s) const { return s; }
  std::uint32_t original_choice(StateId /*source*/, std::uint32_t choice) const { return choice; }

 private:
  void append(std::vector<StateId>& arena) const {
    for (const Successor& t : successors_) arena.push_back(t.target);
  }

  S* space_;
  std::vector<Successor> successors_;
};

}  // namespace lariat
