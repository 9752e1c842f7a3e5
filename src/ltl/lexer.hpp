// SPDX-License-Identifier: Apache-2.0
// From text to tokens, for the parser of formulas and for the printer (which must know what reads back as a name).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/ltl/parse.hpp"

namespace lariat::ltl {

enum class TokenKind : std::uint8_t {
  end,
  // Operands
  name,    // an identifier, or c_expr { ... } as a whole
  number,  // decimal digits, or a character constant
  quoted,  // "..."
  constant_true,
  constant_false,
  // Brackets and what belongs to a name
  open_paren,
  close_paren,
  open_bracket,
  close_bracket,
  comma,
  dot,
  at,
  colon,
  poll,  // ? or ??
  // Prefix operators
  exclamation,
  tilde,
  globally,
  finally,
  next,
  // Infix operators
  implication,
  equivalence,
  or_or,
  and_and,
  xor_word,
  until,
  release,
  weak_until,
  strong_release,
  bar,
  caret,
  ampersand,
  equal,
  not_equal,
  less,
  greater,
  less_equal,
  greater_equal,
  shift_left,
  shift_right,
  plus,
  minus,  // also a prefix operator
  times,
  divide,
  modulo,
};

struct Token {
  TokenKind kind = TokenKind::end;
  bool spin = true;  // Spin knows this spelling
  std::uint32_t begin = 0;
  std::uint32_t length = 0;
};

// A mistake or a remark, at a place in the text.
struct Remark {
  std::size_t place = 0;
  std::string message;
};

struct Tokens {
  std::string_view text;
  std::vector<Token> list;  // ends with an `end` token; meaningless if there are errors
  std::vector<Remark> errors;
  std::vector<Remark> warnings;

  std::string_view spelling(const Token& token) const { return text.substr(token.begin, token.length); }
  // The tokens first .. last, written with normal spacing.
  std::string join(std::size_t first, std::size_t last) const;
};

Tokens tokenise(std::string_view text, const ParseOptions& options);

// Words that are functions of Promela: a parenthesis after them belongs to them.
bool is_function(std::string_view word);
// A diagnostic for a place in the text.
Diagnostic locate(std::string_view text, const ParseOptions& options, Diagnostic::Severity severity, const Remark& remark);

}  // namespace lariat::ltl
