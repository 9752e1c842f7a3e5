// SPDX-License-Identifier: Apache-2.0
// docs/ltl.md says what the code does.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/rewrite.hpp"

namespace lariat::ltl {
namespace {

std::vector<std::string> page() {
  std::ifstream file(std::filesystem::path(LARIAT_SOURCE_DIR) / "docs" / "ltl.md");
  EXPECT_TRUE(file) << "docs/ltl.md is missing";
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string unescaped(std::string text) {
  for (std::size_t at; (at = text.find("\\|")) != std::string::npos;) text.erase(at, 1);
  return text;
}

struct Row {
  std::vector<std::string> operators;
  std::string grouping;
};

// The rows of the table that follows the comment `<!-- precedence: dialect -->`.
std::vector<Row> precedence_table(std::string_view dialect) {
  std::vector<Row> rows;
  bool inside = false;
  for (const std::string& line : page()) {
    if (line.find("<!-- precedence: ") == 0) {
      inside = line.find(dialect) != std::string::npos;
    } else if (inside && line.starts_with("| `")) {
      Row row;
      const std::string text = unescaped(line);
      const std::size_t bar = text.rfind(" | ");
      row.grouping = text.substr(bar + 3, text.rfind(" |") - bar - 3);
      for (std::size_t at = 0; (at = text.find('`', at)) != std::string::npos;) {
        const std::size_t close = text.find('`', at + 1);
        row.operators.push_back(text.substr(at + 1, close - at - 1));
        at = close + 1;
      }
      rows.push_back(row);
    } else if (inside && line.empty() && !rows.empty()) {
      break;
    }
  }
  return rows;
}

bool of_the_model(Dialect dialect, const std::string& op) {
  for (const char* sign : {"==", "!=", "<", ">", "<=", ">=", "<<", ">>", "+", "-", "*", "/", "%"})
    if (op == sign) return true;
  return dialect == Dialect::promela && (op == "|" || op == "^" || op == "&");
}

class Precedence : public testing::TestWithParam<Dialect> {};

// `a op1 b op2 c` for all pairs of infix operators is what the table says. The readings of two model operators are one atom
// either way, so those pairs say nothing.
TEST_P(Precedence, IsAsDocumented) {
  const Dialect dialect = GetParam();
  const auto rows = precedence_table(dialect == Dialect::promela ? "promela" : "command_line");
  ASSERT_GT(rows.size(), 10U);
  ParseOptions options;
  options.dialect = dialect;
  FormulaStore store;
  const auto read = [&](const std::string& text) {
    const auto parsed = parse_formula(store, text, options);
    EXPECT_TRUE(parsed) << text;
    return parsed ? parsed->formula : Formula{};
  };
  int compared = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) {
      if (rows[j].grouping == "prefix") continue;
      for (const std::string& first : rows[i].operators) {
        for (const std::string& second : rows[j].operators) {
          if (rows[i].grouping == "prefix") {
            if (of_the_model(dialect, second) || first == "-" || (first == "~" && dialect == Dialect::promela)) continue;
            std::ostringstream plain, grouped;
            plain << first << " a " << second << " b";
            grouped << "(" << first << " a) " << second << " b";
            EXPECT_EQ(read(plain.str()), read(grouped.str())) << plain.str();
            ++compared;
            continue;
          }
          if (of_the_model(dialect, first) && of_the_model(dialect, second)) continue;
          const bool left_first = i > j || (i == j && rows[i].grouping == "left");
          std::ostringstream plain, grouped;
          plain << "a " << first << " b " << second << " c";
          if (left_first)
            grouped << "(a " << first << " b) " << second << " c";
          else
            grouped << "a " << first << " (b " << second << " c)";
          EXPECT_EQ(read(plain.str()), read(grouped.str())) << plain.str();
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 300);
}

INSTANTIATE_TEST_SUITE_P(Dialects, Precedence, testing::Values(Dialect::command_line, Dialect::promela));

TEST(Documentation, ListsAllRules) {
  std::vector<std::string> documented;
  bool inside = false;
  for (const std::string& line : page()) {
    if (line == "## Rewriting") inside = true;
    if (inside && line.starts_with("| ") && line != "| rule | statement |") documented.push_back(unescaped(line));
  }
  std::vector<std::string> wanted;
  for (const RewriteRule& rule : rewrite_rules()) {
    std::ostringstream row;
    row << "| " << rule.name << (rule.grows ? " **+**" : "") << " | `" << rule.statement << "` |";
    wanted.push_back(row.str());
  }
  EXPECT_EQ(documented, wanted);
}

}  // namespace
}  // namespace lariat::ltl
