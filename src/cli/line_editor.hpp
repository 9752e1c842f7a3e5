// SPDX-License-Identifier: Apache-2.0
// A line that can be edited in a terminal, with the lines before it at the arrow keys. Small enough to be here instead of a
// library: no completion, no key bindings, one line of text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lariat::cli {

// The text, the cursor and the history; knows nothing of terminals.
class LineEditor {
 public:
  enum class State { editing, done, end };

  // `history` are earlier lines, the oldest first.
  explicit LineEditor(const std::vector<std::string>& history) : history_(history), at_(history.size()) {}

  // Takes bytes as a terminal sends them: characters, Enter, Backspace, Ctrl-A, B, D, E, F, K, N, P, U, W, arrows, Home, End
  // and Delete. Other control characters are ignored. `done` after Enter, `end` after Ctrl-D on an empty line; what follows is
  // left in `bytes`.
  State take(std::string& bytes);

  const std::string& text() const { return text_; }
  // The cursor, in bytes from the beginning of the text.
  std::size_t cursor() const { return cursor_; }

 private:
  bool take_sequence(std::string& bytes);
  void show(std::size_t line);
  void left();
  void right();
  void erase_before();
  void erase_at();

  const std::vector<std::string>& history_;
  std::size_t at_;     // the line of the history that is shown; its size: the new one
  std::string draft_;  // the new line, while another one is shown
  std::string text_;
  std::size_t cursor_ = 0;
};

// The terminal without its own editing while this lives; Ctrl-C still interrupts.
class RawTerminal {
 public:
  RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;
  ~RawTerminal();
  bool works() const { return works_; }

 private:
  bool works_ = false;
  std::string before_;  // the settings, as bytes
};

}  // namespace lariat::cli
