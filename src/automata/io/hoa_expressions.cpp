// SPDX-License-Identifier: Apache-2.0
#include "hoa_expressions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lariat::automata::hoa {

std::uint32_t expect_number(Lexer& lexer, std::string_view what, std::uint64_t limit) {
  if (lexer.token() != Token::number) lexer.fail_expected(what);
  if (lexer.value() >= limit) lexer.fail(fmt::format("this number is too large; the largest possible is {}", limit - 1));
  return static_cast<std::uint32_t>(lexer.value());
}

LabelId LabelParser::parse() {
  frames_.assign(1, {0, 0, false});
  values_.clear();
  try {
    while (true) {
      read_operand();
      while (lexer_.token() == Token::close_parenthesis && frames_.size() > 1) close_parenthesis();
      if (lexer_.token() == Token::bar)
        close_alternative();
      else if (lexer_.token() != Token::ampersand)
        break;
      lexer_.advance();
    }
    if (frames_.size() > 1) lexer_.fail_expected("`&`, `|` or `)`");
    close_alternative();
    return labels_.disjoin_all(values_);
  } catch (const Labels::TooLarge&) {
    lexer_.fail("label too complex: the labels of this automaton need too many decision nodes");
  }
}

// Everything up to and including the next atom, constant or alias: `!` and opening parentheses.
void LabelParser::read_operand() {
  bool negated = false;
  while (true) {
    if (lexer_.token() == Token::bang) {
      negated = !negated;
    } else if (lexer_.token() == Token::open_parenthesis) {
      frames_.push_back({values_.size(), values_.size(), negated});
      negated = false;
    } else {
      break;
    }
    lexer_.advance();
  }
  const LabelId primary = read_primary();
  values_.push_back(negated ? labels_.negate(primary) : primary);
  lexer_.advance();
}

LabelId LabelParser::read_primary() {
  switch (lexer_.token()) {
    case Token::boolean:
      return lexer_.value() != 0 ? Labels::always : Labels::never;
    case Token::number: {
      const std::uint32_t atom = expect_number(lexer_, "an atomic proposition", Labels::no_atom);
      check_atom_(atom);
      return labels_.atom(atom);
    }
    case Token::alias: {
      const auto found = aliases_.find(lexer_.text());
      if (found == aliases_.end()) lexer_.fail(fmt::format("the alias {} is not defined", lexer_.describe()));
      return found->second;
    }
    default:
      lexer_.fail_expected("a label: `t`, `f`, the number of an atomic proposition, an alias, `!` or `(`");
  }
}

// The factors read last become one alternative.
void LabelParser::close_alternative() {
  Frame& frame = frames_.back();
  const LabelId alternative = labels_.conjoin_all(std::span(values_).subspan(frame.and_start));
  values_.resize(frame.and_start);
  values_.push_back(alternative);
  frame.and_start = values_.size();
}

void LabelParser::close_parenthesis() {
  close_alternative();
  const Frame frame = frames_.back();
  frames_.pop_back();
  const LabelId inside = labels_.disjoin_all(std::span(values_).subspan(frame.or_start));
  values_.resize(frame.or_start);
  values_.push_back(frame.negated ? labels_.negate(inside) : inside);
  lexer_.advance();
}

AcceptanceCondition::AcceptanceCondition(Lexer& lexer) {
  declared_ = expect_number(lexer, "the number of acceptance sets");
  lexer.advance();
  std::size_t open = 0;
  while (true) {
    for (; lexer.token() == Token::open_parenthesis; lexer.advance()) ++open;
    read_operand(lexer);
    for (; lexer.token() == Token::close_parenthesis && open > 0; lexer.advance()) --open;
    if (lexer.token() == Token::bar)
      lexer.fail("acceptance with `|` is not supported; lariat accepts conjunctions of Inf, as in Inf(0)&Inf(1)");
    if (lexer.token() != Token::ampersand) break;
    lexer.advance();
  }
  if (open > 0) lexer.fail_expected("`&` or `)`");
}

void AcceptanceCondition::read_operand(Lexer& lexer) {
  if (lexer.token() == Token::boolean) {
    rejects_all_ |= lexer.value() == 0;
    return lexer.advance();
  }
  if (lexer.token() == Token::identifier && lexer.text() == "Fin")
    lexer.fail("acceptance with Fin is not supported; lariat accepts conjunctions of Inf, as in Inf(0)&Inf(1)");
  if (lexer.token() != Token::identifier || lexer.text() != "Inf")
    lexer.fail_expected("an acceptance condition: `Inf(n)`, `t`, `f` or `(`");
  lexer.advance();
  if (lexer.token() != Token::open_parenthesis) lexer.fail_expected("`(` behind `Inf`");
  lexer.advance();
  if (lexer.token() == Token::bang)
    lexer.fail("acceptance with complemented sets is not supported; lariat accepts conjunctions of Inf(n)");
  const std::uint32_t set = expect_number(lexer, "the number of an acceptance set");
  if (set >= declared_) lexer.fail(fmt::format("there is no acceptance set {}; {} declared", set, declared_));
  if (const auto place = std::ranges::lower_bound(used_, set); place == used_.end() || *place != set) {
    if (used_.size() == max_sets) lexer.fail(fmt::format("lariat accepts at most {} acceptance sets", max_sets));
    used_.insert(place, set);
  }
  lexer.advance();
  if (lexer.token() != Token::close_parenthesis) lexer.fail_expected("`)`");
  lexer.advance();
}

Marks AcceptanceCondition::marks_of(std::uint32_t set) const {
  if (rejects_all_) return 0;
  // Most often the sets are 0 .. n-1, and each is found at its own place.
  const std::size_t place = set < used_.size() && used_[set] == set
                                ? set
                                : static_cast<std::size_t>(std::ranges::lower_bound(used_, set) - used_.begin());
  return place < used_.size() && used_[place] == set ? Marks{1} << place : 0;
}

Marks AcceptanceCondition::parse_marks(Lexer& lexer) const {
  Marks marks = 0;
  for (lexer.advance(); lexer.token() != Token::close_brace; lexer.advance()) {
    const std::uint32_t set = expect_number(lexer, "the number of an acceptance set or `}`");
    if (set >= declared_) lexer.fail(fmt::format("there is no acceptance set {}; {} declared", set, declared_));
    marks |= marks_of(set);
  }
  lexer.advance();
  return marks;
}

}  // namespace lariat::automata::hoa
