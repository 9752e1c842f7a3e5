// SPDX-License-Identifier: Apache-2.0
// The product of a space with the non-progress automaton: "from some point on, never a progress state".
//   G. Holzmann, D. Peled, M. Yannakakis. On nested depth first search. SPIN 1996, Fig. 6.
//
//     wait:   do  :: skip  :: !progress -> break  od;
//     accept: do  :: !progress  od
//
// The automaton moves with each transition of the space and reads the state that is left. It is weak, so sd may be used. A
// state is 2s in `wait` and 2s+1 in `accept`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "lariat/space/space.hpp"

namespace lariat {

// The accepting states of the space are its progress states.
template <BuchiSpace S>
class NonprogressProduct {
 public:
  explicit NonprogressProduct(S& space) : space_(&space) {
    for (const StateId s : space.initial()) initial_.push_back(id(s, 0));
  }

  const std::vector<StateId>& initial() const { return initial_; }
  bool accepting(StateId s) const { return s % 2 == 1; }
  void post(StateId from, std::vector<StateId>& arena) {
    successors_.clear();
    space_->post(from / 2, successors_);
    const bool waiting = from % 2 == 0;
    if (waiting)
      for (const StateId t : successors_) arena.push_back(id(t, 0));
    if (!space_->accepting(from / 2))
      for (const StateId t : successors_) arena.push_back(id(t, 1));
  }
  std::size_t state_bound() const requires BoundedSpace<S> { return 2 * space_->state_bound(); }

  // The transition of the original space that a transition of the product corresponds to (space/project.hpp).
  S& original_space() { return *space_; }
  StateId original_state(StateId s) const { return s / 2; }
  std::uint32_t original_choice(StateId source, std::uint32_t choice) {
    if (source % 2 == 1) return choice;
    successors_.clear();
    space_->post(source / 2, successors_);
    return choice % static_cast<std::uint32_t>(successors_.size());
  }

 private:
  static StateId id(StateId s, unsigned state) {
    if (s >= no_state / 2) throw std::length_error("too many states for the product with the non-progress automaton");
    return 2 * s + state;
  }
  S* space_;
  std::vector<StateId> initial_;
  std::vector<StateId> successors_;
};

}  // namespace lariat
