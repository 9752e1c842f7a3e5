// SPDX-License-Identifier: Apache-2.0
// The form of an automaton that algorithms work on: one initial state, generalised Büchi acceptance on transitions, easy to
// change. Its labels live in a Labels that all steps of one task share. `publish` makes an Automaton of it, which owns its
// labels and is never changed; `adopt` goes the other way. All algorithms on automata are written for this form, except the
// searches of search/, which need a space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lariat/automata/automaton.hpp"
#include "lariat/automata/labels.hpp"
#include "lariat/space/counting.hpp"
#include "lariat/space/space.hpp"

namespace lariat::automata {

struct Transition {
  StateId target = 0;
  LabelId label = Labels::always;
  Marks marks = 0;
  friend bool operator==(const Transition&, const Transition&) = default;
};

struct Tgba {
  std::vector<std::vector<Transition>> post;  // by state
  StateId initial = 0;
  unsigned sets = 0;

  std::size_t states() const { return post.size(); }
  std::size_t edges() const;
};

// Labels and limits that all steps of one task share.
struct Context {
  Labels labels;
  std::uint32_t atoms = 0;  // labels of automata speak of variables below; the steps use those from here on for themselves
  Limits limits = {};
  std::size_t max_states = 0;  // of any automaton on the way; Stopped is thrown beyond

  void check_states(std::size_t states) const;
  // Counts steps of any kind that take time, and looks at the limits every few thousand steps. Throws Stopped at a limit.
  void tick(std::size_t steps = 1) {
    steps_ += steps;
    if (steps_ >= next_look_) look_at_limits();
  }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t max_steps = std::numeric_limits<std::uint64_t>::max();  // Stopped is thrown when `steps` is beyond

 private:
  void look_at_limits();
  std::uint64_t steps_ = 0;
  std::uint64_t next_look_ = 0;
};

// Fewer states, or as many and fewer transitions.
bool smaller(const Tgba& a, const Tgba& b);

// The automaton of the empty language: one state, no transition, one set.
Tgba empty_automaton();

// Makes transitions with the same target and marks one, and sorts them by target and marks.
void merge_transitions(Context& context, std::vector<Transition>& transitions);
void merge_transitions(Context& context, Tgba& automaton);

// How many states have two transitions under the same letter.
std::size_t states_with_choice(Context& context, const Tgba& automaton);

// Every state has a transition under each letter at most once; and at least once.
bool is_deterministic(Context& context, const Tgba& automaton);
bool is_complete(Context& context, const Tgba& automaton);

// The automaton without the states that are not `kept`, which the initial state must be, and without transitions to them. Order
// is preserved.
Tgba restrict_states(const Tgba& automaton, const std::vector<bool>& kept);

// The automaton with all transitions turned round. Its initial state has no meaning.
Tgba reversed(const Tgba& automaton);

// For everybody to use: states in the order of a breadth-first search, labels in a Labels of their own, and the marks on states
// if `state_based`, in which case all transitions of a state must agree in them.
Automaton publish(const Context& context, const Tgba& automaton, std::vector<std::string> atoms, bool state_based);

// The other way round. Several initial states become one; marks of states go to their transitions. The labels are copied into
// the context; `atom_numbers` says which variable stands for the i-th atom.
Tgba adopt(Context& context, const Automaton& automaton, const std::vector<std::uint32_t>& atom_numbers);

}  // namespace lariat::automata
