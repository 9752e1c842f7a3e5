// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "promela/parser.hpp"

namespace lariat::promela {

// inline name(parameters) { .. }
void Parser::inline_definition() {
  take();
  Inline definition;
  if (at(Tok::name) && names_.classify(peek().text) == Names::Class::inline_name) {
    report_.error(peek().place, "there is an inline '" + std::string(peek().text) + "' already");
    report_.note(names_.inlines.find(peek().text)->second.place, "it is defined here");
  }
  const Token name = at(Tok::name) && names_.classify(peek().text) == Names::Class::inline_name
                         ? take()
                         : expect_new_name("the name of an inline");
  definition.name = name.text;
  definition.place = name.place;
  expect(Tok::left_paren);
  while (!at(Tok::right_paren)) {
    const Token parameter = expect_new_name("the name of a parameter");
    const auto& known = definition.parameters;
    if (std::find(known.begin(), known.end(), parameter.text) != known.end())
      report_.error(parameter.place, "there is a parameter '" + std::string(parameter.text) + "' already");
    definition.parameters.push_back(parameter.text);
    if (Symbol* symbol = names_.find(parameter.text)) symbol->formal = true;
    if (!at(Tok::right_paren)) expect(Tok::comma, "between parameters");
  }
  take();
  if (definition.parameters.size() > 32) report_.error(name.place, "an inline has at most 32 parameters");
  auto body = stream_->take_block();
  if (!body) {
    if (peek().kind != Tok::left_brace) fail_expected("'{' and the body of the inline");
    fail(peek(), "the body of the inline '" + definition.name + "' has no closing brace");
  }
  definition.body = *std::move(body);
  if (const Symbol* old = names_.find(name.text)) {
    report_.warning(name.place, "the inline " + quote(definition.name) + " hides the variable of this name");
    report_.note(old->place, "it is declared here");
  }
  names_.inlines.insert_or_assign(definition.name, std::move(definition));
}

// A call, and the body in its place. `result` is what is assigned, if something is.
StmtId Parser::inline_call(std::optional<RefId> result) {
  const Nesting nesting(*this);
  if (in_trace()) refuse_event(peek().place);
  const Token name = take();
  const Inline& definition = names_.inlines.find(name.text)->second;
  if (stream_->is_expanding(name.text)) fail(name, "the inline '" + definition.name + "' calls itself");
  const std::vector<std::vector<Token>> arguments = inline_arguments();
  const std::size_t wanted = definition.parameters.size();
  if (arguments.size() != wanted) {
    report_.error(name.place, "the inline '" + definition.name + "' has " + std::to_string(wanted) +
                                  (wanted == 1 ? " parameter" : " parameters") + ", but " + std::to_string(arguments.size()) +
                                  (arguments.size() == 1 ? " is given" : " are given"));
    report_.note(definition.place, "it is defined here");
    throw SyntaxError{};
  }
  initial_ = false;
  stream_->expand(definition, arguments, name.place,
                  [this](std::string_view word) { return names_.mtype_constants.contains(word); });
  results_.push_back(result);
  const StmtId body = block(Block::Kind::plain, name.place);
  results_.pop_back();
  std::get<Block>(model_[body].what).inlined = name.text;
  return body;
}

// The tokens between the parentheses, split at commas.
std::vector<std::vector<Token>> Parser::inline_arguments() {
  const Token open = expect(Tok::left_paren);
  std::vector<std::vector<Token>> result;
  std::size_t inside = 0;
  while (true) {
    const Token token = take();
    if (token.kind == Tok::end || token.kind == Tok::left_brace || token.kind == Tok::right_brace) {
      stream_->forget_parentheses();
      fail(open, "this parenthesis has no partner");
    }
    if (inside == 0 && token.kind == Tok::right_paren) break;
    if (inside == 0 && token.kind == Tok::comma) {
      if (result.empty() || result.back().empty()) fail(token, "there is an argument missing before this comma");
      result.emplace_back();
      continue;
    }
    if (token.kind == Tok::left_paren || token.kind == Tok::left_bracket) ++inside;
    if ((token.kind == Tok::right_paren || token.kind == Tok::right_bracket) && inside > 0) --inside;
    if (result.empty()) result.emplace_back();
    result.back().push_back(token);
  }
  if (!result.empty() && result.back().empty()) fail(open, "there is an argument missing at the end");
  return result;
}

// Assigns to what the inline is called for, and goes on.
StmtId Parser::return_statement() {
  const Token word = take();
  const ExprId value = full_expression();
  if (results_.empty()) fail(word, "'return' can be used in inlines only");
  if (!results_.back()) fail(word, "the inline is not called for a value here; 'return' needs a call such as x = f(..)");
  check_assigned(*results_.back(), value);
  return add(word.place, Assignment{.kind = Assignment::Kind::plain, .target = *results_.back(), .value = value});
}

}  // namespace lariat::promela
