// SPDX-License-Identifier: Apache-2.0
#include "promela/pp_lexer.hpp"

#include <algorithm>

#include "promela/characters.hpp"

namespace lariat::promela {
namespace {

constexpr std::string_view punctuators[] = {"...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
                                            "&&",  "||",  "*=",  "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##"};

}  // namespace

PpLexer::PpLexer(Report& report, TextPool& pool, std::uint32_t& line, std::uint32_t first)
    : report_(report), pool_(pool), line_(line), first_(first), text_(report.sources().text(first)) {
  if (text_.starts_with("\xEF\xBB\xBF")) position_ = 3;
  // gcc ignores them as well.
  if (const std::size_t nul = text_.find('\0'); nul != std::string_view::npos)
    report_.warning({first_ + static_cast<std::uint32_t>(nul), 0}, "there are NUL bytes in the text, which are ignored");
}

// A backslash, blanks and the end of a line: nothing, as far as tokens are concerned.
bool PpLexer::skip_splice(std::size_t& position) const {
  if (position >= text_.size() || text_[position] != '\\') return false;
  std::size_t end = position + 1;
  while (end < text_.size() && is_blank(text_[end])) ++end;
  if (end == text_.size() || text_[end] != '\n') return false;
  position = end + 1;
  return true;
}

char PpLexer::peek(std::size_t ahead) {
  std::size_t position = position_;
  while (skip_splice(position)) continue;
  for (; ahead > 0 && position < text_.size(); --ahead) {
    ++position;
    while (skip_splice(position)) continue;
  }
  return position < text_.size() ? text_[position] : '\0';
}

void PpLexer::skip_splices() {
  while (skip_splice(position_)) ++line_;
}

void PpLexer::advance() {
  skip_splices();
  if (position_ < text_.size()) ++position_;
}

void PpLexer::skip_comment() {
  const SourceLocation begin = here();
  advance();
  advance();
  while (peek() != '*' || peek(1) != '/') {
    if (position_ >= text_.size()) report_.fatal(begin, "this comment has no end");
    if (text_[position_] == '\n') ++line_;
    advance();
  }
  advance();
  advance();
}

void PpLexer::skip_line_comment() {
  while (position_ < text_.size() && peek() != '\n') advance();
}

bool PpLexer::skip_blanks() {
  const std::size_t begin = position_;
  while (true) {
    skip_splices();
    if (position_ >= text_.size()) break;
    const char c = text_[position_];
    if (c == '\n') {
      if (in_directive_) break;
      ++position_;
      ++line_;
      line_start_ = true;
    } else if (is_blank(c)) {
      ++position_;
    } else if (c == '/' && peek(1) == '*') {
      skip_comment();
    } else if (c == '/' && peek(1) == '/') {
      skip_line_comment();
    } else {
      break;
    }
  }
  return position_ != begin;
}

// What was read since `begin`, without splices.
std::string_view PpLexer::spelling(std::size_t begin) {
  const std::string_view plain = text_.substr(begin, position_ - begin);
  if (plain.find('\n') == plain.npos) return plain;
  std::string& clean = pool_.emplace_back();
  for (std::size_t i = begin; i < position_;) {
    if (skip_splice(i)) continue;
    clean += text_[i++];
  }
  return clean;
}

void PpLexer::read_number() {
  char previous = '\0';
  while (true) {
    const char c = peek();
    const bool exponent = previous == 'e' || previous == 'E' || previous == 'p' || previous == 'P';
    if (!is_word(c) && c != '.' && !((c == '+' || c == '-') && exponent)) return;
    previous = c;
    advance();
  }
}

bool PpLexer::read_quoted(char quote) {
  advance();
  while (position_ < text_.size() && peek() != '\n') {
    const char c = peek();
    advance();
    if (c == quote) return true;
    if (c == '\\' && position_ < text_.size() && peek() != '\n') advance();
  }
  return false;
}

void PpLexer::read_punctuator(char c) {
  for (const std::string_view sign : punctuators)
    if (sign[0] == c && peek(1) == sign[1] && (sign.size() == 2 || peek(2) == sign[2])) {
      for (std::size_t i = 0; i < sign.size(); ++i) advance();
      return;
    }
  advance();
}

PpToken PpLexer::next() {
  PpToken token;
  token.space = skip_blanks();
  token.place = here();
  token.line = line_;
  token.first = line_start_;
  if (position_ >= text_.size() || text_[position_] == '\n') return token;
  line_start_ = false;
  const std::size_t begin = position_;
  const char c = peek();
  if (is_word_start(c)) {
    while (is_word(peek())) advance();
    token.kind = PpKind::identifier;
  } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
    read_number();
    token.kind = PpKind::number;
  } else if (c == '"' || c == '\'') {
    const bool closed = read_quoted(c);
    token.kind = !closed ? PpKind::other : c == '"' ? PpKind::string : PpKind::character;
  } else if (std::string_view("[](){}.&*+-~!/%<>^|?:;=,#").find(c) != std::string_view::npos) {
    read_punctuator(c);
    token.kind = PpKind::punctuator;
  } else {
    advance();
    while (is_continuation_byte(peek())) advance();  // a character of several bytes is one
    token.kind = PpKind::other;
  }
  token.text = spelling(begin);
  return token;
}

PpToken PpLexer::next_in_line() {
  in_directive_ = true;
  const PpToken token = next();
  in_directive_ = false;
  return token;
}

std::vector<PpToken> PpLexer::rest_of_line() {
  std::vector<PpToken> result;
  for (PpToken token = next_in_line(); token.kind != PpKind::end; token = next_in_line()) result.push_back(token);
  return result;
}

bool PpLexer::skip_to_directive() {
  while (true) {
    skip_blanks();
    if (position_ >= text_.size()) return false;
    if (line_start_ && text_[position_] == '#') return true;
    // A comment may begin in the middle of a line and end on another; quotes hide one only on their own line.
    line_start_ = false;
    while (position_ < text_.size() && peek() != '\n') {
      const char c = peek();
      if (c == '/' && (peek(1) == '*' || peek(1) == '/')) break;
      if (c == '"' || c == '\'')
        read_quoted(c);
      else
        advance();
    }
  }
}

std::string_view PpLexer::header_name() {
  in_directive_ = true;
  skip_blanks();
  in_directive_ = false;
  const std::size_t begin = position_;
  const char open = position_ < text_.size() ? text_[position_] : '\0';
  if (open != '<' && open != '"') return {};
  const std::size_t end = text_.find(open == '<' ? '>' : '"', begin + 1);
  if (end == text_.npos || text_.substr(begin, end - begin).find('\n') != text_.npos) return {};
  position_ = end + 1;
  line_start_ = false;
  return text_.substr(begin, position_ - begin);
}

}  // namespace lariat::promela
