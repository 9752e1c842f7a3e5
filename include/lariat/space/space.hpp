// SPDX-License-Identifier: Apache-2.0
// The successor concept, on which every search is written.
//
// A space is a directed graph produced on the fly. Its states are dense ids: small numbers that a search may use to index
// arrays. Acceptance is Büchi on states (BuchiSpace) or generalised Büchi on states and transitions (GeneralisedSpace).
//
// A class that changes a space (degeneralisation, a product, a reduction, counting) wraps it and is a space itself.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <ranges>
#include <vector>

namespace lariat {

// A state, numbered densely from 0.
using StateId = std::uint32_t;

// No state: never a valid id.
inline constexpr StateId no_state = std::numeric_limits<StateId>::max();

// A set of acceptance sets: bit i stands for set i. Hence at most 64 sets.
using Marks = std::uint64_t;

inline constexpr unsigned max_sets = 64;

// All of the first `sets` acceptance sets.
constexpr Marks all_sets(unsigned sets) { return sets >= max_sets ? ~Marks{0} : (Marks{1} << sets) - 1; }

// A transition of a generalised space: its target, and the acceptance sets that it belongs to.
struct Successor {
  StateId target;
  Marks marks;
  friend bool operator==(const Successor&, const Successor&) = default;
};

// The initial states: any range of states. A single one is `std::array{StateId{0}}`.
template <class S>
concept HasInitial = requires(S& space) {
  requires std::ranges::input_range<decltype(space.initial())>;
  requires std::convertible_to<std::ranges::range_reference_t<decltype(space.initial())>, StateId>;
};

// A graph with accepting states. A run is accepting if it visits accepting states infinitely often.
template <class S>
concept BuchiSpace = HasInitial<S> && requires(S& space, StateId s, std::vector<StateId>& arena) {
  { space.accepting(s) } -> std::same_as<bool>;
  { space.post(s, arena) } -> std::same_as<void>;  // appends all successors of s, always in the same order
};

// A graph with acceptance sets 0 .. sets()-1 on states and transitions. A run is accepting if it meets each set infinitely
// often, be it at a state or on a transition; with no sets every infinite run is accepting.
template <class S>
concept GeneralisedSpace = HasInitial<S> && requires(S& space, StateId s, std::vector<Successor>& arena) {
  { space.sets() } -> std::convertible_to<unsigned>;
  { space.marks(s) } -> std::same_as<Marks>;       // the sets that s itself belongs to
  { space.post(s, arena) } -> std::same_as<void>;  // appends all transitions of s, always in the same order
};

template <class S>
concept Space = BuchiSpace<S> || GeneralisedSpace<S>;

// A space that knows beforehand how many states it may have: ids are below state_bound(). Arrays are then allocated once.
template <class S>
concept BoundedSpace = Space<S> && requires(const S& space) {
  { space.state_bound() } -> std::convertible_to<std::size_t>;
};

// The following functions let one algorithm serve both kinds of spaces, at no cost for Büchi spaces.

template <Space S>
struct SuccessorOf {
  using type = StateId;
};
template <GeneralisedSpace S>
struct SuccessorOf<S> {
  using type = Successor;
};

// The type that post of this space appends: StateId or Successor.
template <Space S>
using successor_t = typename SuccessorOf<S>::type;

constexpr StateId target_of(StateId t) { return t; }
constexpr StateId target_of(const Successor& t) { return t.target; }
constexpr Marks marks_of(StateId) { return 0; }
constexpr Marks marks_of(const Successor& t) { return t.marks; }

// The acceptance sets of a state; a Büchi space has the one set 0.
template <Space S>
Marks state_marks(S& space, StateId s) {
  if constexpr (GeneralisedSpace<S>)
    return space.marks(s);
  else
    return space.accepting(s) ? 1 : 0;
}

// The acceptance sets that a cycle must meet.
template <Space S>
Marks required_marks(S& space) {
  if constexpr (GeneralisedSpace<S>)
    return all_sets(space.sets());
  else
    return 1;
}

// An upper bound on the ids, or 0 where it is not known beforehand.
template <Space S>
std::size_t state_bound(const S& space) {
  if constexpr (BoundedSpace<S>)
    return space.state_bound();
  else
    return 0;
}

}  // namespace lariat
