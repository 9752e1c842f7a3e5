// SPDX-License-Identifier: Apache-2.0
#include "ltl/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace lariat::ltl {
namespace {

using enum TokenKind;

constexpr unsigned in_spin = 1;
constexpr unsigned on_command_line = 2;

struct Spelling {
  std::string_view text;
  TokenKind kind;
  unsigned known;  // who knows it
};

constexpr Spelling words[] = {
    {"always", globally, in_spin | on_command_line},
    {"eventually", finally, in_spin | on_command_line},
    {"next", next, in_spin | on_command_line},
    {"until", until, in_spin | on_command_line},
    {"stronguntil", until, in_spin | on_command_line},
    {"weakuntil", weak_until, in_spin | on_command_line},
    {"release", release, in_spin | on_command_line},
    {"implies", implication, in_spin | on_command_line},
    {"equivalent", equivalence, in_spin | on_command_line},
    {"X", next, in_spin | on_command_line},
    {"U", until, in_spin | on_command_line},
    {"V", release, in_spin | on_command_line},
    {"W", weak_until, in_spin | on_command_line},
    {"true", constant_true, in_spin | on_command_line},
    {"false", constant_false, in_spin | on_command_line},
    {"skip", constant_true, in_spin},
    {"G", globally, on_command_line},
    {"F", finally, on_command_line},
    {"R", release, on_command_line},
    {"M", strong_release, on_command_line},
    {"xor", xor_word, on_command_line},
};

// Longer signs come before their beginnings.
constexpr Spelling signs[] = {
    {"<->", equivalence, in_spin | on_command_line}, {"<=>", equivalence, on_command_line},
    {"[]", globally, in_spin | on_command_line},     {"<>", finally, in_spin | on_command_line},
    {"->", implication, in_spin | on_command_line},  {"=>", implication, on_command_line},
    {"&&", and_and, in_spin | on_command_line},      {"||", or_or, in_spin | on_command_line},
    {"==", equal, in_spin | on_command_line},        {"!=", not_equal, in_spin | on_command_line},
    {"<<", shift_left, in_spin | on_command_line},   {">>", shift_right, in_spin | on_command_line},
    {"<=", less_equal, in_spin | on_command_line},   {">=", greater_equal, in_spin | on_command_line},
    {"??", poll, in_spin | on_command_line},         {"<", less, in_spin | on_command_line},
    {">", greater, in_spin | on_command_line},       {"!", exclamation, in_spin | on_command_line},
    {"~", tilde, in_spin | on_command_line},         {"&", ampersand, in_spin | on_command_line},
    {"|", bar, in_spin | on_command_line},           {"^", caret, in_spin | on_command_line},
    {"+", plus, in_spin | on_command_line},          {"-", minus, in_spin | on_command_line},
    {"*", times, in_spin | on_command_line},         {"/", divide, in_spin | on_command_line},
    {"%", modulo, in_spin | on_command_line},        {"(", open_paren, in_spin | on_command_line},
    {")", close_paren, in_spin | on_command_line},   {"[", open_bracket, in_spin | on_command_line},
    {"]", close_bracket, in_spin | on_command_line}, {",", comma, in_spin | on_command_line},
    {".", dot, in_spin | on_command_line},           {"@", at, in_spin | on_command_line},
    {":", colon, in_spin | on_command_line},         {"?", poll, in_spin | on_command_line},
};

// Signs of other notations, with what to write instead.
constexpr std::pair<std::string_view, std::string_view> foreign_signs[] = {
    {"\\/", "||"}, {"=", "=="},    {"□", "[]"}, {"◇", "<>"}, {"○", "X"},   {"◯", "X"},   {"¬", "!"},
    {"∧", "&&"},   {"∨", "||"},    {"→", "->"}, {"⇒", "->"}, {"↔", "<->"}, {"⇔", "<->"}, {"⊕", "xor"},
    {"⊤", "true"}, {"⊥", "false"}, {"≤", "<="}, {"≥", ">="}, {"≠", "!="},
};

constexpr std::string_view functions[] = {"len",     "empty",    "nempty",       "full",        "nfull",
                                          "enabled", "pc_value", "get_priority", "set_priority"};

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }
bool space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class Lexer {
 public:
  Lexer(std::string_view text, const ParseOptions& options)
      : options_(options), known_(options.dialect == Dialect::promela ? in_spin : on_command_line) {
    tokens_.text = text;
  }

  Tokens run() {
    while (skip_space() && tokens_.errors.empty()) {
      const char c = text()[at_];
      if (letter(c))
        word();
      else if (digit(c))
        number_token();
      else if (c == '"')
        quoted_text();
      else if (c == '\'')
        character();
      else
        sign();
    }
    tokens_.list.push_back({end, true, static_cast<std::uint32_t>(text().size()), 0});
    return std::move(tokens_);
  }

 private:
  std::string_view text() const { return tokens_.text; }
  TokenKind last() const { return tokens_.list.empty() ? end : tokens_.list.back().kind; }
  void error(std::size_t place, std::string message) { tokens_.errors.push_back({place, std::move(message)}); }

  bool skip_space() {
    while (at_ < text().size() && space(text()[at_])) ++at_;
    return at_ < text().size();
  }

  void emit(TokenKind kind, std::size_t length, bool spin = true) {
    tokens_.list.push_back({kind, spin, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(length)});
    at_ += length;
  }

  std::size_t word_length() const {
    std::size_t n = 1;
    while (at_ + n < text().size() && (letter(text()[at_ + n]) || digit(text()[at_ + n]))) ++n;
    return n;
  }

  void word() {
    const std::string_view whole = text().substr(at_, word_length());
    // Inside an index or a call, and after . @ : there are no operators of the logic.
    if (!model_brackets_.empty() || last() == dot || last() == at || last() == colon) return emit(name, whole.size());
    if (names_a_process(whole)) return emit(name, whole.size());
    for (const Spelling& spelling : words)
      if (spelling.text == whole && (spelling.known & known_) != 0)
        return emit(spelling.kind, whole.size(), (spelling.known & in_spin) != 0);
    if (whole == "c_expr") return c_expression();
    if (options_.dialect == Dialect::command_line && splits(whole)) return split(whole);
    emit(name, whole.size());
  }

  // `W@cs`, `W:x` and `W[1]@cs` speak of a process, though W alone is an operator; `G[]p` is two operators.
  bool names_a_process(std::string_view whole) const {
    const std::size_t next = at_ + whole.size();
    if (whole.size() != 1 || next >= text().size()) return false;
    return text()[next] == '@' || text()[next] == ':' ||
           (text()[next] == '[' && next + 1 < text().size() && text()[next + 1] != ']');
  }

  // GFa is G F a, as in Spot; F0 is a name. A word of the model stays whole.
  bool splits(std::string_view whole) const {
    return (whole[0] == 'G' || whole[0] == 'F' || whole[0] == 'X') && !digit(whole[1]) &&
           !(options_.is_name && options_.is_name(whole));
  }

  void split(std::string_view whole) {
    const std::string_view rest = whole.substr(1);
    const bool looks_like_a_name = std::all_of(rest.begin(), rest.end(), [](char c) { return letter(c) && c != '_'; }) &&
                                   rest.size() > 2 && rest[0] >= 'a' && !(options_.is_name && options_.is_name(rest));
    if (looks_like_a_name && tokens_.warnings.size() < 10)
      tokens_.warnings.push_back(
          {at_, fmt::format("'{0}' is read as {1} {2}; write \"{0}\" in quotes if it is a name", whole, whole[0], rest)});
    emit(whole[0] == 'G' ? globally : whole[0] == 'F' ? finally : next, 1, whole[0] == 'X');
  }

  // c_expr { C text }, taken as a whole and as it is.
  void c_expression() {
    const std::size_t begin = at_;
    at_ += 6;
    if (!skip_space() || text()[at_] != '{') return error(begin, "c_expr needs { ... } after it");
    std::size_t open = 0;
    for (; at_ < text().size(); ++at_) {
      if (text()[at_] == '{') ++open;
      if (text()[at_] == '}' && --open == 0) break;
    }
    if (at_ == text().size()) return error(begin, "the { of this c_expr is never closed");
    const std::size_t length = at_ + 1 - begin;
    at_ = begin;
    emit(name, length);
  }

  void number_token() {
    std::size_t n = 1;
    while (at_ + n < text().size() && digit(text()[at_ + n])) ++n;
    emit(number, n);
  }

  void quoted_text() {
    std::size_t n = 1;
    while (at_ + n < text().size() && text()[at_ + n] != '"') n += text()[at_ + n] == '\\' ? 2 : 1;
    if (at_ + n >= text().size()) return error(at_, "this quoted text is never closed");
    if (n == 1) return error(at_, "this quoted text is empty");
    emit(quoted, n + 1, false);
  }

  void character() {
    const std::size_t n = text().substr(at_ + 1).starts_with('\\') ? 4 : 3;
    if (at_ + n > text().size() || text()[at_ + n - 1] != '\'') return error(at_, "this character constant is never closed");
    emit(number, n);
  }

  void sign() {
    const std::string_view rest = text().substr(at_);
    if (rest.starts_with("/\\")) return error(at_, "unknown operator '/\\'; write '&&'");
    for (const Spelling& spelling : signs) {
      if (!rest.starts_with(spelling.text)) continue;
      if ((spelling.known & known_) == 0)
        return error(at_, fmt::format("unknown operator '{}'; Promela writes '{}'", spelling.text,
                                      spelling.kind == implication ? "->" : "<->"));
      return bracket(spelling);
    }
    if (options_.dialect == Dialect::promela && rest[0] == ';' && rest.find_first_not_of("; \t\n\v\f\r") == rest.npos) {
      at_ = text().size();
      return;
    }
    for (const auto& [foreign, ours] : foreign_signs)
      if (rest.starts_with(foreign)) return error(at_, fmt::format("unknown operator '{}'; write '{}'", foreign, ours));
    const auto byte = static_cast<unsigned char>(rest[0]);
    if (byte >= 0x80)
      error(at_, "formulas are written in ASCII; other characters may stand only in \"quoted text\"");
    else if (byte < 0x20 || byte == 0x7f)
      error(at_, fmt::format("unexpected control character (code {})", byte));
    else
      error(at_, fmt::format("unknown operator '{}'", rest[0]));
  }

  // Knows which brackets enclose model text: those of an index, and those of a function's arguments.
  void bracket(const Spelling& spelling) {
    const bool model = !model_brackets_.empty() || spelling.kind == open_bracket ||
                       (last() == name && is_function(tokens_.spelling(tokens_.list.back())));
    if (spelling.kind == open_paren || spelling.kind == open_bracket) {
      if (model) model_brackets_.push_back(spelling.kind);
    } else if (spelling.kind == close_paren || spelling.kind == close_bracket) {
      if (!model_brackets_.empty()) model_brackets_.pop_back();
    }
    emit(spelling.kind, spelling.text.size(), (spelling.known & in_spin) != 0);
  }

  const ParseOptions& options_;
  unsigned known_;
  std::size_t at_ = 0;
  std::vector<TokenKind> model_brackets_;
  Tokens tokens_;
};

bool ends_operand(TokenKind kind) {
  return kind == name || kind == number || kind == quoted || kind == constant_true || kind == constant_false ||
         kind == close_paren || kind == close_bracket;
}

}  // namespace

bool is_function(std::string_view word) {
  return std::find(std::begin(functions), std::end(functions), word) != std::end(functions);
}

Tokens tokenise(std::string_view text, const ParseOptions& options) { return Lexer(text, options).run(); }

std::string Tokens::join(std::size_t first, std::size_t last) const {
  std::string joined;
  TokenKind before = end;
  bool space_due = false;
  for (std::size_t i = first; i <= last; ++i) {
    const Token& token = list[i];
    const bool infix = token.kind >= implication && (token.kind != minus || ends_operand(before));
    const bool touching_words = ends_operand(before) && before != close_paren && before != close_bracket &&
                                token.kind >= name && token.kind <= constant_false;
    if (space_due || infix || touching_words) joined += ' ';
    joined += spelling(token);
    space_due = infix || token.kind == comma;
    before = token.kind;
  }
  return joined;
}

Diagnostic locate(std::string_view text, const ParseOptions& options, Diagnostic::Severity severity, const Remark& remark) {
  constexpr std::size_t shown_before = 60;
  constexpr std::size_t shown_after = 40;
  const std::size_t place = std::min(remark.place, text.size());
  const std::size_t newline = text.substr(0, place).rfind('\n');
  const std::size_t line_begin = newline == text.npos ? 0 : newline + 1;
  const std::size_t line_end = std::min(text.find('\n', place), text.size());
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.message = remark.message;
  diagnostic.file = options.file;
  diagnostic.line = options.line +
                    static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
  diagnostic.column = place - line_begin + (line_begin == 0 ? options.column : 1);
  const std::size_t from = place - line_begin > shown_before ? place - shown_before : line_begin;
  const std::size_t to = std::min(line_end, place + shown_after);
  diagnostic.source_line = std::string(text.substr(from, to - from));
  std::replace_if(
      diagnostic.source_line.begin(), diagnostic.source_line.end(), [](char c) { return c == '\t' || c == '\r'; }, ' ');
  diagnostic.caret = place - from;
  return diagnostic;
}

}  // namespace lariat::ltl
