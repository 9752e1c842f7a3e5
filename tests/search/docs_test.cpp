// SPDX-License-Identifier: Apache-2.0
// docs/algorithms.md has a section for each search, and each search a file of its name.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "lariat/search/algorithms.hpp"

namespace lariat::search {
namespace {

TEST(Documentation, OneNameForOneThing) {
  const std::filesystem::path root = LARIAT_SOURCE_DIR;
  std::ostringstream text;
  text << std::ifstream(root / "docs/algorithms.md").rdbuf();
  std::vector<std::string> names{"nonprogress", "scc", "min-dfs", "spin-i", "min-bfs"};
  for (const search::AlgorithmInfo& about : search::algorithms()) {
    names.emplace_back(about.name);
    EXPECT_NE(text.str().find("| `" + std::string(about.name) + "` |"), std::string::npos)
        << about.name << " is not in the table";
  }
  for (const std::string& name : names) {
    EXPECT_NE(text.str().find("\n## " + name + "\n"), std::string::npos) << name << " has no section";
    EXPECT_TRUE(std::filesystem::exists(root / "include/lariat/search" / (name + ".hpp"))) << name << " has no file";
  }
}

}  // namespace
}  // namespace lariat::search
