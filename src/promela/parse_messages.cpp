// SPDX-License-Identifier: Apache-2.0
#include "promela/parser.hpp"

namespace lariat::promela {
namespace {

bool is_operator(Tok kind) {
  return kind >= Tok::plus && kind <= Tok::shift_right && kind != Tok::greater && kind != Tok::tilde;
}

}  // namespace

// A number is as good as a channel for Spin, if it is one of a channel when it comes to it.
void Parser::check_channel(RefId channel) {
  const Variable& variable = model_.target(channel);
  if (variable.type.basic != Basic::channel && variable.type.basic != Basic::structure)
    report_.warning(model_[channel].place, quote(variable.name) + " is not declared as a channel");
}

// c ! a, b and c ! a(b)
StmtId Parser::send(RefId channel, const Token& sign) {
  check_whole(channel, false);
  check_channel(channel);
  const SourceLocation place = model_[channel].place;
  Send result{.channel = channel, .sorted = sign.kind == Tok::sorted_send, .arguments = {argument()}};
  if (accept(Tok::left_paren)) {
    for (const ExprId more : arguments()) result.arguments.push_back(more);
    expect(Tok::right_paren);
  } else {
    while (accept(Tok::comma)) result.arguments.push_back(argument());
  }
  for (const ExprId value : result.arguments)
    if (has_run(value)) report_.error(model_[value].place, "'run' cannot be part of a message");
  if (in_trace() && result.sorted) refuse_event(place);
  if (process_ && model_[process_].kind == Process::Kind::never)
    report_.error(place, "a claim cannot send or receive; c?[..] looks at a channel without changing it");
  return add(place, std::move(result));
}

// c ? a, b and c ? a(b); c ?? a; c ? <a>
StmtId Parser::receive(RefId channel, const Token& sign) {
  check_whole(channel, false);
  check_channel(channel);
  const SourceLocation place = model_[channel].place;
  Receive result{.channel = channel, .random = sign.kind == Tok::random_receive, .keeps = accept(Tok::less), .arguments = {}};
  result.arguments = message_arguments();
  if (result.keeps) expect(Tok::greater);
  check_multiple_targets(result.arguments);
  if (in_trace() && (result.random || result.keeps)) refuse_event(place);
  if (process_ && model_[process_].kind == Process::Kind::never)
    report_.error(place, "a claim cannot send or receive; c?[..] looks at a channel without changing it");
  return add(place, std::move(result));
}

std::vector<MessageArgument> Parser::message_arguments() {
  std::vector<MessageArgument> result;
  message_arguments(result);
  return result;
}

void Parser::message_arguments(std::vector<MessageArgument>& result) {
  const Nesting nesting(*this);
  do {
    if (accept(Tok::left_paren)) {
      message_arguments(result);
      expect(Tok::right_paren);
      return;
    }
    result.push_back(message_argument());
  } while (accept(Tok::comma));
  if (accept(Tok::left_paren)) {
    message_arguments(result);
    expect(Tok::right_paren);
  }
}

MessageArgument Parser::message_argument() {
  MessageArgument result;
  const auto is_constant = [this] {
    return at(Tok::number) || (at(Tok::name) && names_.classify(peek().text) == Names::Class::mtype_constant);
  };
  if (accept(Tok::eval_)) {
    result.kind = MessageArgument::Kind::evaluate;
    expect(Tok::left_paren);
    result.value = expression();
    expect(Tok::right_paren);
  } else if (at(Tok::minus)) {
    const Token sign = take();
    if (!at(Tok::number)) fail_expected("a number");
    result.kind = MessageArgument::Kind::constant;
    result.value = constant(take());
    Expr& expr = model_.expressions.back();
    expr.value = static_cast<std::int32_t>(0U - static_cast<std::uint32_t>(expr.value));
    expr.place = sign.place;
  } else if (is_constant()) {
    result.kind = MessageArgument::Kind::constant;
    result.value = constant(take());
  } else if (at_plain_name()) {
    result.target = reference();
    check_whole(result.target, true);
    check_target(result.target);
  } else {
    fail_expected("a variable, a constant or eval(..)");
  }
  if (is_operator(peek().kind))
    fail(peek(), "a receive takes variables, constants and eval(..): write eval(..) to match the value of an expression");
  return result;
}

}  // namespace lariat::promela
