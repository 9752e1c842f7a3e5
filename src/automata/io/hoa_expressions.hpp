// SPDX-License-Identifier: Apache-2.0
// The two small languages inside HOA: label expressions and acceptance conditions. Neither parser recurses.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "hoa_lexer.hpp"
#include "lariat/automata/labels.hpp"
#include "lariat/space/space.hpp"

namespace lariat::automata::hoa {

// The current token as a number below `limit`, which is at most 2^32. `what` begins the complaint: "a number".
std::uint32_t expect_number(Lexer& lexer, std::string_view what, std::uint64_t limit = std::uint64_t{1} << 32);

// Reads label expressions: `!` binds tighter than `&`, and that tighter than `|`.
class LabelParser {
 public:
  // Called with the current token on an atom, to check its number.
  using CheckAtom = std::function<void(std::uint32_t)>;

  LabelParser(Lexer& lexer, Labels& labels, const std::map<std::string, LabelId, std::less<>>& aliases, CheckAtom check_atom)
      : lexer_(lexer), labels_(labels), aliases_(aliases), check_atom_(std::move(check_atom)) {}

  // The expression that begins at the current token. Stops at the first token that cannot belong to it.
  LabelId parse();

 private:
  // What is open: the whole expression, or a parenthesis. values_ from or_start on are the finished alternatives, those from
  // and_start on the factors of the alternative being read.
  struct Frame {
    std::size_t or_start;
    std::size_t and_start;
    bool negated;  // an odd number of `!` stands before the parenthesis
  };
  void read_operand();
  LabelId read_primary();
  void close_alternative();
  void close_parenthesis();

  Lexer& lexer_;
  Labels& labels_;
  const std::map<std::string, LabelId, std::less<>>& aliases_;
  CheckAtom check_atom_;
  std::vector<Frame> frames_;
  std::vector<LabelId> values_;
};

// A conjunction of Inf(set): generalised Büchi acceptance.
class AcceptanceCondition {
 public:
  // Reads `n condition` from the current token on; throws Error for conditions that are no such conjunctions.
  explicit AcceptanceCondition(Lexer& lexer);

  bool rejects_all() const { return rejects_all_; }
  unsigned sets() const { return rejects_all_ ? 0 : static_cast<unsigned>(used_.size()); }
  // Reads `{n n ...}` from the current token on. Sets that do not matter are left out, the others numbered densely.
  Marks parse_marks(Lexer& lexer) const;

 private:
  void read_operand(Lexer& lexer);
  Marks marks_of(std::uint32_t set) const;

  std::uint32_t declared_ = 0;
  std::vector<std::uint32_t> used_;  // the sets that the condition names, ascending
  bool rejects_all_ = false;
};

}  // namespace lariat::automata::hoa
