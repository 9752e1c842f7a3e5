// SPDX-License-Identifier: Apache-2.0
// The formulas that a command was given, as arguments and in files, one a line.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "lariat/ltl/formula.hpp"

namespace lariat::cli {

struct FormulaItem {
  std::string input;         // `file:line`, or the argument as it is
  ltl::FormulaStore& store;  // of its own
  ltl::Formula formula;
};

// Reads one formula. Errors and warnings go to the standard error; false after an error.
bool read_formula(ltl::FormulaStore& store, std::string_view text, const std::string& file, std::size_t line,
                  ltl::Formula& formula);

// Calls visit for each formula: first the arguments, then the lines of the files that are neither blank nor begin with `#`; `-`
// is the standard input, as an argument too. A line is visited as soon as it has arrived. What is wrong is reported, and the
// next formula is read. Ends early when the user interrupts.
Exit for_each_formula(const std::vector<std::string>& arguments, const std::vector<std::string>& files,
                      const std::function<Exit(FormulaItem&)>& visit);

}  // namespace lariat::cli
