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
