// SPDX-License-Identifier: Apache-2.0
// The layout of Promela texts: indentation by braces, if and do; blanks around signs that are never ambiguous.
//
// Lines stay lines, because the end of one may separate statements; comments, directives and what is written in C stay as they
// are. Formatting twice changes nothing more. Words keep their order and their lines, so that the model stays the same: a test
// compares both, and the state spaces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lariat::lsp {

struct FormatOptions {
  std::size_t tab_size = 2;
  bool insert_spaces = true;
};

// The lines of the text, without their ends, as they should be. There are as many as LinedText counts.
std::vector<std::string> format_promela(const std::string& text, const FormatOptions& options);

}  // namespace lariat::lsp
