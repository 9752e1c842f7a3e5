// SPDX-License-Identifier: Apache-2.0
// What symbols are, in words for people: the text of hovers, of the outline and of completions.
#pragma once

#include <string>
#include <string_view>

#include "lsp/index.hpp"

namespace lariat::lsp {

// `byte x[3]`, `proctype P(byte n)`, `label wait`: the declaration on one line.
std::string declaration_text(const Index& index, const Symbol& symbol);

// More about it, in lines of Markdown: values, bits, messages; for a label, which process has it and what leads there.
std::string details(const Index& index, SymbolId id, const LinedText& text, Language language);

// What a keyword means; empty if there is nothing to say.
std::string_view keyword_help(std::string_view word, Language language);

}  // namespace lariat::lsp
