// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/excerpt.hpp"

#include <gtest/gtest.h>

namespace lariat {
namespace {

TEST(Excerpt, KeepsShortLinesWhole) {
  EXPECT_EQ(excerpt("one two", 4).text, "one two");
  EXPECT_EQ(excerpt("one two", 4).caret, 4U);
  EXPECT_EQ(excerpt("one", 3).caret, 3U);
  EXPECT_EQ(excerpt("", 0).text, "");
}

TEST(Excerpt, CutsLongLinesAroundTheColumn) {
  std::string line(1000, 'a');
  for (const std::size_t offset : {0, 10, 50, 51, 500, 949, 950, 951, 999, 1000}) {
    SCOPED_TRACE(offset);
    line.assign(1000, 'a');
    if (offset < line.size()) line[offset] = 'X';
    const Excerpt cut = excerpt(line, offset);
    EXPECT_LE(cut.text.size(), max_excerpt + 6);
    EXPECT_EQ(cut.text.starts_with("..."), offset > 50);
    EXPECT_EQ(cut.text.ends_with("..."), offset < 950);
    if (offset < line.size()) {
      EXPECT_EQ(cut.text.find('X'), cut.caret);
    }
  }
}

TEST(Excerpt, ShowsRubbishSafely) {
  EXPECT_EQ(excerpt("a\tb\x01\x7f\xff\xc3(\x1b[2J", 2).text,
            "a b????"
            "(?[2J");
  // C1 control, reversal of direction, surrogate, overlong: a mark for each byte.
  EXPECT_EQ(printable("\xc2\x9b"), "??");
  EXPECT_EQ(printable("\xe2\x80\xae"), "???");
  EXPECT_EQ(printable("\xed\xa0\x80"), "???");
  EXPECT_EQ(printable("\xc0\xaf"), "??");
  EXPECT_EQ(escaped("a\t\x1b[2J \xc3\xa9\xff\xc2\x9b\\x"), "a\\x09\\x1b[2J \xc3\xa9\\xff\\xc2\\x9b\\x");
}

TEST(Excerpt, CountsCharactersForTheCaret) {
  const Excerpt cut = excerpt("\xce\xb1\xe2\x86\x92x!", 6);
  EXPECT_EQ(cut.text, "\xce\xb1\xe2\x86\x92x!");
  EXPECT_EQ(cut.caret, 3U);
}

TEST(Excerpt, DoesNotCutACharacterInTwo) {
  std::string line;
  for (int i = 0; i < 500; ++i) line += "\xe2\x86\x92";
  for (std::size_t offset = 0; offset < line.size(); offset += 3) {
    const Excerpt cut = excerpt(line, offset);
    EXPECT_EQ(cut.text.find('?'), std::string::npos) << offset;
  }
}

}  // namespace
}  // namespace lariat
