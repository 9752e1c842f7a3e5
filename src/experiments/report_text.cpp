// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "lariat/base/columns.hpp"
#include "lariat/base/wrap.hpp"
#include "lariat/experiments/report.hpp"

namespace lariat::experiments {
namespace {

constexpr std::size_t widest_name = 60;  // columns of a word in a table

void append_table(std::string& text, const Table& table) {
  std::vector<std::size_t> widths(table.head.size());
  const auto cell = [&](const std::vector<std::string>& row, std::size_t column) {
    return column < table.names ? shorten(row[column], widest_name) : row[column];
  };
  const auto measure = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i) widths[i] = std::max(widths[i], columns(cell(row, i)));
  };
  const auto add = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i)
      line += "  " + (i < table.names ? pad(cell(row, i), widths[i]) : pad_left(cell(row, i), widths[i]));
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  };
  measure(table.head);
  for (const auto& row : table.rows) measure(row);
  text += '\n' + table.caption + '\n';
  add(table.head);
  for (const auto& row : table.rows) add(row);
  if (table.rows.empty()) text += "  (no row)\n";
}

std::string_view state_text(const Claim& claim) {
  switch (claim.state) {
    case Claim::State::holds:
      return "holds here: ";
    case Claim::State::fails:
      return claim.proven ? "DOES NOT HOLD: " : "does not hold here: ";
    case Claim::State::open:
      return "not compared: ";
  }
  return "";
}

}  // namespace

bool Report::keeps_proven_claims() const {
  return std::none_of(claims.begin(), claims.end(),
                      [](const Claim& claim) { return claim.proven && claim.state == Claim::State::fails; });
}

std::string report_text(const Report& report, std::size_t width) {
  std::string text = report.title + '\n';
  const auto paragraph = [&](const std::string& words, const std::string& indent) {
    const std::size_t room = width > indent.size() ? width - indent.size() : width;
    for (const std::string& line : wrap(words, room, room)) text += indent + line + '\n';
  };
  for (const std::string& words : report.text) paragraph(words, "");
  for (const Table& table : report.tables) {
    append_table(text, table);
    for (const std::string& note : table.notes) paragraph(note, "  ");
  }
  for (const bool proven : {false, true}) {
    bool is_first = true;
    for (const Claim& claim : report.claims) {
      if (claim.proven != proven) continue;
      if (is_first) text += proven ? "\nWhat must hold\n" : "\nWhat was observed\n";
      is_first = false;
      paragraph(std::string(state_text(claim)) + claim.text, "  ");
      paragraph(claim.why, "      ");
    }
  }
  return text;
}

}  // namespace lariat::experiments
