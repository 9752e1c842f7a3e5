// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "promela/parser.hpp"

namespace lariat::promela {

// The variable of this name. One that is not declared is reported, and declared, so that it is not reported again.
Symbol* Parser::resolve(const Token& name) {
  Symbol* const symbol = names_.find(name.text);
  if (symbol != nullptr && symbol->variable) return symbol;
  const std::string word(name.text);
  if (symbol != nullptr) {
    report_.error(name.place, quote(word) + " is a label, not a variable");
    report_.note(symbol->place, "it is used as a label here");
    throw SyntaxError{};
  }
  if (at(Tok::at)) fail(name, quote(word) + " is no proctype that is declared before this");
  Suggestion suggestion(word);
  names_.consider_visible(suggestion);
  if (at(Tok::left_paren)) {
    if (const std::string here = habit(word); !here.empty()) fail(name, quote(word) + " is not declared" + here);
    consider_keywords(suggestion);
    fail(name, "there is no inline '" + word + "' (an inline must be defined before it is called)" + suggestion.text());
  }
  if (std::find(declaring_.begin(), declaring_.end(), word) != declaring_.end())
    fail(name, quote(word) + " is known only after this declaration: give it one of its own, before this");
  // `1..N` is one word for the C preprocessor, which then does not see the N.
  const bool glued = model_.macros->find(word) != nullptr && name.offset > 0 && text_.text[name.offset - 1] == '.';
  report_.error(name.place,
                quote(word) + " is not declared" +
                    (glued ? "; it is a macro, but belongs to the number before it for the preprocessor: put a blank before it"
                     : !habit(word).empty() ? habit(word)
                                            : suggestion.text()));
  const VarId id{static_cast<std::uint32_t>(model_.variables.size())};
  model_.variables.push_back({.name = word,
                              .place = name.place,
                              .kind = process_ ? Variable::Kind::local : Variable::Kind::global,
                              .process = process_,
                              .scope = names_.scope()});
  unknown_.insert(id.value);
  return names_.add({.name = word, .process = {}, .variable = id, .place = name.place});
}

ExprId Parser::index() {
  const Nesting nesting(*this);
  const bool outer = in_for_header_;
  in_for_header_ = false;
  expect(Tok::left_bracket);
  const ExprId result = expression();
  expect(Tok::right_bracket);
  in_for_header_ = outer;
  return result;
}

// a, a[i], a.b, a[i].b[j].c, ...
RefId Parser::reference() {
  if (!at_plain_name()) fail_expected("a variable");
  const Token name = take();
  const Symbol* const symbol = resolve(name);
  Reference result{.place = name.place, .variable = symbol->variable};
  if (at(Tok::left_bracket)) result.index = index();
  if (result.variable == predefined(Predefined::last)) model_.uses_last = true;
  if (result.variable == predefined(Predefined::priority)) model_.uses_priorities = true;
  VarId end = result.variable;
  while (at(Tok::dot)) {
    const SourceLocation dot = take().place;
    const Token field = expect(Tok::name, "of a field");
    const Type& type = model_[end].type;
    const std::string word(field.text);
    if (type.basic != Basic::structure) {
      report_.error(dot, quote(model_[end].name) + " is no structure and has no fields");
      throw SyntaxError{};
    }
    const Typedef& structure = model_.typedefs[type.index];
    Selector selector;
    Suggestion suggestion(word);
    for (const VarId candidate : structure.fields) {
      if (model_[candidate].name == word) selector.field = candidate;
      suggestion.consider(model_[candidate].name);
    }
    if (!selector.field) {
      report_.error(field.place, "the type '" + structure.name + "' has no field '" + word + "'" + suggestion.text());
      throw SyntaxError{};
    }
    if (at(Tok::left_bracket)) selector.index = index();
    end = selector.field;
    result.fields.push_back(selector);
  }
  const RefId id{static_cast<std::uint32_t>(model_.references.size())};
  model_.references.push_back(std::move(result));
  return id;
}

bool Parser::is_whole_structure(RefId id) const { return model_.target(id).type.basic == Basic::structure; }

bool Parser::is_whole_array(RefId id) const {
  const Reference& reference = model_[id];
  return model_.target(id).is_array && !(reference.fields.empty() ? reference.index : reference.fields.back().index);
}

// Arrays need an index everywhere, also those on the way to a field.
void Parser::check_whole(RefId id, bool structures_allowed) {
  const Reference& reference = model_[id];
  const auto check = [&](VarId variable, ExprId index) {
    const Variable& checked = model_[variable];
    if (checked.is_array && !index)
      report_.error(reference.place, "the array '" + checked.name + "' needs an index");
    else if (!checked.is_array && index && checked.kind != Variable::Kind::predefined)
      report_.warning(reference.place, quote(checked.name) + " is no array; it has the element 0 only");
    const auto number = index ? constant_value(index) : std::nullopt;
    if (!checked.is_array || !number || (*number >= 0 && *number < std::int64_t{checked.size})) return;
    const std::string message = "the index " + std::to_string(*number) + " is out of range: " + quote(checked.name) + " has " +
                                std::to_string(checked.size) + " elements, from 0 to " + std::to_string(checked.size - 1);
    if (in_property_)
      report_.error(model_[model_[index].first].place, message);
    else
      report_.warning(model_[model_[index].first].place, message);
  };
  check(reference.variable, reference.index);
  for (const Selector& selector : reference.fields) check(selector.field, selector.index);
  const Variable& target = model_.target(id);
  if (target.type.basic == Basic::structure && !structures_allowed)
    report_.error(reference.place, quote(target.name) +
                                       " is a structure: name one of its fields, as structures as a whole can "
                                       "only be sent, received and passed to processes");
}

}  // namespace lariat::promela
