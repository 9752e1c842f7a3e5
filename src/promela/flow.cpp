// SPDX-License-Identifier: Apache-2.0
#include "promela/flow.hpp"

#include <algorithm>
#include <utility>

#include "promela/print.hpp"

namespace lariat::promela {
namespace {

using model::Transition;
using Kind = Element::Kind;

class FlowBuilder {
 public:
  FlowBuilder(Lowering& lowering, ProcessId process)
      : lowering_(lowering),
        model_(lowering.model()),
        process_(process),
        type_(lowering.type_of(process)),
        flow_(lowering.limit_check()),
        elements_(flow_.elements),
        element_of_(flow_.element_of) {}

  Flow run() {
    const Process& definition = model_[process_];
    elements_.open();
    add_all(definition.body);
    // A process dies there. A claim that has come to its end has seen enough, and watches the rest.
    Transition last{.position = lowering_.source(definition.end), .text = "-end-"};
    if (!is_claim(definition)) last.effects.push_back({.kind = model::Effect::Kind::end, .source = last.position});
    flow_.end = elements_.add({.transition = std::move(last)});
    elements_.append(flow_.end);
    const SequenceId body = elements_.close();
    for (ElementId id = 0; id < elements_.size(); ++id)
      if (elements_[id].kind == Kind::go) elements_[id].target = target_of(id);
    elements_.link();
    flow_.first = elements_.hunt(elements_.sequence(body).first, false);
    return std::move(flow_);
  }

 private:
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

  void add(StmtId id) {
    lowering_.tick();
    place(parse(id));
  }

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
      if (!is_claim(model_[process_])) elements_.remove_skips(part);
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
    leaves.transition.text = std::holds_alternative<Select>(model_[id].what) ? to_text(model_, id) : "break";
    leaves.transition.position = lowering_.source(model_[id].place);
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
    result.transition = lower_statement(lowering_, id, d_step_ != model::none, is_trace(model_[process_]));
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
    if (is_claim(model_[process_])) return;
    for (const RefId channel : what.channels)
      if (model_.target(channel).type.basic == Basic::channel)
        lowering_.program().process_types[type_].promises.push_back(
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
    const auto is_asked_for = [&](LabelId label) { return has_meaning(model_[label].name) || lowering_.is_asked_for(label); };
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
    return target == element_of_.end() ? flow_.end : target->second;
  }

  Lowering& lowering_;
  const Model& model_;
  ProcessId process_;
  model::ProcessTypeId type_;
  Flow flow_;
  Elements& elements_;
  std::map<std::uint32_t, ElementId>& element_of_;
  std::vector<std::uint32_t> loops_;             // those around, innermost last: into exits_
  std::vector<ElementId> exits_;                 // of loops
  std::map<ElementId, std::uint32_t> break_of_;  // by element: the loop that it leaves
  std::uint32_t d_step_ = model::none;           // the d_step at hand
};

}  // namespace

bool is_claim(const Process& process) { return process.kind != Process::Kind::proctype && process.kind != Process::Kind::init; }

bool is_trace(const Process& process) { return process.kind == Process::Kind::trace || process.kind == Process::Kind::notrace; }

Flow make_flow(Lowering& lowering, ProcessId process) { return FlowBuilder(lowering, process).run(); }

}  // namespace lariat::promela
