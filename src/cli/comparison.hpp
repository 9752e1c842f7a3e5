// SPDX-License-Identifier: Apache-2.0
// The results of several algorithms on the same input, side by side.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.hpp"
#include "lariat/search/check.hpp"

namespace lariat::cli {

struct ComparisonRow {
  std::string_view algorithm;
  search::CheckResult check;
  bool applies = true;  // otherwise the reason is why not

  // The algorithm does not apply. The row begins with its name, which is removed from the beginning of the reason.
  void refuse(std::string reason);
};

// The verdict of all rows; nothing if two of them contradict each other.
std::optional<search::Emptiness> agreement(const std::vector<ComparisonRow>& rows);

// Whether an algorithm that applies came to no verdict.
bool is_left_open(const std::vector<ComparisonRow>& rows);

// What a verdict is called.
using VerdictName = std::string_view (*)(search::Emptiness);

// The rows as a table, indented. Bytes are given by state, of which there are so many.
void print_comparison(std::ostream& out, const Terminal& terminal, const std::vector<ComparisonRow>& rows, std::size_t states,
                      VerdictName verdict_name);

}  // namespace lariat::cli
