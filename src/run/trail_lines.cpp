// SPDX-License-Identifier: Apache-2.0
#include "run/trail_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "lariat/base/excerpt.hpp"
#include "lariat/run/trail.hpp"

namespace lariat::run {
namespace {

using Numbers = std::array<std::int64_t, 3>;

constexpr auto most_processes = static_cast<std::int64_t>(model::max_processes);
constexpr std::int64_t cycle_mark = -1;
constexpr std::int64_t claim_mark = -2;
constexpr std::int64_t merge_mark = -4;
constexpr std::int64_t first_order_mark = -5;  // these say in which order the search tried processes and transitions
constexpr std::int64_t last_mark = -8;

std::optional<Numbers> numbers_of(std::string_view line) {
  Numbers numbers = {};
  const char* at = line.data();
  const char* const end = at + line.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0 && (at == end || *at++ != ':')) return std::nullopt;
    const auto [behind, error] = std::from_chars(at, end, numbers[i]);
    if (error != std::errc()) return std::nullopt;
    at = behind;
  }
  if (at != end) return std::nullopt;
  return numbers;
}

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  return line;
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

}  // namespace

bool is_trail(std::string_view text) { return numbers_of(trimmed(first_line(text))).has_value(); }

std::string claim_of(std::string_view text, const promela::PromelaProgram& program) {
  const auto numbers = numbers_of(trimmed(first_line(text)));  // it is told in the first line
  if (!numbers || (*numbers)[0] != claim_mark || (*numbers)[1] < 0) return "";
  for (const promela::NeverClaim& claim : program.claims())
    if (claim.number == (*numbers)[1]) return claim.name;
  return "";
}

std::vector<Move> moves_of(const promela::PromelaProgram& program, const std::vector<model::Action>& actions) {
  std::vector<Move> moves;
  bool at_once = false;  // the action is part of the one before it
  for (const model::Action& action : actions) {
    std::vector<Move> own;
    for (const std::uint32_t element : program.elements_of(action.type, action.transition))
      own.push_back({.process = action.process, .element = element});
    if (action.process == model::observer_number)
      moves.insert(moves.begin(), own.begin(), own.end());
    else if (!at_once)
      moves.insert(moves.end(), own.begin(), own.end());
    at_once =
        program.program().process_types[action.type].transitions[action.transition].then == model::Transition::Then::at_once;
  }
  return moves;
}

std::optional<std::uint32_t> claim_number(const promela::PromelaProgram& program) {
  const auto& observer = program.program().observer;
  if (!observer) return std::nullopt;
  for (const promela::NeverClaim& claim : program.claims())
    if (claim.name == observer->name) return claim.number;
  return std::nullopt;
}

Result<Lines> parse_lines(std::string_view text, const std::string& file) {
  Lines lines;
  std::uint32_t number = 0;
  const auto refuse = [&](std::string_view line, std::string message) {
    Excerpt shown = excerpt(line, 0);
    return Diagnostic{.message = std::move(message),
                      .file = file,
                      .line = number,
                      .column = 1,
                      .source_line = std::move(shown.text),
                      .caret = shown.caret};
  };
  while (!text.empty()) {
    const std::string_view line = first_line(text);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ++number;
    if (trimmed(line).empty()) continue;
    const auto read = numbers_of(trimmed(line));
    if (!read) return refuse(line, "this is no line of a trail, such as 12:0:7");
    const auto [depth, process, element] = *read;
    if (depth == cycle_mark) {
      lines.cycle = lines.moves.size();
    } else if (depth == claim_mark) {
      if (process < 0 || process > most_processes) return refuse(line, "there is no claim of this number");
      lines.claim = static_cast<std::uint32_t>(process);
    } else if (depth == merge_mark) {
      lines.merges = true;
    } else if (depth < 0) {
      if (depth < last_mark) return refuse(line, "this is no line of a trail, such as 12:0:7");
      lines.permuted = lines.permuted || depth <= first_order_mark;
    } else {
      if (process < 0 || process > most_processes) return refuse(line, "there are no processes of this number");
      if (element < 0 || element >= model::none) return refuse(line, "there are no statements of this number");
      // The claim is process 0, and those of the model count from 1.
      const bool is_claim = lines.claim && process == 0;
      lines.moves.push_back(
          {.process = is_claim ? model::observer_number : static_cast<std::uint32_t>(process - (lines.claim ? 1 : 0)),
           .element = static_cast<std::uint32_t>(element),
           .line = number});
    }
  }
  return lines;
}

}  // namespace lariat::run
