// SPDX-License-Identifier: Apache-2.0
// What of a body is a step, and where a process can be between steps. Spin's rules, roughly:
//
//   one step           assignment, condition, send, receive, assert, printf, run, else, a declaration that sets a variable
//   no step            braces, labels, if and do themselves, goto and break behind another statement
//   a step after all   goto and break at the beginning of an option or of braces, those whose label has a meaning (end...), and
//                      those that leave an atomic sequence
//
// Statements become elements as Spin makes them (flow.hpp); elements that a process can stay at become locations.
#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include "promela/flow.hpp"

namespace lariat::promela {
namespace {

using model::LocationId;
using model::Transition;
using Then = Transition::Then;
using Kind = Element::Kind;

bool has_prefix(const std::string& name, std::string_view prefix) { return std::string_view(name).starts_with(prefix); }

class BodyLowering {
 public:
  BodyLowering(Lowering& lowering, ProcessId process)
      : lowering_(lowering),
        model_(lowering.model()),
        process_(process),
        type_(lowering.type_of(process)),
        flow_(make_flow(lowering, process)),
        elements_(flow_.elements),
        element_of_(flow_.element_of),
        end_(flow_.end) {}

  void run() {
    count_own();
    lists_ = elements_.lists(lowering_.options().inner_escapes_first);
    find_meanings();
    locations_.assign(elements_.size(), model::none);
    type().initial = location(flow_.first);
    const LocationId end = location(end_);
    while (!queue_.empty()) {
      lowering_.tick();
      const ElementId id = queue_.front();
      queue_.pop_front();
      if (elements_[id].d_step == model::none)
        bind(id);
      else
        bind_inside(id);
    }
    name_locations();
    model::Program& program = lowering_.program();
    if (is_trace(model_[process_])) {
      program.trace->end = end;
      program.globals[program.trace->location].initial = {static_cast<model::Value>(type().initial)};
    } else if (is_claim(model_[process_])) {
      program.observer->end = end;
    }
  }

 private:
  model::ProcessType& type() { return lowering_.program().process_types[type_]; }

  LocationId location(ElementId id) {
    if (locations_[id] == model::none) {
      locations_[id] = static_cast<LocationId>(type().locations.size());
      const Element& element = elements_[id];
      const SourceLocation place = id == end_ ? model_[process_].end : model_[element.statement].place;
      type().locations.push_back({.name = id == end_ ? "-end-" : "",
                                  .valid_end = meanings_[id].end,
                                  .progress = meanings_[id].progress,
                                  .accepting = meanings_[id].accept ? 1U : 0U,
                                  .source = lowering_.source(place)});
      queue_.push_back(id);
    }
    return locations_[id];
  }

  // Adds a transition; the number that it has.
  model::TransitionId add_transition(ElementId source, ElementId origin, LocationId target, Then then,
                                     std::vector<model::TransitionId> unless) {
    Transition transition = elements_[origin].transition;
    transition.source = locations_[source];
    transition.target = target;
    transition.then = then;
    transition.unless = std::move(unless);
    transition.is_else = elements_[origin].is_else;
    if (transition.text.empty()) {
      transition.position = lowering_.source(model_[elements_[origin].statement].place);
      transition.text.assign(1, '-');  // from the end of a choice to what is behind it
    }
    // A claim whose assertion fails has seen what must not happen.
    if (is_claim(model_[process_]) && !transition.effects.empty() &&
        transition.effects.front().kind == model::Effect::Kind::check) {
      Transition fails = transition;
      fails.effects.clear();
      fails.guard = lowering_.program().unary(model::Op::logical_not, transition.effects.front().value);
      fails.target = location(end_);
      transition.guard = transition.effects.front().value;
      transition.effects.clear();
      add_transition(source, origin, std::move(fails));
    }
    return add_transition(source, origin, std::move(transition));
  }

  model::TransitionId add_transition(ElementId source, ElementId origin, Transition transition) {
    const auto id = static_cast<model::TransitionId>(type().transitions.size());
    type().locations[locations_[source]].out.push_back(id);
    type().transitions.push_back(std::move(transition));
    lowering_.transition_elements[type_].push_back(number(origin));
    return id;
  }

  // Spin's number of an element: that of the d_step it lies in, if there is one.
  std::uint32_t number(ElementId id) const {
    const Element& element = elements_[id];
    if (id == end_) return lowering_.numbers().end(process_);
    if (element.d_step != model::none) return lowering_.numbers().of(StmtId{element.d_step}).back();
    const auto numbers = lowering_.numbers().of(element.statement);
    return numbers.empty() ? model::none : numbers[std::min<std::size_t>(own_index_[id], numbers.size() - 1)];
  }

  // How many elements of the same statement were made before each.
  void count_own() {
    std::map<std::uint32_t, std::uint32_t> counts;
    own_index_.resize(elements_.size());
    for (ElementId id = 0; id < elements_.size(); ++id) own_index_[id] = counts[elements_[id].statement.value]++;
    // Spin makes a goto before the skip that its label asks for.
    for (ElementId id = 0; id + 1 < elements_.size(); ++id) {
      const StmtId statement = elements_[id].statement;
      if (!statement || statement.value != elements_[id + 1].statement.value || elements_[id + 1].kind != Kind::go) continue;
      const auto& what = model_[statement].what;
      if (std::holds_alternative<Goto>(what) || std::holds_alternative<Break>(what))
        std::swap(own_index_[id], own_index_[id + 1]);
    }
  }

  void bind(ElementId source) {
    struct Bound {
      ElementId escape;
      std::vector<model::TransitionId> transitions;
    };
    std::vector<Bound> bound;
    for (const Elements::Entry& entry : lists_[source]) {
      std::vector<model::TransitionId> unless;
      for (const Bound& other : bound)
        if (other.escape != model::none && other.escape != entry.escape)
          unless.insert(unless.end(), other.transitions.begin(), other.transitions.end());
      bound.push_back({.escape = entry.escape, .transitions = {}});
      auto& transitions = bound.back().transitions;
      const Element& origin = elements_[entry.origin];
      const ElementId to = elements_.destination(entry.origin);
      const LocationId target = location(to == model::none ? entry.origin : to);
      const Then then = origin.atomic ? Then::atomic : Then::free;
      if (origin.kind != Kind::d_step) {
        transitions.push_back(add_transition(source, entry.origin, target, then, std::move(unless)));
        continue;
      }
      // A d_step begins with the first of its first steps that can be made.
      std::vector<ElementId> steps;
      elements_.leaves(elements_.start(elements_.sequence(origin.parts.front()).first), steps);
      for (const ElementId step : steps) {
        std::vector<model::TransitionId> others = unless;
        others.insert(others.end(), transitions.begin(), transitions.end());
        transitions.push_back(add_inside(source, step, std::move(others), target, then));
      }
    }
  }

  // Inside a d_step nobody asks for escapes, and the first of the steps that can be made is.
  void bind_inside(ElementId source) {
    const auto [target, then] = ways_out_.at(elements_[source].d_step);
    std::vector<ElementId> steps;
    elements_.leaves(source, steps);
    for (const ElementId step : steps) add_inside(source, step, {}, target, then);
  }

  model::TransitionId add_inside(ElementId source, ElementId step, std::vector<model::TransitionId> unless, LocationId out,
                                 Then then) {
    const std::uint32_t d_step = elements_[step].d_step;
    ways_out_[d_step] = {out, then};
    const ElementId to = elements_.hunt_inside(step);
    const bool leaves = to == model::none || elements_[to].d_step != d_step;
    const model::TransitionId id =
        add_transition(source, step, leaves ? out : location(to), leaves ? then : Then::at_once, std::move(unless));
    type().transitions[id].is_else = false;
    return id;
  }

  // What labels mean for the places that they stand before. A step that is found behind others, as the first one of an option,
  // hands on what its place means to where it leads.
  void find_meanings() {
    meanings_.assign(elements_.size(), {});
    for (const LabelId label_id : lowering_.labels_of(process_)) {
      const Label& label = model_[label_id];
      const auto at = element_of_.find(label.target.value);
      if (at == element_of_.end()) continue;
      meanings_[at->second].end |= has_prefix(label.name, "end");
      meanings_[at->second].progress |= has_prefix(label.name, "progress");
      meanings_[at->second].accept |= has_prefix(label.name, "accept");
    }
    meanings_[end_].end = true;
    const auto hand_on = [&](ElementId from, ElementId to) {
      meanings_[to].end |= meanings_[from].end;
      meanings_[to].progress |= meanings_[from].progress;
      meanings_[to].accept |= meanings_[from].accept;
    };
    for (const bool outwards : {true, false})
      for (ElementId id = 0; id < elements_.size(); ++id) {
        lowering_.tick();
        const Element& element = elements_[id];
        if (element.d_step != model::none || (element.kind != Kind::choice && element.kind != Kind::block)) continue;
        std::vector<ElementId> steps;
        std::vector<std::vector<ElementId>> passed;
        elements_.leaves(id, steps, &passed);
        for (std::size_t i = 0; i < steps.size(); ++i) {
          if (outwards)
            for (const ElementId other : passed[i]) hand_on(other, steps[i]);
          else if (const ElementId to = elements_.destination(steps[i]); to != model::none)
            hand_on(steps[i], to);
        }
      }
    for (ElementId id = 0; id < elements_.size(); ++id)
      if (elements_[id].kind == Kind::joint && meanings_[id].end)
        if (const ElementId to = elements_.destination(id); to != model::none) meanings_[to].end = true;
  }

  void name_locations() {
    for (const LabelId label_id : lowering_.labels_of(process_)) {
      const Label& label = model_[label_id];
      const auto at = element_of_.find(label.target.value);
      if (at == element_of_.end()) continue;
      const LocationId there = locations_[at->second];
      if (there == model::none) continue;
      lowering_.label_locations[label_id.value] = there;
      auto& labels = type().locations[there].labels;
      if (std::find(labels.begin(), labels.end(), label.name) == labels.end()) labels.push_back(label.name);
    }
    for (model::Location& place : type().locations)
      if (place.name.empty())
        place.name = place.labels.empty() ? "line " + std::to_string(place.source.line) : place.labels.front();
  }

  struct Meaning {
    bool end = false;
    bool progress = false;
    bool accept = false;
  };

  Lowering& lowering_;
  const Model& model_;
  ProcessId process_;
  model::ProcessTypeId type_;
  Flow flow_;
  const Elements& elements_;
  const std::map<std::uint32_t, ElementId>& element_of_;
  ElementId end_;
  std::vector<Elements::List> lists_;                              // by element
  std::vector<Meaning> meanings_;                                  // by element
  std::vector<LocationId> locations_;                              // by element
  std::vector<std::uint32_t> own_index_;                           // by element
  std::map<std::uint32_t, std::pair<LocationId, Then>> ways_out_;  // of d_steps
  std::deque<ElementId> queue_;
};

}  // namespace

void lower_body(Lowering& lowering, ProcessId process) { BodyLowering(lowering, process).run(); }

}  // namespace lariat::promela
