// SPDX-License-Identifier: Apache-2.0
#include "dve/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dve/parse.hpp"
#include "lariat/base/nearest.hpp"

namespace lariat::dve {

void Parser::parse() {
  if (tokens_.is(Kind::end) && !tokens_.has_errors()) tokens_.fail(0, "the text is empty: a model needs at least one process");
  while (!tokens_.is(Kind::end)) {
    if (system_read_) return tokens_.error(tokens_.token().begin, "nothing may follow the line 'system'");
    try {
      declaration_or_process();
    } catch (const SyntaxError&) {
      skip_to_declaration();
    }
  }
  if (tokens_.has_errors()) return;
  const std::uint32_t end = tokens_.previous_end();
  if (model_.processes.empty()) tokens_.error(end, "a model needs at least one process");
  if (!system_read_) tokens_.error(end, "a model ends with 'system async;' or 'system sync;', which is missing here");
}

Token::Kind Parser::keyword(std::initializer_list<Kind> possible) {
  if (std::find(possible.begin(), possible.end(), tokens_.token().kind) != possible.end()) return tokens_.token().kind;
  if (!tokens_.is(Kind::identifier)) return Kind::end;
  std::vector<std::string> words;
  for (const Kind kind : possible) words.emplace_back(spelling(kind));
  const auto meant = nearest(tokens_.text(), words);
  if (!meant) return Kind::end;
  tokens_.error(tokens_.token().begin, fmt::format("{} is no word of DVE (did you mean '{}'?)", quote(tokens_.text()), *meant));
  const auto index = std::find(words.begin(), words.end(), *meant) - words.begin();
  return *(possible.begin() + index);
}

void Parser::declaration_or_process() {
  const std::uint32_t begin = tokens_.token().begin;
  switch (keyword({Kind::kw_const, Kind::kw_byte, Kind::kw_int, Kind::kw_channel, Kind::kw_process, Kind::kw_system})) {
    case Kind::kw_const:
    case Kind::kw_byte:
    case Kind::kw_int:
      return variables(model_.variables);
    case Kind::kw_channel:
      return channels();
    case Kind::kw_process:
      return process();
    case Kind::kw_system:
      return system();
    default:
      break;
  }
  if (tokens_.is(Kind::close_brace)) tokens_.fail(begin, "this brace closes nothing");
  if (begins_statement()) tokens_.fail(begin, fmt::format("'{}' belongs inside a process", tokens_.text()));
  tokens_.fail_expected("a declaration, 'process' or 'system'");
}

Type Parser::type() {
  const Kind kind = keyword({Kind::kw_byte, Kind::kw_int});
  if (kind == Kind::end) tokens_.fail_expected("'byte' or 'int'");
  tokens_.advance();
  return kind == Kind::kw_byte ? Type::byte : Type::integer;
}

void Parser::variables(std::vector<Variable>& list) {
  // A misspelt `const` stands where the keyword would: keyword() took it for that.
  const bool constant = tokens_.is(Kind::kw_const) || tokens_.is_next(1, Kind::kw_byte) || tokens_.is_next(1, Kind::kw_int);
  if (constant) tokens_.advance();
  const Type common = type();
  do {
    list.push_back(variable(common, constant));
  } while (tokens_.accept(Kind::comma));
  if (tokens_.is(Kind::open_bracket) && list.back().size != none)
    tokens_.fail(tokens_.token().begin, "arrays have one dimension only");
  tokens_.expect_semicolon();
}

Variable Parser::variable(Type type, bool constant) {
  Variable variable{.type = type, .constant = constant};
  variable.name = tokens_.expect_name("the name of a variable");
  if (tokens_.is(Kind::open_bracket)) variable.size = size_in_brackets();
  if (!tokens_.accept(Kind::assign)) return variable;
  variable.initialised = true;
  if (!tokens_.accept(Kind::open_brace)) {
    variable.initial.push_back(expression());
    return variable;
  }
  variable.braces = true;
  do {
    variable.initial.push_back(expression());
  } while (tokens_.accept(Kind::comma));
  tokens_.expect(Kind::close_brace, "',' or '}'");
  return variable;
}

ExprId Parser::size_in_brackets() {
  tokens_.expect(Kind::open_bracket, "'['");
  if (tokens_.is(Kind::close_bracket)) tokens_.fail(tokens_.token().begin, "the size is missing");
  const ExprId size = expression();
  tokens_.expect(Kind::close_bracket, "']'");
  return size;
}

void Parser::channels() {
  tokens_.advance();
  Channel pattern;
  if (tokens_.accept(Kind::open_brace)) {
    pattern.typed = true;
    do {
      pattern.types.push_back(type());
    } while (tokens_.accept(Kind::comma));
    tokens_.expect(Kind::close_brace, "',' or '}'");
  }
  do {
    Channel channel = pattern;
    channel.name = tokens_.expect_name("the name of a channel");
    if (tokens_.is(Kind::open_bracket)) channel.capacity = size_in_brackets();
    model_.channels.push_back(std::move(channel));
  } while (tokens_.accept(Kind::comma));
  tokens_.expect_semicolon();
}

void Parser::system() {
  model_.system_offset = tokens_.token().begin;
  tokens_.advance();
  const Kind kind = keyword({Kind::kw_async, Kind::kw_sync});
  if (kind == Kind::end) tokens_.fail_expected("'async' or 'sync'");
  tokens_.advance();
  model_.synchronous = kind == Kind::kw_sync;
  system_read_ = true;
  if (tokens_.is(Kind::identifier) && keyword({Kind::kw_property}) == Kind::end) tokens_.fail_expected("'property' or ';'");
  if (tokens_.is(Kind::identifier) || tokens_.is(Kind::kw_property)) {
    tokens_.advance();
    model_.property = tokens_.expect_name("the name of a process");
  }
  tokens_.expect_semicolon();
}

// Behind the next semicolon that is not within braces, or before something that can only stand outside of a process.
void Parser::skip_to_declaration() {
  std::size_t depth = 0;
  for (; !tokens_.is(Kind::end); tokens_.advance()) {
    if (tokens_.is(Kind::kw_process) || tokens_.is(Kind::kw_system) || tokens_.is(Kind::kw_channel)) return;
    if (tokens_.is(Kind::open_brace)) ++depth;
    if (tokens_.is(Kind::close_brace) && depth > 0) --depth;
    if (tokens_.is(Kind::semicolon) && depth == 0) return tokens_.advance();
  }
}

namespace {

// Runs `read`, which reports what it finds wrong; the value it was to fill is missing if there was anything.
template <class T, class Read>
Result<T> read_text(std::string_view text, std::string label, const Limits& limits, Read read) {
  if (text.size() > SourceText::max_size)
    return Diagnostic{.message = fmt::format("the text is too long; {} bytes are possible", SourceText::max_size),
                      .file = std::move(label)};
  T value{.source = std::make_shared<const SourceText>(std::string(text), std::move(label))};
  Diagnostics diagnostics(*value.source, &limits);
  try {
    const std::vector<Token> tokens = tokenise(*value.source, diagnostics);
    TokenStream stream(*value.source, tokens, diagnostics);
    read(value, stream);
  } catch (const SyntaxError&) {
  } catch (const TooManyErrors&) {
  }
  if (!diagnostics.empty()) return diagnostics.take();
  return value;
}

}  // namespace

Result<Model> parse(std::string_view text, std::string file_name, const Limits& limits) {
  return read_text<Model>(text, std::move(file_name), limits,
                          [](Model& model, TokenStream& tokens) { Parser(model, tokens).parse(); });
}

Result<Expression> parse_expression(std::string_view text, std::string label) {
  return read_text<Expression>(text, std::move(label), {}, [](Expression& expression, TokenStream& tokens) {
    if (tokens.is(Token::Kind::end) && !tokens.has_errors()) tokens.fail(0, "an expression is missing");
    expression.root = parse_expression(tokens, expression.expressions);
    if (tokens.is(Token::Kind::assign)) tokens.fail_expected("an operator", " (did you mean '=='?)");
    if (!tokens.is(Token::Kind::end)) tokens.fail_expected("an operator or the end");
  });
}

}  // namespace lariat::dve
