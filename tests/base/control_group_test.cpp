// SPDX-License-Identifier: Apache-2.0
// Limits of control groups, read from directories that look like those of Linux.
#include "base/control_group.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "lariat/base/memory.hpp"

namespace lariat {
namespace {

class ControlGroup : public testing::Test {
 protected:
  ControlGroup() {
    std::string name = testing::TempDir() + "groupXXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~ControlGroup() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  std::size_t limit() const { return control_group_limit(folder_ / "membership", folder_ / "groups"); }

  std::filesystem::path folder_;
};

TEST_F(ControlGroup, OfVersion2) {
  write("membership", "0::/user.slice/session\n");
  EXPECT_EQ(limit(), no_limit) << "there are no files";
  write("groups/user.slice/session/memory.max", "max\n");
  EXPECT_EQ(limit(), no_limit);
  write("groups/user.slice/memory.max", "400000000\n");
  EXPECT_EQ(limit(), 400000000) << "the group above counts";
  write("groups/user.slice/session/memory.max", "300000000\n");
  EXPECT_EQ(limit(), 300000000);
  write("groups/user.slice/session/memory.max", "500000000\n");
  EXPECT_EQ(limit(), 400000000);
  write("groups/memory.max", "100\n");
  EXPECT_EQ(limit(), 100) << "in a container the root has a limit";
}

TEST_F(ControlGroup, OfVersion1) {
  write("membership", "9:name=systemd:/\n4:memory:/jobs/17\n0::/\n");
  write("groups/memory/jobs/17/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(limit(), 9223372036854771712U) << "how version 1 says that there is none";
  write("groups/memory/jobs/memory.limit_in_bytes", "200000000\n");
  EXPECT_EQ(limit(), 200000000);
}

TEST_F(ControlGroup, OfLinesThatAreNone) {
  EXPECT_EQ(limit(), no_limit) << "no file at all";
  write("membership", "\n::\n0\n0:\n0::\n:memory:\n");
  EXPECT_EQ(limit(), no_limit);
  write("groups/memory.max", "99999999999999999999999999\n");
  EXPECT_EQ(limit(), no_limit) << "more than a number can say";
}

}  // namespace
}  // namespace lariat
