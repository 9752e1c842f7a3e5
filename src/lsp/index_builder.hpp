// SPDX-License-Identifier: Apache-2.0
// What the indexes of both languages are built with: a position among the words of a text, scopes, and names that are looked up
// at the end because they may be declared later.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/index.hpp"

namespace lariat::lsp {

class IndexBuilder {
 protected:
  using Kind = Symbol::Kind;

  IndexBuilder(std::string_view text, Language language);

  // --- Words
  std::size_t size() const { return index_.words.size(); }
  const Lexeme& word(std::size_t i) const { return index_.words[i]; }
  std::string_view text(std::size_t i) const {
    return i < size() ? text_.substr(word(i).begin, word(i).end - word(i).begin) : std::string_view();
  }
  std::string text(Span span) const { return std::string(text_.substr(span.begin, span.end - span.begin)); }
  // The first letters are compared before the rest: this is asked of most words several times at each keystroke.
  bool is(std::size_t i, std::string_view what) const {
    return i < size() && text_[word(i).begin] == what.front() && text(i) == what;
  }
  bool is_name(std::size_t i) const { return i < size() && word(i).kind == Lexeme::Kind::name; }
  // The bracket that closes the one at i; the number of words if there is none.
  std::size_t closing(std::size_t i) const { return closing_[i]; }
  // The bracket that the one at i closes; i itself if there is none.
  std::size_t opening(std::size_t i) const { return opening_[i]; }
  // The innermost bracket that is open at i; the number of words if there is none.
  std::size_t around(std::size_t i) const { return around_[i]; }
  // The text of words from `first` up to `last`, without spaces at its ends.
  std::string text_between(std::size_t first, std::size_t last) const;

  // --- Symbols
  SymbolId declare(Symbol symbol, std::size_t name_word);
  Symbol& symbol(SymbolId id) { return index_.symbols[id]; }
  void use(std::size_t i, SymbolId symbol, bool is_declaration = false);
  bool is_used(std::size_t i) const { return used_[i]; }
  // What the name at i was found to be; no_symbol if it is not known.
  SymbolId meaning(std::size_t i) const { return meaning_[i]; }

  void sort_uses();

  std::string_view text_;
  Index index_;
  bool loose_ = false;  // names are in a macro or an inline

 private:
  std::vector<std::size_t> closing_;
  std::vector<std::size_t> opening_;
  std::vector<std::size_t> around_;
  std::vector<bool> used_;
  std::vector<SymbolId> meaning_;
};

}  // namespace lariat::lsp
