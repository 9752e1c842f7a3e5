// SPDX-License-Identifier: Apache-2.0
// Conversions between Büchi and generalised Büchi spaces.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lariat/space/reducible.hpp"
#include "lariat/space/space.hpp"

namespace lariat {

// A space with the transitions of another in the other form: `Transition` is Successor, without marks, for a Büchi space, and
// StateId for a generalised one. Derived classes say what is accepting.
template <Space S, class Transition>
class Converted {
 public:
  explicit Converted(S& space) : space_(&space) {}
  decltype(auto) initial() const { return space_->initial(); }
  void post(StateId s, std::vector<Transition>& arena) {
    successors_.clear();
    space_->post(s, successors_);
    append(arena);
  }
  Reduction* reduction() const requires ReducibleSpace<S> { return space_->reduction(); }
  bool post_reduced(StateId s, std::vector<Transition>& arena) requires ReducibleSpace<S> {
    successors_.clear();
    const bool partial = space_->post_reduced(s, successors_);
    append(arena);
    return partial;
  }
  void post_rest(StateId s, std::vector<Transition>& arena) requires ReducibleSpace<S> {
    successors_.clear();
    space_->post_rest(s, successors_);
    append(arena);
  }
  bool post_candidate(StateId s, unsigned k, std::vector<Transition>& arena) requires ReducibleSpace<S> {
    successors_.clear();
    const bool exists = space_->post_candidate(s, k, successors_);
    append(arena);
    return exists;
  }
  std::size_t state_bound() const requires BoundedSpace<S> { return space_->state_bound(); }

 protected:
  S& space() const { return *space_; }

 private:
  void append(std::vector<Transition>& arena) const {
    for (const auto& transition : successors_) {
      if constexpr (std::same_as<Transition, Successor>)
        arena.push_back({target_of(transition), 0});
      else
        arena.push_back(target_of(transition));
    }
  }

  S* space_;
  std::vector<successor_t<S>> successors_;
};

// A Büchi space as a generalised one with the single set 0.
template <BuchiSpace S>
class OneSet : public Converted<S, Successor> {
 public:
  explicit OneSet(S& space) : Converted<S, Successor>(space) {}
  unsigned sets() const { return 1; }
  Marks marks(StateId s) const { return this->space().accepting(s) ? 1 : 0; }
};

// A generalised space with no sets, of which every infinite run is accepting, as a Büchi space.
template <GeneralisedSpace S>
class AllAccepting : public Converted<S, StateId> {
 public:
  explicit AllAccepting(S& space) : Converted<S, StateId>(space) {}
  bool accepting(StateId /*s*/) const { return true; }

  // The transition of the original space that the given one stands for (space/project.hpp).
  S& original_space() { return this->space(); }
  StateId original_state(StateId s) const { return s; }
  std::uint32_t original_choice(StateId /*source*/, std::uint32_t choice) const { return choice; }
};

}  // namespace lariat
