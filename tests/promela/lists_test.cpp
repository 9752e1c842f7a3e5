// SPDX-License-Identifier: Apache-2.0
// Lists of short models that are Promela or not; Spin accepts and rejects the same.
#include "promela/support.hpp"

namespace lariat::promela {
namespace {

// Exit status of `spin -a`: the number of errors. It crashes on some, which is no approval.
bool spin_accepts(const Folder& folder, const std::string& text) { return run_spin(folder, "-a", text).status == 0; }

TEST(Lists, WhatIsAccepted) {
  for (const std::string& text : snippets("accepted.txt")) {
    const Result<promela::Model> model = promela::parse(text, "m.pml");
    EXPECT_TRUE(model) << text << (model ? "" : text_of(model.errors()));
  }
}

// Behind each model stands the first error: its place and message.
TEST(Lists, WhatIsRejected) {
  for (const std::string& entry : snippets("rejected.txt")) {
    const std::size_t mark = entry.find("!!! ");
    ASSERT_NE(mark, entry.npos) << entry;
    const std::string text = entry.substr(0, mark);
    const std::string expected = entry.substr(mark + 4, entry.size() - mark - 5);
    const std::vector<std::string> errors = errors_of(text);
    ASSERT_FALSE(errors.empty()) << text;
    EXPECT_EQ(errors.front(), expected) << text;
  }
}

TEST(Lists, SpinAgrees) {
  if (!has_spin()) GTEST_SKIP() << "spin 6.5.2 is not installed: scripts/setup installs it";
  const Folder folder;
  for (const std::string& text : snippets("accepted.txt")) EXPECT_TRUE(spin_accepts(folder, text)) << text;
  for (const std::string& entry : snippets("rejected.txt")) {
    const std::string text = entry.substr(0, entry.find("!!! "));
    EXPECT_FALSE(spin_accepts(folder, text)) << text;
  }
}

// Models about which lariat and Spin differ on purpose; docs/promela.md explains why.
TEST(Lists, SpinIsStricterHere) {
  const bool spin = has_spin();
  const Folder folder;
  for (const std::string& text : snippets("accepted_here_only.txt")) {
    const Result<promela::Model> model = promela::parse(text, "m.pml");
    EXPECT_TRUE(model) << text << (model ? "" : text_of(model.errors()));
    if (spin) {
      EXPECT_FALSE(spin_accepts(folder, text)) << text;
    }
  }
}

TEST(Lists, WeAreStricterHere) {
  const bool spin = has_spin();
  const Folder folder;
  for (const std::string& text : snippets("rejected_here_only.txt")) {
    EXPECT_FALSE(errors_of(text).empty()) << text;
    if (spin) {
      EXPECT_TRUE(spin_accepts(folder, text)) << text;
    }
  }
}

}  // namespace
}  // namespace lariat::promela
