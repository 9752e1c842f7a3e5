// SPDX-License-Identifier: Apache-2.0
#include "model/merge_statements.hpp"

#include <algorithm>
#include <set>

#include "lariat/model/frozen.hpp"
#include "model/usage.hpp"
#include "model/value_range.hpp"

namespace lariat::model {
namespace {

using Then = Transition::Then;

constexpr std::size_t max_sequence = 100;  // transitions that become one

// What is known of the channel of a communication without running the program.
struct ChannelGuess {
  Value number = 0;  // 0: any
  bool may_meet = false;
};

ChannelGuess guess_channel(const Program& program, const FrozenVariables& frozen, const Communication& communication) {
  const Expr* channel = &program.expressions[communication.channel];
  Value number = channel->op == Op::constant ? channel->value : 0;
  if (channel->op == Op::read) {
    const Place& place = program.places[channel->place];
    if (place.scope == Place::Scope::global && place.index == none && frozen.globals[place.variable] &&
        program.on_start.empty() && !program.globals[place.variable].initial.empty())
      number = program.globals[place.variable].initial.front();
  }
  if (number >= 1 && static_cast<std::size_t>(number) <= program.channels.size())
    return {.number = number,
            .may_meet = program.channel_types[program.channels[static_cast<std::size_t>(number) - 1].type].capacity == 0};
  return {.number = 0,
          .may_meet = std::any_of(program.channel_types.begin(), program.channel_types.end(),
                                  [](const ChannelType& type) { return type.capacity == 0; })};
}

class Merging {
 public:
  Merging(Program& program, const PropertyView& view, Sequences& sequences)
      : program_(program), view_(view), usage_(program, view), frozen_(find_frozen(program)), sequences_(sequences) {}

  bool run() {
    if (is_excluded()) return false;
    find_sensitive_sends();
    bool merged = false;
    for (ProcessTypeId id = 0; id < program_.process_types.size(); ++id) {
      if (is_watcher(id) || program_.process_types[id].provided != none) continue;
      type_id_ = id;
      find_passed();
      // A sequence that ends before an atomic one may go on once that has become a single transition.
      for (bool changed = true; changed;) {
        changed = false;
        for (LocationId l = 0; l < type().locations.size(); ++l)
          for (const TransitionId t : type().locations[l].out) changed |= extend(t);
        merged |= changed;
      }
    }
    return merged;
  }

 private:
  ProcessType& type() { return program_.process_types[type_id_]; }

  bool is_watcher(ProcessTypeId type) const {
    return (program_.observer && program_.observer->type == type) || (program_.trace && program_.trace->type == type);
  }

  bool is_excluded() const {
    if (view_.counts_steps || usage_.tells_steps || program_.uses_priorities || program_.last_process != none ||
        program_.composition != Program::Composition::interleaved)
      return true;
    return std::any_of(program_.process_types.begin(), program_.process_types.end(), [](const ProcessType& type) {
      return std::any_of(type.locations.begin(), type.locations.end(), [](const Location& l) { return l.committed; });
    });
  }

  // Sends without a buffer that take something away from others, or from their own process, where somebody receives.
  void find_sensitive_sends() {
    for (const ProcessType& type : program_.process_types) {
      std::set<TransitionId> escapes;
      std::vector<bool> is_inside(type.locations.size(), false);
      for (const Location& location : type.locations)
        for (const TransitionId id : location.out) {
          escapes.insert(type.transitions[id].unless.begin(), type.transitions[id].unless.end());
          if (type.transitions[id].then != Then::free) is_inside[type.transitions[id].target] = true;
        }
      for (LocationId l = 0; l < type.locations.size(); ++l) {
        const auto& out = type.locations[l].out;
        const bool has_else =
            std::any_of(out.begin(), out.end(), [&](TransitionId id) { return type.transitions[id].is_else; });
        for (const TransitionId id : out) {
          const Transition& transition = type.transitions[id];
          if (transition.communication == none) continue;
          const Communication& communication = program_.communications[transition.communication];
          if (communication.kind != Communication::Kind::send) continue;
          if (!has_else && !is_inside[l] && !type.deterministic && !escapes.contains(id) && transition.then != Then::at_once)
            continue;
          const ChannelGuess channel = guess_channel(program_, frozen_, communication);
          if (channel.may_meet) sensitive_.insert(channel.number);
        }
      }
    }
  }

  bool receives_sensitively(const Location& location) {
    if (sensitive_.empty()) return false;
    return std::any_of(location.out.begin(), location.out.end(), [&](TransitionId id) {
      const std::uint32_t communication = type().transitions[id].communication;
      if (communication == none || program_.communications[communication].kind != Communication::Kind::receive) return false;
      const ChannelGuess channel = guess_channel(program_, frozen_, program_.communications[communication]);
      return channel.may_meet && (channel.number == 0 || sensitive_.contains(0) || sensitive_.contains(channel.number));
    });
  }

  void find_passed() {
    passed_.assign(type().locations.size(), none);
    for (LocationId l = 0; l < type().locations.size(); ++l) {
      const Location& location = type().locations[l];
      if (location.out.size() != 1 || !location.assertions.empty()) continue;
      const Transition& transition = type().transitions[location.out.front()];
      if (transition.target != l && is_local(transition) && !is_told_apart(l, transition.target) &&
          !receives_sensitively(type().locations[transition.target]))
        passed_[l] = location.out.front();
    }
  }

  // Conditions 1 to 3 on the transition itself.
  bool is_local(const Transition& transition) {
    const bool always = transition.guard == none || is_constant_truth(transition.guard);
    if (!always || !transition.unless.empty() || transition.communication != none) return false;
    return std::all_of(transition.effects.begin(), transition.effects.end(), [&](const Effect& effect) {
      if (effect.kind == Effect::Kind::print) return true;
      if (effect.kind == Effect::Kind::check) return is_private(effect.value) && range_of(program_, effect.value).is_safe;
      if (effect.kind != Effect::Kind::assign) return false;
      const Place& place = program_.places[effect.place];
      if (place.scope == Place::Scope::local ? usage_.shared[place.type][place.variable] : place.scope != Place::Scope::nowhere)
        return false;
      return is_private(effect.value) && (place.index == none || is_private(place.index)) &&
             is_safe_assignment(program_, effect.place, effect.value);
    });
  }

  bool is_constant_truth(ExprId guard) const {
    return program_.expressions[guard].op == Op::constant && program_.expressions[guard].value != 0;
  }

  // Reads nothing that others write.
  bool is_private(ExprId expression) {
    bool result = true;
    for_each_operand(program_, expression, [&](const Expr& e) {
      switch (e.op) {
        case Op::read: {
          const Place& place = program_.places[e.place];
          if (place.scope == Place::Scope::local)
            result &= !usage_.written_by_others[place.type][place.variable];
          else if (place.scope == Place::Scope::global)
            result &= frozen_.globals[place.variable];
          else
            result &= place.scope == Place::Scope::nowhere;
          break;
        }
        case Op::at_location:
        case Op::process_count:
        case Op::is_enabled:
        case Op::location_of:
        case Op::priority_of:
        case Op::length:
        case Op::is_empty:
        case Op::is_full:
        case Op::can_receive:
        case Op::timeout:
        case Op::nonprogress:
        case Op::can_move:
          result = false;
          break;
        default:
          break;
      }
    });
    return result;
  }

  bool is_told_apart(LocationId a, LocationId b) {
    const Location& one = type().locations[a];
    const Location& other = type().locations[b];
    if (usage_.tells_progress && one.progress != other.progress) return true;
    if (view_.accepting && one.accepting != other.accepting) return true;
    const auto& sets = usage_.location_sets[type_id_];
    return std::any_of(sets.begin(), sets.end(), [&](std::uint32_t set) {
      const auto& locations = program_.location_sets[set];
      const auto has = [&](LocationId l) { return std::find(locations.begin(), locations.end(), l) != locations.end(); };
      return has(a) != has(b);
    });
  }

  // The transition with id t takes in what follows.
  bool extend(TransitionId t) {
    bool merged = false;
    std::vector<TransitionId>& sequence = sequences_[type_id_][t];
    while (true) {
      Transition& first = type().transitions[t];
      const TransitionId next = passed_[first.target];
      if (next == none || next == t || ends(first)) break;
      if (std::find(sequence.begin(), sequence.end(), next) != sequence.end()) break;  // it has been here
      const std::vector<TransitionId> single = {next};
      const std::vector<TransitionId>& more = sequences_[type_id_][next].empty() ? single : sequences_[type_id_][next];
      if (sequence.size() + more.size() > max_sequence) break;
      const Transition& following = type().transitions[next];
      if (first.then == Then::free ? following.then != Then::free : may_hand_over(first)) break;
      if (sequence.empty()) sequence.push_back(t);
      sequence.insert(sequence.end(), more.begin(), more.end());
      first.effects.insert(first.effects.end(), following.effects.begin(), following.effects.end());
      first.target = following.target;
      first.then = following.then;
      merged = true;
    }
    return merged;
  }

  // The transition may leave the atomic sequence to its partner.
  bool may_hand_over(const Transition& transition) const {
    return transition.communication != none &&
           guess_channel(program_, frozen_, program_.communications[transition.communication]).may_meet;
  }

  static bool ends(const Transition& transition) {
    return std::any_of(transition.effects.begin(), transition.effects.end(),
                       [](const Effect& effect) { return effect.kind == Effect::Kind::end; });
  }

  Program& program_;
  const PropertyView& view_;
  Usage usage_;
  FrozenVariables frozen_;
  Sequences& sequences_;
  std::set<Value> sensitive_;  // channels; 0: any
  ProcessTypeId type_id_ = 0;
  std::vector<TransitionId> passed_;  // by location: the transition that is merged with those that lead there, or none
};

}  // namespace

bool merge_statements(Program& program, const PropertyView& view, Sequences& sequences) {
  return Merging(program, view, sequences).run();
}

}  // namespace lariat::model
