// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/run_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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
  std::size_t state = 0;  // of the story, after the step; 0: there is none
  bool is_dim = false;    // the step does not matter
};

struct RunText::Line {
  const model::Action& action;
  std::size_t index = 0;            // of the action in the step
  std::string_view role = {};       // `sends` or `receives` where two meet
  std::string_view bracket = {};    // before the first line of its text
  std::string_view continued = {};  // before the others
};

RunText::RunText(Interpreter& interpreter, const RunTextOptions& options, std::size_t last_step)
    : interpreter_(interpreter), options_(options), places_(interpreter.program(), options.width / 4, [this](std::size_t type) {
        const Program& program = interpreter_.program();
        return options_.show_automaton || !program.observer || program.observer->type != type;
      }) {
  const Program& program = interpreter.program();
  prints_ = has_prints(program);
  number_width_ = std::max<std::size_t>(3, std::to_string(last_step).size());
  const auto make_room_for = [&](std::uint32_t process, model::ProcessTypeId type) {
    process_width_ = std::max(process_width_, columns(process_name(program, process, type)));
  };
  for (std::uint32_t i = 0; i < program.processes.size(); ++i) make_room_for(i, program.processes[i].type);
  if (program.is_dynamic())
    for (std::uint32_t type = 0; type < program.process_types.size(); ++type)
      if (!program.observer || program.observer->type != type) make_room_for(9, type);  // numbers of two digits are rare
  if (program.observer && options.show_automaton) make_room_for(observer_number, program.observer->type);
  process_column_ = margin_width + number_width_ + gap;
  text_column_ = process_column_ + process_width_ + gap + places_.width() + gap;
  narrow_ = text_column_ + least_text > options.width;
  if (narrow_) text_column_ = process_column_ + gap;
}

void RunText::write_initial(std::ostream& out, StateView initial) const {
  const std::string margin(margin_width, ' ');
  if (options_.show_state) {
    out << std::string(process_column_, ' ') << options_.color.paint(bold, "initial state") << '\n';
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
    out << margin << options_.color.paint(dim, line) << '\n';
  }
}

void RunText::write_cycle_begin(std::ostream& out) const {
  constexpr std::string_view text = "the following repeats for ever";
  out << options_.color.paint(yellow, options_.utf8 ? fmt::format("┌─ {} ─", text) : fmt::format("-- {} --", text)) << '\n';
}

void RunText::write_cycle_end(std::ostream& out, std::size_t first) const {
  const std::string text = fmt::format("and again from step {}", first);
  out << options_.color.paint(yellow, options_.utf8 ? fmt::format("└─ {} ─", text) : fmt::format("-- {} --", text)) << '\n';
}

// Whether the step is the last move of the observer, which needs no step of the system.
bool RunText::ends_observer(const RunStep& step) const {
  const auto& observer = interpreter_.program().observer;
  return observer && !step.actions.empty() && step.actions.back().process == model::observer_number &&
         interpreter_.observer_location(step.state) == observer->end;
}

std::string RunText::margin_of(const Run& run, std::size_t i) const {
  if (!run.cycle || i < *run.cycle) return std::string(margin_width, ' ');
  return options_.color.paint(yellow, options_.utf8 ? "│" : "|") + " ";
}

void RunText::write_fold(std::ostream& out, const Run& run, std::size_t first, std::size_t count) const {
  out << margin_of(run, first) << std::string(process_column_ - margin_width, ' ')
      << options_.color.paint(dim, fmt::format("... {} steps; --full shows them ...", count)) << '\n';
}

void RunText::write_start(std::ostream& out, const Run& run) const {
  if (options_.show_start && !options_.show_state) write_values(out, run);
  if (options_.story != nullptr) write_remarks(out, std::string(margin_width, ' '), 0);
}

void RunText::write_values(std::ostream& out, const Run& run) const {
  constexpr std::size_t most_lines = 4;
  std::set<std::string> changed;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    if (interpreter_.is_error(run.steps[i].state)) break;
    for (const StateChange& change : state_changes(interpreter_, run.before(i), run.steps[i].state))
      changed.insert(change.name);
  }
  std::vector<std::string> values;
  for (const StateItem& item : state_items(interpreter_, run.initial))
    if (item.kind != StateItem::Kind::location && item.process != observer_number && changed.contains(item.name) &&
        item.value != item.name)  // no variable of Promela that stands for the channel declared with it
      values.push_back(printable(fmt::format("{} = {}", item.name, item.value)));
  if (values.empty()) return;
  constexpr std::string_view head = "at the start  ";
  const std::string margin(process_column_, ' ');
  const std::size_t used = process_column_ + head.size();
  std::vector<std::string> lines = wrap_list(values, std::max(least_text, options_.width - std::min(options_.width, used)));
  if (options_.longest_run != 0 && lines.size() > most_lines) {
    lines.resize(most_lines);
    lines.back() = "...";
  }
  for (std::size_t i = 0; i < lines.size(); ++i)
    out << margin << options_.color.paint(dim, i == 0 ? head : std::string(head.size(), ' '))
        << options_.color.paint(cyan, lines[i]) << '\n';
}

void RunText::write_ending(std::ostream& out) const {
  if (options_.story == nullptr) return;
  for (const std::string& line : options_.story->ending) out << std::string(margin_width, ' ') << printable(line) << '\n';
}

void RunText::write_remarks(std::ostream& out, const std::string& margin, std::size_t state) const {
  const Story& story = *options_.story;
  const std::string indent = margin + std::string(text_column_ + detail_overhang - margin_width, ' ');
  const std::size_t room = std::max(least_text, options_.width - std::min(options_.width, text_column_ + detail_overhang));
  const auto write = [&](const std::string& text) {
    for (const std::string& line : wrap(printable(text), room, room))
      out << indent << options_.color.paint(yellow, line) << '\n';
  };
  std::vector<std::string> said;
  for (const Story::Remark& remark : story.remarks)
    if (remark.state == state) said.push_back(remark.text);
  for (const Story::Atom& atom : story.atoms) {
    if (state >= atom.truths.size() || state == 0 || atom.truths[state] == atom.truths[state - 1]) continue;
    const std::string told = fmt::format("`{}` {}", atom.name, atom.truths[state] ? "holds" : "is false");
    if (std::ranges::none_of(said, [&](const std::string& text) { return text.find(told) != std::string::npos; }))
      write(fmt::format("`{}` becomes {}", atom.name, atom.truths[state] ? "true" : "false"));
  }
  for (const std::string& text : said) write(text);
}

void RunText::write_step(std::ostream& out, const Run& run, std::size_t i) const {
  Frame frame{.number = std::to_string(i + 1),
              .automaton_before = run.automaton_before(i),
              .automaton_after = run.steps[i].automaton_state};
  if (i > 0) frame.stuck_already = is_stuck(run.steps[i - 1]);
  frame.margin = margin_of(run, i);
  if (options_.story != nullptr) {
    frame.state = i + 1;
    frame.is_dim = i < options_.story->matters.size() && !options_.story->matters[i];
  }
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
    out << frame.margin << options_.color.paint(dim, pad_left(frame.number, number_width_)) << std::string(gap, ' ')
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
          << options_.color.paint(dim, fmt::format("... {} more transitions of this step ...", left_out)) << '\n';
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

  out << frame.margin << options_.color.paint(dim, pad_left(first ? frame.number : "", number_width_)) << std::string(gap, ' ')
      << options_.color.paint(frame.is_dim ? dim : bold, pad(process, process_width_)) << std::string(gap, ' ')
      << options_.color.paint(
             dim, narrow_ ? places_.text(transition.position) : pad(places_.text(transition.position), places_.width()));
  const std::string begin = frame.margin + std::string(text_column_ - margin_width, ' ');
  if (narrow_)
    out << '\n' << begin;
  else
    out << std::string(gap, ' ');
  const auto shown = [&](const std::string& text) { return frame.is_dim ? options_.color.paint(dim, text) : text; };
  out << line.bracket << options_.color.paint(dim, role) << shown(texts[0]) << '\n';
  for (std::size_t i = 1; i < texts.size(); ++i)
    out << begin << line.continued << std::string(text_overhang, ' ') << shown(texts[i]) << '\n';
}

void RunText::write_printed(std::ostream& out, const Frame& frame, const Line& line, std::string_view text) const {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    out << frame.margin << std::string(text_column_ - margin_width, ' ') << line.continued << std::string(detail_overhang, ' ')
        << options_.color.paint(dim, "prints:") << ' ' << printable(part) << '\n';
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
    out << frame.margin << std::string(column - margin_width, ' ') << options_.color.paint(frame.is_dim ? dim : cyan, line)
        << '\n';
  if (frame.state > 0) write_remarks(out, frame.margin, frame.state);
  if (const Fault fault = fault_of(interpreter_, before, step)) write_fault(out, frame.margin, fault);
  if (options_.show_state) write_state(out, frame.margin, step.state);
}

void RunText::write_fault(std::ostream& out, const std::string& margin, const Fault& fault) const {
  const Program& program = interpreter_.program();
  std::string place = source_text(program, fault.source);
  if (!place.empty()) place += fmt::format(":{}: ", fault.source.column);
  out << margin << std::string(process_column_ - margin_width, ' ') << place << options_.color.paint(red, "error:") << ' '
      << printable(describe(program, fault)) << '\n';
}

namespace {

// Selects the steps of a long run that are shown: those near the beginning and the end of the run and of its cycle, and some of
// those on which the story has something to say.
std::vector<bool> steps_to_show(const Run& run, const RunTextOptions& options) {
  const std::size_t count = run.steps.size();
  if (options.longest_run == 0 || count <= options.longest_run) return std::vector<bool>(count, true);
  constexpr std::size_t most_remarks = 10;
  constexpr std::size_t least_fold = 3;  // fewer steps are shown instead
  const std::size_t quarter = std::max<std::size_t>(options.longest_run / 4, 1);
  const std::size_t stem = run.cycle.value_or(count);
  std::vector<bool> shown(count, false);
  const auto show = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, count); ++i) shown[i] = true;
  };
  show(0, quarter);
  show(stem - std::min(stem, quarter), stem + quarter);
  show(count - std::min(count, quarter / 2 + 1), count);
  if (options.story != nullptr) {
    std::size_t remarks = 0;
    for (const Story::Remark& remark : options.story->remarks)
      if (remark.state > 0 && remarks++ < most_remarks) shown[remark.state - 1] = true;
    for (std::size_t i = 0; i < count && remarks < most_remarks; ++i)
      for (const Story::Atom& atom : options.story->atoms)
        if (!shown[i] && i + 1 < atom.truths.size() && atom.truths[i] != atom.truths[i + 1]) {
          shown[i] = true;
          ++remarks;
        }
  }
  for (std::size_t i = 0; i < count;) {
    std::size_t end = i;
    while (end < count && !shown[end]) ++end;
    if (end - i < least_fold) show(i, end);
    i = std::max(end, i + 1);
  }
  return shown;
}

}  // namespace

void write_run(std::ostream& out, Interpreter& interpreter, const Run& run, const RunTextOptions& options) {
  const RunText text(interpreter, options, run.steps.size());
  text.write_initial(out, run.initial);
  text.write_start(out, run);
  const std::vector<bool> shown = steps_to_show(run, options);
  for (std::size_t i = 0; i < run.steps.size();) {
    if (run.cycle == i) text.write_cycle_begin(out);
    if (shown[i]) {
      text.write_step(out, run, i++);
      continue;
    }
    const std::size_t first = i;
    while (i < run.steps.size() && !shown[i] && (i == first || run.cycle != i)) ++i;
    text.write_fold(out, run, first, i - first);
  }
  if (run.cycle) text.write_cycle_end(out, *run.cycle + 1);
  text.write_ending(out);
}

}  // namespace lariat::run
