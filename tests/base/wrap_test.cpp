// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/wrap.hpp"

#include <gtest/gtest.h>

namespace lariat {
namespace {

using Lines = std::vector<std::string>;

TEST(Wrap, BreaksAtSpaces) {
  EXPECT_EQ(wrap("", 10, 10), Lines{""});
  EXPECT_EQ(wrap("a bc def", 10, 10), Lines{"a bc def"});
  EXPECT_EQ(wrap("a bc def", 4, 10), (Lines{"a bc", "def"}));
  EXPECT_EQ(wrap("a bc def gh", 2, 6), (Lines{"a", "bc def", "gh"}));
  EXPECT_EQ(wrap("  a   b  ", 10, 10), Lines{"a b"});
}

TEST(Wrap, LongWordsStandAlone) {
  EXPECT_EQ(wrap("abcdef g", 3, 3), (Lines{"abcdef", "g"}));
  EXPECT_EQ(wrap("g abcdef", 3, 3), (Lines{"g", "abcdef"}));
}

TEST(Wrap, CountsCharactersNotBytes) { EXPECT_EQ(wrap("äöü ß", 5, 5), Lines{"äöü ß"}); }

TEST(Wrap, BracesDoNotStandAlone) {
  EXPECT_EQ(wrap("a { b = 1; }", 10, 10), (Lines{"a { b =", "1; }"}));
  EXPECT_EQ(wrap("a { b = 1; }", 12, 12), Lines{"a { b = 1; }"});
}

TEST(WrapList, PiecesAreNeverBroken) {
  EXPECT_EQ(wrap_list({}, 10), Lines{});
  EXPECT_EQ(wrap_list({"x: 0 -> 1", "y = 2"}, 80), Lines{"x: 0 -> 1, y = 2"});
  EXPECT_EQ(wrap_list({"x: 0 -> 1", "y = 2"}, 10), (Lines{"x: 0 -> 1,", "y = 2"}));
  EXPECT_EQ(wrap_list({"x: 0 -> 1", "y = 2"}, 3), (Lines{"x: 0 -> 1,", "y = 2"}));
}

}  // namespace
}  // namespace lariat
