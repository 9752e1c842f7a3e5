// SPDX-License-Identifier: Apache-2.0
// What can be written at a place: names, words of the language, and the arguments of messages and calls.
#include <fmt/format.h>

#include <algorithm>

#include "lsp/describe.hpp"
#include "lsp/server.hpp"

namespace lariat::lsp {
namespace {

using Kind = Symbol::Kind;

// CompletionItemKind of the protocol.
int completion_number(Kind kind) {
  switch (kind) {
    case Kind::variable:
    case Kind::parameter:
      return 6;
    case Kind::field:
      return 5;
    case Kind::channel:
      return 23;  // Event
    case Kind::constant:
      return 20;  // EnumMember
    case Kind::type:
      return 22;  // Struct
    case Kind::process:
    case Kind::init:
      return 7;  // Class
    case Kind::claim:
    case Kind::formula:
      return 10;  // Property
    case Kind::inlined:
      return 3;  // Function
    case Kind::macro:
      return 21;  // Constant
    case Kind::label:
      return 18;  // Reference
    case Kind::state:
      return 13;  // Enum
  }
  return 6;
}

// The words before a place, and what they ask for.
class Context {
 public:
  Context(const Index& index, std::string_view text, std::size_t offset) : index_(index), text_(text) {
    // Words that begin before the place; one that is being written is left out.
    count_ = static_cast<std::size_t>(std::lower_bound(index.words.begin(), index.words.end(), offset,
                                                       [](const Lexeme& word, std::size_t at) { return word.begin < at; }) -
                                      index.words.begin());
    if (count_ > 0 && index.words[count_ - 1].end >= offset) {
      const Lexeme::Kind kind = index.words[count_ - 1].kind;
      is_in_word_ = kind == Lexeme::Kind::name || kind == Lexeme::Kind::keyword;
    }
  }

  // The number of words before the one that is being written.
  std::size_t before_word() const { return is_in_word_ ? count_ - 1 : count_; }
  std::size_t count() const { return count_; }
  std::string_view word(std::size_t i) const {
    return i < index_.words.size() ? text_.substr(index_.words[i].begin, index_.words[i].end - index_.words[i].begin)
                                   : std::string_view();
  }
  bool is_name(std::size_t i) const { return i < index_.words.size() && index_.words[i].kind == Lexeme::Kind::name; }

  // What the name that ends before word i means, over an index in brackets.
  SymbolId name_before(std::size_t i) const {
    if (i == 0) return no_symbol;
    std::size_t j = i - 1;
    if (word(j) == "]") {
      std::size_t depth = 1;
      while (j > 0 && depth > 0) {
        --j;
        depth += word(j) == "]" ? 1 : 0;
        depth -= word(j) == "[" ? 1 : 0;
      }
      if (depth > 0 || j == 0) return no_symbol;
      --j;
    }
    if (!is_name(j)) return no_symbol;
    const Use* const use = index_.use_at(index_.words[j].begin);
    return use == nullptr ? no_symbol : use->symbol;
  }

 private:
  const Index& index_;
  std::string_view text_;
  std::size_t count_ = 0;
  bool is_in_word_ = false;
};

SymbolId type_named(const Index& index, const std::string& name) {
  for (SymbolId id = 0; id < index.symbols.size(); ++id)
    if (index.symbols[id].kind == Kind::type && index.symbols[id].name == name) return id;
  return no_symbol;
}

SymbolId process_around(const Index& index, std::size_t offset) {
  for (SymbolId id = 0; id < index.symbols.size(); ++id) {
    const Symbol& symbol = index.symbols[id];
    const bool is_body =
        symbol.kind == Kind::process || symbol.kind == Kind::init || symbol.kind == Kind::claim || symbol.kind == Kind::inlined;
    if (is_body && symbol.extent.begin <= offset && offset <= symbol.extent.end) return id;
  }
  return no_symbol;
}

struct Signature {
  SymbolId symbol = no_symbol;
  std::size_t argument = 0;
  std::string_view sign;          // of a message: `!`, `?` and their relatives
  SymbolId messages = no_symbol;  // the channel that tells its types
};

// The call or message that the place is in: goes back to an open parenthesis or the sign of a channel, counting commas.
std::optional<Signature> signature_at(const Index& index, std::string_view text, std::size_t offset) {
  const Context context(index, text, offset);
  Signature result;
  std::size_t closed = 0;
  for (std::size_t i = context.count(); i-- > 0;) {
    const std::string_view word = context.word(i);
    if (word == ")" || word == "]") ++closed;
    if (closed > 0) {
      if (word == "(" || word == "[") --closed;
      continue;
    }
    const bool is_list = word == "{" && i > 0 && (context.word(i - 1) == "!" || context.word(i - 1) == "?");  // c!{a, b} of DVE
    if (is_list) continue;
    if (word == ";" || word == "->" || word == "::" || word == "{" || word == "}" || word == "od" || word == "fi")
      return std::nullopt;
    if (word == ",") ++result.argument;
    if (word == "[" && i > 0 && context.word(i - 1) != "?" && context.word(i - 1) != "\?\?") result.argument = 0;
    if (word == "(") {
      const SymbolId called = context.name_before(i);
      if (called != no_symbol && !index.symbols[called].parameters.empty()) {
        result.symbol = called;
        return result;
      }
      // c!kind(a, b) is c!kind, a, b; other parentheses are part of an argument
      const bool is_message = i >= 2 && context.is_name(i - 1) && (context.word(i - 2) == "!" || context.word(i - 2) == "?");
      if (is_message)
        ++result.argument;
      else
        result.argument = 0;
    }
    if (word == "!" || word == "?" || word == "!!" || word == "\?\?") {
      result.symbol = context.name_before(i);
      result.messages = channel_behind(index, text, result.symbol);
      if (result.messages == no_symbol) return std::nullopt;
      result.sign = word;
      return result;
    }
  }
  return std::nullopt;
}

}  // namespace

Json Server::completion(const Json& params) {
  OpenDocument& document = document_of(params);
  const std::size_t offset = offset_of(document, params);
  const Index& index = document.index();
  const Context context(index, document.text.text(), offset);
  Json items = Json::array();
  const auto add = [&](const Symbol& symbol) {
    items.push_back({{"label", symbol.name},
                     {"kind", completion_number(symbol.kind)},
                     {"detail", declaration_text(index, symbol).substr(0, 120)}});
  };
  const std::size_t before = context.before_word();
  const std::string_view last = before > 0 ? context.word(before - 1) : std::string_view();
  const SymbolId of = last == "." || last == "@" || last == "->" ? context.name_before(before - 1) : no_symbol;
  if (of != no_symbol && last == "." && document.language == Language::promela) {
    const SymbolId type = type_named(index, index.symbols[of].type);
    for (const Symbol& symbol : index.symbols)
      if (type != no_symbol && symbol.parent == type && symbol.kind == Kind::field) add(symbol);
    return items;
  }
  if (of != no_symbol && index.symbols[of].kind == Kind::process) {  // P@label, P.state, P->variable
    const Kind kind = document.language == Language::promela ? Kind::label : last == "." ? Kind::state : Kind::variable;
    for (const Symbol& symbol : index.symbols)
      if (symbol.parent == of && symbol.kind == kind) add(symbol);
    return items;
  }
  if (last == "." || last == "@") return items;
  if (last == "goto") {
    const SymbolId process = process_around(index, offset);
    for (const Symbol& symbol : index.symbols)
      if (symbol.kind == Kind::label && symbol.parent == process) add(symbol);
    return items;
  }
  for (const Symbol& symbol : index.symbols) {
    if (symbol.name_span == Span{} || symbol.kind == Kind::label || symbol.kind == Kind::field) continue;
    if (last == "run" && symbol.kind != Kind::process) continue;
    const bool is_visible = symbol.visible.begin <= offset && offset <= symbol.visible.end;
    if (is_visible && !(symbol.name_span.begin <= offset && offset <= symbol.name_span.end)) add(symbol);
  }
  if (document.language == Language::promela && document.has_file)
    for (const IncludedFile* const file : included_.of(index, document.text.text(), document.path))
      for (const Symbol& symbol : file->index.symbols) {
        const bool is_wanted =
            symbol.parent == no_symbol && symbol.name_span != Span{} && (last != "run" || symbol.kind == Kind::process);
        if (is_wanted)
          items.push_back({{"label", symbol.name},
                           {"kind", completion_number(symbol.kind)},
                           {"detail", declaration_text(file->index, symbol).substr(0, 120)}});
      }
  if (last == "run") return items;
  for (const std::string_view word : keywords(document.language))
    if (!word.starts_with("c_")) items.push_back({{"label", word}, {"kind", 14}});
  return items;
}

Json Server::signature_help(const Json& params) {
  OpenDocument& document = document_of(params);
  const Index& index = document.index();
  const auto found = signature_at(index, document.text.text(), offset_of(document, params));
  if (!found) return nullptr;
  const Symbol& symbol = index.symbols[found->symbol];
  const bool is_message = found->messages != no_symbol;
  std::string label = symbol.name + std::string(is_message ? found->sign : "(");
  Json parameters = Json::array();
  const auto add = [&](const std::string& text) {
    if (!parameters.empty()) label += ", ";
    label += text;
    parameters.push_back({{"label", text}});
  };
  if (is_message)
    for (const std::string& type : index.symbols[found->messages].message) add(type);
  else
    for (const SymbolId id : symbol.parameters) add(declaration_text(index, index.symbols[id]));
  if (!is_message) label += ")";
  Json signature = {{"label", label}, {"parameters", std::move(parameters)}};
  return {{"signatures", {std::move(signature)}}, {"activeSignature", 0}, {"activeParameter", found->argument}};
}

}  // namespace lariat::lsp
