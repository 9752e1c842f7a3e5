// SPDX-License-Identifier: Apache-2.0
// One name for one thing: a search has the same name in the table of the program, in docs/algorithms.md, as a header and as a
// test. The names come from the table and from the headings of the document.
#include "lariat/search/algorithms.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace lariat::search {
namespace {

std::string document() {
  std::ostringstream text;
  text << std::ifstream(std::filesystem::path(LARIAT_SOURCE_DIR) / "docs/algorithms.md").rdbuf();
  return text.str();
}

// The headings that name a search: a word in small letters. `auto` is one of them, and chooses among the others.
std::set<std::string> headings(const std::string& text) {
  std::set<std::string> names;
  const std::regex heading("\n## ([a-z][a-z0-9-]*)(?=\n)");
  for (std::sregex_iterator match(text.begin(), text.end(), heading), end; match != end; ++match) names.insert((*match)[1]);
  names.erase("auto");
  return names;
}

// The test suite of a search: cvwy-gen becomes CvwyGen.
std::string suite_name(const std::string& name) {
  std::string suite;
  bool capital = true;
  for (const char c : name) {
    if (c != '-') suite += capital ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    capital = c == '-';
  }
  return suite;
}

// The tests of this program, by suite.
std::map<std::string, std::set<std::string>> tests() {
  std::map<std::string, std::set<std::string>> found;
  const ::testing::UnitTest& program = *::testing::UnitTest::GetInstance();
  for (int i = 0; i < program.total_test_suite_count(); ++i) {
    const ::testing::TestSuite& suite = *program.GetTestSuite(i);
    for (int k = 0; k < suite.total_test_count(); ++k) found[suite.name()].insert(suite.GetTestInfo(k)->name());
  }
  return found;
}

TEST(Algorithms, EachIsDocumented) {
  const std::string text = document();
  const std::set<std::string> documented = headings(text);
  for (const AlgorithmInfo& about : algorithms()) {
    const std::string name(about.name);
    EXPECT_NE(text.find("| `" + name + "` |"), std::string::npos) << name << " is not in the table of docs/algorithms.md";
    EXPECT_TRUE(documented.contains(name)) << name << " has no section in docs/algorithms.md";
  }
}

TEST(Algorithms, EachDocumentedSearchHasItsHeaderAndItsTests) {
  const std::set<std::string> documented = headings(document());
  const auto found = tests();
  EXPECT_GT(documented.size(), algorithms().size()) << "the headings of docs/algorithms.md are not read";
  for (const std::string& name : documented) {
    const std::filesystem::path root = LARIAT_SOURCE_DIR;
    EXPECT_TRUE(std::filesystem::exists(root / "include/lariat/search" / (name + ".hpp"))) << name << " has no header";
    EXPECT_TRUE(std::filesystem::exists(root / "tests/search" / (name + "_test.cpp"))) << name << " has no test file";
    EXPECT_TRUE(found.contains(suite_name(name))) << name << " has no tests called " << suite_name(name);
  }
}

TEST(Algorithms, EachIsComparedWithBruteForceAndHeldToItsBound) {
  const auto found = tests();
  for (const AlgorithmInfo& about : algorithms()) {
    const auto suite = found.find(suite_name(std::string(about.name)));
    ASSERT_NE(suite, found.end()) << about.name << " has no tests";
    const auto has = [&](const std::string& prefix) {
      const auto test = suite->second.lower_bound(prefix);
      return test != suite->second.end() && test->starts_with(prefix);
    };
    EXPECT_TRUE(has("AgreesWithBruteForce")) << about.name;
    EXPECT_TRUE(has("CallsPostAtMost")) << about.name;
  }
}

TEST(Algorithms, NamesAreReadBack) {
  for (const AlgorithmInfo& about : algorithms()) {
    EXPECT_EQ(find_algorithm(about.name), about.algorithm) << about.name;
    EXPECT_EQ(info(about.algorithm).name, about.name);
  }
  EXPECT_EQ(find_algorithm("auto"), Algorithm::automatic);
  EXPECT_EQ(find_algorithm("nested"), std::nullopt);
}

}  // namespace
}  // namespace lariat::search
