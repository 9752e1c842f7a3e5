// SPDX-License-Identifier: Apache-2.0
#include "promela/parser.hpp"

#include <array>
#include <limits>

namespace lariat::promela {
namespace {

constexpr std::size_t max_nesting = 300;

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
  if (++parser_.depth_ > max_nesting) parser_.report_.fatal(parser_.peek().place, "this is nested too deeply");
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
    case Tok::receive:
      return "; a choice between two values is written (condition -> value : value)";
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
    case Tok::name:
      return habit(token.text);
    default:
      return "";
  }
}

std::string Parser::habit(std::string_view word) {
  struct Habit {
    std::string_view word;
    std::string_view here;
  };
  static constexpr std::array habits = {
      Habit{"while", "there is no 'while': write do :: condition -> statements :: else -> break od"},
      Habit{"boolean", "the type is called 'bool'"},
      Habit{"integer", "the type is called 'int'"},
      Habit{"char", "there is no 'char': 'byte' holds 0 to 255"},
      Habit{"long", "there is no 'long': 'int' has 32 bits"},
      Habit{"void", "there are no functions: write 'proctype' for a process, 'inline' for a piece of text with parameters"},
      Habit{"switch", "there is no 'switch': write if :: x == 1 -> statements :: else -> statements fi"},
      Habit{"elif", "there is no 'elif': an if has as many options :: as are needed"},
      Habit{"endif", "an if ends with 'fi'"},
      Habit{"then", "there is no 'then': write if :: condition -> statements fi"},
      Habit{"continue", "there is no 'continue': use 'goto' and a label"},
      Habit{"string", "there are no strings: names for values are declared by 'mtype'"},
      Habit{"float", "there are no fractions: 'int' has 32 bits"},
      Habit{"double", "there are no fractions: 'int' has 32 bits"},
      Habit{"print", "printing is done by 'printf'"},
      Habit{"process", "a process is declared by 'proctype'"},
  };
  for (const Habit& habit : habits)
    if (habit.word == word) return "; in Promela " + std::string(habit.here);
  return {};
}

std::optional<std::int64_t> Parser::constant_value(ExprId id, int levels) const {
  const Expr& expr = model_[id];
  if (expr.kind == ExprKind::constant) return expr.value;
  const bool is_binary = expr.kind == ExprKind::add || expr.kind == ExprKind::subtract || expr.kind == ExprKind::multiply;
  if (levels == 0 || (!is_binary && expr.kind != ExprKind::minus)) return std::nullopt;
  const auto a = constant_value(expr.operands[0], levels - 1);
  const auto b = is_binary ? constant_value(expr.operands[1], levels - 1) : 0;
  if (!a || !b) return std::nullopt;
  const std::int64_t value = expr.kind == ExprKind::minus      ? -*a
                             : expr.kind == ExprKind::add      ? *a + *b
                             : expr.kind == ExprKind::subtract ? *a - *b
                                                               : *a * *b;
  if (value < std::numeric_limits<std::int32_t>::min() || value > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
  return value;
}

void Parser::check_fits(const Type& type, const std::string& name, ExprId value) {
  const auto number = constant_value(value);
  if (!number) return;
  std::int64_t least = 0;
  std::int64_t most = 0;
  switch (type.basic) {
    case Basic::bit:
    case Basic::boolean:
      most = 1;
      break;
    case Basic::byte:
    case Basic::pid:
      most = 255;
      break;
    case Basic::short_integer:
      least = -32768;
      most = 32767;
      break;
    case Basic::unsigned_integer:
      if (type.width == 0 || type.width > 31) return;
      most = (std::int64_t{1} << type.width) - 1;
      break;
    default:
      return;
  }
  if (*number < least || *number > most)
    report_.warning(model_[model_[value].first].place, quote(name) + " cannot hold " + std::to_string(*number) +
                                                           ": its values are " + std::to_string(least) + " to " +
                                                           std::to_string(most));
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
