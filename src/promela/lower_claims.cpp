// SPDX-License-Identifier: Apache-2.0
// Claims move once for each step of the system, by one transition whose guard says all. So what is more than that in the text
// of a claim is turned into it: escapes become parts of guards, and an atomic sequence becomes one transition for each way
// through it.
#include <utility>

#include "promela/lowering.hpp"

namespace lariat::promela {
namespace {

using model::ExprId;
using model::LocationId;
using model::Op;
using model::Transition;
using model::TransitionId;

class ClaimLowering {
 public:
  ClaimLowering(Lowering& lowering, model::ProcessTypeId type)
      : program_(lowering.program()), type_(program_.process_types[type]), elements_(lowering.transition_elements[type]) {}

  void run() {
    for (LocationId l = 0; l < type_.locations.size(); ++l) remove_escapes(l);
    // A sequence may go in a circle; then it is left in the end.
    for (int round = 0; round < max_rounds; ++round) {
      bool changed = false;
      for (LocationId l = 0; l < type_.locations.size(); ++l) changed |= extend(l);
      if (!changed) return;
    }
  }

 private:
  static constexpr int max_rounds = 8;
  static constexpr std::size_t max_transitions = 10'000;

  ExprId both(ExprId a, ExprId b) {
    if (a == model::none) return b;
    return b == model::none ? a : program_.binary(Op::logical_and, a, b);
  }

  // That none of these guards holds; a guard that is missing always does.
  ExprId none_of(const std::vector<ExprId>& guards) {
    ExprId result = model::none;
    for (const ExprId guard : guards)
      result = both(result, guard == model::none ? program_.constant(0) : program_.unary(Op::logical_not, guard));
    return result;
  }

  void remove_escapes(LocationId l) {
    for (const TransitionId id : type_.locations[l].out) {
      Transition& transition = type_.transitions[id];
      std::vector<ExprId> guards;
      for (const TransitionId escape : std::exchange(transition.unless, {})) guards.push_back(type_.transitions[escape].guard);
      transition.guard = both(transition.guard, none_of(guards));
    }
  }

  // The guards of the transitions out of a location, with `else` spelled out.
  std::vector<ExprId> guards_of(LocationId l) {
    std::vector<ExprId> guards;
    for (const TransitionId id : type_.locations[l].out) {
      const Transition& transition = type_.transitions[id];
      guards.push_back(transition.is_else ? both(none_of(guards), transition.guard) : transition.guard);
    }
    return guards;
  }

  // Makes the transitions that stop inside of an atomic sequence go one step further.
  bool extend(LocationId l) {
    const std::vector<TransitionId> before = type_.locations[l].out;
    bool changed = false;
    for (const TransitionId id : before) changed |= type_.transitions[id].then != Transition::Then::free;
    if (!changed || type_.transitions.size() > max_transitions) return false;
    const std::vector<ExprId> guards = guards_of(l);
    std::vector<TransitionId> after;
    for (std::size_t i = 0; i < before.size(); ++i) {
      Transition first = type_.transitions[before[i]];
      first.guard = guards[i];
      first.is_else = false;
      if (std::exchange(first.then, Transition::Then::free) == Transition::Then::free) {
        after.push_back(add(std::move(first), before[i]));
        continue;
      }
      const std::vector<TransitionId> next = type_.locations[first.target].out;
      const std::vector<ExprId> next_guards = guards_of(first.target);
      for (std::size_t j = 0; j < next.size(); ++j) {
        const Transition& second = type_.transitions[next[j]];
        Transition way = first;
        way.guard = both(first.guard, next_guards[j]);
        way.target = second.target;
        way.then = second.then;
        way.effects.insert(way.effects.end(), second.effects.begin(), second.effects.end());
        way.text += "; " + second.text;
        after.push_back(add(std::move(way), before[i]));
      }
      // Where the sequence blocks, the claim waits in the middle.
      first.guard = both(first.guard, none_of(next_guards));
      after.push_back(add(std::move(first), before[i]));
    }
    type_.locations[l].out = after;
    return true;
  }

  // It begins as that other one does.
  TransitionId add(Transition transition, TransitionId like) {
    type_.transitions.push_back(std::move(transition));
    elements_.push_back(elements_[like]);
    return static_cast<TransitionId>(type_.transitions.size() - 1);
  }

  model::Program& program_;
  model::ProcessType& type_;
  std::vector<std::uint32_t>& elements_;
};

}  // namespace

void lower_claim(Lowering& lowering, ProcessId process) {
  lower_body(lowering, process);
  ClaimLowering(lowering, lowering.type_of(process)).run();
}

}  // namespace lariat::promela
