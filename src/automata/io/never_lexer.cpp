// SPDX-License-Identifier: Apache-2.0
#include "automata/io/never_lexer.hpp"

#include <algorithm>

#include "lariat/base/excerpt.hpp"

namespace lariat::automata::never {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9'); }

// One behind the end of the quoted text that begins at `begin`.
std::size_t end_of_quote(std::string_view text, std::size_t begin) {
  std::size_t i = begin + 1;
  for (; i < text.size() && text[i] != text[begin] && text[i] != '\n'; ++i)
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
  return std::min(i + 1, text.size());
}

}  // namespace

std::string blank_comments(std::string_view text, const std::string& file) {
  std::string result(text);
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      if (result[i] != '\n') result[i] = ' ';
  };
  bool line_is_blank = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (text.substr(i, 2) == "/*") {
      const std::size_t end = text.find("*/", i + 2);
      if (end == text.npos) Lexer(text, file).fail(i, "this comment has no end");
      blank(i, end + 2);
      i = end + 2;
    } else if (text.substr(i, 2) == "//" || (c == '#' && line_is_blank)) {
      const std::size_t end = std::min(text.find('\n', i), text.size());
      blank(i, end);
      i = end;
    } else if (c == '"' || c == '\'') {
      i = end_of_quote(text, i);
      line_is_blank = false;
    } else {
      line_is_blank = c == '\n' || (line_is_blank && is_blank(c));
      ++i;
    }
  }
  return result;
}

Lexer::Lexer(std::string_view text, std::string file) : text_(text), file_(std::move(file)), lines_{0} {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') lines_.push_back(i + 1);
}

void Lexer::advance() {
  previous_end_ = next_;
  while (next_ < text_.size() && is_blank(text_[next_])) ++next_;
  begin_ = next_;
  if (next_ == text_.size()) {
    token_ = Token::end_of_file;
    return;
  }
  const char c = text_[next_++];
  const char after = next_ < text_.size() ? text_[next_] : '\0';
  token_ = Token::other;
  if (is_word(c)) {
    while (next_ < text_.size() && is_word(text_[next_])) ++next_;
    token_ = Token::word;
  } else if (c == '"' || c == '\'') {
    next_ = end_of_quote(text_, begin_);
  } else if (c == ':') {
    token_ = after == ':' ? Token::option : Token::colon;
    if (after == ':') ++next_;
  } else if (c == '-' && after == '>') {
    token_ = Token::arrow;
    ++next_;
  } else if (c == ';') {
    token_ = Token::semicolon;
  } else if (c == '(' || c == '[') {
    token_ = Token::open;
  } else if (c == ')' || c == ']') {
    token_ = Token::close;
  } else if (c == '{') {
    token_ = Token::open_brace;
  } else if (c == '}') {
    token_ = Token::close_brace;
  }
}

char Lexer::peek(std::size_t ahead) const {
  std::size_t i = next_;
  while (i < text_.size() && is_blank(text_[i])) ++i;
  return i + ahead < text_.size() ? text_[i + ahead] : '\0';
}

Lexer::Place Lexer::place(std::size_t offset) const {
  const auto line = static_cast<std::size_t>(std::ranges::upper_bound(lines_, offset) - lines_.begin());
  return {line, offset - lines_[line - 1] + 1};
}

void Lexer::fail(std::size_t offset, std::string message) const {
  const Place where = place(offset);
  const std::size_t begin = lines_[where.line - 1];
  const std::size_t end = std::min(text_.find('\n', begin), text_.size());
  const Excerpt shown = excerpt(text_.substr(begin, end - begin), offset - begin);
  throw Error{{.message = std::move(message),
               .file = file_,
               .line = where.line,
               .column = where.column,
               .source_line = shown.text,
               .caret = shown.caret}};
}

void Lexer::fail_expected(std::string_view what) const {
  std::string found = "the end of the text";
  if (token_ != Token::end_of_file) {
    const std::string_view shown = spelling().substr(0, 40);
    found = "'" + printable(shown) + (shown.size() < spelling().size() ? "...'" : "'");
  }
  fail(begin_, "expected " + std::string(what) + ", found " + found);
}

}  // namespace lariat::automata::never
