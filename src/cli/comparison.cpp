// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/verdict.hpp"

namespace lariat::cli {

void ComparisonRow::refuse(std::string reason) {
  applies = false;
  if (reason.starts_with(fmt::format("{} ", algorithm))) reason.erase(0, algorithm.size() + 1);
  check.reason = std::move(reason);
}

std::optional<search::Emptiness> agreement(const std::vector<ComparisonRow>& rows) {
  search::Emptiness verdict = search::Emptiness::unknown;
  for (const ComparisonRow& row : rows) {
    if (row.check.verdict == search::Emptiness::unknown) continue;
    if (verdict != search::Emptiness::unknown && verdict != row.check.verdict) return std::nullopt;
    verdict = row.check.verdict;
  }
  return verdict;
}

bool is_left_open(const std::vector<ComparisonRow>& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const ComparisonRow& row) { return row.applies && row.check.verdict == search::Emptiness::unknown; });
}

void print_comparison(std::ostream& out, const Terminal& terminal, const std::vector<ComparisonRow>& rows, std::size_t states,
                      VerdictName verdict_name) {
  std::vector<std::array<std::string, 11>> cells = {
      {"algorithm", "verdict", "st", "tr", "post", "dp", "roots", "active", "lasso", "B/state", "time"}};
  bool degeneralised = false;
  for (const ComparisonRow& row : rows) {
    const search::Statistics& s = row.check.statistics;
    const bool star = !row.check.notes.empty();
    degeneralised |= star;
    const double per_state = static_cast<double>(s.auxiliary_bytes) / std::max<double>(1, static_cast<double>(states));
    cells.push_back({std::string(row.algorithm) + (star ? "*" : ""), std::string(verdict_name(row.check.verdict)),
                     std::to_string(s.states), std::to_string(s.transitions), std::to_string(s.post_calls),
                     std::to_string(s.max_depth), s.roots == 0 ? "" : std::to_string(s.roots),
                     s.active == 0 ? "" : std::to_string(s.active),
                     row.check.lasso ? std::to_string(row.check.lasso->length()) : "", fmt::format("{:.2f}", per_state),
                     duration_text(s.seconds)});
  }
  std::array<std::size_t, 11> width{};
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t column = 0; column < width.size(); ++column)
      if (column < 2 || i == 0 || rows[i - 1].applies) width[column] = std::max(width[column], columns(cells[i][column]));
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string line = pad(cells[i][0], width[0]) + "  ";
    if (i > 0 && rows[i - 1].check.verdict == search::Emptiness::unknown) {
      const ComparisonRow& row = rows[i - 1];
      line += row.applies ? terminal.paint(Paint::yellow, "unknown") + fmt::format("  ({})", row.check.reason)
                          : terminal.paint(Paint::dim, "-  " + row.check.reason);
    } else {
      line += terminal.paint(i == 0 ? Paint::plain : paint_of(rows[i - 1].check.verdict), pad(cells[i][1], width[1]));
      for (std::size_t column = 2; column < width.size(); ++column) line += "  " + pad_left(cells[i][column], width[column]);
    }
    out << "  " << (i == 0 ? terminal.paint(Paint::dim, line) : line) << '\n';
  }
  if (degeneralised) out << "  * ran on the degeneralised automaton: its states and transitions are counted\n";
}

}  // namespace lariat::cli
