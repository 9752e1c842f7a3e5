// SPDX-License-Identifier: Apache-2.0
// Tokens as the parsers walk over them, and the ways to say that another one was expected.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dve/ast.hpp"
#include "dve/diagnostics.hpp"
#include "dve/lexer.hpp"

namespace lariat::dve {

// Thrown after an error has been reported, to leave the construct; caught where it is known how to go on.
struct SyntaxError {};

class TokenStream {
 public:
  using Kind = Token::Kind;

  // All of these must outlive it.
  TokenStream(const SourceText& source, const std::vector<Token>& tokens, Diagnostics& diagnostics)
      : source_(source), tokens_(tokens), diagnostics_(diagnostics) {}

  const Token& token() const { return tokens_[at_]; }
  // The one that comes `ahead` later, or the end.
  const Token& peek(std::size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool is(Kind kind) const { return token().kind == kind; }
  bool is_next(std::size_t ahead, Kind kind) const { return peek(ahead).kind == kind; }
  std::string_view text() const { return source_.text({token().begin, token().end}); }
  // Where the token before this one ended.
  std::uint32_t previous_end() const { return at_ == 0 ? 0 : tokens_[at_ - 1].end; }
  // True if this token is the first one on its line.
  bool begins_line() const;

  void advance() {
    diagnostics_.tick();
    if (at_ + 1 < tokens_.size()) ++at_;
  }
  bool accept(Kind kind) {
    if (!is(kind)) return false;
    advance();
    return true;
  }

  // `what` completes "expected ...".
  void expect(Kind kind, std::string_view what) {
    if (!accept(kind)) fail_expected(what);
  }
  // A missing one is reported; where a line or a declaration ends anyway, parsing goes on as if it were there.
  void expect_semicolon();
  Name expect_name(std::string_view what);

  void error(std::uint32_t offset, std::string message);
  void note(std::uint32_t offset, std::string message) { diagnostics_.note(offset, std::move(message)); }
  [[noreturn]] void fail(std::uint32_t offset, std::string message);
  [[noreturn]] void fail_expected(std::string_view what, std::string_view hint = "");

  bool has_errors() const { return !diagnostics_.empty(); }
  const SourceText& source() const { return source_; }

 private:
  const SourceText& source_;
  const std::vector<Token>& tokens_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
};

// Thrown where no further error would be shown.
struct TooManyErrors {};

// Reads one expression, as long as it goes, and says where it stands in `nodes`.
ExprId parse_expression(TokenStream& tokens, std::vector<Expr>& nodes);

}  // namespace lariat::dve
