// SPDX-License-Identifier: Apache-2.0
#include "lsp/lexemes.hpp"

#include <algorithm>
#include <array>

namespace lariat::lsp {
namespace {

constexpr std::string_view promela_keywords[] = {
    "D_proctype", "active",   "assert",       "atomic", "bit",          "bool",   "break",    "byte",     "c_code",   "c_decl",
    "c_expr",     "c_state",  "c_track",      "chan",   "d_step",       "do",     "else",     "empty",    "enabled",  "eval",
    "false",      "fi",       "for",          "full",   "get_priority", "goto",   "hidden",   "if",       "init",     "inline",
    "int",        "len",      "local",        "ltl",    "mtype",        "nempty", "never",    "nfull",    "notrace",  "np_",
    "od",         "of",       "pc_value",     "pid",    "printf",       "printm", "priority", "proctype", "provided", "return",
    "run",        "select",   "set_priority", "short",  "show",         "skip",   "timeout",  "trace",    "true",     "typedef",
    "unless",     "unsigned", "xr",           "xs"};
constexpr std::string_view dve_keywords[] = {"accept", "and",   "assert",  "async", "buchi",    "byte",    "channel",
                                             "commit", "const", "effect",  "false", "genbuchi", "guard",   "imply",
                                             "init",   "int",   "muller",  "not",   "or",       "process", "property",
                                             "rabin",  "state", "streett", "sync",  "system",   "trans",   "true"};
static_assert(std::is_sorted(std::begin(promela_keywords), std::end(promela_keywords)));
static_assert(std::is_sorted(std::begin(dve_keywords), std::end(dve_keywords)));

// Signs of several characters, the longest first.
constexpr std::string_view promela_signs[] = {
    "-->", "::", "->", "--", "++", "<<", "<=", ">>", ">=", "==", "!=", "!!", "\?\?", "&&", "||", "..", "##"};
constexpr std::string_view dve_signs[] = {"->", "=>", "<<", ">>", "||", "&&", "<=", ">=", "==", "!="};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_figure(char c) { return c >= '0' && c <= '9'; }
bool is_white(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool is_name_part(char c, Language language) {
  return is_letter(c) || is_figure(c) || (language == Language::dve && (c == '$' || c == '#'));
}

class Scanner {
 public:
  Scanner(std::string_view text, Language language) : text_(text), language_(language) {}

  std::vector<Lexeme> run() {
    result_.reserve(text_.size() / 4);
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n' || c == '\r') {
        ++at_;
        starts_line_ = true;
        in_directive_ = false;
      } else if (is_white(c)) {
        ++at_;
      } else if (c == '\\' && splice() > 0) {
        at_ += splice();
      } else {
        const std::size_t begin = at_;
        const Lexeme::Kind kind = scan();
        result_.push_back(
            {kind, starts_line_, in_directive_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)});
        if (kind != Lexeme::Kind::comment) starts_line_ = false;
      }
    }
    return std::move(result_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  // The length of a backslash at the end of a line, and that end.
  std::size_t splice() const {
    if (peek() != '\\') return 0;
    if (peek(1) == '\n') return 2;
    return peek(1) == '\r' ? (peek(2) == '\n' ? 3 : 2) : 0;
  }

  Lexeme::Kind scan() {
    const char c = peek();
    if (c == '/' && (peek(1) == '*' || peek(1) == '/')) {
      comment();
      return Lexeme::Kind::comment;
    }
    if (is_letter(c)) {
      const std::size_t begin = at_;
      while (is_name_part(peek(), language_) && at_ < text_.size()) ++at_;
      return is_keyword(text_.substr(begin, at_ - begin), language_) ? Lexeme::Kind::keyword : Lexeme::Kind::name;
    }
    if (is_figure(c)) {
      while (is_figure(peek())) ++at_;
      return Lexeme::Kind::number;
    }
    if (language_ == Language::promela && (c == '"' || c == '\'')) {
      quoted(c);
      return c == '"' ? Lexeme::Kind::string : Lexeme::Kind::number;
    }
    if (language_ == Language::promela && c == '#' && starts_line_) in_directive_ = true;
    sign();
    return Lexeme::Kind::sign;
  }

  void comment() {
    if (peek(1) == '*') {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
      return;
    }
    while (at_ < text_.size() && peek() != '\n' && peek() != '\r') at_ += splice() > 0 ? splice() : 1;
  }

  void quoted(char quote) {
    ++at_;
    while (at_ < text_.size() && peek() != quote && peek() != '\n' && peek() != '\r')
      at_ += splice() > 0 ? splice() : peek() == '\\' && at_ + 1 < text_.size() && peek(1) != '\n' && peek(1) != '\r' ? 2 : 1;
    if (peek() == quote && at_ < text_.size()) ++at_;
  }

  void sign() {
    const std::string_view rest = text_.substr(at_, 3);
    const auto longest = [&](const auto& table) {
      for (const std::string_view sign : table)
        if (rest.front() == sign.front() && rest.starts_with(sign)) return sign.size();
      return std::size_t{1};
    };
    at_ += language_ == Language::promela ? longest(promela_signs) : longest(dve_signs);
    // A character of several bytes is one sign.
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U) ++at_;
  }

  std::string_view text_;
  Language language_;
  std::size_t at_ = 0;
  bool starts_line_ = true;
  bool in_directive_ = false;
  std::vector<Lexeme> result_;
};

}  // namespace

std::vector<Lexeme> lexemes(std::string_view text, Language language) { return Scanner(text, language).run(); }

std::span<const std::string_view> keywords(Language language) {
  if (language == Language::promela) return promela_keywords;
  return dve_keywords;
}

bool is_keyword(std::string_view word, Language language) {
  const auto table = keywords(language);
  return std::binary_search(table.begin(), table.end(), word);
}

bool is_name(std::string_view text, Language language) {
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return is_name_part(c, language); }) &&
         !is_keyword(text, language);
}

const Lexeme* lexeme_at(std::span<const Lexeme> lexemes, std::size_t offset) {
  const auto behind = std::upper_bound(lexemes.begin(), lexemes.end(), offset,
                                       [](std::size_t at, const Lexeme& lexeme) { return at < lexeme.begin; });
  const Lexeme* found = nullptr;
  for (auto i = behind; i != lexemes.begin() && behind - i < 2;) {
    --i;
    if (offset > i->end) break;
    const bool is_word = i->kind != Lexeme::Kind::sign && i->kind != Lexeme::Kind::comment;
    if (offset < i->end && found == nullptr) found = &*i;
    if (is_word && (found == nullptr || (found->kind == Lexeme::Kind::sign && found != &*i))) found = &*i;
    if (found == nullptr) found = &*i;
  }
  return found;
}

}  // namespace lariat::lsp
