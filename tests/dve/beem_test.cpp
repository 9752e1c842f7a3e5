// SPDX-License-Identifier: Apache-2.0
// The models of BEEM and their published sizes, where they lie beside the checkout; otherwise these tests are skipped.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "explore.hpp"
#include "lariat/check/check.hpp"
#include "lariat/dve/read.hpp"

namespace lariat::dve {
namespace {

namespace fs = std::filesystem;

#ifdef LARIAT_SLOW_BUILD
constexpr std::size_t most_states = 5'000;
#else
constexpr std::size_t most_states = 50'000;
#endif

fs::path beem() { return fs::path(LARIAT_SOURCE_DIR) / ".." / "shared" / "beem"; }

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The fields of a CSV line. A comma in quotes does not separate; doubled quotes are dropped, as no field that is used here has
// them.
std::vector<std::string> fields(const std::string& line) {
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
}

TEST(Beem, EveryModelIsRead) {
  if (!fs::exists(beem() / "dve")) GTEST_SKIP() << "there is no " << beem();
  std::size_t models = 0;
  for (const auto& entry : fs::directory_iterator(beem() / "dve")) {
    if (entry.path().extension() != ".dve") continue;
    const std::string name = entry.path().filename().string();
    const auto program = dve::read_dve(read_file(entry.path()), name);
    ASSERT_TRUE(program) << to_string(program.errors().front());
    EXPECT_EQ(model::find_defect(*program), std::nullopt) << name;
    EXPECT_EQ(program->observer.has_value(), name.find(".prop") != std::string::npos) << name;
    ++models;
  }
  EXPECT_GT(models, 0U);
}

using Row = std::map<std::string, std::string>;

// The rows of a table, by names of columns; none if there is no table.
std::vector<Row> read_table(const fs::path& path) {
  std::ifstream table(path);
  std::vector<Row> rows;
  std::string line;
  std::getline(table, line);
  const std::vector<std::string> columns = fields(line);
  while (std::getline(table, line)) {
    const std::vector<std::string> cells = fields(line);
    rows.emplace_back();
    for (std::size_t i = 0; i < columns.size() && i < cells.size(); ++i) rows.back().emplace(columns[i], cells[i]);
  }
  return rows;
}

TEST(Beem, Sizes) {
  const std::vector<Row> rows = read_table(beem() / "oracle.csv");
  if (rows.empty()) GTEST_SKIP() << "there is no " << beem();
  std::size_t compared = 0;
  for (const Row& row : rows) {
    const auto number = [&](const char* name) { return std::stoul(row.at(name)); };
    if (number("states") > most_states) continue;
    const std::string& name = row.at("dve_file");
    // The published numbers of models with run-time errors follow one of two interpretations.
    dve::DveOptions options;
    if (row.at("overflow") == "goes on") options.error_state = model::Program::ErrorState::goes_on;
    const auto program = dve::read_dve(read_file(beem() / name), name, options);
    ASSERT_TRUE(program) << to_string(program.errors().front());
    const Counts counts = explore(*program, most_states);
    EXPECT_TRUE(counts.complete) << name;
    EXPECT_EQ(counts.states, number("states")) << name;
    EXPECT_EQ(counts.edges, number("edges")) << name;
    EXPECT_EQ(counts.levels, number("bfs_levels")) << name;
    EXPECT_EQ(counts.deadlocks, number("deadlocks")) << name;
    ++compared;
  }
  EXPECT_GT(compared, 0U);
  RecordProperty("compared", static_cast<int>(compared));
}

// The automaton of a property that is negated: it accepts a run exactly if the property is violated.
TEST(Beem, PropertyProcesses) {
  std::map<std::string, std::size_t> sizes;
  for (const Row& row : read_table(beem() / "oracle.csv"))
    sizes.emplace(row.at("family") + "." + row.at("instance"), std::stoul(row.at("states")));
  if (sizes.empty()) GTEST_SKIP() << "there is no " << beem();
  std::size_t compared = 0;
  for (const Row& row : read_table(beem() / "oracle_ltl.csv")) {
    const std::string& name = row.at("prop_file");
    if (name.empty() || row.at("answer") == "unknown" ||
        sizes.at(row.at("family") + "." + row.at("instance")) > most_states / 2)
      continue;
    const auto program = dve::read_dve(read_file(beem() / name), name);
    ASSERT_TRUE(program) << to_string(program.errors().front());
    ltl::FormulaStore formulas;
    const auto finding = check::check_infinite(*program, formulas, {.kind = check::Requirement::Kind::observer}, {});
    ASSERT_TRUE(finding) << name;
    EXPECT_EQ(finding->verdict, row.at("answer") == "yes" ? check::Verdict::holds : check::Verdict::violated) << name;
    ++compared;
  }
  EXPECT_GT(compared, 0U);
  RecordProperty("compared", static_cast<int>(compared));
}

}  // namespace
}  // namespace lariat::dve
