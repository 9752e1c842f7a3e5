// SPDX-License-Identifier: Apache-2.0
// What of a body is a step, and where a process can be between steps. Spin's rules, roughly:
//
//   one step           assignment, condition, send, receive, assert, printf, run, else, a declaration that sets a variable
//   no step            braces, labels, if and do themselves, goto and break behind another statement
//   a step after all   goto and break at the beginning of an option or of braces, those whose label has a meaning (end...), and
//                      those that leave an atomic sequence
//
// Statements become elements (elements.hpp) as Spin makes them; elements that a process can stay at become locations.
#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include "promela/elements.hpp"
#include "promela/lowering.hpp"
#include "promela/print.hpp"

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
      : lowering_(lowering), model_(lowering.model()), process_(process), type_(lowering.type_of(process)) {}

  void run() {
    const Process& definition = model_[process_];
    elements_.open();
    add_all(definition.body);
    // A process dies there. A claim that has come to its end has seen enough, and watches the rest.
    Transition last{.position = lowering_.source(definition.end), .text = "-end-"};
    if (!is_claim()) last.effects.push_back({.kind = model::Effect::Kind::end, .source = last.position});
    end_ = elements_.add({.transition = std::move(last)});
    elements_.append(end_);
    const SequenceId body = elements_.close();
    for (ElementId id = 0; id < elements_.size(); ++id)
      if (elements_[id].kind == Kind::go) elements_[id].target = target_of(id);
    elements_.link();
    finish(elements_.hunt(elements_.sequence(body).first, false));
  }

 private:
  bool is_claim() const {
    return model_[process_].kind != Process::Kind::proctype && model_[process_].kind != Process::Kind::init;
  }

  bool is_trace() const {
    return model_[process_].kind == Process::Kind::trace || model_[process_].kind == Process::Kind::notrace;
  }

  // Statements to elements. Some are taken apart in two steps, as Spin does: what is inside of them, and themselves.

  // A statement whose parts are elements already.
  struct Parsed {
    StmtId id = {};
    Kind kind = Kind::step;
    std::vector<SequenceId> parts = {};
    std::uint32_t loop = model::none;  // of a loop: into exits_
  };

  void add_all(const Sequence& body) {
    for (const StmtId id : body) add(id);
  }

  void add(StmtId id) { place(parse(id)); }

  SequenceId sequence(const Sequence& body) {
    elements_.open();
    add_all(body);
    return elements_.close();
  }

  Element element(StmtId id, Kind kind = Kind::step) const { return {.kind = kind, .d_step = d_step_, .statement = id}; }

  // Adds the element of a step to the open sequence.
  ElementId add_step(StmtId id, Transition transition) {
    Element result = element(id);
    transition.position = lowering_.source(model_[id].place);
    if (transition.text.empty()) transition.text = to_text(model_, id);
    result.transition = std::move(transition);
    const ElementId added = elements_.add(std::move(result));
    elements_.append(added);
    return added;
  }

  Parsed parse(StmtId id) {
    return std::visit([&](const auto& what) { return parse(id, what); }, model_[id].what);
  }

  template <class What>
  Parsed parse(StmtId id, const What&) {
    return {.id = id};
  }

  Parsed parse(StmtId id, const Block& what) {
    if (what.kind != Block::Kind::d_step || d_step_ != model::none) {
      const SequenceId body = sequence(what.body);
      if (what.kind == Block::Kind::atomic && d_step_ == model::none) elements_.make_atomic(body);
      return {.id = id, .kind = Kind::block, .parts = {body}};
    }
    d_step_ = id.value;
    const SequenceId body = sequence(what.body);
    d_step_ = model::none;
    return {.id = id, .kind = Kind::d_step, .parts = {body}};
  }

  Parsed parse(StmtId id, const Choice& what) {
    Parsed result{.id = id, .kind = Kind::choice};
    if (what.repeats) result.loop = begin_loop();
    for (const Sequence& option : what.options) {
      const SequenceId part = sequence(option);
      if (elements_.sequence(part).first == model::none) continue;
      if (!is_claim()) elements_.remove_skips(part);
      result.parts.push_back(part);
    }
    if (what.repeats) loops_.pop_back();
    // else comes last
    std::stable_partition(result.parts.begin(), result.parts.end(),
                          [&](SequenceId part) { return !elements_[elements_.sequence(part).first].is_else; });
    return result;
  }

  std::uint32_t begin_loop() {
    loops_.push_back(static_cast<std::uint32_t>(exits_.size()));
    exits_.push_back(model::none);
    return loops_.back();
  }

  model::Effect assignment(StmtId id, const model::Place& place, model::ExprId value) {
    return {.place = lowering_.program().add(place), .value = value, .source = lowering_.source(model_[id].place)};
  }

  // The end of a loop that counts: one more; and the option that leaves it.
  Parsed end_loop(StmtId id, const model::Place& counter, bool has_else, bool leaves_first, std::uint32_t loop) {
    model::Program& program = lowering_.program();
    add_step(
        id, {.effects = {assignment(id, counter, program.binary(model::Op::add, program.read(counter), program.constant(1)))}});
    const SequenceId body = elements_.close();
    elements_.open();
    if (has_else) elements_[add_step(id, {.text = "else"})].is_else = true;
    Element leaves = element(id, Kind::go);
    leaves.transition.text = "break";
    break_of_[elements_.add(std::move(leaves))] = loop;
    elements_.append(static_cast<ElementId>(elements_.size() - 1));
    const SequenceId leave = elements_.close();
    loops_.pop_back();
    Parsed result{.id = id, .kind = Kind::choice, .parts = {body, leave}, .loop = loop};
    if (leaves_first) std::swap(result.parts[0], result.parts[1]);
    return result;
  }

  Parsed counting_loop(StmtId id, RefId index, model::ExprId from, model::ExprId to, const Sequence& body) {
    model::Program& program = lowering_.program();
    const model::Place place = lowering_.place(index);
    add_step(id, {.effects = {assignment(id, place, from)}});
    const std::uint32_t loop = begin_loop();
    elements_.open();
    add_step(id, {.guard = program.binary(model::Op::less_equal, program.read(place), to)});
    add_all(body);
    return end_loop(id, place, true, false, loop);
  }

  Parsed parse(StmtId id, const ForRange& what) {
    return counting_loop(id, what.index, lowering_.expression(what.from), lowering_.expression(what.to), what.body);
  }

  Parsed parse(StmtId id, const ForArray& what) {
    model::Program& program = lowering_.program();
    const Variable& array = model_.target(what.array);
    return counting_loop(id, what.index, program.constant(0), program.constant(static_cast<model::Value>(array.size) - 1),
                         what.body);
  }

  // for (m in c): a counter that nobody sees, and each message is received and sent again.
  Parsed parse(StmtId id, const ForChannel& what) {
    using Argument = model::Communication::Argument;
    model::Program& program = lowering_.program();
    model::ProcessType& type = program.process_types[type_];
    const auto counter = static_cast<model::VariableId>(type.variables.size());
    type.variables.push_back({.name = "_messages" + std::to_string(counter), .type = model::byte_type});
    const model::Place place{.scope = model::Place::Scope::local, .type = type_, .variable = counter};
    const model::ExprId channel = program.read(lowering_.place(what.channel));
    const model::Source source = lowering_.source(model_[id].place);
    add_step(id, {.effects = {assignment(id, place, program.constant(0))}});
    const std::uint32_t loop = begin_loop();
    elements_.open();
    add_step(id, {.guard = program.binary(model::Op::less, program.read(place), program.unary(model::Op::length, channel))});
    model::Communication take{.kind = model::Communication::Kind::receive, .channel = channel, .source = source};
    model::Communication give{.kind = model::Communication::Kind::send, .channel = channel, .source = source};
    for (const model::Place& field : lowering_.places(what.message)) {
      take.arguments.push_back({.kind = Argument::Kind::store, .place = program.add(field)});
      give.arguments.push_back({.kind = Argument::Kind::value, .value = program.read(field)});
    }
    add_step(id, {.communication = program.add(std::move(take))});
    add_step(id, {.communication = program.add(std::move(give))});
    add_all(what.body);
    return end_loop(id, place, true, false, loop);
  }

  Parsed parse(StmtId id, const Select& what) {
    model::Program& program = lowering_.program();
    const model::Place place = lowering_.place(what.target);
    if (what.at_once) {
      Parsed result{.id = id, .kind = Kind::choice};
      for (std::int32_t value = model_[what.from].value; value <= model_[what.to].value; ++value) {
        elements_.open();
        add_step(id, {.effects = {assignment(id, place, program.constant(value))}});
        result.parts.push_back(elements_.close());
      }
      return result;
    }
    add_step(id, {.effects = {assignment(id, place, lowering_.expression(what.from))}});
    const std::uint32_t loop = begin_loop();
    elements_.open();
    add_step(id, {.guard = program.binary(model::Op::less, program.read(place), lowering_.expression(what.to))});
    return end_loop(id, place, false, what.break_first, loop);
  }

  // Braces around what an unless is about, or around its escape, are none; with a label, they stand around the whole.
  Parsed parse(StmtId id, const Unless& what) {
    const auto is_plain = [&](const Parsed& parsed) {
      const auto* const block = std::get_if<Block>(&model_[parsed.id].what);
      return block != nullptr && block->kind == Block::Kind::plain;
    };
    const auto as_sequence = [&](const Parsed& parsed) {
      if (is_plain(parsed)) return parsed.parts.front();
      elements_.open();
      place(parsed);
      return elements_.close();
    };
    const Parsed body = parse(what.body);
    const Parsed way_out = parse(what.escape);
    const SequenceId escape = as_sequence(way_out);
    if (model_[id].labels.empty()) {
      const SequenceId about = as_sequence(body);
      return {.id = id, .kind = Kind::unless, .parts = {about, escape}};
    }
    elements_.open();
    place_unless(id, {body.parts.front(), escape});
    return {.id = id, .kind = Kind::block, .parts = {elements_.close()}};
  }

  void place(const Parsed& parsed) {
    switch (parsed.kind) {
      case Kind::choice:
        element_of_[parsed.id.value] = place_choice(parsed);
        return;
      case Kind::unless:
        element_of_[parsed.id.value] = place_unless(parsed.id, parsed.parts);
        return;
      case Kind::block:
      case Kind::d_step: {
        if (elements_.sequence(parsed.parts.front()).first == model::none) return;
        Element block = element(parsed.id, parsed.kind);
        block.parts = parsed.parts;
        element_of_[parsed.id.value] = elements_.add(std::move(block));
        elements_.append(element_of_[parsed.id.value]);
        return;
      }
      default:
        std::visit([&](const auto& what) { place_simple(parsed.id, what); }, model_[parsed.id].what);
    }
  }

  // A loop begins with a joint, to which all options lead, and ends with an exit; a choice ends with a joint.
  ElementId place_choice(const Parsed& parsed) {
    Element choice = element(parsed.id, Kind::choice);
    choice.parts = parsed.parts;
    const ElementId result = elements_.add(std::move(choice));
    const ElementId joint = elements_.add(element(parsed.id, Kind::joint));
    for (const SequenceId part : parsed.parts) elements_.append(joint, part);
    if (parsed.loop == model::none) {
      elements_.append(result);
      elements_.append(joint);
      return result;
    }
    elements_.append(joint);
    exits_[parsed.loop] = elements_.add(element(parsed.id, Kind::exit));
    elements_.append(result);
    elements_.append(exits_[parsed.loop]);
    return result;
  }

  ElementId place_unless(StmtId id, std::vector<SequenceId> parts) {
    Element unless = element(id, Kind::unless);
    unless.parts = parts;
    const ElementId result = elements_.add(std::move(unless));
    const ElementId joint = elements_.add(element(id, Kind::joint));
    for (const SequenceId part : parts) elements_.append(joint, part);
    elements_.attach(parts[1], parts[0]);
    elements_.append(result);
    elements_.append(joint);
    return result;
  }

  template <class What>
  void place_simple(StmtId id, const What&) {
    Element result = element(id);
    result.transition = lower_statement(lowering_, id, d_step_ != model::none, is_trace());
    result.is_else = std::holds_alternative<Else>(model_[id].what);
    result.is_skip = model_[id].labels.empty() && is_skip(id);
    element_of_[id.value] = elements_.add(std::move(result));
    elements_.append(element_of_[id.value]);
  }

  bool is_skip(StmtId id) const {
    const auto& what = model_[id].what;
    if (std::holds_alternative<Print>(what) || std::holds_alternative<PrintMtype>(what)) return true;
    const auto* const condition = std::get_if<Condition>(&what);
    return condition != nullptr && model_[condition->value].kind == ExprKind::constant && model_[condition->value].value == 1;
  }

  // No step: it holds from the start.
  void place_simple(StmtId id, const Exclusive& what) {
    if (is_claim()) return;
    for (const RefId channel : what.channels)
      if (model_.target(channel).type.basic == Basic::channel)
        type().promises.push_back(
            {.kind = what.receives ? model::Communication::Kind::receive : model::Communication::Kind::send,
             .channel = lowering_.program().read(lowering_.place(channel)),
             .source = lowering_.source(model_[id].place)});
  }

  // Several variables in one declaration are several steps, one after the other.
  void place_simple(StmtId id, const Declaration& what) {
    for (const VarId variable : what.variables) {
      if (!model_[variable].set_by_step) continue;
      Transition one;
      if (model_[variable].type.basic != Basic::structure) lowering_.initialise(variable, true, one.effects);
      const ElementId added = add_step(id, std::move(one));
      element_of_.try_emplace(id.value, added);
    }
  }

  void place_simple(StmtId id, const Goto&) { place_go(id); }
  void place_simple(StmtId id, const Break&) {
    place_go(id);
    break_of_[static_cast<ElementId>(elements_.size() - 1)] = loops_.back();
  }

  // A label that has a meaning, or that somebody else asks for, makes a step of it.
  void place_go(StmtId id) {
    const auto& labels = model_[id].labels;
    const auto is_asked_for = [&](LabelId label) {
      return has_meaning(model_[label].name) || std::any_of(model_.remotes.begin(), model_.remotes.end(), [&](const Remote& r) {
               return r.label && r.label.value == label.value;
             });
    };
    const bool is_step = std::any_of(labels.begin(), labels.end(), is_asked_for);
    if (is_step) element_of_[id.value] = add_step(id, {.text = "skip"});
    Element go = element(id, Kind::go);
    go.transition = {.position = lowering_.source(model_[id].place), .text = to_text(model_, id)};
    const ElementId added = elements_.add(std::move(go));
    elements_.append(added);
    if (!is_step) element_of_[id.value] = added;
  }

  ElementId target_of(ElementId go) const {
    if (const auto loop = break_of_.find(go); loop != break_of_.end()) return exits_[loop->second];
    const auto* const jump = std::get_if<Goto>(&model_[elements_[go].statement].what);
    const auto target = jump == nullptr ? element_of_.end() : element_of_.find(model_[jump->label].target.value);
    return target == element_of_.end() ? end_ : target->second;
  }

  // Elements to locations.

  void finish(ElementId first) {
    count_own();
    lists_ = elements_.lists(lowering_.options().inner_escapes_first);
    find_meanings();
    locations_.assign(elements_.size(), model::none);
    type().initial = location(first);
    const LocationId end = location(end_);
    while (!queue_.empty()) {
      const ElementId id = queue_.front();
      queue_.pop_front();
      if (elements_[id].d_step == model::none)
        bind(id);
      else
        bind_inside(id);
    }
    name_locations();
    model::Program& program = lowering_.program();
    if (is_trace()) {
      program.trace->end = end;
      program.globals[program.trace->location].initial = {static_cast<model::Value>(type().initial)};
    } else if (is_claim()) {
      program.observer->end = end;
    }
  }

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
      transition.text = "-";  // from the end of a choice to what is behind it
    }
    // A claim whose assertion fails has seen what must not happen.
    if (is_claim() && !transition.effects.empty() && transition.effects.front().kind == model::Effect::Kind::check) {
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
      // Of the first steps of a d_step, the first one that can be made is.
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
    for (const Label& label : model_.labels) {
      if (label.process != process_ || !label.target) continue;
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
    for (std::uint32_t i = 0; i < model_.labels.size(); ++i) {
      const Label& label = model_.labels[i];
      if (label.process != process_ || !label.target) continue;
      const auto at = element_of_.find(label.target.value);
      if (at == element_of_.end()) continue;
      const LocationId there = locations_[at->second];
      if (there == model::none) continue;
      lowering_.label_locations[i] = there;
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
  Elements elements_;
  ElementId end_ = model::none;
  std::map<std::uint32_t, ElementId> element_of_;                  // by StmtId
  std::vector<std::uint32_t> loops_;                               // those around, innermost last: into exits_
  std::vector<ElementId> exits_;                                   // of loops
  std::map<ElementId, std::uint32_t> break_of_;                    // by element: the loop that it leaves
  std::uint32_t d_step_ = model::none;                             // the d_step at hand
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
