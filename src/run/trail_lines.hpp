// SPDX-License-Identifier: Apache-2.0
// The lines that steps of a program are in a trail, and the lines of a text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/promela/lower.hpp"
#include "lariat/run/run.hpp"

namespace lariat::run {

// Who moves, and by which statement.
struct Move {
  std::uint32_t process = 0;  // its number in the program, or model::observer_number
  std::uint32_t element = 0;
  std::uint32_t line = 0;  // of the text, from 1

  bool is(const Move& other) const { return process == other.process && element == other.element; }
};

// The lines of a step: that of the observer is the first.
std::vector<Move> moves_of(const promela::PromelaProgram& program, const std::vector<model::Action>& actions);

// The number of the process type that watches the program, in Spin's list of them; nothing if none does.
std::optional<std::uint32_t> claim_number(const promela::PromelaProgram& program);

// A text as it stands.
struct Lines {
  std::vector<Move> moves = {};
  std::optional<std::uint32_t> claim = {};
  bool merges = false;
  bool permuted = false;                  // the processes may be numbered in another order
  std::optional<std::size_t> cycle = {};  // the move with which it begins; may be moves.size()
};

Result<Lines> parse_lines(std::string_view text, const std::string& file);

}  // namespace lariat::run
