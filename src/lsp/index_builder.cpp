// SPDX-License-Identifier: Apache-2.0
#include "lsp/index_builder.hpp"

#include <algorithm>
#include <utility>

namespace lariat::lsp {

IndexBuilder::IndexBuilder(std::string_view text, Language language) : text_(text) {
  index_.words = lexemes(text, language);
  std::erase_if(index_.words, [](const Lexeme& word) { return word.kind == Lexeme::Kind::comment; });
  closing_.assign(size(), size());
  opening_.resize(size());
  around_.assign(size(), size());
  used_.assign(size(), false);
  meaning_.assign(size(), no_symbol);
  std::vector<std::size_t> open;
  bool in_directive = false;
  for (std::size_t i = 0; i < size(); ++i) {
    opening_[i] = i;
    const char sign = word(i).end - word(i).begin == 1 ? text_[word(i).begin] : ' ';
    // Brackets of a directive have nothing to do with those around it.
    if (word(i).in_directive != in_directive || (in_directive && word(i).starts_line)) {
      in_directive = word(i).in_directive;
      std::erase_if(open, [&](std::size_t other) { return word(other).in_directive; });
    }
    if (!open.empty()) around_[i] = open.back();
    if (sign == '(' || sign == '[' || sign == '{') open.push_back(i);
    if (sign != ')' && sign != ']' && sign != '}') continue;
    const char wanted = sign == ')' ? '(' : sign == ']' ? '[' : '{';
    // Unclosed brackets inside are given up, but never past one of the directive's other side or past braces.
    std::size_t depth = open.size();
    while (depth > 0 && text_[word(open[depth - 1]).begin] != wanted &&
           (wanted == '{' || text_[word(open[depth - 1]).begin] != '{'))
      --depth;
    if (depth == 0 || text_[word(open[depth - 1]).begin] != wanted ||
        word(open[depth - 1]).in_directive != word(i).in_directive)
      continue;
    closing_[open[depth - 1]] = i;
    opening_[i] = open[depth - 1];
    open.resize(depth - 1);
  }
}

std::string IndexBuilder::text_between(std::size_t first, std::size_t last) const {
  if (first >= last || first >= size()) return {};
  return text(Span{word(first).begin, word(std::min(last, size()) - 1).end});
}

SymbolId IndexBuilder::declare(Symbol symbol, std::size_t name_word) {
  const auto id = static_cast<SymbolId>(index_.symbols.size());
  if (name_word < size()) {
    symbol.name = text(name_word);
    symbol.name_span = word(name_word).span();
    if (symbol.extent == Span{}) symbol.extent = symbol.name_span;
    use(name_word, id, true);
  }
  if (symbol.visible == Span{}) symbol.visible = {symbol.extent.begin, text_.size()};
  index_.symbols.push_back(std::move(symbol));
  return id;
}

void IndexBuilder::use(std::size_t i, SymbolId symbol, bool is_declaration) {
  if (i >= size() || used_[i]) return;
  used_[i] = true;
  meaning_[i] = symbol;
  index_.uses.push_back({word(i).span(), symbol, is_declaration, loose_});
}

void IndexBuilder::sort_uses() {
  std::sort(index_.uses.begin(), index_.uses.end(), [](const Use& a, const Use& b) { return a.span.begin < b.span.begin; });
}

}  // namespace lariat::lsp
