// SPDX-License-Identifier: Apache-2.0
// What of a body is a step, and where a process can be between steps. Spin's rules:
//
//   one step           assignment, condition, send, receive, assert, printf, run, else, a declaration that sets a variable
//   no step            braces, labels, if and do themselves, goto and break behind another statement
//   a step after all   goto and break as the first statement of an option or a block, and a goto whose label has a meaning
//   (end...)
//
// A place between steps is a location: that before a statement. The first steps of a statement can be taken from the location
// before it; if the statement is the first of an option, from the location before the whole choice, and so on outwards. So each
// statement is lowered to its first steps, which are not yet bound to a location, and what can be the target of a step gets a
// location from them in the end. Statements that are no step are passed through: their location is another name for the next.
#include <algorithm>
#include <deque>
#include <utility>

#include "lariat/promela/print.hpp"
#include "promela/elements.hpp"
#include "promela/lowering.hpp"

namespace lariat::promela {
namespace {

using model::LocationId;
using model::Transition;
using Then = Transition::Then;

// Where a step leads, and who goes on from there.
struct Next {
  LocationId location = model::none;
  Then then = Then::free;
};

// A transition that has no source yet.
struct FirstStep {
  Transition transition;
  std::vector<std::uint32_t> escapes;   // that it gives way to: outermost first
  std::uint32_t element = model::none;  // Spin's number of it
};
using FirstSteps = std::vector<FirstStep>;

// What can interrupt a statement.
struct Escape {
  FirstSteps steps = {};
  LocationId jump = model::none;  // before a goto or break that is all of it
};

// What surrounds a statement.
struct Surroundings {
  Then mode = Then::free;  // inside atomic or d_step
  std::vector<std::uint32_t> escapes = {};
  Next loop_exit = {};                 // where break leads
  std::uint32_t d_step = model::none;  // the element of the d_step around it
};

bool has_prefix(const std::string& name, std::string_view prefix) { return std::string_view(name).starts_with(prefix); }

class BodyLowering {
 public:
  BodyLowering(Lowering& lowering, ProcessId process)
      : lowering_(lowering), model_(lowering.model()), process_(process), type_(lowering.type_of(process)) {}

  void run() {
    const Process& definition = model_[process_];
    mark_atomic(definition.body, false);
    const LocationId end = end_ = new_location("-end-", definition.end);
    locations_[end].valid_end = true;
    // A process dies; a claim that has come to its end stays there, whatever happens.
    Transition last{.target = end, .position = lowering_.source(definition.end), .text = "-end-"};
    if (!is_claim()) last.effects.push_back({.kind = model::Effect::Kind::end, .source = last.position});
    steps_[end].push_back({.transition = std::move(last), .escapes = {}, .element = lowering_.elements().end(process_)});
    const LocationId first = sequence(definition.body, {.location = end}, {});
    finish(first, end);
  }

 private:
  bool is_claim() const {
    return model_[process_].kind != Process::Kind::proctype && model_[process_].kind != Process::Kind::init;
  }

  bool is_trace() const {
    return model_[process_].kind == Process::Kind::trace || model_[process_].kind == Process::Kind::notrace;
  }

  // Which statements lie inside an atomic sequence: a jump to one of them from such a sequence keeps control.
  void mark_atomic(const Sequence& body, bool inside) {
    for (const StmtId id : body) {
      inside_[id.value] = inside;
      const auto& what = model_[id].what;
      if (const auto* block = std::get_if<Block>(&what)) mark_atomic(block->body, inside || block->kind != Block::Kind::plain);
      if (const auto* choice = std::get_if<Choice>(&what))
        for (const Sequence& option : choice->options) mark_atomic(option, inside);
      if (const auto* loop = std::get_if<ForRange>(&what)) mark_atomic(loop->body, inside);
      if (const auto* loop = std::get_if<ForArray>(&what)) mark_atomic(loop->body, inside);
      if (const auto* loop = std::get_if<ForChannel>(&what)) mark_atomic(loop->body, inside);
      if (const auto* unless = std::get_if<Unless>(&what)) mark_atomic({unless->body, unless->escape}, inside);
    }
  }

  LocationId new_location(std::string name, Place place) {
    locations_.push_back({.name = std::move(name), .source = lowering_.source(place)});
    steps_.emplace_back();
    aliases_.emplace_back();
    return static_cast<LocationId>(locations_.size() - 1);
  }

  // The location before a statement.
  LocationId before(StmtId id) {
    const auto [entry, is_new] = before_.try_emplace(id.value, 0);
    if (is_new) {
      entry->second = new_location("", model_[id].place);
      model::Location& location = locations_[entry->second];
      for (const LabelId label : model_[id].labels) location.labels.push_back(model_[label].name);
    }
    return entry->second;
  }

  bool is_step(StmtId id) const {
    if (std::holds_alternative<Exclusive>(model_[id].what)) return false;
    const auto* const declared = std::get_if<Declaration>(&model_[id].what);
    return declared == nullptr || std::any_of(declared->variables.begin(), declared->variables.end(),
                                              [&](VarId variable) { return model_[variable].set_by_step; });
  }

  // The statements of a sequence that count.
  Sequence counting(const Sequence& body, bool is_option) const {
    Sequence result;
    for (const StmtId id : body)
      if (is_step(id)) result.push_back(id);
    if (!is_option || is_claim()) return result;
    // Spin leaves out a skip behind a skip or printf, unless it is the last statement of the option.
    Sequence thin;
    for (std::size_t i = 0; i < result.size(); ++i)
      if (i == 0 || i + 1 == result.size() || !is_bare_skip(result[i]) || !does_nothing(result[i - 1]))
        thin.push_back(result[i]);
    return thin;
  }

  bool is_bare_skip(StmtId id) const {
    const auto* const condition = std::get_if<Condition>(&model_[id].what);
    return condition != nullptr && model_[id].labels.empty() && model_[condition->value].kind == ExprKind::constant &&
           model_[condition->value].value == 1;
  }

  bool does_nothing(StmtId id) const {
    const bool prints = std::holds_alternative<Print>(model_[id].what) || std::holds_alternative<PrintMtype>(model_[id].what);
    return is_bare_skip(id) || (prints && model_[id].labels.empty());
  }

  // Lowers a sequence; says which location is before it.
  LocationId sequence(const Sequence& body, Next next, const Surroundings& around, bool is_option = false) {
    return whole_sequence(counting(body, is_option), next, around);
  }

  LocationId whole_sequence(const Sequence& body, Next next, Surroundings around) {
    if (body.empty()) return next.location;
    for (std::size_t i = body.size(); i-- > 0;) {
      const Next behind = i + 1 == body.size() ? next : Next{.location = before(body[i + 1]), .then = around.mode};
      Surroundings here = around;
      if (around.mode == Then::at_once && i > 0) here.escapes.clear();
      statement(body[i], behind, here);
    }
    return before(body.front());
  }

  FirstSteps& steps(StmtId id) { return steps_[before(id)]; }

  // The first steps of a sequence that was lowered. What is no step by itself becomes one at the beginning of an option.
  FirstSteps first_steps(const Sequence& body) {
    const StmtId first = body.front();
    const LocationId location = before(first);
    if (std::holds_alternative<Goto>(model_[first].what) || std::holds_alternative<Break>(model_[first].what)) {
      if (!steps_[location].empty()) return steps_[location];
      return {jump(first, location)};
    }
    return steps_[location];
  }

  FirstStep jump(StmtId id, LocationId from) {
    return {.transition = step(id, aliases_[from]), .escapes = jump_escapes_[from], .element = jump_elements_[id.value]};
  }

  // Spin's number of a step of a statement: of the element with that index.
  std::uint32_t element(StmtId id, std::size_t index, const Surroundings& around) const {
    return around.d_step != model::none ? around.d_step : lowering_.elements().of(id)[index];
  }

  Transition step(StmtId id, Next next) {
    return {.target = next.location,
            .then = next.then,
            .position = lowering_.source(model_[id].place),
            .text = to_text(model_, id)};
  }

  void add_step(StmtId id, Transition transition, const Surroundings& around) {
    const std::uint32_t number = element(id, lowering_.elements().of(id).size() - 1, around);
    steps(id).push_back({.transition = std::move(transition), .escapes = around.escapes, .element = number});
  }

  void alias(StmtId id, Next to) { aliases_[before(id)] = to; }

  void statement(StmtId id, Next next, const Surroundings& around) {
    std::visit([&](const auto& what) { lower(id, what, next, around); }, model_[id].what);
  }

  void lower(StmtId id, const Condition& what, Next next, const Surroundings& around) {
    Transition transition = step(id, next);
    if (what.implied) transition.text = "skip";
    if (lowering_.is_run(what.value))
      transition.effects.push_back(lowering_.start(what.value));
    else if (!lowering_.is_true(what.value))
      transition.guard = lowering_.expression(what.value);
    add_step(id, std::move(transition), around);
  }

  void lower(StmtId id, const Declaration& what, Next next, const Surroundings& around) {
    // Several variables in one declaration are several steps, one after the other.
    std::vector<VarId> set;
    for (const VarId variable : what.variables)
      if (model_[variable].set_by_step) set.push_back(variable);
    for (std::size_t i = set.size(); i-- > 0;) {
      Transition one = step(id, next);
      lowering_.initialise(set[i], true, one.effects);
      const LocationId location = i == 0 ? before(id) : new_location("", model_[set[i]].place);
      steps_[location].push_back({.transition = std::move(one), .escapes = around.escapes, .element = element(id, i, around)});
      next = {.location = location, .then = around.mode};
    }
  }

  void lower(StmtId, const Exclusive&, Next, const Surroundings&) {}

  void lower(StmtId id, const Assignment& what, Next next, const Surroundings& around) {
    Transition transition = step(id, next);
    model::Program& program = lowering_.program();
    const model::Place place = lowering_.place(what.target);
    const model::Source source = lowering_.source(model_[id].place);
    if (what.kind == Assignment::Kind::plain && lowering_.is_run(what.value)) {
      transition.effects.push_back(lowering_.start(what.value));
      transition.effects.back().place = program.add(place);
    } else {
      const auto changed = [&](model::Op op) { return program.binary(op, program.read(place), program.constant(1)); };
      const model::ExprId value = what.kind == Assignment::Kind::plain       ? lowering_.expression(what.value)
                                  : what.kind == Assignment::Kind::increment ? changed(model::Op::add)
                                                                             : changed(model::Op::subtract);
      const bool sets_priority = model_[what.target].variable == predefined(Predefined::priority);
      if (sets_priority)
        transition.effects.push_back({.kind = model::Effect::Kind::set_priority,
                                      .value = value,
                                      .arguments = {program.add(model::Expr{.op = model::Op::own_number})},
                                      .source = source});
      else
        transition.effects.push_back({.place = program.add(place), .value = value, .source = source});
    }
    add_step(id, std::move(transition), around);
  }

  void lower(StmtId id, const Send& what, Next next, const Surroundings& around) {
    Transition transition = step(id, next);
    model::Program& program = lowering_.program();
    model::Communication send{.kind = model::Communication::Kind::send,
                              .channel = program.read(lowering_.place(what.channel)),
                              .sorted = what.sorted,
                              .source = lowering_.source(model_[id].place)};
    if (is_trace())
      send.arguments = lowering_.patterns(what.arguments);
    else
      for (const model::ExprId value : lowering_.values(what.arguments))
        send.arguments.push_back({.kind = model::Communication::Argument::Kind::value, .value = value});
    transition.communication = program.add(std::move(send));
    add_step(id, std::move(transition), around);
  }

  void lower(StmtId id, const Receive& what, Next next, const Surroundings& around) {
    Transition transition = step(id, next);
    model::Program& program = lowering_.program();
    transition.communication = program.add(model::Communication{.kind = model::Communication::Kind::receive,
                                                                .channel = program.read(lowering_.place(what.channel)),
                                                                .arguments = lowering_.arguments(what.arguments),
                                                                .anywhere = what.random,
                                                                .copies = what.keeps,
                                                                .source = lowering_.source(model_[id].place)});
    add_step(id, std::move(transition), around);
  }

  static Transition with_guard(Transition transition, model::ExprId guard) {
    transition.guard = guard;
    return transition;
  }

  void lower(StmtId id, const Assertion& what, Next next, const Surroundings& around) {
    // A claim whose assertion fails has seen what must not happen.
    if (is_claim()) {
      const model::ExprId value = lowering_.expression(what.value);
      add_step(id, with_guard(step(id, next), value), around);
      add_step(id, with_guard(step(id, {.location = end_}), lowering_.program().unary(model::Op::logical_not, value)), around);
      return;
    }
    Transition transition = step(id, next);
    transition.effects.push_back({.kind = model::Effect::Kind::check,
                                  .value = lowering_.expression(what.value),
                                  .source = lowering_.source(model_[id].place)});
    add_step(id, std::move(transition), around);
  }

  void lower(StmtId id, const Print& what, Next next, const Surroundings& around) {
    Transition transition = step(id, next);
    transition.effects.push_back({.kind = model::Effect::Kind::print,
                                  .arguments = lowering_.values(what.arguments),
                                  .text = with_tables(unescaped(what.format), what.arguments),
                                  .source = lowering_.source(model_[id].place)});
    add_step(id, std::move(transition), around);
  }

  // A format that says for each %e where the names are: %2e.
  std::string with_tables(const std::string& format, const std::vector<ExprId>& arguments) const {
    std::string result;
    std::size_t argument = 0;
    for (std::size_t i = 0; i < format.size(); ++i) {
      result += format[i];
      if (format[i] != '%' || i + 1 == format.size()) continue;
      ++i;
      if (format[i] == 'e' && argument < arguments.size()) result += std::to_string(mtype_of(arguments[argument]));
      result += format[i];
      argument += format[i] == '%' ? 0 : 1;
    }
    return result;
  }

  // The list of an mtype that the value of an expression is from.
  std::uint32_t mtype_of(ExprId id) const {
    const Expr& expr = model_[id];
    if (expr.kind == ExprKind::constant && expr.index > 0) return expr.index - 1;
    if (expr.kind != ExprKind::reference) return 0;
    const Type& type = model_.target(expr.reference).type;
    return type.basic == Basic::mtype ? type.index : 0;
  }

  void lower(StmtId id, const PrintMtype& what, Next next, const Surroundings& around) {
    Transition transition = step(id, next);
    transition.effects.push_back({.kind = model::Effect::Kind::print,
                                  .arguments = {lowering_.expression(what.value)},
                                  .text = with_tables("%e", {what.value}),
                                  .source = lowering_.source(model_[id].place)});
    add_step(id, std::move(transition), around);
  }

  void lower(StmtId id, const SetPriority& what, Next next, const Surroundings& around) {
    Transition transition = step(id, next);
    transition.effects.push_back({.kind = model::Effect::Kind::set_priority,
                                  .value = lowering_.expression(what.priority),
                                  .arguments = {lowering_.expression(what.process)},
                                  .source = lowering_.source(model_[id].place),
                                  .checked = true});
    add_step(id, std::move(transition), around);
  }

  void lower(StmtId id, const Goto& what, Next /*next*/, const Surroundings& around) {
    const StmtId target = model_[what.label].target;
    const Next to{.location = before(target),
                  .then = around.mode == Then::atomic ? (inside_[target.value] ? Then::atomic : Then::free) : around.mode};
    lower_jump(id, to, around);
  }

  // A jump is a step where somebody may want to know that the process is there: before a label with a meaning, and before one
  // that another process asks for.
  void lower_jump(StmtId id, Next to, const Surroundings& around) {
    jump_elements_[id.value] = element(id, 0, around);
    const auto& labels = model_[id].labels;
    if (std::any_of(labels.begin(), labels.end(),
                    [&](LabelId label) { return has_meaning(model_[label].name) || lowering_.elements().is_asked_for(label); }))
      add_step(id, step(id, to), around);
    else
      alias(id, to);
    jump_escapes_[before(id)] = around.escapes;
  }

  void lower(StmtId id, const Break&, Next /*next*/, const Surroundings& around) { lower_jump(id, around.loop_exit, around); }

  void lower(StmtId id, const Else&, Next next, const Surroundings& around) {
    Transition transition = step(id, next);
    transition.is_else = true;
    add_step(id, std::move(transition), around);
  }

  void lower(StmtId id, const Block& what, Next next, const Surroundings& around) {
    Surroundings inside = around;
    if (what.kind == Block::Kind::atomic && around.mode == Then::free) inside.mode = Then::atomic;
    if (what.kind == Block::Kind::d_step) {
      inside.mode = Then::at_once;
      inside.d_step = element(id, 0, around);
    }
    const Sequence body = counting(what.body, false);
    if (body.empty()) {
      alias(id, next);
      return;
    }
    whole_sequence(body, next, inside);
    // Being before the block is not being before its first statement: a loop there, or a goto, does not come back to it.
    steps_[before(id)] = first_steps(body);
  }

  void lower(StmtId id, const Choice& what, Next next, const Surroundings& around) {
    const LocationId here = before(id);
    Surroundings inside = around;
    if (what.repeats) inside.loop_exit = next;
    const Next behind = what.repeats ? Next{.location = here, .then = around.mode} : next;
    FirstSteps last;
    for (const Sequence& option : what.options) {
      const Sequence body = counting(option, true);
      if (body.empty()) continue;
      whole_sequence(body, behind, inside);
      const FirstSteps first = first_steps(body);
      FirstSteps& list = std::holds_alternative<Else>(model_[body.front()].what) ? last : steps_[here];
      list.insert(list.end(), first.begin(), first.end());
    }
    steps_[here].insert(steps_[here].end(), last.begin(), last.end());
  }

  FirstStep simple(StmtId id, std::size_t index, Next next, const Surroundings& around, model::ExprId guard = model::none) {
    Transition transition = step(id, next);
    transition.guard = guard;
    return {.transition = std::move(transition), .escapes = around.escapes, .element = element(id, index, around)};
  }

  // A loop that counts: the first step leads to the location of the loop, which goes on into the body or leaves by `else`.
  void counting_loop(StmtId id, RefId index, model::ExprId from, model::ExprId to, const Sequence& body, Next next,
                     const Surroundings& around) {
    model::Program& program = lowering_.program();
    const model::Place place = lowering_.place(index);
    const auto assign = [&](std::size_t index, model::ExprId value, Next target) {
      FirstStep result = simple(id, index, target, around);
      result.transition.effects.push_back(
          {.place = program.add(place), .value = value, .source = lowering_.source(model_[id].place)});
      return result;
    };
    const LocationId loop = new_location("", model_[id].place);
    const Next again{.location = loop, .then = around.mode};
    steps(id).push_back(assign(0, from, again));
    const LocationId increment = new_location("", model_[id].place);
    steps_[increment].push_back(assign(2, program.binary(model::Op::add, program.read(place), program.constant(1)), again));
    Surroundings inside = around;
    inside.loop_exit = next;
    if (around.mode == Then::at_once) inside.escapes.clear();
    const LocationId first = sequence(body, {.location = increment, .then = around.mode}, inside);
    steps_[loop].push_back(simple(id, 1, {.location = first, .then = around.mode}, around,
                                  program.binary(model::Op::less_equal, program.read(place), to)));
    FirstStep leave = simple(id, 3, next, around);
    leave.transition.is_else = true;
    leave.transition.text = "else";
    steps_[loop].push_back(std::move(leave));
  }

  void lower(StmtId id, const ForRange& what, Next next, const Surroundings& around) {
    counting_loop(id, what.index, lowering_.expression(what.from), lowering_.expression(what.to), what.body, next, around);
  }

  void lower(StmtId id, const ForArray& what, Next next, const Surroundings& around) {
    model::Program& program = lowering_.program();
    const Variable& array = model_.target(what.array);
    counting_loop(id, what.index, program.constant(0), program.constant(static_cast<model::Value>(array.size) - 1), what.body,
                  next, around);
  }

  // for (m in c): a counter that nobody sees, and each message is received and sent again.
  void lower(StmtId id, const ForChannel& what, Next next, const Surroundings& around) {
    model::Program& program = lowering_.program();
    model::ProcessType& type = program.process_types[type_];
    const auto counter = static_cast<model::VariableId>(type.variables.size());
    type.variables.push_back({.name = "_messages" + std::to_string(counter), .type = model::byte_type});
    const model::Place place{.scope = model::Place::Scope::local, .type = type_, .variable = counter};
    const model::ExprId channel = program.read(lowering_.place(what.channel));
    const auto assign = [&](std::size_t index, model::ExprId value, Next target) {
      FirstStep result = simple(id, index, target, around);
      result.transition.effects.push_back({.place = program.add(place), .value = value});
      return result;
    };
    const LocationId loop = new_location("", model_[id].place);
    const Next again{.location = loop, .then = around.mode};
    steps(id).push_back(assign(0, program.constant(0), again));
    Surroundings inside = around;
    inside.loop_exit = next;
    const LocationId count = new_location("", model_[id].place);
    const LocationId receive = new_location("", model_[id].place);
    const LocationId send = new_location("", model_[id].place);
    const LocationId first = sequence(what.body, {.location = count, .then = around.mode}, inside);
    steps_[count].push_back(assign(4, program.binary(model::Op::add, program.read(place), program.constant(1)), again));
    FirstStep receives = simple(id, 2, {.location = send, .then = around.mode}, around);
    FirstStep sends = simple(id, 3, {.location = first, .then = around.mode}, around);
    model::Communication take{.kind = model::Communication::Kind::receive, .channel = channel};
    model::Communication give{.kind = model::Communication::Kind::send, .channel = channel};
    for (const model::Place& field : lowering_.places(what.message)) {
      take.arguments.push_back({.kind = model::Communication::Argument::Kind::store, .place = program.add(field)});
      give.arguments.push_back({.kind = model::Communication::Argument::Kind::value, .value = program.read(field)});
    }
    receives.transition.communication = program.add(std::move(take));
    sends.transition.communication = program.add(std::move(give));
    steps_[receive].push_back(std::move(receives));
    steps_[send].push_back(std::move(sends));
    steps_[loop].push_back(
        simple(id, 1, {.location = receive, .then = around.mode}, around,
               program.binary(model::Op::less, program.read(place), program.unary(model::Op::length, channel))));
    FirstStep leave = simple(id, 5, next, around);
    leave.transition.is_else = true;
    steps_[loop].push_back(std::move(leave));
  }

  void lower(StmtId id, const Select& what, Next next, const Surroundings& around) {
    model::Program& program = lowering_.program();
    const model::Place place = lowering_.place(what.target);
    const auto assign = [&](std::size_t index, model::ExprId value, Next target) {
      FirstStep result = simple(id, index, target, around);
      result.transition.effects.push_back(
          {.place = program.add(place), .value = value, .source = lowering_.source(model_[id].place)});
      return result;
    };
    if (what.at_once) {
      const std::int32_t from = model_[what.from].value;
      for (std::int32_t value = from; value <= model_[what.to].value; ++value)
        steps(id).push_back(assign(static_cast<std::size_t>(value - from), program.constant(value), next));
      return;
    }
    const LocationId loop = new_location("", model_[id].place);
    const LocationId more = new_location("", model_[id].place);
    const Next again{.location = loop, .then = around.mode};
    steps(id).push_back(assign(0, lowering_.expression(what.from), again));
    steps_[loop].push_back(simple(id, 1, {.location = more, .then = around.mode}, around,
                                  program.binary(model::Op::less, program.read(place), lowering_.expression(what.to))));
    FirstStep leave = simple(id, 3, next, around);
    leave.transition.text = "break";
    steps_[loop].insert(what.break_first ? steps_[loop].begin() : steps_[loop].end(), std::move(leave));
    steps_[more].push_back(assign(2, program.binary(model::Op::add, program.read(place), program.constant(1)), again));
  }

  // The first statement of a plain block, otherwise the statement itself.
  StmtId unwrapped(StmtId id) const {
    const auto* const block = std::get_if<Block>(&model_[id].what);
    if (block == nullptr || block->kind != Block::Kind::plain) return id;
    const Sequence body = counting(block->body, false);
    return body.empty() ? id : body.front();
  }

  void lower(StmtId id, const Unless& what, Next next, const Surroundings& around) {
    statement(what.escape, next, around);
    const auto number = static_cast<std::uint32_t>(escapes_.size());
    const LocationId escape = before(unwrapped(what.escape));
    escapes_.push_back(aliases_[escape].location != model::none ? Escape{.steps = {}, .jump = escape}
                                                                : Escape{.steps = first_steps({what.escape})});
    Surroundings inside = around;
    if (lowering_.options().inner_escapes_first)
      inside.escapes.insert(inside.escapes.begin(), number);
    else
      inside.escapes.push_back(number);
    statement(what.body, next, inside);
    steps_[before(id)] = first_steps({what.body});
    // Coming to it is coming to its body, whatever control one has; with a label, there is a block around all of it.
    if (model_[id].labels.empty()) passes_.emplace_back(before(id), before(unwrapped(what.body)));
  }

  // Gives numbers to the locations that can be reached, and binds their steps to them.
  void finish(LocationId first, LocationId end) {
    index_passes();
    model::ProcessType& type = lowering_.program().process_types[type_];
    std::vector<LocationId> numbers(locations_.size(), model::none);
    std::deque<LocationId> queue;
    const auto number = [&](LocationId location) {
      if (numbers[location] == model::none) {
        numbers[location] = static_cast<LocationId>(type.locations.size());
        type.locations.push_back(locations_[location]);
        queue.push_back(location);
      }
      return numbers[location];
    };
    type.initial = number(resolved({.location = first}).location);
    number(end);
    while (!queue.empty()) {
      const LocationId location = queue.front();
      queue.pop_front();
      bind(location, numbers[location], number, type);
    }
    name_locations(numbers, type, end);
    model::Program& program = lowering_.program();
    if (is_trace()) {
      program.trace->end = numbers[end];
      program.globals[program.trace->location].initial = {static_cast<model::Value>(type.initial)};
    } else if (is_claim()) {
      program.observer->end = numbers[end];
    }
  }

  template <class Number>
  void bind(LocationId location, LocationId source, Number& number, model::ProcessType& type) {
    std::map<std::uint32_t, std::vector<model::TransitionId>> bound;  // escapes that are there already
    const auto add = [&](const FirstStep& step, const std::vector<model::TransitionId>& unless) {
      Transition transition = step.transition;
      const Next to = resolved({.location = transition.target, .then = transition.then});
      transition.source = source;
      transition.target = number(to.location);
      transition.then = to.then;
      transition.unless = unless;
      const auto id = static_cast<model::TransitionId>(type.transitions.size());
      type.transitions.push_back(std::move(transition));
      lowering_.transition_elements[type_].push_back(step.element);
      type.locations[source].out.push_back(id);
      return id;
    };
    for (const FirstStep& step : steps_[location]) {
      std::vector<model::TransitionId> unless;
      for (const std::uint32_t escape : step.escapes) {
        auto& transitions = bound[escape];
        if (transitions.empty())
          for (const FirstStep& out : steps_of(escapes_[escape])) transitions.push_back(add(out, unless));
        unless.insert(unless.end(), transitions.begin(), transitions.end());
      }
      add(step, unless);
    }
  }

  // An escape that is a jump has the steps of where it leads.
  const FirstSteps& steps_of(const Escape& escape) const {
    return escape.jump == model::none ? escape.steps : steps_[resolved({.location = escape.jump}).location];
  }

  // What labels mean for the locations, and where labels are.
  void name_locations(const std::vector<LocationId>& numbers, model::ProcessType& type, LocationId end) {
    for (std::uint32_t i = 0; i < model_.labels.size(); ++i) {
      const Label& label = model_.labels[i];
      if (label.process != process_ || !label.target) continue;
      const auto at = before_.find(label.target.value);
      if (at == before_.end()) continue;
      const LocationId location = numbers[resolved({.location = at->second}).location];
      if (location == model::none) continue;
      lowering_.label_locations[i] = location;
      model::Location& place = type.locations[location];
      if (std::find(place.labels.begin(), place.labels.end(), label.name) == place.labels.end())
        place.labels.push_back(label.name);
      place.valid_end |= has_prefix(label.name, "end");
      place.progress |= has_prefix(label.name, "progress");
      if (has_prefix(label.name, "accept")) place.accepting = 1;
    }
    for (LocationId location = 0; location < type.locations.size(); ++location) {
      model::Location& place = type.locations[location];
      if (location == numbers[end]) continue;
      place.name = place.labels.empty() ? "line " + std::to_string(place.source.line) : place.labels.front();
    }
  }

  // passes_ by location, since chains of them may be long.
  void index_passes() {
    pass_of_.assign(locations_.size(), model::none);
    for (const auto& [from, to] : passes_) pass_of_[from] = to;
  }

  // Follows names to the location that they stand for.
  Next resolved(Next next) const {
    for (std::size_t i = 0; i <= 2 * aliases_.size(); ++i) {
      if (const Next& to = aliases_[next.location]; to.location != model::none)
        next = {.location = to.location, .then = next.then == Then::free ? Then::free : to.then};
      else if (pass_of_[next.location] != model::none)
        next.location = pass_of_[next.location];
      else
        return next;
    }
    return next;
  }

  Lowering& lowering_;
  const Model& model_;
  ProcessId process_;
  model::ProcessTypeId type_;
  LocationId end_ = model::none;
  std::map<std::uint32_t, bool> inside_;        // by StmtId
  std::map<std::uint32_t, LocationId> before_;  // by StmtId
  std::deque<model::Location> locations_;
  std::deque<FirstSteps> steps_;                           // by location
  std::deque<Next> aliases_;                               // by location: another name for this, with this control
  std::vector<std::pair<LocationId, LocationId>> passes_;  // another name, with whatever control one comes with
  std::vector<LocationId> pass_of_;
  std::vector<Escape> escapes_;
  std::map<LocationId, std::vector<std::uint32_t>> jump_escapes_;  // of jumps that may become steps
  std::map<std::uint32_t, std::uint32_t> jump_elements_;           // by StmtId
};

}  // namespace

void lower_body(Lowering& lowering, ProcessId process) { BodyLowering(lowering, process).run(); }

}  // namespace lariat::promela
