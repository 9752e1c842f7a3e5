// SPDX-License-Identifier: Apache-2.0
// A claim makes one transition for each step of the system, in the state before that step. The text of a claim may say more
// than one transition can, so this file rewrites what lower_body made of it:
//
//   unless           an escape becomes part of the guards of what it ends
//   atomic, d_step   each way through the sequence becomes one transition, since the claim reads the same state all the way. A
//                    way that blocks in an atomic sequence is no way: Spin drops the run. In a d_step it is a run-time error
//   end labels       reaching one is reaching the end of the claim
#include <algorithm>
#include <utility>

#include "promela/lowering.hpp"

namespace lariat::promela {
namespace {

using model::ExprId;
using model::LocationId;
using model::Op;
using model::Transition;
using model::TransitionId;
using Then = Transition::Then;

class ClaimLowering {
 public:
  ClaimLowering(Lowering& lowering, ProcessId process)
      : lowering_(lowering),
        process_(process),
        program_(lowering.program()),
        type_(program_.process_types[lowering.type_of(process)]),
        elements_(lowering.transition_elements[lowering.type_of(process)]),
        end_(program_.observer->end) {}

  void run() {
    for (LocationId l = 0; l < type_.locations.size(); ++l) remove_escapes(l);
    std::vector<std::vector<TransitionId>> out;
    for (LocationId l = 0; l < type_.locations.size() && !failed_; ++l) out.push_back(ways_from(l));
    if (failed_) return;
    for (LocationId l = 0; l < type_.locations.size(); ++l) type_.locations[l].out = std::move(out[l]);
    if (is_end(type_.initial)) type_.initial = end_;
  }

 private:
  static constexpr std::size_t max_transitions = 100'000;

  // The part of a way through an atomic sequence that is known so far.
  struct Way {
    Transition transition;
    TransitionId first = model::none;          // the transition that it begins with
    std::vector<std::uint32_t> elements = {};  // Spin's numbers of its statements
    std::vector<LocationId> visited = {};      // inside the sequence
  };

  bool is_end(LocationId l) const { return l == end_ || type_.locations[l].valid_end; }

  ExprId both(ExprId a, ExprId b) {
    if (a == model::none) return b;
    return b == model::none ? a : program_.binary(Op::logical_and, a, b);
  }

  // An expression that is true if none of these guards holds. A missing guard always holds.
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

  // The guards of the transitions out of a location, with `else` spelled out. In a d_step, the first one that can be taken is.
  std::vector<ExprId> guards_of(LocationId l, bool first_only) {
    std::vector<ExprId> plain;
    std::vector<ExprId> guards;
    for (const TransitionId id : type_.locations[l].out) {
      const Transition& transition = type_.transitions[id];
      const bool excludes = transition.is_else || first_only;
      guards.push_back(excludes ? both(none_of(plain), transition.guard) : transition.guard);
      plain.push_back(transition.guard);
    }
    return guards;
  }

  std::vector<TransitionId> ways_from(LocationId l) {
    const std::vector<TransitionId> out = type_.locations[l].out;
    if (std::all_of(out.begin(), out.end(), [&](TransitionId id) { return type_.transitions[id].then == Then::free; })) {
      for (const TransitionId id : out)
        if (is_end(type_.transitions[id].target)) type_.transitions[id].target = end_;
      return out;
    }
    std::vector<TransitionId> result;
    const std::vector<ExprId> guards = guards_of(l, false);
    std::vector<Way> open;
    for (std::size_t i = out.size(); i-- > 0;) {
      Way way{.transition = type_.transitions[out[i]], .first = out[i], .elements = {elements_[out[i]]}};
      way.transition.guard = guards[i];
      way.transition.is_else = false;
      open.push_back(std::move(way));
    }
    while (!open.empty() && !failed_) {
      const Way way = std::move(open.back());
      open.pop_back();
      if (way.transition.then == Then::free || is_end(way.transition.target))
        result.push_back(add(way));
      else
        extend(way, open);
    }
    return result;
  }

  // Adds the ways that go one transition further, the first one last.
  void extend(const Way& way, std::vector<Way>& open) {
    const LocationId here = way.transition.target;
    if (std::find(way.visited.begin(), way.visited.end(), here) != way.visited.end()) return;  // it never ends
    const bool in_d_step = way.transition.then == Then::at_once;
    const std::vector<TransitionId> out = type_.locations[here].out;
    const std::vector<ExprId> guards = guards_of(here, in_d_step);
    if (in_d_step && std::find(guards.begin(), guards.end(), model::none) == guards.end()) {
      Way blocked = way;
      blocked.transition.guard = both(way.transition.guard, none_of(guards));
      blocked.transition.then = Then::free;
      blocked.transition.target = end_;
      blocked.transition.effects.push_back({.kind = model::Effect::Kind::block, .source = type_.locations[here].source});
      open.push_back(std::move(blocked));
    }
    for (std::size_t i = out.size(); i-- > 0;) {
      const Transition& next = type_.transitions[out[i]];
      if (guards[i] != model::none && changes_something(way.transition.effects))
        return fail("a condition behind an assignment inside one atomic sequence of a never claim is not supported");
      Way longer = way;
      longer.visited.push_back(here);
      longer.transition.guard = both(way.transition.guard, guards[i]);
      longer.transition.target = next.target;
      longer.transition.then = next.then;
      longer.transition.effects.insert(longer.transition.effects.end(), next.effects.begin(), next.effects.end());
      longer.transition.text += "; " + next.text;
      if (!in_d_step) longer.elements.push_back(elements_[out[i]]);
      open.push_back(std::move(longer));
    }
    if (type_.transitions.size() + open.size() > max_transitions)
      fail("there are too many ways through the atomic sequences of this never claim");
  }

  static bool changes_something(const std::vector<model::Effect>& effects) {
    return std::any_of(effects.begin(), effects.end(),
                       [](const model::Effect& effect) { return effect.kind != model::Effect::Kind::print; });
  }

  TransitionId add(const Way& way) {
    Transition transition = way.transition;
    if (is_end(transition.target)) transition.target = end_;
    transition.then = Then::free;
    if (transition.guard != model::none && program_.expressions[transition.guard].depth >= model::max_depth)
      fail("the conditions of this never claim are too deep once its atomic sequences are taken together");
    type_.transitions.push_back(std::move(transition));
    elements_.push_back(way.elements.front());
    const auto id = static_cast<TransitionId>(type_.transitions.size() - 1);
    if (way.elements.size() > 1) lowering_.claim_elements[id] = way.elements;
    return id;
  }

  void fail(const char* message) {
    if (!failed_) lowering_.error(lowering_.model()[process_].place, message);
    failed_ = true;
  }

  Lowering& lowering_;
  ProcessId process_;
  model::Program& program_;
  model::ProcessType& type_;
  std::vector<std::uint32_t>& elements_;
  LocationId end_;
  bool failed_ = false;
};

}  // namespace

void lower_claim(Lowering& lowering, ProcessId process) {
  lower_body(lowering, process);
  ClaimLowering(lowering, process).run();
}

}  // namespace lariat::promela
