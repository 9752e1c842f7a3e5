// SPDX-License-Identifier: Apache-2.0
// Whatever the text, there is an answer, and soon.
#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "dve/parse.hpp"
#include "explore.hpp"
#include "lariat/dve/read.hpp"

namespace lariat::dve {
namespace {

std::string repeated(const std::string& text, std::size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

std::string with_guard(const std::string& guard) {
  return "byte x = 1; process P { state a, b; init a; trans a -> b { guard " + guard + "; }; } system async;";
}

std::string message_of(const std::string& text) {
  const auto result = dve::read_dve(text, "m.dve");
  return result ? std::string() : result.errors().front().message;
}

TEST(DveLimits, LongRowsOfOneOperator) {
  // 100,001 ones.
  const auto sum = dve::read_dve(with_guard(std::string("x") + repeated(" + x", 100'000) + " == 100001"), "m.dve");
  ASSERT_TRUE(sum);
  EXPECT_EQ(model::find_defect(*sum), std::nullopt);
  EXPECT_EQ(explore(*sum).states, 2U);
  const auto all = dve::read_dve(with_guard(std::string("x == 1") + repeated(" and x == 1", 100'000) + " and x != 1"), "m.dve");
  ASSERT_TRUE(all);
  EXPECT_EQ(explore(*all).states, 1U);
  const auto any = dve::read_dve(with_guard(std::string("x == 0") + repeated(" or x == 0", 100'000) + " or x == 1"), "m.dve");
  ASSERT_TRUE(any);
  EXPECT_EQ(explore(*any).states, 2U);
}

TEST(DveLimits, ShortRowsGroupAsWritten) {
  for (const int count : {1, 2, 62, 63, 64, 65, 66, 127, 128, 129, 1000}) {
    const auto sum = dve::read_dve(
        with_guard(std::string("0") + repeated(" + x", static_cast<std::size_t>(count)) + " == " + std::to_string(count)), "m");
    ASSERT_TRUE(sum);
    EXPECT_EQ(explore(*sum).states, 2U) << count;
  }
}

// An operand that is not evaluated causes no run-time error, however the chain of operators is nested.
TEST(DveLimits, LongRowsStopWhereTheyAreDecided) {
  const auto result =
      dve::read_dve(with_guard(std::string("x == 1") + repeated(" and x == 1", 500) + " and x == 0 and 1 / (x - 1) == 1"), "m");
  ASSERT_TRUE(result);
  EXPECT_EQ(explore(*result).faults, 0U);
}

TEST(DveLimits, RowsThatCannotBeBalanced) {
  EXPECT_NE(message_of(with_guard(std::string("x") + repeated(" - x", 100'000))).find("too deeply"), std::string::npos);
  EXPECT_EQ(message_of(with_guard(std::string("x") + repeated(" - x", 1'900))), "");
}

TEST(DveLimits, Nesting) {
  EXPECT_EQ(message_of(with_guard(repeated("(", 1'000) + "x" + repeated(")", 1'000))), "");
  EXPECT_NE(message_of(with_guard(repeated("(", 1'001) + "x" + repeated(")", 1'001))).find("too deeply"), std::string::npos);
  EXPECT_NE(message_of(with_guard(repeated("(", 1'000'000))).find("too deeply"), std::string::npos);
  EXPECT_NE(message_of(with_guard(repeated("not ", 1'000'000) + "x")).find("too deeply"), std::string::npos);
  EXPECT_EQ(message_of(with_guard(repeated("-", 999) + "x")), "");
  EXPECT_NE(message_of(with_guard(repeated("x[", 100'000))).find("too deeply"), std::string::npos);
}

TEST(DveLimits, BytesThatAreNoText) {
  using namespace std::string_literals;
  EXPECT_NE(message_of("byte x;\0process"s).find("the byte 0"), std::string::npos);
  EXPECT_NE(message_of("\xff\xfe"s).find("no meaning"), std::string::npos);
  EXPECT_NE(message_of("byte \\ x;"s).find("no meaning"), std::string::npos);
  EXPECT_FALSE(dve::read_dve(std::string(100'000, '\0'), "m.dve"));
  EXPECT_FALSE(dve::read_dve(repeated("\x01 ", 100'000), "m.dve"));
}

TEST(DveLimits, LargeTexts) {
  constexpr std::size_t size = 10'000'000;
  EXPECT_FALSE(dve::read_dve(std::string(size, '{'), "m.dve"));
  EXPECT_FALSE(dve::read_dve(std::string(size, 'x'), "m.dve"));
  EXPECT_FALSE(dve::read_dve(std::string(size, '9'), "m.dve"));
  EXPECT_FALSE(dve::read_dve(repeated("a,", size / 2), "m.dve"));
  EXPECT_FALSE(dve::read_dve(std::string("process P { trans ") + repeated("a->b{},", size / 7), "m.dve"));
  EXPECT_FALSE(dve::read_dve(repeated("process P{", size / 10), "m.dve"));
  const auto names = dve::read_dve(
      std::string("process P { state a; init a; trans ") + repeated("a -> a {},\n", 200'000) + "a -> a {}; } system async;",
      "m");
  ASSERT_TRUE(names);
  EXPECT_EQ(names->process_types[0].transitions.size(), 200'001U);
}

TEST(DveLimits, ReadingObeysLimits) {
  std::string text = "int x;\nprocess P { state a; init a; trans\n";
  for (int i = 0; i < 5000; ++i) text += "a -> a { effect x = x + 1; },\n";
  text += "a -> a {}; }\nsystem async;\n";
  const std::atomic<bool> interrupted = true;
  EXPECT_TRUE(read_dve(text, "t.dve"));
  EXPECT_THROW(static_cast<void>(read_dve(text, "t.dve", {.limits = {.interrupted = &interrupted}})), Stopped);
}

TEST(DveLimits, TooManyProcesses) {
  std::string text;
  for (int i = 0; i < 255; ++i) text += std::string("process P") + std::to_string(i) + " { state a; init a; } ";
  EXPECT_EQ(message_of(text + "system async;"), "");
  EXPECT_NE(message_of(text + "process Q { state a; init a; } system async;").find("at most 255"), std::string::npos);
}

TEST(DveLimits, TooManyWaysToMoveTogether) {
  const auto text = [](int processes) {
    std::string result;
    for (int i = 0; i < processes; ++i)
      result += std::string("process P") + std::to_string(i) + " { state a; init a; trans a -> a {}, a -> a {}; } ";
    return result + "system sync;";
  };
  EXPECT_EQ(message_of(text(19)), "");
  EXPECT_NE(message_of(text(20)).find("more than 1000000 ways"), std::string::npos);
}

TEST(DveLimits, TooManyAcceptanceSets) {
  const auto text = [](std::size_t sets) {
    return std::string("process P { state a; init a; } process Q { state a; init a; accept genbuchi (a)") +
           repeated(", (a)", sets - 1) + "; } system async property Q;";
  };
  EXPECT_EQ(message_of(text(64)), "");
  EXPECT_NE(message_of(text(65)).find("64 are possible"), std::string::npos);
}

// Pieces of models in random order: reading must end, and every error must have a position.
TEST(DveLimits, RandomTexts) {
  static const std::vector<std::string> words = {
      "byte",   "int",    "const", "channel",  "process", "state",  "init",   "trans",    "guard", "sync",
      "effect", "system", "async", "property", "accept",  "commit", "assert", "genbuchi", "rabin", "a",
      "b",      "P",      "x",     "c",        "1",       "70000",  "{",      "}",        "[",     "]",
      "(",      ")",      ";",     ",",        "->",      "!",      "?",      "=",        "==",    "+",
      "-",      "/",      "and",   "not",      ".",       "imply",  ":",      "=>",       "\n",    "@"};
  static const std::string whole =
      "byte x; channel c; process P { byte y; state a, b; init a; commit b; accept a; assert a: x == 1; trans a -> b { guard "
      "x == 1; sync c!x; effect y = 1; }, -> a {}; } process Q { state q; init q; } system async property Q;";
  const unsigned seed = 20240611;
  std::mt19937 random(seed);
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    if (round % 2 == 0) {
      const std::size_t length = random() % 60;
      for (std::size_t i = 0; i < length; ++i) text.append(words[random() % words.size()]).push_back(' ');
    } else {
      text = whole;
      for (std::size_t i = 1 + random() % 4; i > 0; --i) {
        const std::size_t at = random() % text.size();
        text.replace(at, random() % 5, words[random() % words.size()]);
      }
    }
    const auto result = dve::read_dve(text, "m.dve");
    if (result) {
      ASSERT_EQ(model::find_defect(*result), std::nullopt) << "seed " << seed << "\n" << text;
      continue;
    }
    ASSERT_LE(result.errors().size(), 2 * dve::max_errors + 1);
    for (const Diagnostic& error : result.errors()) {
      ASSERT_FALSE(error.message.empty()) << "seed " << seed << "\n" << text;
      ASSERT_TRUE(error.severity != Diagnostic::Severity::error || error.line > 0) << "seed " << seed << "\n" << text;
    }
  }
}

}  // namespace
}  // namespace lariat::dve
