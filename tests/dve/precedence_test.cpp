// SPDX-License-Identifier: Apache-2.0
// Which operator binds tighter, as the description of the language has it: `imply` least, then `and` and `or` alike, then the
// three bit operators alike, then == !=, then < <= > >=, then << >>, then + -, then * / %, and unary operators most. All group
// from the left.
#include <gtest/gtest.h>

#include "dve/parse.hpp"
#include "render.hpp"

namespace lariat::dve {
namespace {

std::string grouped(const std::string& text) {
  const auto result = dve::parse_expression(text, "test");
  return result ? render(result->expressions, result->root) : to_string(result.errors().front());
}

TEST(Precedence, LevelsByHand) {
  static constexpr struct {
    const char* text;
    const char* grouped;
  } table[] = {
      {"a or b and c", "((a or b) and c)"},
      {"a and b or c", "((a and b) or c)"},
      {"a || b && c", "((a or b) and c)"},
      {"a && b or c and d || e", "((((a and b) or c) and d) or e)"},
      {"not a == b", "((not a) == b)"},
      {"not a and b", "((not a) and b)"},
      {"a imply b or c", "(a imply (b or c))"},
      {"a imply b imply c", "((a imply b) imply c)"},
      {"a or b imply c", "((a or b) imply c)"},
      {"a | b & c", "((a | b) & c)"},
      {"a & b | c ^ d", "(((a & b) | c) ^ d)"},
      {"a and b | c", "(a and (b | c))"},
      {"a & b == c", "(a & (b == c))"},
      {"a == b | c == d", "((a == b) | (c == d))"},
      {"a == b < c", "(a == (b < c))"},
      {"a < b == c < d", "((a < b) == (c < d))"},
      {"a == b != c", "((a == b) != c)"},
      {"a < b <= c", "((a < b) <= c)"},
      {"a < b << c", "(a < (b << c))"},
      {"a << b + c", "(a << (b + c))"},
      {"a >> b << c", "((a >> b) << c)"},
      {"a + b * c", "(a + (b * c))"},
      {"a * b + c", "((a * b) + c)"},
      {"a - b - c", "((a - b) - c)"},
      {"a / b * c % d", "(((a / b) * c) % d)"},
      {"- a * b", "((- a) * b)"},
      {"a - -b", "(a - (- b))"},
      {"~ a + b", "((~ a) + b)"},
      {"not - ~ a", "(not (- (~ a)))"},
      {"- a[i + 1]", "(- a[(i + 1)])"},
      {"(a or b) and c", "((a or b) and c)"},
      {"a or (b and c)", "(a or (b and c))"},
      {"((a))", "a"},
      {"a[b[c] + 1] - 1", "(a[(b[c] + 1)] - 1)"},
      {"not P.s or P->v > 1 and P->w[1] == 2", "(((not P.s) or (P->v > 1)) and (P->w[1] == 2))"},
      {"P.s + Q.s > 1", "((P.s + Q.s) > 1)"},
      {"true and false", "(1 and 0)"},
      {"a == b and c != d or e >= 1", "(((a == b) and (c != d)) or (e >= 1))"},
  };
  for (const auto& row : table) EXPECT_EQ(grouped(row.text), row.grouped) << row.text;
}

// The whole table: of every two operators on different levels the right one wins, of two on the same level the left one.
TEST(Precedence, EveryPairOfOperators) {
  const std::vector<std::vector<std::string>> levels = {{"imply"},    {"and", "or"},          {"&", "|", "^"},
                                                        {"==", "!="}, {"<", "<=", ">", ">="}, {"<<", ">>"},
                                                        {"+", "-"},   {"*", "/", "%"}};
  for (std::size_t i = 0; i < levels.size(); ++i)
    for (const std::string& first : levels[i])
      for (std::size_t j = 0; j < levels.size(); ++j)
        for (const std::string& second : levels[j]) {
          const std::string text = "a " + first + " b " + second + " c";
          const std::string expected =
              j > i ? "(a " + first + " (b " + second + " c))" : "((a " + first + " b) " + second + " c)";
          EXPECT_EQ(grouped(text), expected);
          const std::string negated = "not a " + first + " - b";
          EXPECT_EQ(grouped(negated), "((not a) " + first + " (- b))");
        }
}

TEST(Precedence, TwoSpellings) {
  EXPECT_EQ(grouped("a && b"), grouped("a and b"));
  EXPECT_EQ(grouped("a || b"), grouped("a or b"));
}

}  // namespace
}  // namespace lariat::dve
