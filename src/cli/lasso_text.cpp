// SPDX-License-Identifier: Apache-2.0
// A lasso for people:
//
//   stem   0:idle ──[!req]──▶ 0:idle
//          0:idle ──[req]───▶ 1:busy
//   cycle  1:busy ──[!ack]──▶ 1:busy  {0}
//   word   !req; req; cycle{!ack}
//
// The sets at the right are those that the step meets, on itself or at its source.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/report.hpp"
#include "lariat/automata/io/label_text.hpp"
#include "lariat/base/excerpt.hpp"

namespace lariat::cli {
namespace {

constexpr std::size_t max_lines = 40;  // more transitions are abbreviated
constexpr std::size_t head = 10;       // shown at either end of a part that is

// One line: a step, or how many were left out.
struct Line {
  std::string_view part;  // `stem`, `cycle` or nothing
  std::string source, label, target, marks;
  std::size_t left_out = 0;
};

class LassoText {
 public:
  LassoText(const automata::Automaton& automaton, const Lasso& lasso, const Terminal& terminal, bool full)
      : automaton_(automaton),
        lasso_(lasso),
        terminal_(terminal),
        full_(full),
        abbreviated_(!full && lasso.length() > max_lines) {}

  void print(std::ostream& out) const {
    std::vector<Line> lines;
    add_part(lines, "stem", lasso_.stem);
    add_part(lines, "cycle", lasso_.cycle);
    Widths width = measure(lines);
    if (!full_ && width.sum() > terminal_.width) {
      // The names of states get a quarter of the room each, the labels what is left.
      const std::size_t room = terminal_.width - std::min(terminal_.width, width.rest());
      const std::size_t for_state = std::max<std::size_t>(room / 4, 12);
      for (Line& line : lines) {
        line.source = shorten(line.source, for_state);
        line.target = shorten(line.target, for_state);
      }
      width = measure(lines);
      const std::size_t used = width.rest() + width.source + width.target;
      for (Line& line : lines)
        line.label = shorten(line.label, std::max<std::size_t>(12, terminal_.width - std::min(terminal_.width, used)));
      width = measure(lines);
    }
    const std::string_view dash = terminal_.utf8 ? "─" : "-";
    const std::string_view tip = terminal_.utf8 ? "▶" : ">";
    for (const Line& line : lines) {
      const std::string part = terminal_.paint(Paint::dim, pad(line.part, 7));
      if (line.left_out > 0) {
        out << fmt::format("  {}{}\n", part, terminal_.paint(Paint::dim, fmt::format("... {} more ...", line.left_out)));
        continue;
      }
      std::string arrow = fmt::format("{0}{0}", dash);
      if (!automaton_.atoms.empty()) {
        arrow += fmt::format("[{}]", line.label);
        for (std::size_t i = columns(line.label); i < width.label + 2; ++i) arrow += dash;
      }
      out << fmt::format("  {}{} {}{} {}{}\n", part, pad(line.source, width.source), arrow, tip,
                         line.marks.empty() ? line.target : pad(line.target, width.target + 2),
                         terminal_.paint(Paint::yellow, line.marks));
    }
    if (!automaton_.atoms.empty()) print_word(out);
  }

 private:
  // Of the columns, and of all that stands around them.
  struct Widths {
    std::size_t source = 0, label = 0, target = 0, marks = 0;
    std::size_t rest() const { return std::string_view("  stem    --[]-->   ").size() + marks; }
    std::size_t sum() const { return rest() + source + label + target; }
  };

  static Widths measure(const std::vector<Line>& lines) {
    Widths width;
    for (const Line& line : lines) {
      width.source = std::max(width.source, columns(line.source));
      width.label = std::max(width.label, columns(line.label));
      width.target = std::max(width.target, columns(line.target));
      width.marks = std::max(width.marks, columns(line.marks));
    }
    return width;
  }

  std::string state(StateId s) const {
    const auto name = automaton_.state_names.find(s);
    if (name == automaton_.state_names.end()) return std::to_string(s);
    return fmt::format("{}:{}", s, printable(name->second));
  }

  automata::LabelId label(const Step& step) const {
    return automaton_.edge_labels[automaton_.graph.first_edge(step.source) + step.choice];
  }

  Line line(const Step& step) const {
    return {.part = {},
            .source = state(step.source),
            .label = printable(automata::label_text(automaton_, label(step), full_ ? 1000 : 8)),
            .target = state(step.target),
            .marks = marks_text(automaton_.graph.state_marks(step.source) | step.marks)};
  }

  bool cuts(const std::vector<Step>& steps) const { return abbreviated_ && steps.size() > 2 * head; }

  void add_part(std::vector<Line>& lines, std::string_view name, const std::vector<Step>& steps) const {
    const std::size_t first = lines.size();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (cuts(steps) && i == head) {
        const std::size_t left_out = steps.size() - 2 * head + 1;
        lines.push_back({.part = {}, .source = {}, .label = {}, .target = {}, .marks = {}, .left_out = left_out});
        i += left_out;
      }
      lines.push_back(line(steps[i]));
    }
    if (lines.size() > first) lines[first].part = name;
  }

  // The letters of a part; abbreviated like its lines.
  void add_letters(std::vector<std::string>& words, const std::vector<Step>& steps) const {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (cuts(steps) && i == head / 2) {
        words.emplace_back("...");
        i = steps.size() - head / 2;
      }
      const std::string text = printable(automata::letter_text(automaton_, label(steps[i])));
      words.push_back(full_ ? text : shorten(text, terminal_.width / 2));
    }
  }

  void print_word(std::ostream& out) const {
    std::vector<std::string> words;
    add_letters(words, lasso_.stem);
    const std::size_t begin = words.size();
    add_letters(words, lasso_.cycle);
    words[begin] = fmt::format("cycle{{{}", words[begin]);
    words.back() += '}';
    std::string line = "  " + terminal_.paint(Paint::dim, pad("word", 7));
    std::size_t column = 9;
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::string word = fmt::format("{}{}", words[i], i + 1 < words.size() ? ";" : "");
      if (column > 9 && column + 1 + columns(word) > terminal_.width) {
        out << line << '\n';
        line = std::string(9, ' ');
        column = 9;
      }
      if (column > 9) word.insert(word.begin(), ' ');
      column += columns(word);
      line += word;
    }
    out << line << '\n';
  }

  const automata::Automaton& automaton_;
  const Lasso& lasso_;
  const Terminal& terminal_;
  bool full_;
  bool abbreviated_;
};

}  // namespace

void print_lasso(std::ostream& out, const automata::Automaton& automaton, const Lasso& lasso, const Terminal& terminal,
                 bool full) {
  LassoText(automaton, lasso, terminal, full).print(out);
}

}  // namespace lariat::cli
