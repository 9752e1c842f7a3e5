// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/columns.hpp"

#include <gtest/gtest.h>

namespace lariat {
namespace {

TEST(Columns, CountCharactersNotBytes) {
  EXPECT_EQ(columns(""), 0U);
  EXPECT_EQ(columns("abc"), 3U);
  EXPECT_EQ(columns("äöü → ß"), 7U);
}

TEST(Columns, PadAddsSpacesUpToTheWidth) {
  EXPECT_EQ(pad("äb", 4), "äb  ");
  EXPECT_EQ(pad_left("äb", 4), "  äb");
  EXPECT_EQ(pad("abcde", 4), "abcde");
  EXPECT_EQ(pad_left("abcde", 4), "abcde");
}

TEST(Columns, ShortenCutsBetweenCharacters) {
  EXPECT_EQ(shorten("abcdef", 6), "abcdef");
  EXPECT_EQ(shorten("abcdefg", 6), "abc...");
  EXPECT_EQ(shorten("äöüßäöü", 6), "äöü...");
  EXPECT_EQ(columns(shorten("äöüßäöü", 4)), 4U);
}

}  // namespace
}  // namespace lariat
