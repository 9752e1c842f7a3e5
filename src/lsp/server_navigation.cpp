// SPDX-License-Identifier: Apache-2.0
// The outline, where names are declared and used, and what they are.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>

#include "lsp/describe.hpp"
#include "lsp/format.hpp"
#include "lsp/server.hpp"

namespace lariat::lsp {
namespace {

using Kind = Symbol::Kind;

// SymbolKind of the protocol.
int symbol_number(Kind kind) {
  switch (kind) {
    case Kind::variable:
    case Kind::parameter:
      return 13;
    case Kind::field:
      return 8;
    case Kind::channel:
      return 24;  // Event
    case Kind::constant:
      return 22;  // EnumMember
    case Kind::type:
      return 23;  // Struct
    case Kind::process:
    case Kind::init:
      return 5;  // Class
    case Kind::claim:
    case Kind::formula:
      return 7;  // Property
    case Kind::inlined:
      return 12;  // Function
    case Kind::macro:
      return 14;  // Constant
    case Kind::label:
      return 20;  // Key
    case Kind::state:
      return 10;  // Enum
  }
  return 13;
}

struct Found {
  const Use* use;
  SymbolId symbol;
};

std::optional<Found> symbol_at(const Index& index, std::size_t offset) {
  const Use* const use = index.use_at(offset);
  if (use == nullptr || use->symbol == no_symbol) return std::nullopt;
  return Found{use, use->symbol};
}

}  // namespace

std::optional<Server::Foreign> Server::declared_elsewhere(OpenDocument& document, std::size_t offset) {
  if (document.language != Language::promela || !document.has_file) return std::nullopt;
  const Index& index = document.index();
  const Use* const use = index.use_at(offset);
  if (use == nullptr || use->symbol != no_symbol) return std::nullopt;
  const std::string_view text = document.text.text();
  for (const IncludedFile* const file : included_.of(index, text, document.path)) {
    const SymbolId found = global_named(file->index, text.substr(use->span.begin, use->span.end - use->span.begin));
    if (found != no_symbol) return Foreign{file, found};
  }
  return std::nullopt;
}

Json Server::document_symbol(const Json& params) {
  OpenDocument& document = document_of(params);
  const Index& index = document.index();
  std::vector<Json> entries;
  for (const Symbol& symbol : index.symbols) {
    const Span selection = symbol.name_span == Span{} ? Span{symbol.extent.begin, symbol.extent.begin} : symbol.name_span;
    const Span extent = {std::min(symbol.extent.begin, selection.begin), std::max(symbol.extent.end, selection.end)};
    entries.push_back(object("name", symbol.name.empty() ? "?" : symbol.name, "detail",
                             declaration_text(index, symbol).substr(0, 200), "kind", symbol_number(symbol.kind), "range",
                             range(document, extent), "selectionRange", range(document, selection)));
  }
  Json result = Json::array();
  std::vector<Json::array_t> children(entries.size());
  for (std::size_t i = entries.size(); i-- > 0;) {  // children come after their parents
    if (!children[i].empty()) {
      std::ranges::reverse(children[i]);
      entries[i]["children"] = std::move(children[i]);
    }
    const SymbolId parent = index.symbols[i].parent;
    if (parent != no_symbol && index.symbols[i].kind != Kind::parameter) children[parent].push_back(std::move(entries[i]));
  }
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (index.symbols[i].parent == no_symbol) result.push_back(std::move(entries[i]));
  return result;
}

Json Server::definition(const Json& params) {
  OpenDocument& document = document_of(params);
  const Index& index = document.index();
  const std::size_t offset = offset_of(document, params);
  const auto found = symbol_at(index, offset);
  if (!found) {
    const auto place = [&](const IncludedFile& file, Span span) {
      const Json start = to_json(file.text.position(span.begin, encoding_));
      return Json{{"uri", uri_of_path(file.path)},
                  {"range", {{"start", start}, {"end", to_json(file.text.position(span.end, encoding_))}}}};
    };
    if (const auto foreign = declared_elsewhere(document, offset))
      return Json::array({place(*foreign->file, foreign->file->index.symbols[foreign->symbol].name_span)});
    if (const auto name = include_at(index, document.text.text(), offset); name && document.has_file)
      for (const IncludedFile* const file : included_.of(index, document.text.text(), document.path))
        if (std::filesystem::path(file->path).filename() == std::filesystem::path(*name).filename())
          return Json::array({place(*file, {})});
    return nullptr;
  }
  Json result = Json::array();
  for (const Use& use : index.uses)
    if (use.symbol == found->symbol && use.is_declaration)
      result.push_back(object("uri", document.uri, "range", range(document, use.span)));
  return result;
}

Json Server::references(const Json& params) {
  OpenDocument& document = document_of(params);
  const Index& index = document.index();
  const auto found = symbol_at(index, offset_of(document, params));
  if (!found) return Json::array();
  const bool with_declaration = flag_member(params, "context", "includeDeclaration");
  Json result = Json::array();
  for (const Use& use : index.uses)
    if (use.symbol == found->symbol && (with_declaration || !use.is_declaration))
      result.push_back(object("uri", document.uri, "range", range(document, use.span)));
  return result;
}

Json Server::document_highlight(const Json& params) {
  OpenDocument& document = document_of(params);
  const Index& index = document.index();
  const auto found = symbol_at(index, offset_of(document, params));
  if (!found) return Json::array();
  Json result = Json::array();
  for (const Use& use : index.uses)
    if (use.symbol == found->symbol) result.push_back(object("range", range(document, use.span), "kind", 1));
  return result;
}

Json Server::prepare_rename(const Json& params) {
  OpenDocument& document = document_of(params);
  const auto found = symbol_at(document.index(), offset_of(document, params));
  if (!found) return nullptr;
  return range(document, found->use->span);
}

Json Server::rename(const Json& params) {
  OpenDocument& document = document_of(params);
  const std::string name = text_member(params, "newName");
  const Index& index = document.index();
  const auto found = symbol_at(index, offset_of(document, params));
  if (!found) throw RequestError{request_failed, "nothing that this text declares stands here"};
  if (!is_name(name, document.language))
    throw RequestError{request_failed, fmt::format("'{}' is no name, or a word of the language", name)};
  const Symbol& symbol = index.symbols[found->symbol];
  for (const Lexeme& word : index.words)
    if (document.text.text().compare(word.begin, word.end - word.begin, name) == 0)
      throw RequestError{request_failed, fmt::format("there is a '{}' already", name)};
  // The text of a macro or an inline may mean something else at each place where it is used.
  bool is_loose = false;
  for (const Use& use : index.uses)
    if (use.is_loose && document.text.text().compare(use.span.begin, use.span.end - use.span.begin, symbol.name) == 0) {
      if (use.symbol != found->symbol && use.symbol != no_symbol && index.symbols[use.symbol].parent != no_symbol) continue;
      is_loose = true;
    }
  const bool is_ambiguous =
      is_loose && std::ranges::any_of(index.symbols, [&](const Symbol& other) {
        return &other != &symbol && other.name == symbol.name && other.kind != Kind::label && other.kind != Kind::field;
      });
  const bool is_hidden = is_loose && symbol.parent != no_symbol && symbol.kind != Kind::field && symbol.kind != Kind::label &&
                         index.symbols[symbol.parent].kind != Kind::macro && index.symbols[symbol.parent].kind != Kind::inlined;
  if (is_ambiguous || is_hidden)
    throw RequestError{request_failed,
                       fmt::format("'{}' also stands in a macro or inline, where it may mean another one", symbol.name)};

  Json edits = Json::array();
  LinedText renamed = document.text;
  for (auto use = index.uses.rbegin(); use != index.uses.rend(); ++use) {
    if (use->symbol != found->symbol) continue;
    edits.push_back(object("range", range(document, use->span), "newText", name));
    renamed.replace(use->span, name);
  }
  // The readers have the last word: a text without errors must have none afterwards.
  const std::atomic<bool> never = false;
  const auto count_errors = [&](const LinedText& text) {
    const auto problems = diagnose(text, document.path, document.language, never);
    return std::ranges::count(*problems, Diagnostic::Severity::error, &Problem::severity);
  };
  if (count_errors(document.text) == 0 && count_errors(renamed) != 0)
    throw RequestError{request_failed,
                       fmt::format("'{}' is used where this cannot be seen, as in an included file", symbol.name)};
  Json changes = Json::object();
  changes[document.uri] = std::move(edits);
  return {{"changes", std::move(changes)}};
}

Json Server::hover(const Json& params) {
  OpenDocument& document = document_of(params);
  const std::size_t offset = offset_of(document, params);
  const Index& index = document.index();
  const auto markup = [&](const std::string& code, std::string_view more, Span span) {
    std::string value;
    if (!code.empty())
      value = fmt::format("```{}\n{}\n```\n", document.language == Language::promela ? "promela" : "dve", code);
    return Json{{"contents", {{"kind", "markdown"}, {"value", value + std::string(more)}}}, {"range", range(document, span)}};
  };
  if (const auto found = symbol_at(index, offset)) {
    const Symbol& symbol = index.symbols[found->symbol];
    return markup(declaration_text(index, symbol), details(index, found->symbol, document.text, document.language),
                  found->use->span);
  }
  if (const auto foreign = declared_elsewhere(document, offset)) {
    const IncludedFile& file = *foreign->file;
    return markup(declaration_text(file.index, file.index.symbols[foreign->symbol]),
                  fmt::format("{}\n\nin `{}`", details(file.index, foreign->symbol, file.text, document.language),
                              std::filesystem::path(file.path).filename().string()),
                  index.use_at(offset)->span);
  }
  const Lexeme* const word = lexeme_at(index.words, offset);
  if (word == nullptr || word->kind != Lexeme::Kind::keyword) return nullptr;
  const std::string_view help =
      keyword_help(std::string_view(document.text.text()).substr(word->begin, word->end - word->begin), document.language);
  return help.empty() ? Json() : markup("", help, word->span());
}

Json Server::formatting(const Json& params) {
  OpenDocument& document = document_of(params);
  if (document.language != Language::promela) return nullptr;
  const Json& options = member(params, "options");
  const Json& tab_size = member(options, "tabSize");
  const Json& insert_spaces = member(options, "insertSpaces");
  const std::vector<std::string> lines =
      format_promela(document.text.text(), {.tab_size = tab_size.is_number_unsigned() ? tab_size.get<std::size_t>() : 2,
                                            .insert_spaces = !insert_spaces.is_boolean() || insert_spaces.get<bool>()});
  Json edits = Json::array();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view old = document.text.line(i);
    if (old == lines[i]) continue;
    const auto begin = static_cast<std::size_t>(old.data() - document.text.text().data());
    edits.push_back({{"range", range(document, {begin, begin + old.size()})}, {"newText", lines[i]}});
  }
  return edits;
}

}  // namespace lariat::lsp
