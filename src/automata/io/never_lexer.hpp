// SPDX-License-Identifier: Apache-2.0
// The tokens of a never claim: enough of Promela's to find statements; what lies between is left to the parser of formulas.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/result.hpp"

namespace lariat::automata::never {

// Thrown inside the reader where the text is wrong.
struct Error {
  Diagnostic diagnostic;
};

enum class Token : std::uint8_t {
  end_of_file,
  word,        // a name or a keyword
  option,      // ::
  colon,       // :
  arrow,       // ->
  semicolon,   // ;
  open,        // ( or [
  close,       // ) or ]
  open_brace,  // {
  close_brace,
  other,  // anything else that an expression may hold
};

// All tokens of a text, one after the other. The text must outlive it.
class Lexer {
 public:
  // The text must be blanked already. Tokens are read as they are asked for.
  Lexer(std::string_view text, std::string file);

  void advance();
  Token token() const { return token_; }
  std::string_view spelling() const { return text_.substr(begin_, next_ - begin_); }
  bool is(std::string_view word) const { return token_ == Token::word && spelling() == word; }
  // The offsets at which the current token begins and the previous one ended.
  std::size_t begin() const { return begin_; }
  std::size_t previous_end() const { return previous_end_; }
  // The next character that is no blank.
  char peek(std::size_t ahead = 0) const;

  struct Place {
    std::size_t line, column;
  };
  Place place(std::size_t offset) const;
  std::size_t offset(std::size_t line, std::size_t column) const { return lines_[line - 1] + column - 1; }
  std::string_view text() const { return text_; }
  const std::string& file() const { return file_; }

  [[noreturn]] void fail(std::size_t offset, std::string message) const;
  [[noreturn]] void fail_expected(std::string_view what) const;

 private:
  std::string_view text_;
  std::string file_;
  std::size_t begin_ = 0;
  std::size_t next_ = 0;
  std::size_t previous_end_ = 0;
  Token token_ = Token::end_of_file;
  std::vector<std::size_t> lines_;  // where each begins
};

// The text with comments, and lines of the preprocessor, replaced by as many blanks. Throws Error at a comment without an end.
std::string blank_comments(std::string_view text, const std::string& file);

}  // namespace lariat::automata::never
