// SPDX-License-Identifier: Apache-2.0
#include "cli/line_editor.hpp"

#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace lariat::cli {
namespace {

constexpr char escape = '\x1b';
constexpr char control(char letter) { return static_cast<char>(letter & 0x1f); }
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }  // a character of UTF-8

}  // namespace

LineEditor::State LineEditor::take(std::string& bytes) {
  while (!bytes.empty()) {
    const char c = bytes.front();
    if (c == escape) {
      if (!take_sequence(bytes)) return State::editing;  // the rest has not arrived
      continue;
    }
    bytes.erase(0, 1);
    switch (c) {
      case '\r':
      case '\n':
        return State::done;
      case control('D'):
        if (text_.empty()) return State::end;
        erase_at();
        break;
      case '\x7f':
      case '\b':
        erase_before();
        break;
      case control('A'):
        cursor_ = 0;
        break;
      case control('B'):
        left();
        break;
      case control('E'):
        cursor_ = text_.size();
        break;
      case control('F'):
        right();
        break;
      case control('K'):
        text_.resize(cursor_);
        break;
      case control('N'):
        show(at_ + 1);
        break;
      case control('P'):
        if (at_ > 0) show(at_ - 1);
        break;
      case control('U'):
        text_.erase(0, cursor_);
        cursor_ = 0;
        break;
      case control('W'): {
        std::size_t begin = cursor_;
        while (begin > 0 && text_[begin - 1] == ' ') --begin;
        while (begin > 0 && text_[begin - 1] != ' ') --begin;
        text_.erase(begin, cursor_ - begin);
        cursor_ = begin;
        break;
      }
      default:
        if (static_cast<unsigned char>(c) < 0x20) break;
        text_.insert(cursor_++, 1, c);
    }
  }
  return State::editing;
}

// An escape sequence; false if its end has not arrived.
bool LineEditor::take_sequence(std::string& bytes) {
  if (bytes.size() < 2) return false;
  if (bytes[1] != '[' && bytes[1] != 'O') {
    bytes.erase(0, 2);
    return true;
  }
  std::size_t end = 2;
  while (end < bytes.size() && (bytes[end] < '@' || bytes[end] > '~')) ++end;
  if (end == bytes.size()) {
    if (end < 16) return false;
    bytes.clear();
    return true;
  }
  const std::string sequence = bytes.substr(2, end - 1);
  bytes.erase(0, end + 1);
  if (sequence == "A" && at_ > 0) show(at_ - 1);
  if (sequence == "B") show(at_ + 1);
  if (sequence == "C") right();
  if (sequence == "D") left();
  if (sequence == "H" || sequence == "1~" || sequence == "7~") cursor_ = 0;
  if (sequence == "F" || sequence == "4~" || sequence == "8~") cursor_ = text_.size();
  if (sequence == "3~") erase_at();
  return true;
}

void LineEditor::show(std::size_t line) {
  if (line > history_.size()) return;
  if (at_ == history_.size()) draft_ = text_;
  at_ = line;
  text_ = line == history_.size() ? draft_ : history_[line];
  cursor_ = text_.size();
}

void LineEditor::left() {
  if (cursor_ > 0) --cursor_;
  while (cursor_ > 0 && continues(text_[cursor_])) --cursor_;
}

void LineEditor::right() {
  if (cursor_ < text_.size()) ++cursor_;
  while (cursor_ < text_.size() && continues(text_[cursor_])) ++cursor_;
}

void LineEditor::erase_before() {
  const std::size_t end = cursor_;
  left();
  text_.erase(cursor_, end - cursor_);
}

void LineEditor::erase_at() {
  const std::size_t begin = cursor_;
  right();
  text_.erase(begin, cursor_ - begin);
  cursor_ = begin;
}

RawTerminal::RawTerminal() {
  termios settings = {};
  if (::tcgetattr(STDIN_FILENO, &settings) != 0) return;
  before_.assign(reinterpret_cast<const char*>(&settings), sizeof settings);
  settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  works_ = ::tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0;
}

RawTerminal::~RawTerminal() {
  if (!works_) return;
  termios settings = {};
  std::memcpy(&settings, before_.data(), sizeof settings);
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
}

}  // namespace lariat::cli
