// SPDX-License-Identifier: Apache-2.0
// Reading formulas. One parser for all notations; what differs between them is a table. docs/ltl.md describes the language.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/ltl/formula.hpp"

namespace lariat::ltl {

enum class Dialect {
  command_line,  // what people type: Spin's signs and words, the letters of the literature, precedence as in Spot
  promela,       // the text of an ltl block in a Promela model: Spin's words, precedence and associativity
};

struct ParseOptions {
  Dialect dialect = Dialect::command_line;
  // The name of the source, for messages.
  std::string file = "formula";
  std::size_t line = 1;
  std::size_t column = 1;
  // Command line only: words the model defines. They are names even where they look like operators and an operand, as
  // `Full` looks like `F ull`.
  std::function<bool(std::string_view)> is_name = nullptr;
};

struct ParsedFormula {
  Formula formula;
  std::vector<Diagnostic> warnings;  // where Spin reads the text differently, and where a word was taken apart
};

// Reads one formula. Atoms are names, quoted texts (taken as they are) and model expressions (with normal spacing). Takes
// time and memory linear in the text, whatever its nesting. The errors are at least one, each with its place.
Result<ParsedFormula> parse_formula(FormulaStore& store, std::string_view text, const ParseOptions& options = {});

}  // namespace lariat::ltl
