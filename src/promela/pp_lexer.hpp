// SPDX-License-Identifier: Apache-2.0
// The words of the C preprocessor: what its directives and macros work on. Promela's own words are made of them later.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "promela/report.hpp"

namespace lariat::promela {

enum class PpKind : std::uint8_t {
  end,  // of the file, of a directive, or of a list of tokens
  identifier,
  number,  // a C preprocessing number: `1..N` is one
  string,
  character,
  punctuator,
  other,        // anything else; a quote without its partner takes the rest of the line, as with gcc
  placemarker,  // nothing: what an empty argument leaves beside ##
};

struct PpToken {
  PpKind kind = PpKind::end;
  bool space = false;       // there is white space before it
  bool first = false;       // it is the first of its line
  bool painted = false;     // the name of a macro that must not be expanded any more
  std::string_view text{};  // without line splices
  SourceLocation place{};
  std::uint32_t line = 0;  // a number that grows with each line of text, also with those that are joined

  bool is(std::string_view sign) const { return kind == PpKind::punctuator && text == sign; }
};

// Text that tokens refer to and that stands in no file.
using TextPool = std::deque<std::string>;

// Reads the tokens of one file. Comments are white space; a backslash at the end of a line joins it with the next.
class PpLexer {
 public:
  // All must outlive the tokens. `line` numbers the lines of all files.
  PpLexer(Report& report, TextPool& pool, std::uint32_t& line, std::uint32_t first);

  PpToken next();
  // Like next(), but gives PpKind::end at the end of the line.
  PpToken next_in_line();
  // The rest of the line, its end excluded. The next token is the first one of the following line.
  std::vector<PpToken> rest_of_line();
  // Skips to the next line that begins with '#'; false at the end of the file.
  bool skip_to_directive();
  // The name after #include, <name> or "name" with its quotes; empty if there is neither.
  std::string_view header_name();

  SourceLocation here() const { return {first_ + static_cast<std::uint32_t>(position_), 0}; }
  std::uint32_t first() const { return first_; }

 private:
  char peek(std::size_t ahead = 0);
  void advance();
  void skip_splices();
  bool skip_splice(std::size_t& position) const;
  bool skip_blanks();  // true if there were any
  void skip_comment();
  void skip_line_comment();
  std::string_view spelling(std::size_t begin);
  void read_number();
  bool read_quoted(char quote);
  void read_punctuator(char c);

  Report& report_;
  TextPool& pool_;
  std::uint32_t& line_;
  std::uint32_t first_;
  std::string_view text_;
  std::size_t position_ = 0;
  bool line_start_ = true;
  bool in_directive_ = false;  // a newline ends what is read
};

}  // namespace lariat::promela
