// SPDX-License-Identifier: Apache-2.0
// Expressions by operator precedence, with a stack of the program's own: operands go to the table as they are met, operators
// wait on the stack until their right operand is complete. Brackets wait there too. So no nesting can exhaust the stack of the
// machine; it is limited all the same, because those who evaluate expressions do recurse.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "dve/parse.hpp"
#include "dve/token_stream.hpp"

namespace lariat::dve {
namespace {

using Kind = Token::Kind;

struct Binary {
  Op op;
  int level;  // larger binds tighter
};

std::optional<Binary> binary_operator(Kind kind) {
  switch (kind) {
    case Kind::kw_imply:
      return Binary{Op::imply, 1};
    case Kind::kw_and:
    case Kind::ampersand_ampersand:
      return Binary{Op::logical_and, 2};
    case Kind::kw_or:
    case Kind::bar_bar:
      return Binary{Op::logical_or, 2};
    case Kind::ampersand:
      return Binary{Op::bit_and, 3};
    case Kind::bar:
      return Binary{Op::bit_or, 3};
    case Kind::caret:
      return Binary{Op::bit_xor, 3};
    case Kind::equal:
      return Binary{Op::equal, 4};
    case Kind::not_equal:
      return Binary{Op::not_equal, 4};
    case Kind::less:
      return Binary{Op::less, 5};
    case Kind::less_equal:
      return Binary{Op::less_equal, 5};
    case Kind::greater:
      return Binary{Op::greater, 5};
    case Kind::greater_equal:
      return Binary{Op::greater_equal, 5};
    case Kind::shift_left:
      return Binary{Op::shift_left, 6};
    case Kind::shift_right:
      return Binary{Op::shift_right, 6};
    case Kind::plus:
      return Binary{Op::add, 7};
    case Kind::minus:
      return Binary{Op::subtract, 7};
    case Kind::times:
      return Binary{Op::multiply, 8};
    case Kind::slash:
      return Binary{Op::divide, 8};
    case Kind::percent:
      return Binary{Op::remainder, 8};
    default:
      return std::nullopt;
  }
}

std::optional<Op> unary_operator(Kind kind) {
  if (kind == Kind::minus) return Op::negate;
  if (kind == Kind::tilde) return Op::complement;
  if (kind == Kind::kw_not) return Op::logical_not;
  return std::nullopt;
}

class ExpressionParser {
 public:
  ExpressionParser(TokenStream& tokens, std::vector<Expr>& nodes) : tokens_(tokens), nodes_(nodes) {}

  ExprId run() {
    do {
      read_operand();
    } while (read_operator());
    while (!stack_.empty()) {
      if (is_bracket(stack_.back())) {
        const bool index = stack_.back().kind == Waiting::Kind::index;
        tokens_.error(tokens_.token().begin, fmt::format("expected '{}' here", index ? ']' : ')'));
        tokens_.note(stack_.back().offset, "it was opened here");
        throw SyntaxError{};
      }
      reduce();
    }
    return operands_.back();
  }

 private:
  // An operator whose right operand is not complete yet, or a bracket that is open.
  struct Waiting {
    enum class Kind : std::uint8_t { unary, binary, parenthesis, index };
    Kind kind;
    Op op = Op::number;
    int level = 0;
    std::uint32_t offset = 0;
    Name process = {};  // of what has the index
    Name name = {};
  };

  static bool is_bracket(const Waiting& waiting) {
    return waiting.kind == Waiting::Kind::parenthesis || waiting.kind == Waiting::Kind::index;
  }

  void push(Waiting waiting) {
    if (waiting.kind != Waiting::Kind::binary && ++nesting_ > max_nesting)
      tokens_.fail(waiting.offset, fmt::format("the expression is nested too deeply; {} levels are possible", max_nesting));
    stack_.push_back(waiting);
  }

  ExprId add(Expr node) {
    nodes_.push_back(node);
    return static_cast<ExprId>(nodes_.size() - 1);
  }

  // Up to the end of the next operand that begins no index: prefix operators and open brackets before it wait.
  void read_operand() {
    while (true) {
      const Token token = tokens_.token();
      if (const auto op = unary_operator(token.kind)) {
        push({.kind = Waiting::Kind::unary, .op = *op, .offset = token.begin});
        tokens_.advance();
      } else if (token.kind == Kind::exclamation) {
        tokens_.error(token.begin, "'!' sends to a channel; write 'not' to negate");
        push({.kind = Waiting::Kind::unary, .op = Op::logical_not, .offset = token.begin});
        tokens_.advance();
      } else if (token.kind == Kind::open_paren) {
        push({.kind = Waiting::Kind::parenthesis, .offset = token.begin});
        tokens_.advance();
      } else if (token.kind == Kind::identifier) {
        if (read_name()) return;
      } else {
        operands_.push_back(read_literal());
        return;
      }
    }
  }

  ExprId read_literal() {
    const Token token = tokens_.token();
    Expr node{.op = Op::number, .offset = token.begin};
    if (token.kind == Kind::number) {
      const std::string_view digits = tokens_.text();
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), node.value);
      if (error != std::errc()) tokens_.error(token.begin, "the number is too large; 2147483647 is the largest");
    } else if (token.kind == Kind::kw_true || token.kind == Kind::kw_false) {
      node.value = token.kind == Kind::kw_true ? 1 : 0;
    } else {
      tokens_.fail_expected("an expression");
    }
    tokens_.advance();
    return add(node);
  }

  // `name`, `name[`, `process.name`, `process->name`, `process->name[`. Says whether the operand is complete; otherwise its
  // index comes next.
  bool read_name() {
    Waiting waiting{.kind = Waiting::Kind::index, .offset = tokens_.token().begin};
    waiting.name = tokens_.expect_name("a name");
    if (tokens_.accept(Kind::dot)) {
      const Name state = tokens_.expect_name("the name of a state");
      operands_.push_back(add({.op = Op::at_state, .offset = waiting.offset, .process = waiting.name, .name = state}));
      return true;
    }
    if (tokens_.accept(Kind::arrow)) {
      waiting.process = waiting.name;
      waiting.name = tokens_.expect_name("the name of a variable");
    }
    if (tokens_.is(Kind::open_bracket)) {
      push(waiting);
      tokens_.advance();
      return false;
    }
    operands_.push_back(add({.op = Op::variable, .offset = waiting.offset, .process = waiting.process, .name = waiting.name}));
    return true;
  }

  // What follows an operand: closing brackets, then an operator. Says whether there was one; otherwise the expression ends.
  bool read_operator() {
    while (true) {
      const Token token = tokens_.token();
      if (const auto op = binary_operator(token.kind)) {
        reduce_while(op->level);
        push({.kind = Waiting::Kind::binary, .op = op->op, .level = op->level, .offset = token.begin});
        tokens_.advance();
        return true;
      }
      if (token.kind != Kind::close_paren && token.kind != Kind::close_bracket) return false;
      reduce_while(0);
      const Waiting::Kind wanted = token.kind == Kind::close_paren ? Waiting::Kind::parenthesis : Waiting::Kind::index;
      if (stack_.empty() || stack_.back().kind != wanted) return false;
      const Waiting bracket = stack_.back();
      stack_.pop_back();
      --nesting_;
      tokens_.advance();
      if (wanted == Waiting::Kind::index)
        operands_.back() = add({.op = Op::variable,
                                .a = operands_.back(),
                                .offset = bracket.offset,
                                .process = bracket.process,
                                .name = bracket.name});
    }
  }

  // Completes what waits and binds at least as tightly.
  void reduce_while(int level) {
    while (!stack_.empty() && !is_bracket(stack_.back()) &&
           (stack_.back().kind == Waiting::Kind::unary || stack_.back().level >= level))
      reduce();
  }

  void reduce() {
    const Waiting waiting = stack_.back();
    stack_.pop_back();
    const ExprId right = operands_.back();
    operands_.pop_back();
    Expr node{.op = waiting.op, .offset = waiting.offset};
    if (waiting.kind == Waiting::Kind::unary) {
      --nesting_;
      node.a = right;
    } else {
      node.a = operands_.back();
      node.b = right;
      operands_.pop_back();
    }
    operands_.push_back(add(node));
  }

  TokenStream& tokens_;
  std::vector<Expr>& nodes_;
  std::vector<Waiting> stack_;
  std::vector<ExprId> operands_;
  std::size_t nesting_ = 0;
};

}  // namespace

ExprId parse_expression(TokenStream& tokens, std::vector<Expr>& nodes) { return ExpressionParser(tokens, nodes).run(); }

}  // namespace lariat::dve
