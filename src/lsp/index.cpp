// SPDX-License-Identifier: Apache-2.0
#include "lsp/index.hpp"

#include <algorithm>
#include <charconv>

namespace lariat::lsp {

const Use* Index::use_at(std::size_t offset) const {
  const auto behind =
      std::upper_bound(uses.begin(), uses.end(), offset, [](std::size_t at, const Use& use) { return at < use.span.begin; });
  if (behind == uses.begin()) return nullptr;
  const Use& use = *(behind - 1);
  return offset <= use.span.end ? &use : nullptr;
}

namespace {

// The name that is the argument of this number in the call whose name ends before word i; no symbol if it is none.
SymbolId argument_of(const Index& index, std::string_view text, std::size_t i, std::size_t number) {
  const auto word = [&](std::size_t at) {
    return at < index.words.size() ? text.substr(index.words[at].begin, index.words[at].end - index.words[at].begin)
                                   : std::string_view();
  };
  if (word(i) != "(") return no_symbol;
  std::size_t depth = 1;
  for (++i; i < index.words.size() && number > 0 && depth > 0; ++i) {
    if (word(i) == "(" || word(i) == "[") ++depth;
    if (word(i) == ")" || word(i) == "]") --depth;
    if (word(i) == "," && depth == 1) --number;
  }
  if (number > 0 || i >= index.words.size()) return no_symbol;
  const Use* const use = index.use_at(index.words[i].begin);
  return use == nullptr || use->span.begin != index.words[i].begin ? no_symbol : use->symbol;
}

}  // namespace

SymbolId channel_behind(const Index& index, std::string_view text, SymbolId channel) {
  for (int depth = 0; depth < 8 && channel != no_symbol; ++depth) {  // parameters may be passed on
    const Symbol& symbol = index.symbols[channel];
    if (symbol.has_message) return channel;
    if (symbol.kind != Symbol::Kind::parameter || symbol.parent == no_symbol) return no_symbol;
    const std::vector<SymbolId>& parameters = index.symbols[symbol.parent].parameters;
    const auto number = static_cast<std::size_t>(std::find(parameters.begin(), parameters.end(), channel) - parameters.begin());
    SymbolId passed = no_symbol;
    for (const Use& use : index.uses) {
      if (use.symbol != symbol.parent || use.is_declaration) continue;
      const auto at = std::upper_bound(index.words.begin(), index.words.end(), use.span.begin,
                                       [](std::size_t begin, const Lexeme& word) { return begin < word.begin; });
      passed = argument_of(index, text, static_cast<std::size_t>(at - index.words.begin()), number);
      if (passed != no_symbol && passed != channel) break;
    }
    channel = passed;
  }
  return no_symbol;
}

std::optional<std::int64_t> number_of(const Index& index, std::string_view text) {
  for (int depth = 0; depth < 8; ++depth) {
    while (text.size() >= 2 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
    std::int64_t value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && rest == text.data() + text.size() && !text.empty()) return value;
    const auto symbol = std::find_if(index.symbols.begin(), index.symbols.end(), [&](const Symbol& candidate) {
      return candidate.name == text && candidate.parent == no_symbol &&
             (candidate.kind == Symbol::Kind::macro || candidate.kind == Symbol::Kind::constant);
    });
    if (symbol == index.symbols.end()) return std::nullopt;
    text = symbol->kind == Symbol::Kind::macro ? symbol->type : symbol->initial;
  }
  return std::nullopt;
}

}  // namespace lariat::lsp
