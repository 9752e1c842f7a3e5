// SPDX-License-Identifier: Apache-2.0
// From text to syntax tree. The grammar is in docs/dve.md.
#pragma once

#include <string>
#include <string_view>

#include "dve/ast.hpp"
#include "lariat/base/limits.hpp"
#include "lariat/base/result.hpp"

namespace lariat::dve {

inline constexpr std::size_t max_errors = 20;     // reported for one text
inline constexpr std::size_t max_nesting = 1000;  // of brackets and unary operators in an expression

// The model that the text describes. Names are not looked up yet: see read_dve(). Otherwise every error of syntax found, in the
// order of the text, at most max_errors and a note that there are more. Throws Stopped when a limit is reached.
Result<Model> parse(std::string_view text, std::string file_name, const Limits& limits = {});

// One expression and nothing else, such as `P_0.CS + P_1.CS > 1`. Diagnostics name `label` where others name a file:
// `--define cs`.
Result<Expression> parse_expression(std::string_view text, std::string label);

}  // namespace lariat::dve
