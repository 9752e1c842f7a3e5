// SPDX-License-Identifier: Apache-2.0
// Tokens as the parser sees them: ends of lines that separate statements are separators, and inlines are expanded.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "promela/lexer.hpp"

namespace lariat::promela {

// inline name(parameters) body
struct Inline {
  std::string name = {};
  SourceLocation place = {};
  std::vector<std::string_view> parameters = {};
  std::vector<Token> body = {};  // with its braces
};

class TokenStream {
 public:
  TokenStream(Report& report, std::vector<Token> tokens) : report_(report), tokens_(std::move(tokens)) {}

  const Token& peek(std::size_t ahead = 0);
  Token take();

  // The body of a process, or of a typedef: there, ends of lines separate. Nothing may be peeked at when this changes.
  void set_in_sequence(bool in_sequence) { in_sequence_ = in_sequence; }
  // Something was wrong: parentheses that are open are so by mistake.
  void forget_parentheses() { parentheses_ = 0; }

  // Where the last token stands that was looked at.
  SourceLocation last_place() const { return last_place_; }

  // The tokens of a block, braces included, as they are written; nothing if the next one is no brace, or the block has no end.
  // Nothing may be peeked at.
  std::optional<std::vector<Token>> take_block();

  // Makes the body the next to be read, with arguments instead of parameters, except those for which `keeps` holds. Nothing
  // may be peeked at.
  void expand(const Inline& definition, const std::vector<std::vector<Token>>& arguments, SourceLocation call,
              const std::function<bool(std::string_view)>& keeps);
  bool is_expanding(std::string_view name) const;
  // The inline that is being read, empty outside of all.
  std::string_view innermost() const { return frames_.empty() ? std::string_view() : std::string_view(frames_.back().name); }

 private:
  struct Frame {
    std::string name;
    std::vector<Token> tokens;
    std::size_t next = 0;
  };
  const Token& raw();
  Token raw_take();
  Token lex();
  Token read();
  Token separator();

  Report& report_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::vector<Frame> frames_;  // inlines under expansion
  std::deque<Token> ahead_;
  std::optional<Token> held_;
  Tok last_read_ = Tok::end;   // what the parser got last; Tok::end if that no longer matters
  Tok last_lexed_ = Tok::end;  // what was looked at last
  SourceLocation last_place_;
  bool newline_done_ = false;
  bool in_sequence_ = false;
  std::size_t parentheses_ = 0;
  std::size_t expanded_ = 0;
};

}  // namespace lariat::promela
