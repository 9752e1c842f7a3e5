// SPDX-License-Identifier: Apache-2.0
#include "cli/verdict_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lariat/base/wrap.hpp"

namespace lariat::cli {
namespace {

constexpr std::size_t verdict_width = 11;
constexpr std::size_t property_column = 2 + verdict_width + 1;
constexpr std::size_t figures = 2 + 8 + 1 + 11 + 1 + 9;  // the other columns
constexpr std::size_t transitions = 1 + 13;
constexpr std::size_t enough = 30;        // columns for a property
constexpr std::size_t least = 12;         // so many, however narrow the page is
constexpr std::size_t paper_width = 100;  // of a page that is no terminal

// The text in lines of that width; words that are longer are cut.
std::vector<std::string> lines_of(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& line : wrap(text, width, width)) {
    std::string_view rest = line;
    while (columns(rest) > width) {
      std::size_t end = width;  // bytes; as many columns at most
      while (end > 1 && (static_cast<unsigned char>(rest[end]) & 0xC0U) == 0x80U) --end;
      lines.emplace_back(rest.substr(0, end));
      rest.remove_prefix(end);
    }
    lines.emplace_back(rest);
  }
  return lines;
}

}  // namespace

VerdictTable::VerdictTable(const Terminal& terminal, const std::vector<std::string>& properties)
    : terminal_(terminal), page_(terminal.is_terminal ? terminal.width : paper_width) {
  std::size_t needed = 4;
  for (const std::string& property : properties) needed = std::max(needed, columns(property));
  const auto room = [this](std::size_t taken) { return page_ > taken + least ? page_ - taken : least; };
  const std::size_t without = room(property_column + figures);
  const std::size_t with = room(property_column + figures + transitions);
  with_transitions_ = needed <= with || (needed > without && with >= enough);
  property_width_ = std::min(needed, with_transitions_ ? with : without);
}

std::string VerdictTable::cells(const std::string& verdict, std::string_view property, std::string_view algorithm,
                                std::string_view states, std::string_view transitions, std::string_view time) const {
  return fmt::format("  {} {}  {:<8} {:>11}{} {:>9}", verdict, pad(property, property_width_), algorithm, states,
                     with_transitions_ ? fmt::format(" {:>13}", transitions) : "", time);
}

std::string VerdictTable::header() const {
  return terminal_.paint(Paint::dim, cells(pad("verdict", verdict_width), "what", "by", "states", "transitions", "time")) +
         '\n';
}

std::string VerdictTable::row(Paint paint, std::string_view verdict, std::string_view property, std::string_view algorithm,
                              const search::Statistics& statistics) const {
  const std::vector<std::string> lines = lines_of(property, property_width_);
  std::string text = cells(terminal_.paint(paint, pad(verdict, verdict_width)), lines.front(), algorithm,
                           grouped(statistics.states), grouped(statistics.transitions), duration_text(statistics.seconds)) +
                     '\n';
  for (std::size_t i = 1; i < lines.size(); ++i) text += fmt::format("{}{}\n", pad("", property_column), lines[i]);
  return text;
}

std::string VerdictTable::remark(Paint paint, std::string_view text) const {
  std::string result;
  for (const std::string& line : lines_of(text, std::max(page_, property_column + enough) - property_column))
    result += fmt::format("{}{}\n", pad("", property_column), terminal_.paint(paint, line));
  return result;
}

}  // namespace lariat::cli
