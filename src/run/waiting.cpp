// SPDX-License-Identifier: Apache-2.0
// Why processes do not move.
#include <fmt/format.h>

#include <algorithm>

#include "lariat/base/columns.hpp"
#include "lariat/base/printable.hpp"
#include "lariat/model/access.hpp"
#include "lariat/run/state_text.hpp"
#include "lariat/run/story.hpp"

namespace lariat::run {
namespace {

using model::Access;
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

  // `  (x = 1, turn = 0)`: the variables that the expression reads.
  std::string values_of(model::ExprId expression, std::uint32_t process) {
    model::AccessSets sets = model::bound_to(model::accesses(program_, expression), process);
    std::vector<Access> reads = sets.guard_reads;
    reads.insert(reads.end(), sets.reads.begin(), sets.reads.end());
    std::vector<std::string> values;
    for (const StateItem& item : items_) {
      if (item.kind != StateItem::Kind::variable) continue;
      const std::string base = item.short_name.substr(0, item.short_name.find_first_of(".["));
      const bool is_read = std::ranges::any_of(reads, [&](const Access& access) {
        if (access.kind == Access::Kind::global)
          return item.process == model::none && base_of(program_.globals[access.variable].name) == base;
        return access.kind == Access::Kind::local && access.type != model::none && item.process == access.process &&
               base_of(program_.process_types[access.type].variables[access.variable].name) == base;
      });
      if (is_read) values.push_back(printable(fmt::format("{} = {}", item.short_name, item.value)));
    }
    if (values.empty() || values.size() > most_values) return "  (does not hold)";
    return fmt::format("  ({})", fmt::join(values, ", "));
  }

  static std::string base_of(const std::string& name) { return name.substr(0, name.find_first_of(".[")); }

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
