// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "promela/parser.hpp"

namespace lariat::promela {
namespace {

constexpr std::int32_t default_size = 8;  // Spin's, for an array whose size is a variable without value

bool is_bit(const Type& type) { return type.basic == Basic::bit || type.basic == Basic::boolean; }

}  // namespace

Parser::Declared Parser::declaration(Variable::Kind kind, const std::vector<VarId>* fields) {
  Declared result{.variables = {}, .place = peek().place};
  Variable pattern{.kind = kind};
  if (at(Tok::hidden_) || at(Tok::show_) || at(Tok::local_)) {
    const Tok word = take().kind;
    pattern.hidden = word == Tok::hidden_;
    pattern.show = word == Tok::show_;
    pattern.local = word == Tok::local_;
  }
  const std::optional<Type> type = declared_type();
  if (!type) return result;  // mtype = {..}
  pattern.type = *type;
  pattern.process = process_;
  pattern.scope = names_.scope();
  pattern.set_by_step = kind == Variable::Kind::local && !initial_;
  // Names are known after the whole list only.
  std::vector<Variable> declared;
  declaring_.clear();
  do {
    declared.push_back(declarator(pattern));
    declaring_.push_back(declared.back().name);
  } while (accept(Tok::comma));
  declaring_.clear();
  const bool braces = declared.back().channel || !declared.back().elements.empty();
  if (braces && at(Tok::semicolon) && peek().implied && peek(1).kind == Tok::comma) {
    take();
    fail(take(), "a declaration ends behind '}': give the next variable one of its own");
  }
  for (Variable& variable : declared) {
    check_declared(variable);
    if (fields == nullptr) {
      result.variables.push_back(declare(std::move(variable)));
    } else if (is_field(variable, *fields) || is_field(variable, result.variables)) {
      report_.error(variable.place, "there is a field '" + variable.name + "' already");
    } else {
      result.variables.push_back({static_cast<std::uint32_t>(model_.variables.size())});
      model_.variables.push_back(std::move(variable));
    }
  }
  return result;
}

// The type at the beginning of a declaration; nothing if it declares constants of mtype, which is then done.
std::optional<Type> Parser::declared_type() {
  if (at(Tok::name) && names_.classify(peek().text) == Names::Class::type_name) {
    const TypedefId id = names_.typedefs.find(take().text)->second;
    return Type{.basic = Basic::structure, .index = id.value};
  }
  const Token word = expect(Tok::type);
  Type type{.basic = static_cast<Basic>(word.value)};
  if (type.basic != Basic::mtype) {
    if (at(Tok::assign) || at(Tok::left_brace)) fail_expected("a name");
    if (at(Tok::colon)) fail(peek(), "only mtype has lists with names");
    return type;
  }
  if (accept(Tok::colon)) {
    if (!at(Tok::name)) fail_expected("the name of a list of mtype");
    type.index = mtype_list(take().text);
    if (!accept(Tok::assign)) return type;
  } else if (!at(Tok::left_brace) && !accept(Tok::assign)) {
    return type;
  }
  mtype_declaration(type.index, word);
  return std::nullopt;
}

std::uint32_t Parser::mtype_list(std::string_view name) {
  auto& lists = model_.mtypes;
  const auto found = std::find_if(lists.begin(), lists.end(), [&](const MtypeList& list) { return list.name == name; });
  if (found != lists.end()) return static_cast<std::uint32_t>(found - lists.begin());
  lists.push_back({.name = std::string(name)});
  return static_cast<std::uint32_t>(lists.size() - 1);
}

// { a, b, c }, with or without commas. Values count from the last to the first.
void Parser::mtype_declaration(std::uint32_t list, const Token& word) {
  if (process_) report_.error(word.place, "constants of mtype must be declared outside of processes");
  expect(Tok::left_brace);
  std::vector<Token> added;
  do {
    if (!at(Tok::comma) || added.empty()) added.push_back(expect_new_name("a constant of mtype"));
    while (accept(Tok::comma)) continue;
  } while (!at(Tok::right_brace));
  take();
  auto& names = model_.mtypes[list].names;
  for (auto name = added.rbegin(); name != added.rend(); ++name) {
    const std::string text(name->text);
    if (names_.mtype_constants.contains(text)) {
      report_.error(name->place, "the constant '" + text + "' is there twice");
      continue;
    }
    if (const Symbol* old = names_.find(text); old != nullptr && !process_) {
      report_.warning(name->place, "the constant '" + text + "' hides the variable of this name");
      report_.note(old->place, "it is declared here");
    }
    names.push_back(text);
    names_.mtype_constants.emplace(text, MtypeConstant{list, static_cast<std::int32_t>(names.size())});
  }
  if (names.size() > 255) report_.error(word.place, "a list of mtype has at most 255 constants");
}

// name, name : width, name[size], each with an initial value or without
Variable Parser::declarator(Variable variable) {
  const Token name = expect_new_name("the name of a variable");
  variable.name = name.text;
  variable.place = name.place;
  if (accept(Tok::colon)) {
    const Token width = expect(Tok::number, "(a width in bits)");
    if (variable.type.basic != Basic::unsigned_integer) {
      report_.error(width.place, "only unsigned variables have a width");
    } else if (width.value < 1 || width.value > 31) {
      report_.error(width.place, "the width of an unsigned variable is 1 to 31 bits");
      variable.type.width = 31;
    } else {
      variable.type.width = static_cast<std::uint8_t>(width.value);
    }
  } else if (at(Tok::left_bracket)) {
    array_size(variable);
  }
  if (at(Tok::assign)) initializer(variable);
  return variable;
}

void Parser::array_size(Variable& variable) {
  take();
  variable.is_array = true;
  const SourceLocation place = peek().place;
  std::int32_t size = 0;
  if (at_plain_name() && peek(1).kind == Tok::right_bracket) {
    // Not in the manual: Spin takes the value that the variable begins with.
    const Token name = take();
    const Variable& other = model_[resolve(name)->variable];
    const bool known = other.initial && model_[other.initial].kind == ExprKind::constant && model_[other.initial].value > 0;
    size = known ? model_[other.initial].value : default_size;
    report_.warning(place, quote(other.name) + " is no constant; the array gets " + std::to_string(size) + " elements");
  } else {
    size = constant_expression();
  }
  if (size <= 0) {
    report_.error(place, "the array '" + variable.name + "' needs at least one element");
    size = 1;
  }
  variable.size = static_cast<std::uint32_t>(size);
  expect(Tok::right_bracket);
  if (at(Tok::left_bracket))
    fail(peek(), "arrays have one dimension; an array of a typedef that holds an array serves for two");
}

void Parser::initializer(Variable& variable) {
  const Token sign = take();
  if (variable.kind == Variable::Kind::parameter) report_.error(sign.place, "parameters have no initial value");
  if (at(Tok::left_bracket)) {
    variable.channel = channel_init();
    if (variable.type.basic != Basic::channel)
      report_.error(sign.place, quote(variable.name) + " is not declared as a channel");
    else if (variable.set_by_step)
      report_.error(variable.place, "channels must be created at the beginning of a process, before its first statement");
    return;
  }
  if (accept(Tok::left_brace)) {
    if (!variable.is_array) report_.error(sign.place, "only arrays take a list of values");
    if (variable.set_by_step)
      report_.error(variable.place,
                    "an array can get a list of values at the beginning of a process only, before its first statement");
    do {
      const bool number = at(Tok::number);
      if (!number && !(at(Tok::name) && names_.classify(peek().text) == Names::Class::mtype_constant))
        fail_expected("a constant");
      variable.elements.push_back(constant(take()));
      check_fits(variable.type, variable.name, variable.elements.back());
    } while (accept(Tok::comma));
    expect(Tok::right_brace);
    return;
  }
  variable.initial = expression();
  if (has_run(variable.initial))
    report_.error(model_[variable.initial].place, "'run' cannot give a variable its initial value");
  check_channel_use(variable.initial);
  check_fits(variable.type, variable.name, variable.initial);
}

// [n] of { types }
ChannelInit Parser::channel_init() {
  ChannelInit result{.place = take().place};
  const SourceLocation place = peek().place;
  const std::int32_t capacity = constant_expression();
  if (capacity < 0) report_.error(place, "a channel cannot have less than 0 slots");
  result.capacity = capacity < 0 ? 0 : static_cast<std::uint32_t>(capacity);
  expect(Tok::right_bracket);
  expect(Tok::of_);
  expect(Tok::left_brace);
  do result.fields.push_back(message_type());
  while (accept(Tok::comma));
  expect(Tok::right_brace);
  return result;
}

Type Parser::message_type() {
  if (at(Tok::name) && names_.classify(peek().text) == Names::Class::type_name) {
    const Token name = take();
    const TypedefId id = names_.typedefs.find(name.text)->second;
    if (model_[id].has_structure_array)
      report_.error(name.place, "a structure with an array of structures in it cannot be part of a message");
    return {.basic = Basic::structure, .index = id.value};
  }
  const Token word = expect(Tok::type, "of a field of the messages");
  Type type{.basic = static_cast<Basic>(word.value)};
  if (type.basic == Basic::unsigned_integer) fail(word, "messages have no fields of type unsigned");
  if (at(Tok::colon) && type.basic == Basic::mtype) {
    take();
    if (!at(Tok::name)) fail_expected("the name of a list of mtype");
    type.index = mtype_list(take().text);
  }
  return type;
}

void Parser::check_declared(Variable& variable) {
  if (variable.type.basic == Basic::unsigned_integer && variable.type.width == 0) {
    report_.error(variable.place, "an unsigned variable needs a width: unsigned " + variable.name + " : 5");
    variable.type.width = 16;
  }
  if (variable.hidden) check_hidden(variable);
  if (variable.kind == Variable::Kind::parameter && variable.is_array)
    report_.error(variable.place, "a parameter cannot be an array");
  if (process_ && model_[process_].kind == Process::Kind::never)
    report_.error(variable.place, "a claim has no variables of its own");
  if (variable.initial && variable.type.basic == Basic::mtype) {
    const Expr& value = model_[variable.initial];
    const std::uint32_t list = value.kind == ExprKind::constant ? value.index : 0;
    if (list != 0 && variable.type.index != 0 && list - 1 != variable.type.index)
      report_.error(value.place, "this constant is not of the list 'mtype:" + model_.mtypes[variable.type.index].name + "'");
  }
}

void Parser::check_hidden(const Variable& variable) {
  if (is_bit(variable.type)) report_.error(variable.place, "a variable of type bit or bool cannot be hidden; take a byte");
  if (variable.type.basic == Basic::channel) report_.error(variable.place, "a channel cannot be hidden");
  if (variable.kind != Variable::Kind::global) report_.error(variable.place, "only global variables can be hidden");
}

VarId Parser::declare(Variable variable) {
  Symbol* const old = names_.find(variable.name);
  if (old != nullptr && old->formal && old->variable && variable.type.basic != Basic::structure)
    return redeclare(*old, std::move(variable));
  if (old != nullptr && !unknown_.contains(old->variable.value)) {
    report_.error(variable.place, quote(variable.name) + " is declared already" +
                                      (process_ && !old->process ? ", as a global; Promela does not let a local hide it" : ""));
    if (old->place) report_.note(old->place, "it is declared here");
  }
  const VarId id{static_cast<std::uint32_t>(model_.variables.size())};
  if (old == nullptr || unknown_.contains(old->variable.value))
    names_.add({.name = variable.name, .process = {}, .variable = id, .place = variable.place});
  model_.variables.push_back(std::move(variable));
  return id;
}

// Spin does not notice that this is a second declaration: there is one variable, which is as declared last.
VarId Parser::redeclare(Symbol& symbol, Variable variable) {
  Variable& old = model_[symbol.variable];
  report_.warning(variable.place, "Spin takes this for a second declaration of the variable '" + variable.name +
                                      "' that is declared already, because an inline has a parameter of this name");
  report_.note(symbol.place, "it is declared here");
  variable.kind = old.kind;
  variable.process = old.process;
  variable.scope = old.scope;
  old = std::move(variable);
  return symbol.variable;
}

bool Parser::is_field(const Variable& variable, const std::vector<VarId>& fields) const {
  return std::any_of(fields.begin(), fields.end(), [&](VarId field) { return model_[field].name == variable.name; });
}

// Numbers, constants of mtype, + - * / % and parentheses.
std::int32_t Parser::constant_expression(int least) {
  const Nesting nesting(*this);
  std::int64_t left = constant_operand();
  while (true) {
    const Tok kind = peek().kind;
    const int strength = kind == Tok::plus || kind == Tok::minus                            ? 1
                         : kind == Tok::times || kind == Tok::divide || kind == Tok::modulo ? 2
                                                                                            : 0;
    if (strength == 0 || strength <= least) return static_cast<std::int32_t>(left);
    const Token sign = take();
    const std::int64_t right = constant_expression(strength);
    if ((kind == Tok::divide || kind == Tok::modulo) && right == 0) fail(sign, "division by zero");
    switch (kind) {
      case Tok::plus:
        left += right;
        break;
      case Tok::minus:
        left -= right;
        break;
      case Tok::times:
        left *= right;
        break;
      case Tok::divide:
        left /= right;
        break;
      default:
        left %= right;
    }
    if (left != static_cast<std::int32_t>(left)) {
      report_.error(sign.place, "the value of this constant is too large: constants have 32 bits");
      left = 1;  // what uses the constant is read on, so that there is one message
    }
  }
}

std::int32_t Parser::constant_operand() {
  const Nesting nesting(*this);
  if (accept(Tok::minus)) return static_cast<std::int32_t>(-static_cast<std::int64_t>(constant_operand()));
  if (accept(Tok::left_paren)) {
    const std::int32_t value = constant_expression();
    expect(Tok::right_paren);
    return value;
  }
  if (at(Tok::number)) {
    const Token number = take();
    if (!number.too_large) return number.value;
    report_.error(number.place,
                  "the number " + std::string(number.text.substr(0, 40)) + " is too large: constants have 32 bits");
    return 1;
  }
  if (at(Tok::name) && names_.classify(peek().text) == Names::Class::mtype_constant)
    return names_.mtype_constants.find(take().text)->second.value;
  if (at_plain_name())
    fail(peek(),
         "expected a constant, found '" + std::string(peek().text) + "', whose value is not known before the model runs");
  fail_expected("a constant");
}

}  // namespace lariat::promela
