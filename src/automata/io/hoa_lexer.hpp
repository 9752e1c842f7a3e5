// SPDX-License-Identifier: Apache-2.0
// The tokens of the HOA format, read from a buffer that slides over the input.
//
//   buffer_   [ ... end of the last token's line | current token ... | not yet read ]
//                                                  ^ token_start_     ^ next_       ^ end_
//
// When the buffer moves on it keeps what a diagnostic about the current token may have to show. Nothing is read beyond the
// last character of a token that ends by itself, such as --END--.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/excerpt.hpp"
#include "lariat/base/input.hpp"
#include "lariat/base/result.hpp"

namespace lariat::automata::hoa {

// Thrown inside the reader where the text is wrong; HoaReader::next turns it into a result.
struct Error {
  Diagnostic diagnostic;
};

// Thrown by advance at --ABORT--, which may stand anywhere: the automaton being read is to be forgotten.
struct Aborted {};

enum class Token {
  end_of_file,
  header,      // text: the name, without the colon
  identifier,  // text
  boolean,     // value: 1 for t, 0 for f
  alias,       // text: the name, with the @
  string,      // text: the contents, unescaped
  number,      // value, which saturates
  body,
  end,
  open_bracket,
  close_bracket,
  open_brace,
  close_brace,
  open_parenthesis,
  close_parenthesis,
  bang,
  ampersand,
  bar,
};

class Lexer {
 public:
  static constexpr std::uint64_t too_large = std::uint64_t{1} << 36;  // what the value of a number saturates to, at least

  Lexer(Input input, std::string file_name);

  // Reads the next token. Throws Error where there is none, Aborted at --ABORT--.
  void advance();

  // The current token.
  Token token() const { return token_; }
  std::uint64_t value() const { return value_; }
  const std::string& text() const { return text_; }
  std::string take_text() { return std::move(text_); }
  std::size_t line() const { return token_line_; }
  std::size_t column() const { return token_start_ - token_line_start_ + 1; }
  const std::string& file() const { return file_; }

  // The line of the current token, as far as it is there without waiting for the input.
  Excerpt source();
  // A diagnostic at the current token.
  Diagnostic error_here(std::string message);
  [[noreturn]] void fail(std::string message) { throw Error{error_here(std::move(message))}; }
  // "expected <what>, found <the current token>"
  [[noreturn]] void fail_expected(std::string_view what);
  // The current token as messages call it.
  std::string describe() const;

 private:
  bool fill();
  int peek() { return next_ != end_ || fill() ? static_cast<unsigned char>(buffer_[next_]) : -1; }
  std::uint64_t position(std::size_t index) const { return base_ + index; }
  void start_token();
  void new_line() {
    ++line_;
    line_start_ = position(next_);
  }
  void skip_blanks();
  void skip_comment();
  void read_number();
  void read_string();
  void read_word();
  void read_marker();
  void read_symbol(char c);

  Input input_;
  std::string file_;
  std::vector<char> buffer_;
  std::size_t next_ = 0;     // index of the next character
  std::size_t end_ = 0;      // one behind the last character there is
  std::uint64_t base_ = 0;   // position of buffer_[0] in the input
  bool at_end_ = false;      // the input has said so
  bool more_ready_ = false;  // the last read filled the buffer: reading on hardly waits
  std::size_t line_ = 1;     // of the next character
  std::uint64_t line_start_ = 0;

  Token token_ = Token::end_of_file;
  std::uint64_t value_ = 0;
  std::string text_;
  std::size_t token_line_ = 1;
  std::uint64_t token_start_ = 0;
  std::uint64_t token_line_start_ = 0;
  std::optional<Excerpt> kept_source_;  // of a token so long that its start has left the buffer
};

}  // namespace lariat::automata::hoa
