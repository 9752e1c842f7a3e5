// SPDX-License-Identifier: Apache-2.0
#include "experiments/csv_table.hpp"

#include <algorithm>
#include <charconv>

#include "experiments/record.hpp"

namespace lariat::experiments {

std::vector<std::map<std::string, std::string>> rows_of_table(std::string_view text) {
  std::vector<std::map<std::string, std::string>> rows;
  std::vector<std::string> head;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto fields = split_csv_line(line);
    if (line.empty() || !fields) continue;
    if (head.empty()) {
      head = *fields;
      continue;
    }
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < std::min(head.size(), fields->size()); ++i) row[head[i]] = (*fields)[i];
  }
  return rows;
}

std::optional<double> number_of(const std::map<std::string, std::string>& row, const std::string& column) {
  const auto found = row.find(column);
  if (found == row.end()) return std::nullopt;
  double value = 0;
  const std::string& text = found->second;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace lariat::experiments
