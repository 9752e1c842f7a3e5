// SPDX-License-Identifier: Apache-2.0
// The words of a model as they stand in the editor, comments and directives of the preprocessor included. Any text has words:
// what an editor shows is seldom finished, so nothing here can fail.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lsp/document.hpp"

namespace lariat::lsp {

enum class Language : std::uint8_t { promela, dve };

struct Lexeme {
  enum class Kind : std::uint8_t { name, keyword, number, string, sign, comment };

  Kind kind = Kind::sign;
  bool starts_line = false;   // no other lexeme stands before it on its line
  bool in_directive = false;  // part of a line that begins with #
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  Span span() const { return {begin, end}; }
};

// All lexemes in the order of the text. What is no word becomes a sign of one character; a string or comment without an end
// goes to the end of its line or of the text.
std::vector<Lexeme> lexemes(std::string_view text, Language language);

// The keywords of a language, sorted.
std::span<const std::string_view> keywords(Language language);
bool is_keyword(std::string_view word, Language language);
// True if the text is a name in the language, and no keyword.
bool is_name(std::string_view text, Language language);

// The lexeme that holds the byte or ends there; names and numbers are preferred. Null if there is none.
const Lexeme* lexeme_at(std::span<const Lexeme> lexemes, std::size_t offset);

}  // namespace lariat::lsp
