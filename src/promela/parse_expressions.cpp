// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "promela/parser.hpp"

namespace lariat::promela {
namespace {

struct Operator {
  int strength = 0;  // 0: no operator
  ExprKind kind = ExprKind::constant;
};

Operator operator_of(Tok kind) {
  switch (kind) {
    case Tok::or_or:
      return {1, ExprKind::logical_or};
    case Tok::and_and:
      return {2, ExprKind::logical_and};
    case Tok::bit_or:
      return {3, ExprKind::bit_or};
    case Tok::bit_xor:
      return {4, ExprKind::bit_xor};
    case Tok::bit_and:
      return {5, ExprKind::bit_and};
    case Tok::equal:
      return {6, ExprKind::equal};
    case Tok::not_equal:
      return {6, ExprKind::not_equal};
    case Tok::less:
      return {7, ExprKind::less};
    case Tok::greater:
      return {7, ExprKind::greater};
    case Tok::less_equal:
      return {7, ExprKind::less_equal};
    case Tok::greater_equal:
      return {7, ExprKind::greater_equal};
    case Tok::shift_left:
      return {8, ExprKind::shift_left};
    case Tok::shift_right:
      return {8, ExprKind::shift_right};
    case Tok::plus:
      return {9, ExprKind::add};
    case Tok::minus:
      return {9, ExprKind::subtract};
    case Tok::times:
      return {10, ExprKind::multiply};
    case Tok::divide:
      return {10, ExprKind::divide};
    case Tok::modulo:
      return {10, ExprKind::modulo};
    default:
      return {};
  }
}

const char* opposite(ExprKind kind) {
  switch (kind) {
    case ExprKind::full:
      return "nfull";
    case ExprKind::nfull:
      return "full";
    case ExprKind::empty:
      return "nempty";
    default:
      return "empty";
  }
}

}  // namespace

ExprId Parser::make(ExprKind kind, SourceLocation place, std::uint32_t first, std::array<ExprId, 3> operands) {
  const ExprId id{mark()};
  model_.expressions.push_back({.kind = kind, .place = place, .first = {first}, .operands = operands});
  return id;
}

ExprId Parser::leaf(ExprKind kind, SourceLocation place) { return make(kind, place, mark()); }

ExprId Parser::full_expression() { return binary(1); }

ExprId Parser::expression() {
  const ExprId result = binary(1);
  refuse_probe(result);
  return result;
}

void Parser::refuse_probe(ExprId id) {
  if (!is_probe(id)) return;
  ExprId probe = id;  // the first of them
  for (std::uint32_t i = model_[id].first.value; i <= id.value; ++i)
    if (is_probe({i})) {
      probe = {i};
      break;
    }
  report_.error(model_[probe].place, std::string("full, nfull, empty and nempty can be combined by && and || only, and not be "
                                                 "negated or compared; the opposite of this one is ") +
                                         opposite(model_[probe].kind) + "(..)");
  probes_[id.value] = false;
}

ExprId Parser::binary(int least) {
  const ExprId left = unary();
  return continue_binary(left, least);
}

ExprId Parser::continue_binary(ExprId left, int least) {
  while (true) {
    const Operator next = operator_of(peek().kind);
    if (next.strength == 0 || next.strength < least) return left;
    const Token sign = take();
    if (at(Tok::assign))
      fail(sign, "there is no '" + std::string(sign.text) + "=' in Promela: write x = x " + std::string(sign.text) + " ..");
    const ExprId right = binary(next.strength + 1);
    const bool joins = next.kind == ExprKind::logical_and || next.kind == ExprKind::logical_or;
    if (!joins) {
      refuse_probe(left);
      refuse_probe(right);
    }
    const bool probe = joins && (is_probe(left) || is_probe(right));
    left = make(next.kind, sign.place, model_[left].first.value, {left, right});
    if (probe) {
      probes_.resize(left.value + 1);
      probes_[left.value] = true;
    }
  }
}

ExprId Parser::unary() {
  const Nesting nesting(*this);
  ExprKind kind = ExprKind::constant;
  if (at(Tok::minus)) kind = ExprKind::minus;
  if (at(Tok::tilde)) kind = ExprKind::complement;
  if (at(Tok::send)) kind = ExprKind::negation;
  if (kind == ExprKind::constant) return primary();
  const std::uint32_t first = mark();
  const Token sign = take();
  const ExprId operand = unary();
  refuse_probe(operand);
  return make(kind, sign.place, first, {operand});
}

ExprId Parser::primary() {
  const Token& token = peek();
  switch (token.kind) {
    case Tok::left_paren:
      return parenthesis();
    case Tok::number:
      return constant(take());
    case Tok::timeout_:
      return leaf(ExprKind::timeout, take().place);
    case Tok::np_: {
      const SourceLocation place = take().place;
      if (process_ && model_[process_].kind != Process::Kind::never) report_.error(place, "'np_' can be used in claims only");
      return leaf(ExprKind::nonprogress, place);
    }
    case Tok::len_:
      return channel_function(ExprKind::len);
    case Tok::full_:
      return channel_function(ExprKind::full);
    case Tok::nfull_:
      return channel_function(ExprKind::nfull);
    case Tok::empty_:
      return channel_function(ExprKind::empty);
    case Tok::nempty_:
      return channel_function(ExprKind::nempty);
    case Tok::enabled_:
      return process_function(ExprKind::enabled);
    case Tok::pc_value_:
      return process_function(ExprKind::pc_value);
    case Tok::get_priority_:
      model_.uses_priorities = true;
      return process_function(ExprKind::get_priority);
    case Tok::run_:
      return run();
    case Tok::c_expr_:
      refuse_c(token);
    case Tok::name:
      break;
    default:
      fail_expected("an expression");
  }
  switch (names_.classify(token.text)) {
    case Names::Class::mtype_constant:
      return constant(take());
    case Names::Class::process_name:
      return remote();
    case Names::Class::inline_name:
      fail(token, quote(token.text) +
                      " is an inline: it can be called as a statement only, or to assign what it "
                      "returns, as in x = " +
                      std::string(token.text) + "(..)");
    case Names::Class::type_name:
      fail_expected("an expression");
    case Names::Class::plain:
      break;
  }
  const std::uint32_t first = mark();
  return from_reference(reference(), first);
}

// ( e ), or ( e -> e : e )
ExprId Parser::parenthesis() {
  const Nesting nesting(*this);
  const Token open = take();
  const ExprId inside = full_expression();
  if (at(Tok::arrow)) {
    refuse_probe(inside);
    take();
    const ExprId yes = expression();
    expect(Tok::colon, "between the two values of (condition -> value : value)");
    const ExprId no = expression();
    expect(Tok::right_paren);
    return make(ExprKind::conditional, open.place, model_[inside].first.value, {inside, yes, no});
  }
  if (!at(Tok::right_paren)) {
    const std::string found = describe(peek());
    const SourceLocation place = peek().place;
    report_.error(place, "expected ')', found " + found);
    report_.note(open.place, "this parenthesis is open");
    throw SyntaxError{};
  }
  take();
  return inside;
}

ExprId Parser::constant(const Token& token) {
  const ExprId id = leaf(ExprKind::constant, token.place);
  Expr& expr = model_.expressions.back();
  expr.value = token.value;
  // The negative of 2147483648 fits.
  if (token.too_large && token.value != std::numeric_limits<std::int32_t>::min())
    report_.warning(token.place, "this number does not fit into 32 bits: " + std::to_string(token.value) + " is taken instead");
  if (token.kind == Tok::name) {
    const MtypeConstant& value = names_.mtype_constants.find(token.text)->second;
    expr.value = value.value;
    expr.index = value.list + 1;
  }
  return id;
}

ExprId Parser::channel_function(ExprKind kind) {
  const std::uint32_t first = mark();
  const Token word = take();
  expect(Tok::left_paren);
  const RefId channel = reference();
  check_whole(channel, false);
  check_channel(channel);
  expect(Tok::right_paren);
  const ExprId id = make(kind, word.place, first);
  model_.expressions.back().reference = channel;
  if (kind != ExprKind::len && !in_property_) {
    probes_.resize(id.value + 1);
    probes_[id.value] = true;
  }
  return id;
}

ExprId Parser::process_function(ExprKind kind) {
  const std::uint32_t first = mark();
  const Token word = take();
  expect(Tok::left_paren);
  const ExprId pid = expression();
  expect(Tok::right_paren);
  return make(kind, word.place, first, {pid});
}

// A variable, or a poll of it.
ExprId Parser::from_reference(RefId reference, std::uint32_t first) {
  const SourceLocation place = model_[reference].place;
  if (at(Tok::receive) || at(Tok::random_receive)) {
    const Token sign = take();
    if (!at(Tok::left_bracket))
      fail(sign, "a receive is a statement of its own; what can be part of an expression is the test c" +
                     std::string(sign.text) + "[..]");
    take();
    check_whole(reference, false);
    check_channel(reference);
    std::vector<MessageArgument> message = message_arguments();
    expect(Tok::right_bracket);
    const ExprId id = make(ExprKind::poll, place, first);
    Expr& expr = model_.expressions.back();
    expr.reference = reference;
    expr.value = sign.kind == Tok::random_receive ? 1 : 0;
    expr.index = static_cast<std::uint32_t>(model_.messages.size());
    model_.messages.push_back(std::move(message));
    return id;
  }
  check_whole(reference, false);
  if (model_[reference].variable == predefined(Predefined::underscore) && !in_trace())
    report_.error(place, "'_' can be written only: what is stored there cannot be read");
  const ExprId id = make(ExprKind::reference, place, first);
  model_.expressions.back().reference = reference;
  return id;
}

ExprId Parser::run() {
  const std::uint32_t first = mark();
  const Token word = take();
  if (!process_) report_.error(word.place, "'run' can be used in processes only");
  if (!at(Tok::name)) fail_expected("the name of a proctype");
  const Token name = take();
  expect(Tok::left_paren);
  Run run{.arguments = arguments()};
  expect(Tok::right_paren);
  run.priority = optional_priority();
  const ExprId id = make(ExprKind::run, word.place, first);
  model_.expressions.back().index = static_cast<std::uint32_t>(model_.runs.size());
  pending_runs_.push_back({static_cast<std::uint32_t>(model_.runs.size()), std::string(name.text), name.place});
  model_.runs.push_back(std::move(run));
  return id;
}

// P[e]@label, P@label, P[e]:variable, P:variable
ExprId Parser::remote() {
  const std::uint32_t first = mark();
  const Token name = take();
  Remote remote{.process = names_.processes.find(name.text)->second};
  if (accept(Tok::left_bracket)) {
    remote.pid = expression();
    expect(Tok::right_bracket);
  }
  const bool is_label = at(Tok::at);
  if (!is_label && !at(Tok::colon)) fail_expected("'@' and a label, or ':' and a variable, after the name of a process");
  take();
  if (!at(Tok::name)) fail_expected(is_label ? "the name of a label" : "the name of a variable");
  const Token part = take();
  if (!is_label && at(Tok::left_bracket)) remote.index = index();
  const ExprId id = make(is_label ? ExprKind::remote_label : ExprKind::remote_variable, name.place, first);
  const auto number = static_cast<std::uint32_t>(model_.remotes.size());
  model_.expressions.back().index = number;
  model_.remotes.push_back(remote);
  pending_remotes_.push_back({number, is_label, std::string(part.text), part.place});
  return id;
}

// What stands between parentheses, or behind a `!`.
std::vector<ExprId> Parser::arguments() {
  std::vector<ExprId> result;
  if (at(Tok::right_paren)) return result;
  do result.push_back(argument());
  while (accept(Tok::comma));
  return result;
}

// An expression, or a structure as a whole.
ExprId Parser::argument() {
  if (!at_plain_name()) return expression();
  const std::uint32_t first = mark();
  const RefId target = reference();
  if (!is_whole_structure(target)) {
    const ExprId result = continue_binary(from_reference(target, first), 1);
    refuse_probe(result);
    return result;
  }
  check_whole(target, true);
  const ExprId id = make(ExprKind::reference, model_[target].place, first);
  model_.expressions.back().reference = target;
  return id;
}

}  // namespace lariat::promela
