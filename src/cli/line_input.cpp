// SPDX-License-Identifier: Apache-2.0
#include "cli/line_input.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "cli/interruption.hpp"
#include "cli/line_editor.hpp"
#include "cli/output.hpp"
#include "lariat/base/result.hpp"

namespace lariat::cli {
namespace {

constexpr std::size_t max_line = std::size_t{1} << 20;

std::string trimmed(const std::string& text) {
  constexpr const char* spaces = " \t\r";
  const std::size_t begin = text.find_first_not_of(spaces);
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(spaces) + 1 - begin);
}

}  // namespace

LineInput::LineInput() : file_("-"), is_terminal_(::isatty(STDIN_FILENO) == 1) {
  const char* const terminal = std::getenv("TERM");
  is_editable_ = is_terminal_ && ::isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

bool LineInput::read() {
  std::array<char, 4096> buffer;
  try {
    const std::size_t count = file_.read(buffer.data(), buffer.size(), {.interrupted = &interrupted()});
    pending_.append(buffer.data(), count);
    return count != 0;
  } catch (const std::system_error& error) {
    complain(to_string(Diagnostic{.message = "cannot read: " + error.code().message(), .file = "<stdin>"}));
    failed_ = true;
    return false;
  }
}

std::optional<std::string> LineInput::edit(std::ostream& out, const std::string& prompt) {
  out.flush();
  const RawTerminal terminal;
  if (!terminal.works()) {
    is_editable_ = false;
    return next(out, prompt);
  }
  LineEditor editor(history_);
  while (true) {
    redraw_line(fmt::format("{}{}", prompt, editor.text()),
                columns(prompt) + columns(editor.text().substr(0, editor.cursor())));
    if (pending_.empty() && !read()) break;
    const LineEditor::State state = editor.take(pending_);
    if (state == LineEditor::State::end) break;
    if (state == LineEditor::State::editing) {
      // An escape sequence of which a part has arrived needs the rest.
      if (!pending_.empty() && !read()) break;
      continue;
    }
    redraw_line(fmt::format("{}{}", prompt, editor.text()));
    complain("\n");
    std::string line = trimmed(editor.text());
    if (!line.empty() && (history_.empty() || history_.back() != line)) history_.push_back(line);
    return line;
  }
  complain("\n");
  return std::nullopt;
}

std::optional<std::string> LineInput::next(std::ostream& out, const std::string& prompt) {
  if (is_editable_) return edit(out, prompt);
  if (is_terminal_) out << prompt;
  out.flush();
  std::size_t end = pending_.find('\n');
  while (end == pending_.npos && !at_end_) {
    const std::size_t searched = pending_.size();
    at_end_ = !read() || pending_.size() > max_line;
    end = pending_.find('\n', searched);
  }
  if (pending_.empty() || pending_.size() > max_line) {
    if (is_terminal_) out << '\n';
    return std::nullopt;
  }
  std::string line = pending_.substr(0, end);
  pending_.erase(0, end == pending_.npos ? end : end + 1);
  return trimmed(line);
}

}  // namespace lariat::cli
