// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/run_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lariat/base/columns.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/wrap.hpp"
#include "lariat/run/state_text.hpp"

namespace lariat::run {
namespace {

using model::Fault;
using model::Interpreter;
using model::none;
using model::observer_number;
using model::Program;
using model::StateView;

constexpr const char* bold = "1";
constexpr const char* dim = "2";
constexpr const char* red = "31";
constexpr const char* yellow = "33";
constexpr const char* cyan = "36";

constexpr std::size_t margin_width = 2;
constexpr std::size_t gap = 2;              // between columns
constexpr std::size_t least_text = 30;      // columns that the text of a transition should have
constexpr std::size_t role_width = 10;      // of `sends`, `receives`
constexpr std::size_t text_overhang = 4;    // by which the second line of a text is indented
constexpr std::size_t detail_overhang = 2;  // by which what changed is

bool has_prints(const Program& program) {
  const auto prints = [](const std::vector<model::Effect>& effects) {
    return std::ranges::any_of(effects, [](const model::Effect& e) { return e.kind == model::Effect::Kind::print; });
  };
  return std::ranges::any_of(program.process_types, [&](const model::ProcessType& type) {
    return std::ranges::any_of(type.transitions, [&](const model::Transition& t) { return prints(t.effects); });
  });
}

// Whether nobody moves, or only the observer.
bool is_stuck(const RunStep& step) { return step.actions.empty() || step.actions.front().process == observer_number; }

bool is_nothing(const std::string& value) { return value == "0" || value == "false" || value == "empty"; }

// `x: 0 -> 1`, or nothing where the change goes without saying.
std::string change_text(const StateChange& change) {
  if (change.kind == StateItem::Kind::location) {
    if (change.before && change.after) return "";
    return fmt::format("{} {}", change.name, change.after ? "starts" : "ends");
  }
  if (!change.after || (!change.before && is_nothing(*change.after))) return "";
  if (!change.before || change.kind == StateItem::Kind::channel) return fmt::format("{} = {}", change.name, *change.after);
  return fmt::format("{}: {} -> {}", change.name, *change.before, *change.after);
}

}  // namespace

struct RunText::Frame {
  std::string number = {};
  std::string margin = std::string(margin_width, ' ');  // before each line
  std::uint32_t automaton_before = none;
  std::uint32_t automaton_after = none;
  bool stuck_already = false;
};

struct RunText::Line {
  const model::Action& action;
  std::size_t index = 0;            // of the action in the step
  std::string_view role = {};       // `sends` or `receives` where two meet
  std::string_view bracket = {};    // before the first line of its text
  std::string_view continued = {};  // before the others
};

RunText::RunText(Interpreter& interpreter, const RunTextOptions& options, std::size_t last_step)
    : interpreter_(interpreter), options_(options) {
  const Program& program = interpreter.program();
  prints_ = has_prints(program);
  number_width_ = std::max<std::size_t>(3, std::to_string(last_step).size());
  const auto watched = [&](std::size_t type) {
    return options.show_automaton || !program.observer || program.observer->type != type;
  };
  const auto make_room_for = [&](std::uint32_t process, model::ProcessTypeId type) {
    process_width_ = std::max(process_width_, columns(process_name(program, process, type)));
  };
  for (std::uint32_t i = 0; i < program.processes.size(); ++i) make_room_for(i, program.processes[i].type);
  if (program.is_dynamic())
    for (std::uint32_t type = 0; type < program.process_types.size(); ++type)
      if (!program.observer || program.observer->type != type) make_room_for(9, type);  // numbers of two digits are rare
  if (program.observer && options.show_automaton) make_room_for(observer_number, program.observer->type);
  for (const Places places : {Places::paths, Places::names, Places::lines}) {
    if (places == Places::lines && program.files.size() > 1) break;
    places_ = places;
    where_width_ = 0;
    for (std::size_t i = 0; i < program.process_types.size(); ++i)
      for (const model::Transition& transition : program.process_types[i].transitions)
        if (watched(i)) where_width_ = std::max(where_width_, columns(where(transition.position)));
    if (where_width_ <= options.width / 4) break;
  }
  process_column_ = margin_width + number_width_ + gap;
  text_column_ = process_column_ + process_width_ + gap + where_width_ + gap;
  narrow_ = text_column_ + least_text > options.width;
  if (narrow_) text_column_ = process_column_ + gap;
}

std::string RunText::paint(const char* code, std::string_view text) const {
  return options_.color && !text.empty() ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

std::string RunText::where(const model::Source& source) const {
  std::string text = source_text(interpreter_.program(), source);
  if (places_ == Places::paths || text.empty()) return text;
  if (places_ == Places::lines) return fmt::format("line {}", source.line);
  return text.substr(text.rfind('/') + 1);
}

void RunText::write_initial(std::ostream& out, StateView initial) const {
  const std::string margin(margin_width, ' ');
  if (options_.show_state) {
    out << std::string(process_column_, ' ') << paint(bold, "initial state") << '\n';
    write_state(out, initial);
  }
  Fault fault;
  interpreter_.initial(&fault);
  if (!fault)
    if (const auto failed = interpreter_.failed_assertion(initial)) fault = *failed;
  if (fault) write_fault(out, margin, fault);
}

void RunText::write_state(std::ostream& out, StateView s) const { write_state(out, std::string(margin_width, ' '), s); }

void RunText::write_state(std::ostream& out, const std::string& margin, StateView s) const {
  const std::string text = state_text(interpreter_, s, process_column_ + gap, options_.width, options_.show_automaton);
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    end = text.find('\n', begin) + 1;
    const std::string_view line = std::string_view(text).substr(begin + margin_width, end - begin - margin_width - 1);
    out << margin << paint(dim, line) << '\n';
  }
}

void RunText::write_cycle_begin(std::ostream& out) const {
  constexpr std::string_view text = "the following repeats for ever";
  out << paint(yellow, options_.utf8 ? fmt::format("┌─ {} ─", text) : fmt::format("-- {} --", text)) << '\n';
}

void RunText::write_cycle_end(std::ostream& out, std::size_t first) const {
  const std::string text = fmt::format("and again from step {}", first);
  out << paint(yellow, options_.utf8 ? fmt::format("└─ {} ─", text) : fmt::format("-- {} --", text)) << '\n';
}

// Whether the step is the last move of the observer, which needs no step of the system.
bool RunText::ends_observer(const RunStep& step) const {
  const auto& observer = interpreter_.program().observer;
  return observer && !step.actions.empty() && step.actions.back().process == model::observer_number &&
         interpreter_.observer_location(step.state) == observer->end;
}

void RunText::write_step(std::ostream& out, const Run& run, std::size_t i) const {
  Frame frame{.number = std::to_string(i + 1),
              .automaton_before = run.automaton_before(i),
              .automaton_after = run.steps[i].automaton_state};
  if (i > 0) frame.stuck_already = is_stuck(run.steps[i - 1]);
  if (run.cycle && i >= *run.cycle) frame.margin = paint(yellow, options_.utf8 ? "│" : "|") + " ";
  write_step(out, frame, run.before(i), run.steps[i]);
}

void RunText::write_step(std::ostream& out, std::size_t number, StateView before, const RunStep& step) const {
  write_step(out, Frame{.number = std::to_string(number)}, before, step);
}

void RunText::write_choice(std::ostream& out, std::size_t number, const RunStep& step) const {
  write_lines(out, Frame{.number = fmt::format("[{}]", number)}, lines_of(step), {});
}

void RunText::write_step(std::ostream& out, const Frame& frame, StateView before, const RunStep& step) const {
  const std::vector<Line> lines = lines_of(step);
  if (is_stuck(step)) {
    out << frame.margin << paint(dim, pad_left(frame.number, number_width_)) << std::string(gap, ' ')
        << (interpreter_.is_error(before) ? "after the error nothing more happens"
            : ends_observer(step)         ? "the claim has come to its end"
            : frame.stuck_already         ? "the system stays there"
                                          : "the system has come to its end and stays there")
        << '\n';
    write_lines(out, Frame{.margin = frame.margin}, lines, {});
  } else {
    std::vector<model::Action> actions = step.actions;
    if (actions.back().process == observer_number) actions.pop_back();
    write_lines(out, frame, lines, prints_ ? interpreter_.printed(before, actions) : std::vector<model::Printed>{});
  }
  write_details(out, frame, before, step);
}

// The transitions that are shown: those of the observer only on request.
std::vector<RunText::Line> RunText::lines_of(const RunStep& step) const {
  const Program& program = interpreter_.program();
  const auto kind_of = [&](const model::Action& action) -> std::optional<model::Communication::Kind> {
    const auto communication = program.process_types[action.type].transitions[action.transition].communication;
    if (communication == none || action.process == observer_number) return std::nullopt;
    return program.communications[communication].kind;
  };
  std::vector<Line> lines;
  std::size_t of_system = 0;
  for (std::size_t i = 0; i < step.actions.size(); ++i) {
    const model::Action& action = step.actions[i];
    if (action.process == observer_number && !options_.show_automaton) continue;
    lines.push_back({.action = action, .index = i});
    of_system += action.process == observer_number ? 0 : 1;
  }
  // Only where two meet is a send followed by a step of somebody else.
  bool meets = false;
  for (std::size_t i = 0; i + 1 < of_system; ++i) {
    if (lines[i].action.process == lines[i + 1].action.process ||
        kind_of(lines[i].action) != model::Communication::Kind::send ||
        kind_of(lines[i + 1].action) != model::Communication::Kind::receive)
      continue;
    lines[i].role = "sends";
    lines[i + 1].role = "receives";
    meets = true;
  }
  if (of_system < 2 || (of_system == 2 && meets)) return lines;
  for (std::size_t i = 0; i < of_system; ++i) {
    const bool last = i + 1 == of_system;
    lines[i].bracket = i == 0          ? (options_.utf8 ? "┌ " : "/ ")
                       : last          ? (options_.utf8 ? "└ " : "\\ ")
                       : options_.utf8 ? "│ "
                                       : "| ";
    lines[i].continued = last ? "  " : options_.utf8 ? "│ " : "| ";
  }
  return lines;
}

void RunText::write_lines(std::ostream& out, const Frame& frame, const std::vector<Line>& lines,
                          const std::vector<model::Printed>& printed) const {
  const std::size_t shown = std::max<std::size_t>(options_.longest_step, 2);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines.size() > shown && i == shown / 2) {
      const std::size_t left_out = lines.size() - shown;
      out << frame.margin << std::string(text_column_ - margin_width, ' ') << lines[i].continued
          << paint(dim, fmt::format("... {} more transitions of this step ...", left_out)) << '\n';
      i += left_out;
    }
    write_line(out, frame, lines[i], i == 0);
    for (const model::Printed& print : printed)
      if (print.action == lines[i].index || (i + 1 == lines.size() && print.action > lines[i].index))
        write_printed(out, frame, lines[i], print.text);
  }
}

void RunText::write_line(std::ostream& out, const Frame& frame, const Line& line, bool first) const {
  const Program& program = interpreter_.program();
  const model::Transition& transition = program.process_types[line.action.type].transitions[line.action.transition];
  const std::string process = process_name(program, line.action.process, line.action.type);
  const std::string role = line.role.empty() ? "" : pad(line.role, role_width);
  const std::size_t bracket = columns(line.bracket);
  const std::size_t room = std::max(least_text, options_.width - std::min(options_.width, text_column_ + bracket));
  const auto texts = wrap(printable(transition.text), room - columns(role), room - text_overhang);

  out << frame.margin << paint(dim, pad_left(first ? frame.number : "", number_width_)) << std::string(gap, ' ')
      << paint(bold, pad(process, process_width_)) << std::string(gap, ' ')
      << paint(dim, narrow_ ? where(transition.position) : pad(where(transition.position), where_width_));
  const std::string begin = frame.margin + std::string(text_column_ - margin_width, ' ');
  if (narrow_)
    out << '\n' << begin;
  else
    out << std::string(gap, ' ');
  out << line.bracket << paint(dim, role) << texts[0] << '\n';
  for (std::size_t i = 1; i < texts.size(); ++i)
    out << begin << line.continued << std::string(text_overhang, ' ') << texts[i] << '\n';
}

void RunText::write_printed(std::ostream& out, const Frame& frame, const Line& line, std::string_view text) const {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    out << frame.margin << std::string(text_column_ - margin_width, ' ') << line.continued << std::string(detail_overhang, ' ')
        << paint(dim, "prints:") << ' ' << printable(part) << '\n';
  }
}

void RunText::write_details(std::ostream& out, const Frame& frame, StateView before, const RunStep& step) const {
  std::vector<std::string> changes;
  if (!interpreter_.is_error(step.state))
    for (const StateChange& change : state_changes(interpreter_, before, step.state)) {
      if (change.process == observer_number && !options_.show_automaton) continue;
      if (const std::string text = change_text(change); !text.empty()) changes.push_back(printable(text));
    }
  if (options_.show_automaton && frame.automaton_after != none)
    changes.push_back(frame.automaton_before == frame.automaton_after
                          ? fmt::format("property: {}", frame.automaton_after)
                          : fmt::format("property: {} -> {}", frame.automaton_before, frame.automaton_after));
  const std::size_t column = text_column_ + detail_overhang;
  const std::size_t room = std::max(least_text, options_.width - std::min(options_.width, column));
  for (const std::string& line : wrap_list(changes, room))
    out << frame.margin << std::string(column - margin_width, ' ') << paint(cyan, line) << '\n';
  if (const Fault fault = fault_of(interpreter_, before, step)) write_fault(out, frame.margin, fault);
  if (options_.show_state) write_state(out, frame.margin, step.state);
}

void RunText::write_fault(std::ostream& out, const std::string& margin, const Fault& fault) const {
  const Program& program = interpreter_.program();
  std::string place = source_text(program, fault.source);
  if (!place.empty()) place += fmt::format(":{}: ", fault.source.column);
  out << margin << std::string(process_column_ - margin_width, ' ') << place << paint(red, "error:") << ' '
      << printable(describe(program, fault)) << '\n';
}

void write_run(std::ostream& out, Interpreter& interpreter, const Run& run, const RunTextOptions& options) {
  const RunText text(interpreter, options, run.steps.size());
  text.write_initial(out, run.initial);
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    if (run.cycle == i) text.write_cycle_begin(out);
    text.write_step(out, run, i);
  }
  if (run.cycle) text.write_cycle_end(out, *run.cycle + 1);
}

}  // namespace lariat::run
