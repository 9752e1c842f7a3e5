// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/result.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace lariat {
namespace {

TEST(Result, HoldsAValueOrErrors) {
  const Result<int> value = 3;
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, 3);
  const Result<int> error = Diagnostic{.message = "no"};
  ASSERT_FALSE(error);
  ASSERT_EQ(error.errors().size(), 1U);
  EXPECT_EQ(error.errors().front().message, "no");
}

TEST(Result, GivesItsValueAway) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 5);
}

TEST(Diagnostic, NamesAsMuchOfThePositionAsIsKnown) {
  EXPECT_EQ(to_string(Diagnostic{.message = "m"}), "error: m\n");
  EXPECT_EQ(to_string(Diagnostic{.severity = Diagnostic::Severity::warning, .message = "m", .file = "f"}), "f: warning: m\n");
  EXPECT_EQ(to_string(Diagnostic{.message = "m", .file = "f", .line = 2, .column = 5}), "f:2:5: error: m\n");
  EXPECT_EQ(to_string(Diagnostic{.severity = Diagnostic::Severity::note,
                                 .message = "m",
                                 .file = "f",
                                 .line = 2,
                                 .column = 5,
                                 .source_line = "x = y",
                                 .caret = 4}),
            "f:2:5: note: m\n  x = y\n      ^\n");
}

}  // namespace
}  // namespace lariat
