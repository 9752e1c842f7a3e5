// SPDX-License-Identifier: Apache-2.0
#include "automata/io/hoa_lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace lariat::automata::hoa {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16;
constexpr std::size_t context = 128;  // kept before a token, looked at behind its start; more than an excerpt shows

bool is_digit(int c) { return c >= '0' && c <= '9'; }
bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word_start(int c) { return is_letter(c) || c == '_'; }
bool is_word(int c) { return is_word_start(c) || is_digit(c) || c == '-'; }

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 40;
  return printable(text.substr(0, longest)) + (text.size() > longest ? "..." : "");
}

}  // namespace

Lexer::Lexer(Input input, std::string file_name)
    : input_(std::move(input)), file_(std::move(file_name)), buffer_(buffer_size) {}

// Appends to the buffer what the input has, dropping from its front what is no longer needed.
bool Lexer::fill() {
  if (at_end_) return false;
  const auto context_before = [&](std::uint64_t start, std::uint64_t line_start) {
    const std::uint64_t from = std::max({base_, line_start, start > context ? start - context : 0});
    return static_cast<std::size_t>(from - base_);
  };
  std::size_t from = token_start_ >= base_ ? context_before(token_start_, token_line_start_) : end_;
  if (end_ - from > buffer_.size() / 2) {
    if (!kept_source_) kept_source_ = source();
    from = end_;
  }
  from = std::min(from, context_before(position(next_), line_start_));
  std::memmove(buffer_.data(), buffer_.data() + from, end_ - from);
  base_ += from;
  next_ -= from;
  end_ -= from;
  const std::size_t wanted = buffer_.size() - end_;
  const std::size_t got = input_(buffer_.data() + end_, wanted);
  end_ += got;
  at_end_ = got == 0;
  more_ready_ = got == wanted;
  return got > 0;
}

void Lexer::start_token() {
  token_line_ = line_;
  token_start_ = position(next_);
  token_line_start_ = line_start_;
  kept_source_.reset();
}

Excerpt Lexer::source() {
  if (kept_source_) return *kept_source_;
  std::size_t stop = 0;
  while (true) {
    const auto start = static_cast<std::size_t>(token_start_ - base_);
    const std::size_t limit = std::min(end_, start + context);
    stop = static_cast<std::size_t>(std::find(buffer_.begin() + static_cast<std::ptrdiff_t>(start),
                                              buffer_.begin() + static_cast<std::ptrdiff_t>(limit), '\n') -
                                    buffer_.begin());
    const bool cut_short = stop == end_ && stop < start + context;
    if (!cut_short || !more_ready_ || !fill()) break;
  }
  const auto begin = static_cast<std::size_t>(std::max(base_, token_line_start_) - base_);
  const auto start = static_cast<std::size_t>(token_start_ - base_);
  std::string_view line(buffer_.data() + begin, stop - begin);
  if (line.ends_with('\r') && line.size() > start - begin) line.remove_suffix(1);
  return excerpt(line, start - begin);
}

Diagnostic Lexer::error_here(std::string message) {
  Excerpt shown = source();
  return {Diagnostic::Severity::error, std::move(message), file_, line(), column(), std::move(shown.text), shown.caret};
}

std::string Lexer::describe() const {
  switch (token_) {
    case Token::end_of_file:
      return "the end of the file";
    case Token::header:
      return fmt::format("`{}:`", shortened(text_));
    case Token::identifier:
    case Token::alias:
      return fmt::format("`{}`", shortened(text_));
    case Token::boolean:
      return value_ != 0 ? "`t`" : "`f`";
    case Token::string:
      return "a string";
    case Token::number:
      return value_ < too_large ? fmt::format("the number {}", value_) : "a number";
    case Token::body:
      return "`--BODY--`";
    case Token::end:
      return "`--END--`";
    case Token::open_bracket:
      return "`[`";
    case Token::close_bracket:
      return "`]`";
    case Token::open_brace:
      return "`{`";
    case Token::close_brace:
      return "`}`";
    case Token::open_parenthesis:
      return "`(`";
    case Token::close_parenthesis:
      return "`)`";
    case Token::bang:
      return "`!`";
    case Token::ampersand:
      return "`&`";
    case Token::bar:
      return "`|`";
  }
  return "something else";
}

void Lexer::fail_expected(std::string_view what) {
  if (token_ == Token::end_of_file) fail(fmt::format("unexpected end of file, expected {}", what));
  fail(fmt::format("expected {}, found {}", what, describe()));
}

void Lexer::advance() {
  skip_blanks();
  start_token();
  const int c = peek();
  if (c < 0)
    token_ = Token::end_of_file;
  else if (is_digit(c))
    read_number();
  else if (is_word_start(c) || c == '@')
    read_word();
  else if (c == '"')
    read_string();
  else if (c == '-')
    read_marker();
  else
    read_symbol(static_cast<char>(c));
}

void Lexer::skip_blanks() {
  while (true) {
    const int c = peek();
    if (c == '\n') {
      ++next_;
      new_line();
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++next_;
    } else if (c == '/') {
      skip_comment();
    } else {
      return;
    }
  }
}

void Lexer::skip_comment() {
  start_token();
  ++next_;
  if (peek() != '*') fail("unexpected character `/`; a comment is written /* ... */");
  ++next_;
  for (std::size_t depth = 1; depth > 0;) {
    const int c = peek();
    if (c < 0) fail("unexpected end of file, expected `*/` to close this comment");
    ++next_;
    if (c == '\n') {
      new_line();
    } else if (c == '*' && peek() == '/') {
      ++next_;
      --depth;
    } else if (c == '/' && peek() == '*') {
      ++next_;
      ++depth;
    }
  }
}

void Lexer::read_number() {
  token_ = Token::number;
  value_ = static_cast<std::uint64_t>(peek() - '0');
  ++next_;
  const bool zero = value_ == 0;
  for (int c = peek(); is_digit(c); c = peek()) {
    if (zero) fail("a number must not begin with a superfluous 0");
    if (value_ < too_large) value_ = value_ * 10 + static_cast<std::uint64_t>(c - '0');
    ++next_;
  }
}

// Identifiers, header names, t and f, aliases.
void Lexer::read_word() {
  text_.clear();
  const bool is_alias = peek() == '@';
  do {
    text_ += buffer_[next_++];
  } while (is_word(peek()));
  if (is_alias) {
    token_ = Token::alias;
    if (text_.size() == 1) fail("expected the name of an alias behind `@`");
  } else if (peek() == ':') {
    ++next_;
    token_ = Token::header;
  } else if (text_ == "t" || text_ == "f") {
    token_ = Token::boolean;
    value_ = text_ == "t" ? 1 : 0;
  } else {
    token_ = Token::identifier;
  }
}

void Lexer::read_string() {
  token_ = Token::string;
  text_.clear();
  ++next_;
  while (true) {
    int c = peek();
    if (c == '"') break;
    if (c == '\\') {  // the next character stands for itself, whatever it is
      ++next_;
      c = peek();
    }
    if (c < 0) fail("unexpected end of file, expected `\"` to close this string");
    ++next_;
    if (c == '\n') new_line();
    text_ += static_cast<char>(c);
  }
  ++next_;
  // As the writer writes it, so that what was read, written and read again is the same.
  text_ = escaped(text_);
}

// --BODY--, --END-- or --ABORT--, and not a character more.
void Lexer::read_marker() {
  static constexpr std::string_view unknown = "expected `--BODY--`, `--END--` or `--ABORT--`";
  std::string marker;
  const auto take_dashes = [&] {
    for (int i = 0; i < 2; ++i) {
      if (peek() != '-') fail(std::string(unknown));
      ++next_;
    }
  };
  take_dashes();
  for (constexpr std::size_t longest = 5; is_letter(peek()) && marker.size() < longest;) marker += buffer_[next_++];
  take_dashes();
  if (marker == "BODY")
    token_ = Token::body;
  else if (marker == "END")
    token_ = Token::end;
  else if (marker == "ABORT")
    throw Aborted{};
  else
    fail(std::string(unknown));
}

void Lexer::read_symbol(char c) {
  switch (c) {
    case '[':
      token_ = Token::open_bracket;
      break;
    case ']':
      token_ = Token::close_bracket;
      break;
    case '{':
      token_ = Token::open_brace;
      break;
    case '}':
      token_ = Token::close_brace;
      break;
    case '(':
      token_ = Token::open_parenthesis;
      break;
    case ')':
      token_ = Token::close_parenthesis;
      break;
    case '!':
      token_ = Token::bang;
      break;
    case '&':
      token_ = Token::ampersand;
      break;
    case '|':
      token_ = Token::bar;
      break;
    default:
      if (c > ' ' && c < 0x7F) fail(fmt::format("unexpected character `{}`", c));
      fail(fmt::format("unexpected byte 0x{:02X}", static_cast<unsigned char>(c)));
  }
  ++next_;
}

}  // namespace lariat::automata::hoa
