// SPDX-License-Identifier: Apache-2.0
// Texts that are no models: whatever stands in them has words, an index and a layout.
#include "lsp/index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "lsp/describe.hpp"
#include "lsp/format.hpp"

namespace lariat::lsp {
namespace {

constexpr std::string_view pieces[] = {"proctype ",
                                       "P",
                                       "Q",
                                       "(",
                                       ")",
                                       "{",
                                       "}",
                                       "[",
                                       "]",
                                       "byte ",
                                       "mtype ",
                                       "chan ",
                                       "=",
                                       "of",
                                       ",",
                                       ";",
                                       ":",
                                       "::",
                                       "->",
                                       "x",
                                       "y",
                                       "ltl ",
                                       "never ",
                                       "inline ",
                                       "typedef ",
                                       "T ",
                                       "#define ",
                                       "\n",
                                       "\\\n",
                                       "\r",
                                       " ",
                                       "do",
                                       "od",
                                       "if",
                                       "fi",
                                       "goto ",
                                       "@",
                                       ".",
                                       "!",
                                       "?",
                                       "/*",
                                       "*/",
                                       "//",
                                       "\"",
                                       "'",
                                       "c_code ",
                                       "init ",
                                       "active ",
                                       "unsigned ",
                                       "1",
                                       "assert",
                                       "\xC3\xA9",
                                       "\xF0\x9F\x98\x80",
                                       "\xFF",
                                       "process ",
                                       "state ",
                                       "trans ",
                                       "channel ",
                                       "const ",
                                       "int ",
                                       "effect ",
                                       "sync ",
                                       "guard ",
                                       "system ",
                                       "property ",
                                       "#if ",
                                       "#endif",
                                       "0"};

std::string random_text(std::mt19937& random) {
  std::string text;
  for (std::size_t i = random() % 60; i > 0; --i) text += pieces[random() % std::size(pieces)];
  return text;
}

TEST(Index, AnyTextHasOne) {
  constexpr unsigned seed = 17;
  std::mt19937 random(seed);
#ifdef LARIAT_SLOW_BUILD
  constexpr int rounds = 3000;
#else
  constexpr int rounds = 20000;
#endif
  for (int round = 0; round < rounds; ++round) {
    const std::string text = random_text(random);
    const Language language = random() % 2 == 0 ? Language::promela : Language::dve;
    const Index index = index_of(text, language);
    std::size_t last = 0;
    for (const Use& use : index.uses) {
      ASSERT_LE(last, use.span.begin) << "seed " << seed << ": " << text;
      ASSERT_LT(use.span.begin, use.span.end);
      ASSERT_LE(use.span.end, text.size());
      ASSERT_TRUE(use.symbol == no_symbol || use.symbol < index.symbols.size());
      last = use.span.end;
    }
    for (SymbolId id = 0; id < index.symbols.size(); ++id) {
      const Symbol& symbol = index.symbols[id];
      ASSERT_LE(symbol.extent.begin, symbol.extent.end) << "seed " << seed << ": " << text;
      ASSERT_LE(symbol.extent.end, text.size()) << "seed " << seed << ": " << text;
      ASSERT_TRUE(symbol.parent == no_symbol || symbol.parent < id) << "seed " << seed << ": " << text;
      EXPECT_FALSE(declaration_text(index, symbol).empty());
      details(index, id, LinedText(text), language);
    }
  }
}

TEST(Format, AnyTextKeepsItsWordsAndIsFormattedOnce) {
  constexpr unsigned seed = 19;
  std::mt19937 random(seed);
  const auto joined = [](const std::vector<std::string>& lines) {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "" : "\n") + lines[i];
    return text;
  };
  const auto words = [](const std::string& text) {
    std::vector<std::pair<std::string, bool>> result;
    for (const Lexeme& word : lexemes(text, Language::promela))
      if (word.kind != Lexeme::Kind::comment)
        result.emplace_back(text.substr(word.begin, word.end - word.begin), word.starts_line);
    return result;
  };
  for (int round = 0; round < 5000; ++round) {
    std::string text = random_text(random);
    std::erase(text, '\r');  // lines are joined with \n below
    const std::string once = joined(format_promela(text, {}));
    ASSERT_EQ(joined(format_promela(once, {})), once) << "seed " << seed << ":\n" << text;
    ASSERT_EQ(words(once), words(text)) << "seed " << seed << ":\n" << text;
  }
}

TEST(Index, TakesBothBranchesOfAConditionForOneVariable) {
  const std::string text = "#ifdef A\nbyte x = 1;\n#else\nbyte x = 2;\n#endif\ninit { x = 3 }";
  const Index index = index_promela(text);
  const Use* const use = index.use_at(text.find("x = 3"));
  ASSERT_NE(use, nullptr);
  EXPECT_EQ(std::ranges::count(index.uses, use->symbol, &Use::symbol), 3);
}

TEST(Index, FollowsScopesOfPromela) {
  const std::string text = "byte x; proctype P() { x = 1; { byte x; x = 2 } x = 3 } proctype Q() { byte x; x = 4 }";
  const Index index = index_promela(text);
  const auto declared_at = [&](std::string_view words) {
    const Use* const use = index.use_at(text.find(words));
    return index.symbols[use->symbol].name_span.begin;
  };
  EXPECT_EQ(declared_at("x = 1"), text.find("x; proctype P"));
  EXPECT_EQ(declared_at("x = 2"), text.find("x; x = 2"));
  EXPECT_EQ(declared_at("x = 3"), text.find("x; proctype P"));
  EXPECT_EQ(declared_at("x = 4"), text.find("x; x = 4"));
}

}  // namespace
}  // namespace lariat::lsp
