// SPDX-License-Identifier: Apache-2.0
// Why processes do not move.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "lariat/base/columns.hpp"
#include "lariat/base/printable.hpp"
#include "lariat/run/state_text.hpp"
#include "lariat/run/story.hpp"

namespace lariat::run {
namespace {

using model::Interpreter;
using model::Program;
using model::StateView;

constexpr std::size_t place_width = 20;     // columns for places in the source, where lines are enough
constexpr std::size_t most_values = 4;      // of variables that are shown with a condition
constexpr std::size_t most_statements = 4;  // of a process

class WaitingReader {
 public:
  WaitingReader(Interpreter& interpreter, StateView s)
      : interpreter_(interpreter),
        program_(interpreter.program()),
        s_(s),
        items_(state_items(interpreter, s)),
        places_(program_, place_width) {}

  Waiting read(std::uint32_t process) {
    const model::ProcessTypeId type = interpreter_.process_type(s_, process);
    const model::LocationId at = interpreter_.location(s_, process);
    Waiting result{.process = process, .name = process_name(program_, process, type)};
    const model::ProcessType& about = program_.process_types[type];
    if (at >= about.locations.size()) return result;
    const model::Location& location = about.locations[at];
    result.where = program_.language == "promela" ? places_.text(location.source) : location.name;
    bool ends = true;  // nothing but its own end is left
    for (const model::TransitionId id : location.out) {
      const model::Transition& transition = about.transitions[id];
      ends &=
          std::ranges::any_of(transition.effects, [](const model::Effect& e) { return e.kind == model::Effect::Kind::end; });
      if (!ends && !transition.is_else)
        result.reasons.push_back(fmt::format("{}{}", printable(transition.text), because(transition, about, process)));
    }
    if (ends) result.reasons.clear();
    if (result.reasons.size() > most_statements) {
      const std::size_t more = result.reasons.size() - most_statements + 1;
      result.reasons.resize(most_statements - 1);
      result.reasons.push_back(fmt::format("and {} more statements", more));
    }
    return result;
  }

 private:
  std::string because(const model::Transition& transition, const model::ProcessType& type, std::uint32_t process) {
    if (type.provided != model::none && interpreter_.evaluate(type.provided, s_, process).value == 0)
      return "  (what it is provided with does not hold)";
    if (transition.guard != model::none) {
      const model::Evaluation guard = interpreter_.evaluate(transition.guard, s_, process);
      if (!guard.fault && guard.value == 0) return values_of(transition.guard, process);
    }
    if (transition.communication != model::none) return because(program_.communications[transition.communication], process);
    return "";
  }

  std::string because(const model::Communication& communication, std::uint32_t process) {
    const model::Evaluation channel = interpreter_.evaluate(communication.channel, s_, process);
    if (channel.fault || channel.value <= 0) return "  (there is no such channel)";
    const auto index = static_cast<std::size_t>(channel.value) - 1;
    const bool sends = communication.kind == model::Communication::Kind::send;
    std::string name = index < program_.channels.size() ? program_.channels[index].name : "";
    for (const StateItem& item : items_) {
      if (item.kind != StateItem::Kind::channel) continue;
      if (name.empty() ? !item.name.ends_with(fmt::format("#{}", channel.value)) : item.name != name) continue;
      if (sends) return fmt::format("  ({} is full)", printable(item.name));
      return item.value == "empty" ? fmt::format("  ({} is empty)", printable(item.name))
                                   : fmt::format("  ({} holds {})", printable(item.name), printable(item.value));
    }
    return sends ? "  (nobody receives)" : "  (nobody sends)";
  }

  // `  (x = 1, fork[2] = 0)`: the variables, elements of arrays and channels that the expression reads in this state.
  std::string values_of(model::ExprId expression, std::uint32_t process) {
    std::vector<Read> reads;
    std::vector<std::int32_t> channels;
    find_reads(expression, process, reads, channels);
    std::vector<std::string> values;
    for (const StateItem& item : items_) {
      const bool is_read = item.kind == StateItem::Kind::variable
                               ? std::ranges::find(reads, Read{item.process, item.variable, item.element}) != reads.end()
                               : item.kind == StateItem::Kind::channel && is_one_of(item, channels);
      const bool is_own = item.process == model::none || item.process == process;
      if (is_read) values.push_back(printable(fmt::format("{} = {}", is_own ? item.short_name : item.name, item.value)));
    }
    if (values.empty() || values.size() > most_values) return "  (does not hold)";
    return fmt::format("  ({})", fmt::join(values, ", "));
  }

  // A variable, or an element of one.
  struct Read {
    std::uint32_t process;  // none: it is global
    model::VariableId variable;
    std::uint32_t element;
    friend bool operator==(const Read&, const Read&) = default;
  };

  // Collects what an expression reads if the process evaluates it now, and the numbers of the channels that it asks about.
  // Indices are evaluated: the element that is read tells what they are.
  void find_reads(model::ExprId expression, std::uint32_t process, std::vector<Read>& reads,
                  std::vector<std::int32_t>& channels) {
    std::vector<model::ExprId> pending = {expression};
    while (!pending.empty()) {
      const model::ExprId id = pending.back();
      pending.pop_back();
      if (id == model::none) continue;
      const model::Expr& e = program_.expressions[id];
      if (e.op == model::Op::length || e.op == model::Op::is_empty || e.op == model::Op::is_full) {
        if (const auto channel = value_of(e.a, process)) channels.push_back(*channel);
        continue;
      }
      for (const model::ExprId operand : {e.a, e.b, e.c}) pending.push_back(operand);
      if (e.op != model::Op::read) continue;
      const model::Place& place = program_.places[e.place];
      const auto element = place.index == model::none ? 0 : value_of(place.index, process);
      const auto owner = place.scope == model::Place::Scope::global    ? std::optional<std::int32_t>(-1)
                         : place.scope == model::Place::Scope::local   ? static_cast<std::int32_t>(process)
                         : place.process == model::none                ? std::nullopt
                         : place.scope == model::Place::Scope::foreign ? value_of(place.process, process)
                                                                       : std::nullopt;
      if (!element || !owner) continue;
      reads.push_back({*owner < 0 ? model::none : static_cast<std::uint32_t>(*owner), place.variable,
                       static_cast<std::uint32_t>(*element)});
    }
  }

  std::optional<std::int32_t> value_of(model::ExprId expression, std::uint32_t process) {
    const model::Evaluation value = interpreter_.evaluate(expression, s_, process);
    return value.fault ? std::nullopt : std::optional<std::int32_t>(value.value);
  }

  bool is_one_of(const StateItem& item, const std::vector<std::int32_t>& channels) const {
    return std::ranges::any_of(channels, [&](std::int32_t number) {
      const auto index = static_cast<std::size_t>(number) - 1;
      return number > 0 && (index < program_.channels.size() ? item.name == program_.channels[index].name
                                                             : item.name.ends_with(fmt::format("#{}", number)));
    });
  }

  Interpreter& interpreter_;
  const Program& program_;
  StateView s_;
  std::vector<StateItem> items_;
  SourcePlaces places_;
};

}  // namespace

std::vector<Waiting> waiting_processes(Interpreter& interpreter, StateView s) {
  std::vector<Waiting> result;
  if (interpreter.is_error(s)) return result;
  WaitingReader reader(interpreter, s);
  for (std::uint32_t p = 0; p < interpreter.process_count(s); ++p) result.push_back(reader.read(p));
  return result;
}

std::vector<std::string> waiting_lines(Interpreter& interpreter, StateView s) {
  const std::vector<Waiting> processes = waiting_processes(interpreter, s);
  std::size_t names = 0;
  std::size_t places = 0;
  for (const Waiting& process : processes) {
    names = std::max(names, columns(process.name));
    places = std::max(places, columns(process.where));
  }
  std::vector<std::string> lines;
  for (const Waiting& process : processes) {
    std::string head = fmt::format("{}  {}  ", pad(process.name, names), pad(process.where, places));
    if (process.reasons.empty()) lines.push_back(head + "has come to its end");
    for (const std::string& reason : process.reasons) {
      lines.push_back(head + (&reason == process.reasons.data() ? "waits at  " : "      or  ") + reason);
      head = std::string(columns(head), ' ');
    }
  }
  return lines;
}

std::vector<std::string> starved_lines(Interpreter& interpreter, const Run& run) {
  std::vector<std::string> lines;
  if (!run.cycle || interpreter.is_error(run.before(*run.cycle))) return lines;
  const StateView first = run.before(*run.cycle);
  const std::size_t count = interpreter.process_count(first);
  const std::size_t length = run.steps.size() - *run.cycle;
  std::vector<bool> moves(count, false);
  std::vector<std::size_t> enabled(count, 0);
  bool anybody_moves = false;
  for (std::size_t i = *run.cycle; i < run.steps.size(); ++i) {
    for (const model::Action& action : run.steps[i].actions) {
      if (action.process < count) moves[action.process] = true;
      anybody_moves |= action.process != model::observer_number;
    }
    const std::vector<bool> able = interpreter.enabled_processes(run.before(i));
    for (std::size_t p = 0; p < std::min(count, able.size()); ++p) enabled[p] += able[p] ? 1 : 0;
  }
  if (!anybody_moves) return waiting_lines(interpreter, first);
  for (const Waiting& process : waiting_processes(interpreter, first)) {
    if (moves[process.process] || process.reasons.empty()) continue;
    const std::size_t able = enabled[process.process];
    if (able == length)
      lines.push_back(
          fmt::format("{} takes no step in the cycle although it always could: --fair excludes such runs", process.name));
    else if (able > 0)
      lines.push_back(
          fmt::format("{} takes no step in the cycle although it could in {} of its {} states", process.name, able, length));
    else
      lines.push_back(
          fmt::format("{} cannot move in the cycle: it waits at {}  {}", process.name, process.where, process.reasons.front()));
  }
  return lines;
}

Story story_of_end(Interpreter& interpreter, const Run& run) {
  Story story;
  const StateView last = run.before(run.steps.size());
  if (interpreter.is_error(last)) return story;
  if (run.cycle) {
    story.ending = starved_lines(interpreter, run);
  } else {
    const std::vector<bool> able = interpreter.enabled_processes(last);
    if (std::ranges::none_of(able, [](bool can) { return can; }) && !interpreter.is_valid_end(last))
      story.ending = waiting_lines(interpreter, last);
  }
  return story;
}

}  // namespace lariat::run
