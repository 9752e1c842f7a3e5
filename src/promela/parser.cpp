// SPDX-License-Identifier: Apache-2.0
#include "promela/parser.hpp"

namespace lariat::promela {
namespace {

constexpr std::size_t max_depth = 300;

}  // namespace

Parser::Parser(Report& report, Model& model, const Preprocessed& text, SourceLocation begin)
    : report_(report), model_(model), text_(text), begin_(begin) {
  stream_ = std::make_unique<TokenStream>(report, take_formulas(tokenize(text, report.limit_check())));
}

void Parser::restore(const Nested& state) {
  while (names_.scope() != state.scope) names_.leave_block();
  d_step_ = state.d_step;
  loops_.resize(state.loops);
  results_.resize(state.results);
  in_for_header_ = false;
  declaring_.clear();
}

Parser::Nesting::Nesting(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ > max_depth) parser_.report_.fatal(parser_.peek().place, "this is nested too deeply");
}

bool Parser::accept(Tok kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

void Parser::fail(const Token& token, const std::string& message) {
  report_.error(token.place, token.kind == Tok::bad ? complaint(token) : message);
  throw SyntaxError{};
}

void Parser::fail_at(SourceLocation place, const std::string& message) {
  report_.error(place, message);
  throw SyntaxError{};
}

void Parser::fail_expected(const std::string& what) {
  const Token& token = peek();
  if (token.kind == Tok::c_code_ || token.kind == Tok::c_expr_ || token.kind == Tok::c_decl_ || token.kind == Tok::c_state_ ||
      token.kind == Tok::c_track_)
    refuse_c(token);
  std::string message = "expected " + what + ", found " + describe(token);
  if (token.kind == Tok::name) {
    switch (names_.classify(token.text)) {
      case Names::Class::plain:
        break;
      case Names::Class::mtype_constant:
        message += ", a constant of mtype";
        break;
      case Names::Class::type_name:
        message += ", the name of a type";
        break;
      case Names::Class::process_name:
        message += ", the name of a process";
        break;
      case Names::Class::inline_name:
        message += ", the name of an inline";
        break;
    }
  }
  fail(token, message + hint(token));
}

// What somebody may have meant who wrote this where it cannot stand.
std::string Parser::hint(const Token& token) {
  switch (token.kind) {
    case Tok::increment:
    case Tok::decrement:
      return "; '++' and '--' make statements, as in x++, and no expressions";
    case Tok::sorted_send:
      return "; '!!' is a kind of send, and a double negation needs a blank: ! !x";
    case Tok::assign:
      return "; assignments are statements of the form x = expression";
    case Tok::string:
      return "; strings can be used by printf only";
    case Tok::plus:
    case Tok::times:
    case Tok::divide:
    case Tok::and_and:
    case Tok::or_or:
    case Tok::equal:
    case Tok::unless_:
      return after_line_end_ ? "; the statement before it ended with its line, as it does outside of parentheses" : "";
    default:
      return "";
  }
}

Token Parser::expect(Tok kind, const char* context) {
  if (!at(kind)) fail_expected(describe(kind) + (context == nullptr ? "" : std::string(" ") + context));
  return take();
}

// A name that is to be declared.
Token Parser::expect_new_name(const char* what) {
  if (at_plain_name()) return take();
  if (!at(Tok::name) && is_keyword(peek().text))
    fail(peek(), quote(peek().text) + " is a word of Promela and cannot be " + what);
  if (at(Tok::name)) fail(peek(), quote(peek().text) + " is declared already, and cannot be " + what);
  fail_expected(what);
}

void Parser::refuse_c(const Token& token) {
  fail(token, "embedded C ('" + std::string(token.text) +
                  "') is not supported: lariat runs models without a C compiler and must know what each step reads and "
                  "writes; say it in Promela, or check this model with Spin");
}

// Skips over braces and what is between them, if they come next.
void Parser::skip_block() {
  if (!at(Tok::left_brace)) return;
  std::size_t open = 0;
  do {
    const Token token = take();
    if (token.kind == Tok::left_brace) ++open;
    if (token.kind == Tok::right_brace) --open;
    if (token.kind == Tok::end) return;
  } while (open > 0);
}

bool Parser::at_declaration() {
  switch (peek().kind) {
    case Tok::type:
    case Tok::hidden_:
    case Tok::show_:
    case Tok::local_:
      return true;
    case Tok::name:
      return names_.classify(peek().text) == Names::Class::type_name;
    default:
      return false;
  }
}

}  // namespace lariat::promela
