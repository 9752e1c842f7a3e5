// SPDX-License-Identifier: Apache-2.0
#include "lsp/document.hpp"

#include <gtest/gtest.h>

#include <random>

namespace lariat::lsp {
namespace {

TEST(LinedText, KnowsAllEndsOfLines) {
  const LinedText text("a\r\nbc\rd\n");
  ASSERT_EQ(text.lines(), 4U);
  EXPECT_EQ(text.line(0), "a");
  EXPECT_EQ(text.line(1), "bc");
  EXPECT_EQ(text.line(2), "d");
  EXPECT_EQ(text.line(3), "");
  EXPECT_EQ(text.offset({1, 1}, Encoding::utf16), 4U);
  EXPECT_EQ(text.offset({0, 99}, Encoding::utf16), 1U);
  EXPECT_EQ(text.offset({99, 0}, Encoding::utf16), text.text().size());
}

TEST(LinedText, CountsUnitsOfBothEncodings) {
  const LinedText text("é😀x");  // 2, 4 and 1 bytes; 1, 2 and 1 units
  for (const auto& [offset, units] : {std::pair<std::size_t, std::size_t>{0, 0}, {2, 1}, {6, 3}, {7, 4}}) {
    EXPECT_EQ(text.position(offset, Encoding::utf16), (Position{0, units}));
    EXPECT_EQ(text.offset({0, units}, Encoding::utf16), offset);
    EXPECT_EQ(text.position(offset, Encoding::utf8), (Position{0, offset}));
  }
  EXPECT_EQ(text.offset({0, 2}, Encoding::utf16), 2U) << "inside of a character means its beginning";
  EXPECT_EQ(text.offset({0, 3}, Encoding::utf8), 2U);
}

// Changes of any kind leave the same lines as the whole text read anew.
TEST(LinedText, ReplacesLikeAString) {
  constexpr unsigned seed = 3;
  std::mt19937 random(seed);
  const std::string letters = "ab\n\r \r\n";
  const auto piece = [&](std::size_t most) {
    std::string result;
    for (std::size_t i = random() % (most + 1); i > 0; --i) result += letters[random() % letters.size()];
    return result;
  };
  for (int round = 0; round < 200; ++round) {
    std::string expected = piece(30);
    LinedText text(expected);
    for (int i = 0; i < 20; ++i) {
      const std::size_t begin = random() % (expected.size() + 1);
      const std::size_t end = begin + random() % (expected.size() - begin + 1);
      const std::string by = piece(6);
      expected.replace(begin, end - begin, by);
      text.replace({begin, end}, by);
      const LinedText fresh(expected);
      ASSERT_EQ(text.text(), expected);
      ASSERT_EQ(text.lines(), fresh.lines()) << "seed " << seed;
      for (std::size_t line = 0; line < fresh.lines(); ++line) {
        ASSERT_EQ(text.line(line), fresh.line(line)) << "seed " << seed;
        ASSERT_EQ(text.offset({line, 0}, Encoding::utf8), fresh.offset({line, 0}, Encoding::utf8)) << "seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace lariat::lsp
