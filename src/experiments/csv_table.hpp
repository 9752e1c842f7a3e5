// SPDX-License-Identifier: Apache-2.0
// Tables of others, as CSV with a line of headings.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lariat::experiments {

// The rows of a table by their columns.
std::vector<std::map<std::string, std::string>> rows_of_table(std::string_view text);

// The number in a column, if it is one.
std::optional<double> number_of(const std::map<std::string, std::string>& row, const std::string& column);

}  // namespace lariat::experiments
