// SPDX-License-Identifier: Apache-2.0
// The sizes of translated formulas beside those of the best public translator, where its table lies beside the checkout.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "lariat/automata/translate.hpp"
#include "lariat/ltl/parse.hpp"

namespace lariat::automata {
namespace {

const std::filesystem::path folder = std::filesystem::path(LARIAT_SOURCE_DIR) / ".." / "shared" / "ltl";

using Row = std::map<std::string, std::string>;

std::vector<Row> read_table(const std::filesystem::path& path) {
  const auto cells = [](const std::string& line) {
    std::vector<std::string> result(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        result.emplace_back();
      else if (c != '\r')
        result.back() += c;
    }
    return result;
  };
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = cells(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> values = cells(line);
    for (Row& row = rows.emplace_back(); const std::string& name : names) row[name] = values[row.size()];
  }
  return rows;
}

class Sizes : public testing::TestWithParam<const char*> {};

TEST_P(Sizes, AreThoseOfTheReference) {
  const std::filesystem::path path = folder / (std::string(GetParam()) + ".csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  const std::vector<Row> rows = read_table(path);
  ASSERT_GT(rows.size(), 10U);
  for (const auto& [type, name] : {std::pair(AutomatonType::tgba, std::string("tgba")), {AutomatonType::ba, "ba"}}) {
    double states = 0, edges = 0, reference_states = 0, reference_edges = 0;
    for (const Row& row : rows) {
      ltl::FormulaStore store;
      auto parsed = ltl::parse_formula(store, row.at("formula"));
      ASSERT_TRUE(parsed) << row.at("formula");
      const Translation translation = translate(store, parsed->formula, {.type = type});
      ASSERT_TRUE(translation) << translation.reason;
      states += static_cast<double>(translation.automaton->graph.states());
      edges += static_cast<double>(translation.automaton->graph.edges());
      reference_states += std::stod(row.at(name + "_states"));
      reference_edges += std::stod(row.at(name + "_edges"));
    }
    std::printf("%-13s %-5s states %5.0f / %5.0f = %.3f   edges %5.0f / %5.0f = %.3f\n", GetParam(), name.c_str(), states,
                reference_states, states / reference_states, edges, reference_edges, edges / reference_edges);
    EXPECT_LE(states, 1.05 * reference_states);
    EXPECT_LE(edges, 1.05 * reference_edges);
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, Sizes, testing::Values("dac", "eh", "sb", "random_small", "random_big"),
                         [](const auto& set) { return std::string(set.param); });

}  // namespace
}  // namespace lariat::automata
