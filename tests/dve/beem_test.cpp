// SPDX-License-Identifier: Apache-2.0
// The models of BEEM and their published sizes, where they lie beside the checkout; otherwise these tests are skipped.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "explore.hpp"
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

// Fields of a line; the table quotes none that are needed here.
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
    const auto program = read_dve(read_file(entry.path()), name);
    ASSERT_TRUE(program) << to_string(program.errors().front());
    EXPECT_EQ(model::find_defect(*program), std::nullopt) << name;
    EXPECT_EQ(program->observer.has_value(), name.find(".prop") != std::string::npos) << name;
    ++models;
  }
  EXPECT_GT(models, 0U);
}

TEST(Beem, Sizes) {
  std::ifstream table(beem() / "oracle.csv");
  if (!table) GTEST_SKIP() << "there is no " << beem();
  std::string line;
  std::getline(table, line);
  std::map<std::string, std::size_t> column;
  for (const std::string& name : fields(line)) column.emplace(name, column.size());
  std::size_t compared = 0;
  while (std::getline(table, line)) {
    const std::vector<std::string> row = fields(line);
    const auto number = [&](const char* name) { return std::stoul(row[column.at(name)]); };
    if (number("states") > most_states) continue;
    const std::string name = row[column.at("dve_file")];
    // Published numbers of models that go wrong follow one of two readings.
    DveOptions options;
    if (row[column.at("overflow")] == "goes on") options.error_state = model::Program::ErrorState::goes_on;
    const auto program = read_dve(read_file(beem() / name), name, options);
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

}  // namespace
}  // namespace lariat::dve
