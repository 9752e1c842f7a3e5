// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/printable.hpp"

#include <gtest/gtest.h>

#include "lariat/base/result.hpp"

namespace lariat {
namespace {

TEST(Printable, KeepsWhatIsReadable) {
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("a b\\n\"'~"), "a b\\n\"'~");
  EXPECT_EQ(printable("\xce\xb1\xe2\x86\x92\xf0\x9f\x99\x82"), "\xce\xb1\xe2\x86\x92\xf0\x9f\x99\x82");
}

TEST(Printable, EscapesControlsAndBytesThatAreNoText) {
  EXPECT_EQ(printable("\x1b[2J\x07\x7f\r\n"), "\\x1b[2J\\x07\\x7f\\x0d\\x0a");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(printable("\tx"), " x");
  EXPECT_EQ(printable("\xc2\x9b"), "\\x9b");                // C1: a CSI of one character
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");           // overlong
  EXPECT_EQ(printable("\xff\xe2\x86"), "\\xff\\xe2\\x86");  // cut off
}

TEST(Printable, EscapesNamesByteByByte) {
  EXPECT_EQ(escaped("a\t\x1b[2J \xc3\xa9\xff\xc2\x9b\\x"), "a\\x09\\x1b[2J \xc3\xa9\\xff\\xc2\\x9b\\x");
}

TEST(Printable, EscapesWhatChangesTheTextAroundIt) {
  EXPECT_EQ(printable("\xe2\x80\xae"), "\\u202e");         // right to left from here
  EXPECT_EQ(printable("\xe2\x81\xa6"), "\\u2066");         // isolate
  EXPECT_EQ(printable("\xe2\x80\x8b"), "\\u200b");         // zero width
  EXPECT_EQ(printable("\xd8\x9c"), "\\u061c");             // a mark of direction
  EXPECT_EQ(printable("\xf3\xa0\x80\x81"), "\\u{e0001}");  // a tag
}

// Every code point, in UTF-8 of our own making: the result contains no control character, and twice is as good as once.
TEST(Printable, LeavesNothingThatATerminalObeys) {
  const auto encode = [](char32_t c) {
    std::string text;
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else if (c < 0x800) {
      text += static_cast<char>(0xC0 | (c >> 6));
      text += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      text += static_cast<char>(0xE0 | (c >> 12));
      text += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
      text += static_cast<char>(0x80 | (c & 0x3F));
    } else {
      text += static_cast<char>(0xF0 | (c >> 18));
      text += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
      text += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
      text += static_cast<char>(0x80 | (c & 0x3F));
    }
    return text;
  };
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    const std::string text = encode(c);
    const std::string shown = printable(text);
    const bool is_control = c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) ||
                            (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F || (c >= 0xD800 && c <= 0xDFFF);
    ASSERT_EQ(printable(shown), shown) << static_cast<unsigned>(c);
    if (is_control) {
      ASSERT_NE(shown, text) << static_cast<unsigned>(c);
    } else if (c != '\t') {
      ASSERT_TRUE(shown == text || shown[0] == '\\') << static_cast<unsigned>(c);
    }
  }
}

std::string written(PrintableWriter writer, const std::string& text, std::size_t piece) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += piece) writer.append(out, std::string_view(text).substr(i, piece));
  writer.finish(out);
  return out;
}

TEST(PrintableWriter, PassesLinesAndOwnColours) {
  const Colors colors{.on = true, .key = "secret"};
  const std::string text = "one\n\ttwo " + colors.paint("31", "red") +
                           " \x1b[31m \x1b"
                           "secre[31m \x1bsecret[2J \xe2\x86\x92 \xff";
  for (std::size_t piece = 1; piece < 12; ++piece)
    EXPECT_EQ(written(PrintableWriter("secret"), text, piece),
              "one\n\ttwo \x1b[31mred\x1b[0m \\x1b[31m \\x1bsecre[31m \\x1bsecret[2J \xe2\x86\x92 \\xff");
  EXPECT_EQ(written(PrintableWriter(), "\x1b[31m\r\n", 3), "\\x1b[31m\\x0d\n");
}

TEST(PrintableWriter, WaitsForTheRestOfACharacter) {
  PrintableWriter writer("key");
  std::string out;
  writer.append(out, "a\xe2\x86");
  EXPECT_EQ(out, "a");
  writer.append(out, "\x92");
  EXPECT_EQ(out, "a\xe2\x86\x92");
  writer.append(out, "\x1bke");
  writer.finish(out);
  EXPECT_EQ(out, "a\xe2\x86\x92\\x1bke");
}

TEST(Diagnostic, IsPrintable) {
  const Diagnostic error{.message = "no \x1b[2J\nx: error: forged",
                         .file = "a\x1b]0;t\x07\nb",
                         .line = 3,
                         .column = 1,
                         .source_line = "\x1b[1m",
                         .caret = 0};
  EXPECT_EQ(to_string(error),
            "a\\x1b]0;t\\x07\\x0ab:3:1: error: no \\x1b[2J\\x0ax: error: forged\n"
            "  \\x1b[1m\n"
            "  ^\n");
}

}  // namespace
}  // namespace lariat
