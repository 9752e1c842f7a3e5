// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/chart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lariat/base/columns.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/run/state_text.hpp"
#include "run/canvas.hpp"
#include "run/messages.hpp"

namespace lariat::run {
namespace {

using model::Event;
using model::Interpreter;
using model::none;
using model::Program;

constexpr const char* bold = "1";
constexpr const char* dim = "2";
constexpr const char* red = "31";
constexpr const char* yellow = "33";

constexpr std::size_t margin_width = 2;
constexpr std::size_t gap = 3;         // between the numbers of steps and the first line down
constexpr std::size_t least_lane = 6;  // columns from one line down to the next
constexpr std::size_t most_lane = 40;
constexpr std::size_t arrow_room = 5;  // what an arrow is longer than its text
constexpr std::size_t note_room = 5;   // what stands between a line down and a text beside it, and behind that

// What charts are drawn with.
struct Glyphs {
  const char* down;
  const char* right;
  const char* cross;
  const char* from_left;   // an arrow to the right begins
  const char* from_right;  // an arrow to the left begins
  const char* head_right;
  const char* head_left;
  const char* begin;
  const char* end;
  const char* put;
  const char* take;
  const char* put_left;
  const char* take_left;
  const char* note;
};
constexpr Glyphs unicode = {"│", "─", "┼", "├", "┤", "▶", "◀", "┬", "┴", "├─▷ ", "├◁─ ", " ◁─┤", " ─▷┤", "●"};
constexpr Glyphs ascii = {"|", "-", "+", "|", "|", ">", "<", "+", "x", "|-> ", "|<- ", " <-|", " ->|", "*"};

class Chart {
 public:
  Chart(std::ostream& out, Interpreter& interpreter, const Run& run, const RunTextOptions& options)
      : out_(out),
        interpreter_(interpreter),
        program_(interpreter.program()),
        run_(run),
        options_(options),
        glyphs_(options.utf8 ? unicode : ascii) {}

  void write() {
    collect();
    place();
    write_header();
    std::size_t next = 0;
    const RunText marks(interpreter_, options_, run_.steps.size());
    for (std::size_t i = 0; i < run_.steps.size(); ++i) {
      if (run_.cycle == i) {
        marks.write_cycle_begin(out_);
        inside_cycle_ = true;
        if (next == entries_.size() && !last_fault()) write_line(line(i));  // nothing to be seen
      }
      bool first = true;
      for (; next < entries_.size() && entries_[next].step == i; ++next) {
        write_entry(entries_[next], first);
        first = false;
      }
      if (const auto fault = fault_of(interpreter_, run_.before(i), run_.steps[i])) write_fault(i, fault, first);
    }
    if (run_.cycle) marks.write_cycle_end(out_, *run_.cycle + 1);
    if (entries_.empty()) out_ << "no messages are sent in this run\n";
  }

 private:
  bool last_fault() const { return !run_.steps.empty() && static_cast<bool>(run_.steps.back().fault); }

  // What the chart shows, and how it is told.
  void collect() {
    for (Message& message : messages_of(interpreter_, run_)) {
      if (message.sent > 0) message.text += fmt::format(" ({})", message.sent);
      entries_.push_back(std::move(message));
    }
  }

  // Decides where the lines down are.
  void place() {
    const std::size_t count = interpreter_.process_count(run_.initial);
    for (std::uint32_t p = 0; p < count; ++p)
      names_.push_back(process_name(program_, p, interpreter_.process_type(run_.initial, p)));
    alive_.assign(count, true);
    std::size_t lanes = count;
    std::size_t wanted = least_lane;
    for (const std::string& name : names_) wanted = std::max(wanted, columns(name) + 2);
    for (const Message& entry : entries_) {
      const Event& event = entry.event;
      if (event.kind == Event::Kind::start) {
        lanes = std::max<std::size_t>(lanes, event.other + 1);
        wanted = std::max(wanted, columns(process_name(program_, event.other, event.type)) + 4);
      } else if (event.kind == Event::Kind::meet) {
        const std::size_t apart = event.process < event.other ? event.other - event.process : event.process - event.other;
        wanted = std::max(wanted, (columns(entry.text) + arrow_room + apart - 1) / std::max<std::size_t>(apart, 1));
      } else {
        wanted = std::max(wanted, columns(entry.text) + note_room);
      }
    }
    alive_.resize(lanes, false);
    number_width_ = std::max<std::size_t>(3, std::to_string(run_.steps.size()).size());
    left_ = margin_width + number_width_ + gap;
    const std::size_t room = options_.width > left_ ? options_.width - left_ : 0;
    lane_ = std::clamp(std::min(wanted, most_lane), least_lane, std::max(least_lane, lanes == 0 ? room : room / lanes));
  }

  std::size_t column(std::uint32_t process) const { return left_ + process * lane_; }

  void write_header() {
    Canvas names;
    Canvas begin;
    for (std::uint32_t p = 0; p < names_.size(); ++p) {
      names.put(column(p), shorten(names_[p], lane_ - 1), bold);
      begin.put(column(p), glyphs_.begin, dim);
    }
    write_line(names);
    if (options_.utf8 && !names_.empty()) write_line(begin);
  }

  // The lines down, with the number of the step unless it is none.
  Canvas line(std::size_t step = none) const {
    Canvas canvas;
    if (inside_cycle_) canvas.put(0, glyphs_.down, yellow);
    if (step != none) canvas.put(margin_width, pad_left(std::to_string(step + 1), number_width_), dim);
    for (std::uint32_t p = 0; p < alive_.size(); ++p)
      if (alive_[p]) canvas.put(column(p), glyphs_.down, dim);
    return canvas;
  }

  void write_line(const Canvas& canvas) { out_ << canvas.text(options_.color) << '\n'; }

  void write_entry(const Message& entry, bool first) {
    const Event& event = entry.event;
    Canvas canvas = line(first ? entry.step : none);
    switch (event.kind) {
      case Event::Kind::start: {
        arrow(canvas, event.process, event.other, entry.text);
        const std::string name = process_name(program_, event.other, event.type);
        canvas.put(column(event.other), glyphs_.begin);
        beside(canvas, event.other, 1, " " + name, bold);
        alive_[event.other] = true;
        break;
      }
      case Event::Kind::meet:
        if (!arrow(canvas, event.process, event.other, entry.text)) {
          // No room: the text has a line of its own above the arrow.
          Canvas above = line(first ? entry.step : none);
          beside(above, std::min(event.process, event.other), 1, " " + entry.text);
          write_line(above);
          canvas = line();
          arrow(canvas, event.process, event.other, "");
        }
        break;
      case Event::Kind::send:
      case Event::Kind::receive: {
        const bool sends = event.kind == Event::Kind::send;
        const std::size_t length = columns(entry.text) + 4;
        if (column(event.process) + length > options_.width && column(event.process) > left_ + length) {
          canvas.put(column(event.process) - length + 1, entry.text);
          canvas.put(column(event.process) - 3, sends ? glyphs_.put_left : glyphs_.take_left);
        } else {
          canvas.put(column(event.process), sends ? glyphs_.put : glyphs_.take);
          beside(canvas, event.process, 4, entry.text);
        }
        break;
      }
      case Event::Kind::end:
        canvas.put(column(event.process), glyphs_.end);
        beside(canvas, event.process, 1, " " + entry.text, dim);
        alive_[event.process] = false;
        break;
      case Event::Kind::print:
        canvas.put(column(event.process), glyphs_.note);
        beside(canvas, event.process, 1, " " + entry.text);
        break;
    }
    write_line(canvas);
  }

  // A text to the right of a line down, cut where the page ends.
  void beside(Canvas& canvas, std::uint32_t process, std::size_t distance, std::string_view text, const char* code = nullptr) {
    constexpr std::size_t least = 12;
    const std::size_t at = column(process) + distance;
    const std::size_t room = std::max(least, options_.width - std::min(options_.width, at));
    canvas.put(at, shorten(text, room), code);
    if (canvas.is_free(at + std::min(columns(text), room))) return;
    canvas.put(at + std::min(columns(text), room), " ");  // a line down that touches the text is left out
  }

  // False, and nothing drawn, if the text does not fit.
  bool arrow(Canvas& canvas, std::uint32_t from, std::uint32_t to, const std::string& text) const {
    const std::size_t a = column(from);
    const std::size_t b = column(to);
    const std::size_t left = std::min(a, b);
    const std::size_t right = std::max(a, b);
    if (a == b) return true;
    if (!text.empty() && columns(text) + arrow_room > right - left) return false;
    for (std::size_t i = left + 1; i < right; ++i) canvas.put(i, canvas.is_free(i) ? glyphs_.right : glyphs_.cross);
    canvas.put(a, a < b ? glyphs_.from_left : glyphs_.from_right);
    canvas.put(a < b ? b - 1 : b + 1, a < b ? glyphs_.head_right : glyphs_.head_left);
    if (!text.empty()) canvas.put(a < b ? left + 2 : right - 2 - columns(text) - 1, " " + text + " ");
    return true;
  }

  void write_fault(std::size_t step, const model::Fault& fault, bool first) {
    const auto& actions = run_.steps[step].actions;
    if (actions.empty()) return;
    Canvas canvas = line(first ? step : none);
    const std::uint32_t process = actions.front().process < alive_.size() ? actions.front().process : 0;
    const std::string text = fmt::format("error: {}", printable(describe(program_, fault)));
    canvas.put(column(process), glyphs_.note, red);
    beside(canvas, process, 1, " " + text, red);
    write_line(canvas);
  }

  std::ostream& out_;
  Interpreter& interpreter_;
  const Program& program_;
  const Run& run_;
  const RunTextOptions& options_;
  const Glyphs& glyphs_;
  std::vector<Message> entries_;
  std::vector<std::string> names_;  // of the processes that are there from the start
  std::vector<bool> alive_;
  bool inside_cycle_ = false;
  std::size_t number_width_ = 0;
  std::size_t left_ = 0;
  std::size_t lane_ = 0;
};

}  // namespace

void write_chart(std::ostream& out, Interpreter& interpreter, const Run& run, const RunTextOptions& options) {
  Chart(out, interpreter, run, options).write();
}

}  // namespace lariat::run
