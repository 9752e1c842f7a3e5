// SPDX-License-Identifier: Apache-2.0
// Changes that messages of the readers suggest. The readers say in words what to write instead; this file knows their phrases,
// and tests/lsp/fixes_test.cpp asks for each of them that the change removes the message.
#include <fmt/format.h>

#include <array>
#include <string_view>

#include "lsp/diagnose.hpp"

namespace lariat::lsp {
namespace {

// A phrase that ends before a word in quotes which should stand at the place of the message.
constexpr std::array replacing_phrases = {
    std::string_view("did you mean '"),        std::string_view("the type is called '"),
    std::string_view("printing is done by '"), std::string_view("a process is declared by '"),
    std::string_view("an if ends with '"),     std::string_view("there is no 'char': '"),
    std::string_view("there is no 'long': '"),
};

// Messages that mean a certain change at their place.
struct Change {
  enum class Where : std::uint8_t { instead, behind, before, behind_previous };
  std::string_view message;  // a part of it
  Where where;
  std::string_view text;
  std::string_view title;
};
constexpr std::array changes = {
    Change{"expected ';' here", Change::Where::before, ";", "Insert ';'"},
    Change{"expected ';' or '->' before", Change::Where::behind_previous, ";", "Insert ';'"},
    Change{"expected ';', found", Change::Where::behind_previous, ";", "Insert ';'"},
    Change{"write 'not' to negate", Change::Where::instead, "not ", "Write 'not'"},
    Change{"'==' compares; write '=' to assign", Change::Where::instead, "=", "Write '='"},
    Change{"a double negation needs a blank", Change::Where::instead, "! !", "Write '! !'"},
    Change{"this option has no statement; 'skip' does nothing", Change::Where::behind, " skip", "Insert 'skip'"},
    Change{"there must be at least one statement here; 'skip' does nothing", Change::Where::behind, " skip", "Insert 'skip'"},
    Change{"there is no 'then': write", Change::Where::instead, "->", "Write '->'"},
    Change{"expected '::' after '", Change::Where::before, ":: ", "Insert '::'"},
};

class FixFinder {
 public:
  FixFinder(const std::string& message, Span span, const LinedText& text, const std::vector<Lexeme>& words)
      : message_(message), span_(span), text_(text.text()), words_(words) {}

  std::vector<Fix> find() {
    replacements();
    for (const Change& change : changes)
      if (message_.find(change.message) != std::string::npos) add(change);
    compound_assignment();
    opposite_probe();
    return std::move(fixes_);
  }

 private:
  std::string_view text(Span span) const { return text_.substr(span.begin, span.end - span.begin); }

  // The position of the lexeme at the place of the message among those that are no comments.
  const Lexeme* previous() const {
    const Lexeme* result = nullptr;
    for (const Lexeme& word : words_) {
      if (word.begin >= span_.begin) break;
      if (word.kind != Lexeme::Kind::comment) result = &word;
    }
    return result;
  }

  void replacements() {
    for (const std::string_view phrase : replacing_phrases) {
      const std::size_t at = message_.find(phrase);
      if (at == std::string::npos || span_.begin == span_.end) continue;
      const std::size_t begin = at + phrase.size();
      const std::size_t end = message_.find('\'', begin);
      if (end == std::string::npos) continue;
      const std::string meant = message_.substr(begin, end - begin);
      // The message must be about the word at its place, or else the change would be of something else.
      const std::string found = fmt::format("'{}'", text(span_));
      if (message_.find(found) == std::string::npos || meant == text(span_)) continue;
      fixes_.push_back({fmt::format("Change to '{}'", meant), span_, meant});
      return;
    }
  }

  void add(const Change& change) {
    Span where = span_;
    if (change.where == Change::Where::behind) where.begin = where.end;
    if (change.where == Change::Where::before) where.end = where.begin;
    if (change.where == Change::Where::behind_previous) {
      const Lexeme* const word = previous();
      if (word == nullptr || word->in_directive) return;
      where = {word->end, word->end};
    }
    if (change.where == Change::Where::instead && where.begin == where.end) return;
    fixes_.push_back({std::string(change.title), where, std::string(change.text)});
  }

  // `x += 1` is `x = x + 1`, if x is a name.
  void compound_assignment() {
    if (message_.find("=' in Promela: write x = x ") == std::string::npos || span_.begin == span_.end) return;
    const Lexeme* const name = previous();
    if (name == nullptr || name->kind != Lexeme::Kind::name || name->end > span_.begin) return;
    if (name != words_.data()) {
      const std::string_view before = text((name - 1)->span());
      if (before == "." || before == "]") return;
    }
    if (!text_.substr(span_.end).starts_with("=")) return;
    const std::string by = fmt::format("= {} {}", text(name->span()), text(span_));
    fixes_.push_back({fmt::format("Write 'x = x {} ..'", text(span_)), {span_.begin, span_.end + 1}, by});
  }

  // `!full(c)` is `nfull(c)`.
  void opposite_probe() {
    constexpr std::string_view phrase = "the opposite of this one is ";
    const std::size_t at = message_.find(phrase);
    const Lexeme* const sign = previous();
    if (at == std::string::npos || sign == nullptr || text(sign->span()) != "!" || span_.begin == span_.end) return;
    const std::size_t begin = at + phrase.size();
    const std::string opposite = message_.substr(begin, message_.find('(', begin) - begin);
    fixes_.push_back({fmt::format("Write '{}'", opposite), {sign->begin, span_.end}, opposite});
  }

  const std::string& message_;
  Span span_;
  std::string_view text_;
  const std::vector<Lexeme>& words_;
  std::vector<Fix> fixes_;
};

}  // namespace

std::vector<Fix> fixes_of(const std::string& message, Span span, const LinedText& text, const std::vector<Lexeme>& words) {
  return FixFinder(message, span, text, words).find();
}

}  // namespace lariat::lsp
