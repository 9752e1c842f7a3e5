// SPDX-License-Identifier: Apache-2.0
#include "dve/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace lariat::dve {
namespace {

using Kind = Token::Kind;

// Sorted, so that the position is the kind.
constexpr std::string_view keyword_table[] = {"accept", "and",   "assert",  "async", "buchi",    "byte",    "channel",
                                              "commit", "const", "effect",  "false", "genbuchi", "guard",   "imply",
                                              "init",   "int",   "muller",  "not",   "or",       "process", "property",
                                              "rabin",  "state", "streett", "sync",  "system",   "trans",   "true"};
constexpr int first_keyword = static_cast<int>(Kind::kw_accept);
static_assert(std::size(keyword_table) == static_cast<int>(Kind::kw_true) - first_keyword + 1);
static_assert(std::is_sorted(std::begin(keyword_table), std::end(keyword_table)));

struct Sign {
  std::string_view text;
  Kind kind;
};

// Longer ones first where one begins another.
constexpr Sign sign_table[] = {{"->", Kind::arrow},       {"=>", Kind::wide_arrow},
                               {"<<", Kind::shift_left},  {">>", Kind::shift_right},
                               {"||", Kind::bar_bar},     {"&&", Kind::ampersand_ampersand},
                               {"<=", Kind::less_equal},  {">=", Kind::greater_equal},
                               {"==", Kind::equal},       {"!=", Kind::not_equal},
                               {";", Kind::semicolon},    {":", Kind::colon},
                               {",", Kind::comma},        {".", Kind::dot},
                               {"{", Kind::open_brace},   {"}", Kind::close_brace},
                               {"[", Kind::open_bracket}, {"]", Kind::close_bracket},
                               {"(", Kind::open_paren},   {")", Kind::close_paren},
                               {"?", Kind::question},     {"!", Kind::exclamation},
                               {"~", Kind::tilde},        {"=", Kind::assign},
                               {"+", Kind::plus},         {"-", Kind::minus},
                               {"*", Kind::times},        {"/", Kind::slash},
                               {"%", Kind::percent},      {"|", Kind::bar},
                               {"&", Kind::ampersand},    {"^", Kind::caret},
                               {"<", Kind::less},         {">", Kind::greater}};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c) || c == '$' || c == '#'; }

class Lexer {
 public:
  Lexer(const SourceText& source, Diagnostics& diagnostics) : text_(source.text()), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    do {
      diagnostics_.tick();
      tokens.push_back(next());
    } while (tokens.back().kind != Kind::end);
    return tokens;
  }

 private:
  Token next() {
    skip_blanks();
    const auto begin = static_cast<std::uint32_t>(at_);
    const Kind kind = at_ == text_.size() ? Kind::end : scan();
    return {kind, begin, static_cast<std::uint32_t>(at_)};
  }

  // Blanks, comments, and a backslash at the end of a line.
  void skip_blanks() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (is_blank(rest[0]) || (rest[0] == '\\' && is_last_on_line(at_ + 1))) {
        ++at_;
      } else if (rest.starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest.starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == text_.npos) return end_in_comment();
        at_ = end + 2;
      } else {
        return;
      }
    }
  }

  // The text ends where the comment begins: what is missing then would be reported at the same place, hence not at all.
  void end_in_comment() {
    diagnostics_.error(static_cast<std::uint32_t>(at_), "this comment has no end");
    text_ = text_.substr(0, at_);
  }

  bool is_last_on_line(std::size_t i) const {
    while (i < text_.size() && is_blank(text_[i]) && text_[i] != '\n') ++i;
    return i == text_.size() || text_[i] == '\n';
  }

  // The token at a character that is no blank.
  Kind scan() {
    const char c = text_[at_];
    const std::size_t begin = at_;
    if (begins_name(c)) {
      while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
      const std::string_view word = text_.substr(begin, at_ - begin);
      const auto* const keyword = std::lower_bound(std::begin(keyword_table), std::end(keyword_table), word);
      if (keyword == std::end(keyword_table) || *keyword != word) return Kind::identifier;
      return static_cast<Kind>(first_keyword + (keyword - std::begin(keyword_table)));
    }
    if (is_digit(c)) {
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
      return Kind::number;
    }
    const std::string_view rest = text_.substr(begin, 2);
    for (const Sign& sign : sign_table) {
      if (!rest.starts_with(sign.text)) continue;
      at_ += sign.text.size();
      return sign.kind;
    }
    return bad();
  }

  // One report for all the bytes in a row that are no DVE.
  Kind bad() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && is_bad(text_[at_])) ++at_;
    const auto c = static_cast<unsigned char>(text_[begin]);
    const std::string what =
        at_ - begin == 1 && (c < 0x21 || c > 0x7E) ? fmt::format("the byte {}", c) : quote(text_.substr(begin, at_ - begin));
    diagnostics_.error(static_cast<std::uint32_t>(begin), what + " has no meaning in DVE");
    return Kind::bad;
  }

  static bool is_bad(char c) {
    return !is_blank(c) && !is_digit(c) && !begins_name(c) && c != '\\' &&
           std::none_of(std::begin(sign_table), std::end(sign_table), [c](const Sign& sign) { return sign.text[0] == c; });
  }

  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Token> tokenise(const SourceText& source, Diagnostics& diagnostics) { return Lexer(source, diagnostics).run(); }

std::string_view spelling(Token::Kind keyword) { return keyword_table[static_cast<int>(keyword) - first_keyword]; }

}  // namespace lariat::dve
